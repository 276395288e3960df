//! Answers of the Number Game: from tables, by solving positions, by a search that ends in the
//! largest table, and by theorems.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::Arc;

use perfectplay_core::Outcome;
use perfectplay_core::control::{Interrupted, Stopped};
use perfectplay_core::layers::SolveError;
use perfectplay_protocol::{Limits, Line, MoveAnswer, NO_PLIES, Reason, SearchReport, Traits};
use perfectplay_query::ProbeError;

use crate::erased::shared;
use crate::number::table::NumberTable;
use crate::number::{
    self, Entry, Finding, Index, LARGEST_SEARCHED, MOST_STEPS_PER_VISIT, NamedNumbers, Position,
    Solver, Verdict,
};
use crate::preludes::erased::*;

/// How many positions are solved, in milliseconds, to add plies to the answer of a table.
const MOST_SOLVED_FOR_PLIES: u64 = 20_000;

/// How many positions a solver may know when it is asked for one.
type Ask<A> = fn(&mut Solver, Position, usize, Control<'_>) -> Result<Option<A>, SolveError>;

/// The Number Game. A position is the numbers that are available, none above 63, or else the numbers named so far:
/// these belong to the game, as their sums take time to compute.
#[derive(Debug)]
pub(crate) struct Number {
    about: About,
    named: Option<Arc<NamedNumbers>>,
}

impl Default for Number {
    fn default() -> Self {
        let mut about = about_game!(NumberTable);
        about.packed = Some(PackedForm::Masks);
        Self { about, named: None }
    }
}

// A question's budget has enough steps for a search of as many states as its limits allow.
const _: () = assert!(
    MOST_STEPS_PER_VISIT == Budget::STEPS_PER_STATE
        && number::FACTS.default_states == Budget::SEARCHED_STATES
);

/// Tells named numbers from the mask of available ones, in which 0 is not a number.
const NAMED: u64 = 1;

/// A position of named numbers.
fn any_named(named: NamedNumbers) -> AnyPosition {
    let words: Words = [NAMED].into_iter().chain(named.generators().iter().copied()).collect();
    let named = Some(Arc::new(named));
    AnyPosition::new(GameRef::new(Number { named, ..Number::default() }), words)
}

/// The available numbers, if the position is of those.
fn available(words: &[u64]) -> Option<Position> {
    words.first().filter(|&&mask| mask != NAMED).map(|_| Position::of(words))
}

impl TypedTable for NumberTable {
    fn converted(answer: number::Answer, asked: &AnyPosition) -> Answer {
        Answer::of_game(answer, |position| any(asked.game(), &position))
    }

    fn packed(positions: &PackedPositions<'_>, place: usize) -> Option<Result<Position, String>> {
        let PackedPositions::Masks(masks) = positions else { return None };
        Some(Position::from_mask(masks[place]).map_err(|error| error.to_string()))
    }

    /// Of larger bounds there is no index.
    fn positions(game: GameRef, table: &TableId<Self::Board>) -> Option<Box<dyn PositionList>> {
        let bound = table.family().size().one();
        if bound > Entry::MAX_BOUND {
            return None;
        }
        let index = Index::new(bound);
        let (_, trie) = index.build().ok()?;
        let position = move |number| Some(any(&game, &index.over(&trie)?.position(number)?));
        Some(Box::new((table.states(), position)))
    }
}

impl WordForm for Position {
    fn words(&self) -> Words {
        Words::from_slice(&[self.mask()])
    }

    fn of(words: &[u64]) -> Self {
        Self::from_valid_mask(words[0])
    }
}

impl ErasedGame for Number {
    by_tables!(NumberTable);

    fn about(&self) -> &About {
        &self.about
    }

    /// Reads the available numbers if none is above 63, and otherwise the numbers named so far, which are read only
    /// once because computing their sums takes time.
    fn read(self: Arc<Self>, text: &str, budget: &Budget<'_>) -> Result<AnyPosition> {
        let game = match self.named {
            None => shared(self),
            Some(_) => GameRef::new(Self::default()),
        };
        let wrong = |error| Error::from(PositionError::new(&game, error));
        if !text.trim_start().starts_with("after:") {
            return Ok(any(&game, &text.parse::<Position>().map_err(wrong)?));
        }
        let named = NamedNumbers::read(text, budget.control()).map_err(|error| match error {
            number::PositionError::Stopped(Stopped::Interrupted) => Interrupted.into(),
            number::PositionError::Stopped(Stopped::Spent) => {
                wrong(number::PositionError::TooLargeForSums)
            }
            error => wrong(error),
        })?;
        Ok(match named.position() {
            Some(position) => any(&game, &position),
            None => any_named(named),
        })
    }

    fn show(&self, words: &[u64], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.named {
            Some(named) => fmt::Display::fmt(named, f),
            None => fmt::Display::fmt(&Position::of(words), f),
        }
    }

    /// Named numbers are searched.
    fn traits(&self, _: &AnyPosition) -> Traits {
        if self.named.is_some() { Traits::searched() } else { Traits::with_plies() }
    }

    fn legal(&self, position: &AnyPosition) -> Option<Legal> {
        let own = LISTS.then(|| available(position.words()))??;
        let legal = |number| {
            let after = own.after(number::Move(number));
            LegalMove::new(number, after.map(|after| any(position.game(), &after)))
        };
        Some(Legal::or_lost(own.numbers().map(legal)))
    }

    fn pack(&self, position: &AnyPosition) -> Option<PackedPosition> {
        Some(PackedPosition::Mask(available(position.words())?.mask()))
    }

    fn reach(&self, table: &str) -> Option<Reach> {
        let bound = family::<NumberTable>(table)?.size().one();
        let covers = move |words: &[u64]| {
            available(words).is_some_and(|position| position.largest() <= bound)
        };
        Some(Reach::Some { order: (bound.into(), 0, 0), covers: Box::new(covers) })
    }

    fn answer(&self, position: &AnyPosition, more: Extras, asking: &Asking<'_>) -> Result<Answer> {
        let plies = more.plies.unwrap_or(Plies::IfStored);
        let asked = Query { game: position.game(), asking, budget: asking.budget };
        let answer = match (&self.named, plies) {
            (None, plies) => asked.answer_of(position, plies),
            (Some(named), Plies::IfStored | Plies::IfQuick) => {
                let line = more.line.then(|| Line::Unknown(NO_PLIES.to_owned()));
                asked.searched(named).map(|mut answer| {
                    answer.line = line;
                    answer
                })
            }
            (Some(_), _) => {
                let text = "plies are known only for numbers up to 63".to_owned();
                Err(Error::beyond(position.game(), BrokenLimit::Solver(text), None))
            }
        };
        answer.map_err(|error| error.of_plies(plies))
    }

    fn value(&self, position: &AnyPosition, plies: Plies, asking: &Asking<'_>) -> Found {
        if self.named.is_some() {
            return Ok(None);
        }
        let asked = Query { game: position.game(), asking, budget: asking.budget };
        asked.value_of(position, plies).map_err(|error| error.of_plies(plies))
    }
}

/// What a question has at hand.
struct Query<'a> {
    game: &'a GameRef,
    asking: &'a Asking<'a>,
    budget: &'a Budget<'a>,
}

impl Query<'_> {
    /// What `ask` gets from a solver that may solve at most `most` positions; `None` if that is not enough.
    ///
    /// Positions that were solved for earlier questions save time, but they do not decide whether
    /// there is an answer: it is returned only if the solver then knows at most `most` positions.
    fn solved<A>(&self, most: u64, ask: Ask<A>, position: Position) -> Result<Option<A>> {
        let (budget, engine) = (self.budget, self.asking.engine);
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let keep = |solver: Solver| {
            let bytes = solver.known() as u64 * Solver::BYTES_PER_POSITION;
            engine.keep(solver, bytes, budget);
        };
        if let Some(mut solver) = engine.take(|solver: &Solver| solver.known() <= most) {
            let answer = ask(&mut solver, position, most, budget.control())?;
            keep(solver);
            if answer.is_some() {
                return Ok(answer);
            }
        }
        let mut solver = Solver::default();
        let answer = ask(&mut solver, position, most, budget.control())?;
        if answer.is_some() {
            keep(solver);
        }
        Ok(answer)
    }

    /// What a solver says of a position of which a table has a value, if plies are asked for and can be solved; `None`
    /// if the table's is enough.
    fn with_plies<A>(
        &self,
        (stored, table): (Option<Value>, &str),
        plies: Plies,
        ask: Ask<A>,
        value: impl Fn(&A) -> perfectplay_core::Value,
        position: Position,
    ) -> Result<Option<A>> {
        let solved = match plies {
            _ if stored.and_then(Value::plies).is_some() => None,
            Plies::IfStored => None,
            Plies::Always => Some(self.must_solve(position, ask)?),
            _ => {
                let most = MOST_SOLVED_FOR_PLIES.min(self.budget.states(self.game));
                self.solved(most, ask, position)?
            }
        };
        match solved {
            Some(solved) if Some(value(&solved).outcome) != stored.and_then(Value::outcome) => {
                Err(ProbeError::Damaged(table.to_owned()).into())
            }
            solved => Ok(solved),
        }
    }

    /// A solver's answer, with plies; an error if they take more than the limits allow.
    fn must_solve<A>(&self, position: Position, ask: Ask<A>) -> Result<A> {
        let budget = self.budget;
        let most = self.most_solved().min(budget.states_left(self.game));
        let quick = most.min(Limits::quick_states(self.game));
        if let Some(answer) = self.solved(quick, ask, position)? {
            return Ok(answer);
        }
        let solved = if most > quick {
            let work = self.work(most);
            self.asking.engine.make_room(&work, budget);
            budget.start(&work)?;
            self.solved(most, ask, position)?
        } else {
            None
        };
        let limit = BrokenLimit::Searched { allowed: most };
        // Only tables up to this bound have plies.
        let table =
            table_with(self.game, position).filter(|_| position.largest() <= Entry::MAX_BOUND);
        solved.ok_or_else(|| Error::beyond(self.game, limit, table))
    }

    /// By solving the position, if no table has it; `None` if that takes more than a fraction of a second.
    fn solved_quickly<A>(&self, position: Position, ask: Ask<A>) -> Result<Option<A>> {
        // What was too much once for a question will be too much again for the replies to its moves.
        if self.budget.is_beyond_quick() {
            return Ok(None);
        }
        let quick = self.most_solved().min(Limits::quick_states(self.game));
        let solved = self.solved(quick, ask, position)?;
        if solved.is_none() {
            self.budget.set_beyond_quick();
        }
        Ok(solved)
    }

    /// The answer by theorems and by a search that ends in the largest table that can be read.
    fn searched(&self, named: &NamedNumbers) -> Result<Answer> {
        let budget = self.budget;
        let verdict = Verdict::of(named, budget.control()).or_else(Stopped::or_open)?;
        let search = |table: Option<&dyn ErasedTable>| self.search(table, named, verdict.as_ref());
        let down_to = |table: &dyn ErasedTable| search(Some(table));
        let (searched, table) = match self.asking.in_largest(self.game, down_to)? {
            Some((searched, table)) => (searched?, Some(table)),
            None => (search(None)??, None),
        };
        let table = table.filter(|_| searched.asked_table);
        self.concluded(named, verdict, searched, table)
    }

    /// The answer for available numbers.
    fn answer_of(&self, asked: &AnyPosition, plies: Plies) -> Result<Answer> {
        let position = Position::of(asked.words());
        let converted = |answer| NumberTable::converted(answer, asked);
        let ask: Ask<number::Answer> = Solver::answer;
        if let Some(mut stored) = self.asking.stored_answer(asked, &Boards::None)? {
            let value = |answer: &number::Answer| answer.value;
            let known = (stored.value, stored.table.as_deref().unwrap_or_default());
            if let Some(solved) = self.with_plies(known, plies, ask, value, position)? {
                let solved = converted(solved);
                (stored.value, stored.moves) = (solved.value, solved.moves);
            }
            return Ok(stored);
        }
        if plies == Plies::Always {
            return Ok(converted(self.must_solve(position, ask)?));
        }
        match self.solved_quickly(position, ask)? {
            Some(answer) => Ok(converted(answer)),
            None => self.searched(&NamedNumbers::from(position)),
        }
    }

    /// A position's value, and the table that has it if one does; `None` if it takes a search.
    fn value_of(&self, asked: &AnyPosition, plies: Plies) -> Result<Option<FoundValue>> {
        let position = Position::of(asked.words());
        let ask: Ask<perfectplay_core::Value> = Solver::value;
        let stored = self.asking.stored(asked, |table| table.value(asked.words()))?;
        if let Some((stored, table)) = stored {
            let value = |value: &perfectplay_core::Value| *value;
            let solved = self.with_plies((Some(stored), &table), plies, ask, value, position)?;
            return Ok(Some(FoundValue::stored((solved.map_or(stored, Value::from), table))));
        }
        if plies == Plies::Always {
            return self.must_solve(position, ask).map(FoundValue::solved).map(Some);
        }
        Ok(self.solved_quickly(position, ask)?.map(FoundValue::solved))
    }

    /// How many positions may be solved: all of them are kept in memory.
    fn most_solved(&self) -> u64 {
        self.budget.states(self.game).min(self.budget.memory() / Solver::BYTES_PER_POSITION)
    }

    /// Its solver checks its memory as it goes, and may need far less.
    fn work(&self, states: u64) -> Work {
        let bytes = states.saturating_mul(Solver::BYTES_PER_POSITION);
        let mut work = Work::new(self.game, states, self.budget.memory().min(bytes));
        work.grows = true;
        work
    }

    /// Searches, down to the positions of a table if there is one. The outer error is that the table is
    /// damaged.
    fn search(
        &self,
        table: Option<&dyn ErasedTable>,
        named: &NamedNumbers,
        verdict: Option<&Verdict>,
    ) -> Result<Result<SearchResult, Interrupted>, ProbeError> {
        let budget = self.budget;
        let limit = budget.states_left(self.game);
        let (asked_table, failed) = (Cell::new(false), RefCell::new(None));
        let known = |position: Position| match table?.value(&[position.mask()]) {
            Ok(value) => {
                asked_table.set(true);
                value.outcome()
            }
            Err(ProbeError::Damaged(table)) => {
                failed.replace(Some(ProbeError::Damaged(table)));
                None
            }
            Err(_) => None,
        };
        let (control, started) = (budget.control(), Cell::new(false));
        let progress = |visited| {
            if visited >= Limits::quick_states(self.game) && !started.replace(true) {
                budget.announce(&self.work(limit));
            }
            control.set_position(visited);
            failed.borrow().is_some() || control.check().is_err()
        };
        let memory = usize::try_from(budget.memory() / 2).unwrap_or(usize::MAX);
        let mut search = number::Search::new(limit, memory, control, known, progress);
        let finding = search.find(named, verdict);
        let visited = search.visited();
        budget.add_states(visited);
        if let Some(error) = failed.take() {
            return Err(error);
        }
        let asked_table = asked_table.get();
        Ok(finding
            .map(|finding| SearchResult { finding, visited, limit, asked_table })
            .map_err(|_| Interrupted))
    }

    fn concluded(
        &self,
        named: &NamedNumbers,
        verdict: Option<Verdict>,
        SearchResult { mut finding, visited, limit, .. }: SearchResult,
        table: Option<Arc<str>>,
    ) -> Result<Answer> {
        let budget = self.budget;
        budget.end_search();
        let is_searched =
            named.largest().is_some_and(|largest| largest <= LARGEST_SEARCHED as u128);
        finding.outcome = finding.outcome.or(verdict.as_ref().map(|verdict| verdict.outcome));
        let theorem = if is_shown(named, &finding, is_searched) {
            None
        } else if let Some(verdict) = verdict {
            Some(verdict.theorem)
        } else {
            finding.outcome.map(|_| number::theorems::quiet_end())
        };
        // An outcome that a theorem decides alone does not come from a table.
        let table = table.filter(|_| visited > 0 || theorem.is_none());
        let reason = finding.outcome.is_none().then(|| Reason {
            at_limit: visited >= limit || budget.is_spent(),
            all_moves: is_searched,
            table: named.position().and_then(|position| table_with(self.game, position)),
        });
        let search = SearchReport {
            visited,
            left: named.count(),
            largest: named.largest(),
            theorem,
            reason,
        };
        let (position, moves) = (self.text_form(named, named), self.found_moves(named, &finding)?);
        let mut answer = Answer::of(position, finding.outcome.map(Value::from), moves);
        answer.table = table;
        answer.search = Some(Box::new(search));
        Ok(answer)
    }

    fn found_moves(&self, named: &NamedNumbers, finding: &Finding) -> Result<Moves, Interrupted> {
        let mut moves = Vec::new();
        for found in &finding.moves {
            let left = match named.name(found.number, self.budget.control()) {
                Ok(left) => left,
                Err(number::PositionError::Stopped(Stopped::Interrupted)) => {
                    return Err(Interrupted);
                }
                Err(_) => continue,
            };
            let result = found.outcome.map(Outcome::reversed);
            let mut reply = MoveAnswer::new(found.number, self.text_form(&left, named));
            reply.value = found.outcome.map(Value::from);
            reply.result = result.map(Value::from);
            reply.best = result.map(|result| Some(result) == finding.outcome);
            moves.push(reply);
        }
        // Wins first, losses last, and equals by number, as the search lists them.
        moves.sort_by_key(|reply| reply.winning().map_or(1, |wins| if wins { 0 } else { 2 }));
        // Without any move the list is one of winning moves, none of which is known.
        let all = named.count() == Some(moves.len() as u128) && !moves.is_empty();
        Ok(if all { Moves::All(moves) } else { Moves::Winning(moves) })
    }

    /// A position as its available numbers, if both the position asked for and this one can be written like that;
    /// otherwise as the named numbers.
    fn text_form(&self, named: &NamedNumbers, asked: &NamedNumbers) -> AnyPosition {
        match (asked.position(), named.position()) {
            (Some(_), Some(position)) => any(&GameRef::new(Number::default()), &position),
            _ => any_named(named.clone()),
        }
    }
}

/// What a search found.
struct SearchResult {
    finding: Finding,
    /// How many positions it visited.
    visited: u64,
    /// How many it might have visited.
    limit: u64,
    /// Whether the table had one of them.
    asked_table: bool,
}

fn table_with(game: &GameRef, position: Position) -> Option<TableRef> {
    TypedPlan::<NumberTable>::of_size(game, position.largest())
}

/// Whether moves to positions with finitely many numbers show the outcome, so that it does not need
/// a theorem.
fn is_shown(named: &NamedNumbers, finding: &Finding, is_searched: bool) -> bool {
    let mut won = finding.moves.iter().filter(|found| found.outcome == Some(Outcome::Loss));
    is_searched && finding.outcome == Some(Outcome::Loss)
        || won.any(|found| named.leaves_finitely_many(found.number))
}

by_default!(Number, Position);
