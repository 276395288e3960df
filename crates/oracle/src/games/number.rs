//! Answers of the Number Game: from tables, by solving positions, by a search that ends in the
//! largest table, and by theorems.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use perfectplay_core::contour::Board;
use perfectplay_core::control::{Control, Interrupted, Stopped};
use perfectplay_core::layers::SolveError;
use perfectplay_core::number::{
    self, Entry, Finding, Index, LARGEST_SEARCHED, Named, NumberPosition, Position, PositionError,
    Solver, Verdict,
};
use perfectplay_core::{Game, Outcome};
use perfectplay_query::{Family, NumberTable, Probe, ProbeError, TableId};

use crate::answer::{Answer, FoundValue, MoveAnswer, Moves, Reason, SearchReport};
use crate::asked::AskedPosition;
use crate::beyond::BrokenLimit;
use crate::budget::Budget;
use crate::engine::Engine;
use crate::error::Error;
use crate::games::{AskedTable, GameSource, NO_PLIES, PositionList, not_packed, refuse_board};
use crate::legal::LegalMove;
use crate::limits::{Limits, Plies, Work};
use crate::packed::{Packed, PackedError, PackedOne, Tile};
use crate::position::{Move, Position as AnyPosition};
use crate::tables::{Covers, Families, Store};
use crate::value::Value;

/// How many positions are solved, in milliseconds, to add plies to the answer of a table.
const MOST_SOLVED_FOR_PLIES: u64 = 20_000;

/// How many positions a solver may know when it is asked for one.
type Ask<A> = fn(&mut Solver, Position, usize, Control<'_>) -> Result<Option<A>, SolveError>;

/// The `number` tables.
pub(crate) struct NumberSource {
    tables: Families<Bound, NumberTable>,
    store: Arc<Store>,
    engine: Arc<Engine>,
}

/// The largest number of a table's positions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bound(u8);

impl Covers<Position> for Bound {
    fn covers(&self, position: &Position) -> bool {
        position.largest() <= self.0
    }
}

pub(super) fn source(store: &Arc<Store>, engine: &Arc<Engine>) -> NumberSource {
    let bound = |family: Family| Some((family.size().one(), Bound(family.size().one())));
    let tables = store.families(Game::Number, NumberTable::new, bound);
    NumberSource { tables, store: store.clone(), engine: engine.clone() }
}

/// Reads the available numbers if none is above 63, and otherwise the numbers named so far, which are read only
/// once because computing their sums takes time.
pub(super) fn read(
    text: &str,
    board: Option<&Arc<Board>>,
    budget: &Budget<'_>,
) -> Result<NumberPosition, Error> {
    refuse_board(Game::Number, board)?;
    if !text.trim_start().starts_with("after:") {
        return text.parse().map(NumberPosition::Available).map_err(Error::position);
    }
    let named = Named::read(text, budget.control()).map_err(|error| match error {
        PositionError::Stopped(Stopped::Interrupted) => Interrupted.into(),
        PositionError::Stopped(Stopped::Spent) => Error::position(PositionError::TooLargeForSums),
        error => Error::position(error),
    })?;
    Ok(match named.position() {
        Some(position) => NumberPosition::Available(position),
        None => NumberPosition::Named(Box::new(named)),
    })
}

/// Of larger bounds there is no index.
pub(super) fn unpack(positions: &Packed<'_>, place: usize) -> Result<NumberPosition, Error> {
    available(positions, place).map(NumberPosition::Available)
}

fn available(positions: &Packed<'_>, place: usize) -> Result<Position, Error> {
    match positions {
        Packed::Masks(masks) => Position::from_mask(masks[place]).map_err(Error::position),
        _ => Err(not_packed(Game::Number)),
    }
}

pub(super) fn positions(table: &TableId) -> Option<Box<dyn PositionList>> {
    let bound = table.family().size().one();
    if bound > Entry::MAX_BOUND {
        return None;
    }
    let index = Index::new(bound);
    let (_, trie) = index.build().ok()?;
    let position = move |number| index.over(&trie)?.position(number).map(Into::into);
    Some(Box::new((table.states(), position)))
}

impl From<Position> for crate::Position {
    fn from(position: Position) -> Self {
        Self::Number(NumberPosition::Available(position))
    }
}

impl AskedPosition for NumberPosition {
    fn legal_moves(&self) -> Option<Vec<LegalMove>> {
        let Self::Available(position) = self else { return None };
        Some(position.numbers().map(|number| LegalMove::of(u64::from(number))).collect())
    }

    fn after(&self, step: &Move) -> Option<AnyPosition> {
        let (Self::Available(position), Move::Number(number)) = (self, step) else { return None };
        let after = position.after(number::Move(u8::try_from(*number).ok()?))?;
        Some(Self::Available(after).into())
    }

    fn pack(&self) -> Option<PackedOne> {
        match self {
            Self::Available(position) => Some(PackedOne::Mask(position.mask())),
            Self::Named(_) => None,
        }
    }

    /// Named numbers are searched.
    fn may_be_solved_for_plies(&self) -> bool {
        matches!(self, Self::Available(_))
    }

    fn is_always_searched(&self) -> bool {
        matches!(self, Self::Named(_))
    }
}

impl From<number::Move> for Move {
    fn from(step: number::Move) -> Self {
        Self::Number(step.0.into())
    }
}

impl AskedTable for NumberTable {
    type Asked = NumberPosition;

    fn own<'p>(&self, asked: &'p NumberPosition) -> Option<&'p Position> {
        match asked {
            NumberPosition::Available(position) => Some(position),
            NumberPosition::Named(_) => None,
        }
    }

    fn asked(&self, position: Position, _: Option<&Arc<Board>>) -> Option<NumberPosition> {
        Some(NumberPosition::Available(position))
    }
}

impl GameSource for NumberSource {
    type Asked = NumberPosition;

    fn answer(
        &self,
        position: &NumberPosition,
        plies: Plies,
        budget: &Budget<'_>,
    ) -> Result<Answer, Error> {
        let answer = match position {
            NumberPosition::Available(position) => self.answer_of(position, plies, budget),
            NumberPosition::Named(named) => self.answer_named(named, plies, budget),
        };
        answer.map_err(|error| error.of_plies(plies))
    }

    fn value(
        &self,
        position: &NumberPosition,
        plies: Plies,
        budget: &Budget<'_>,
    ) -> Result<Option<FoundValue>, Error> {
        match position {
            NumberPosition::Available(position) => {
                self.value_of(position, plies, budget).map_err(|error| error.of_plies(plies))
            }
            NumberPosition::Named(_) => Ok(None),
        }
    }

    fn stored_values(
        &self,
        positions: &[&NumberPosition],
        budget: &Budget<'_>,
    ) -> Vec<Option<FoundValue>> {
        let available = |position: &&NumberPosition| match position {
            NumberPosition::Available(position) => Some(*position),
            NumberPosition::Named(_) => None,
        };
        let places = positions.iter().map(available);
        let asked: Vec<Position> = places.clone().flatten().collect();
        let asked: Vec<&Position> = asked.iter().collect();
        let mut values = self.tables.values(&self.store, &asked, budget).into_iter();
        places.map(|place| place.and_then(|_| values.next().flatten())).collect()
    }

    fn packed_values(&self, tile: Tile<'_>, budget: &Budget<'_>) -> Result<(), PackedError> {
        self.tables.packed_values(&self.store, tile, available, budget)
    }

    fn why_no_line(
        &self,
        position: &NumberPosition,
        _: &Budget<'_>,
    ) -> Result<Option<String>, Error> {
        Ok(match position {
            NumberPosition::Available(_) => None,
            NumberPosition::Named(_) => Some(NO_PLIES.to_owned()),
        })
    }
}

impl NumberSource {
    /// What `ask` gets from a solver that may solve at most `most` positions; `None` if that is not enough.
    ///
    /// Positions that were solved for earlier questions save time, but they do not decide whether
    /// there is an answer: it is returned only if the solver then knows at most `most` positions.
    fn solved<A>(
        &self,
        most: u64,
        budget: &Budget<'_>,
        ask: Ask<A>,
        position: Position,
    ) -> Result<Option<A>, Error> {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let keep = |solver: Solver| {
            let bytes = solver.known() as u64 * Solver::BYTES_PER_POSITION;
            self.engine.keep(solver, bytes, budget);
        };
        if let Some(mut solver) = self.engine.take(|solver: &Solver| solver.known() <= most) {
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

    /// What a table has, with plies if they are asked for and can be solved.
    fn with_plies<A>(
        &self,
        (stored, table): (A, &str),
        plies: Plies,
        budget: &Budget<'_>,
        ask: Ask<A>,
        value: impl Fn(&A) -> perfectplay_core::Value,
        position: Position,
    ) -> Result<A, Error> {
        let solved = match plies {
            _ if value(&stored).plies.is_some() => None,
            Plies::IfStored => None,
            Plies::Always => Some(self.must_solve(position, budget, ask)?),
            Plies::IfQuick => {
                let most = MOST_SOLVED_FOR_PLIES.min(budget.states(Game::Number));
                self.solved(most, budget, ask, position)?
            }
        };
        match solved {
            Some(solved) if value(&solved).outcome != value(&stored).outcome => {
                Err(ProbeError::Damaged { table: table.to_owned() }.into())
            }
            solved => Ok(solved.unwrap_or(stored)),
        }
    }

    /// A solver's answer, with plies; an error if they take more than the limits allow.
    fn must_solve<A>(
        &self,
        position: Position,
        budget: &Budget<'_>,
        ask: Ask<A>,
    ) -> Result<A, Error> {
        let most = most_solved(budget).min(budget.states_left(Game::Number));
        let quick = most.min(Limits::quick_states(Game::Number));
        if let Some(answer) = self.solved(quick, budget, ask, position)? {
            return Ok(answer);
        }
        let solved = if most > quick {
            let work = work(most, budget);
            self.engine.make_room(&work, budget);
            budget.start(&work)?;
            self.solved(most, budget, ask, position)?
        } else {
            None
        };
        let limit = BrokenLimit::Searched { allowed: most };
        // Only tables up to this bound have plies.
        let table = table_with(position).filter(|_| position.largest() <= Entry::MAX_BOUND);
        solved.ok_or_else(|| Error::beyond(Game::Number, limit, table))
    }

    /// By solving the position, if no table has it; `None` if that takes more than a fraction of a second.
    fn solved_quickly<A>(
        &self,
        position: Position,
        budget: &Budget<'_>,
        ask: Ask<A>,
    ) -> Result<Option<A>, Error> {
        // What was too much once for a question will be too much again for the replies to its moves.
        if budget.is_beyond_quick() {
            return Ok(None);
        }
        let quick = most_solved(budget).min(Limits::quick_states(Game::Number));
        let solved = self.solved(quick, budget, ask, position)?;
        if solved.is_none() {
            budget.set_beyond_quick();
        }
        Ok(solved)
    }

    /// The answer by theorems and by a search that ends in the largest table that can be read.
    fn searched(&self, named: &Named, budget: &Budget<'_>) -> Result<Answer, Error> {
        // Of two tables with the same bound the first one is asked first.
        let largest = self.tables.0.chunk_by(|(one, _), (other, _)| one == other).next_back();
        let readable = largest
            .into_iter()
            .flatten()
            .map(|(_, lazy)| lazy)
            .filter(|lazy| self.store.try_open(lazy, budget).is_some());
        let verdict = Verdict::of(named, budget.control()).or_else(Stopped::or_open)?;
        let search = |table: Option<&_>| search(table, named, verdict.as_ref(), budget);
        let down_to = |table: &NumberTable| search(Some(table));
        let (searched, table) = match self.store.first(readable, budget, down_to)? {
            Some((searched, table)) => (searched?, Some(table)),
            None => (search(None)??, None),
        };
        let table = table.filter(|_| searched.asked_table);
        concluded(named, verdict, searched, table, budget)
    }

    /// The answer for a position.
    fn answer_of(
        &self,
        position: &Position,
        plies: Plies,
        budget: &Budget<'_>,
    ) -> Result<Answer, Error> {
        let stored = self
            .store
            .first(self.tables.having(position), budget, |table| table.answer(position))?;
        let ask: Ask<number::Answer> = Solver::answer;
        if let Some((stored, table)) = stored {
            let value = |answer: &number::Answer| answer.value;
            let answer = self.with_plies((stored, &table), plies, budget, ask, value, *position)?;
            return Ok(known(answer).with_table(table));
        }
        if plies == Plies::Always {
            return Ok(known(self.must_solve(*position, budget, ask)?));
        }
        match self.solved_quickly(*position, budget, ask)? {
            Some(answer) => Ok(known(answer)),
            None => self.searched(&Named::from(*position), budget),
        }
    }

    /// The answer for named numbers that are not equivalent to a [`Position`].
    fn answer_named(
        &self,
        named: &Named,
        plies: Plies,
        budget: &Budget<'_>,
    ) -> Result<Answer, Error> {
        if plies == Plies::Always {
            let text = "plies are known only for numbers up to 63".to_owned();
            return Err(Error::beyond(Game::Number, BrokenLimit::Solver(text), None));
        }
        self.searched(named, budget)
    }

    /// A position's value, and the table that has it if one does; `None` if it takes a search.
    fn value_of(
        &self,
        position: &Position,
        plies: Plies,
        budget: &Budget<'_>,
    ) -> Result<Option<FoundValue>, Error> {
        let tables = self.tables.having(position);
        let ask: Ask<perfectplay_core::Value> = Solver::value;
        if let Some((stored, table)) =
            self.store.first(tables, budget, |table| table.value(position))?
        {
            let value = |value: &perfectplay_core::Value| *value;
            let value = self.with_plies((stored, &table), plies, budget, ask, value, *position)?;
            return Ok(Some(FoundValue::stored((value, table))));
        }
        if plies == Plies::Always {
            return self.must_solve(*position, budget, ask).map(FoundValue::solved).map(Some);
        }
        Ok(self.solved_quickly(*position, budget, ask)?.map(FoundValue::solved))
    }
}

/// What a search found.
struct Searched {
    finding: Finding,
    /// How many positions it visited.
    visited: u64,
    /// How many it might have visited.
    limit: u64,
    /// Whether the table had one of them.
    asked_table: bool,
}

/// Searches, down to the positions of a table if there is one. The outer error is that the table is
/// damaged.
fn search(
    table: Option<&NumberTable>,
    named: &Named,
    verdict: Option<&Verdict>,
    budget: &Budget<'_>,
) -> Result<Result<Searched, Interrupted>, ProbeError> {
    let limit = budget.states_left(Game::Number);
    let (asked_table, failed) = (Cell::new(false), RefCell::new(None));
    let known = |position: Position| match table?.value(&position) {
        Ok(value) => {
            asked_table.set(true);
            Some(value.outcome)
        }
        Err(ProbeError::Damaged { table }) => {
            failed.replace(Some(ProbeError::Damaged { table }));
            None
        }
        Err(_) => None,
    };
    let (control, started) = (budget.control(), Cell::new(false));
    let progress = |visited| {
        if visited >= Limits::quick_states(Game::Number) && !started.replace(true) {
            budget.announce(&work(limit, budget));
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
        .map(|finding| Searched { finding, visited, limit, asked_table })
        .map_err(|_| Interrupted))
}

/// How many positions may be solved: all of them are kept in memory.
fn most_solved(budget: &Budget<'_>) -> u64 {
    budget.states(Game::Number).min(budget.memory() / Solver::BYTES_PER_POSITION)
}

fn work(states: u64, budget: &Budget<'_>) -> Work {
    let memory = budget.memory().min(states.saturating_mul(Solver::BYTES_PER_POSITION));
    Work { game: Game::Number, states, positions: 1, memory }
}

fn table_with(position: Position) -> Option<TableId> {
    Family::new(Game::Number, position.largest()).ok().map(TableId::from)
}

fn known(answer: number::Answer) -> Answer {
    Answer::of_game(answer, crate::Position::from)
}

fn concluded(
    named: &Named,
    verdict: Option<Verdict>,
    Searched { mut finding, visited, limit, .. }: Searched,
    table: Option<Arc<str>>,
    budget: &Budget<'_>,
) -> Result<Answer, Error> {
    budget.end_search();
    let is_searched = named.largest().is_some_and(|largest| largest <= LARGEST_SEARCHED as u128);
    finding.outcome = finding.outcome.or(verdict.as_ref().map(|verdict| verdict.outcome));
    let theorem = if is_shown(named, &finding, is_searched) {
        None
    } else if let Some(verdict) = verdict {
        Some(verdict.theorem)
    } else {
        finding.outcome.map(|_| number::Theorem::quiet_end())
    };
    // An outcome that a theorem decides alone does not come from a table.
    let table = table.filter(|_| visited > 0 || theorem.is_none());
    let reason = finding.outcome.is_none().then(|| Reason {
        at_limit: visited >= limit || budget.is_spent(),
        all_moves: is_searched,
        table: named.position().and_then(table_with),
    });
    let search =
        SearchReport { visited, left: named.count(), largest: named.largest(), theorem, reason };
    Ok(Answer {
        position: text_form(named, named),
        value: finding.outcome.map(Value::from),
        grundy: None,
        moves: found_moves(named, &finding, budget.control())?,
        line: None,
        table,
        members: None,
        search: Some(search),
    })
}

/// Whether moves to positions with finitely many numbers show the outcome, so that it does not need
/// a theorem.
fn is_shown(named: &Named, finding: &Finding, is_searched: bool) -> bool {
    let mut won = finding.moves.iter().filter(|found| found.outcome == Some(Outcome::Loss));
    is_searched && finding.outcome == Some(Outcome::Loss)
        || won.any(|found| named.leaves_finitely_many(found.number))
}

fn found_moves(
    named: &Named,
    finding: &Finding,
    control: Control<'_>,
) -> Result<Moves, Interrupted> {
    let mut moves = Vec::new();
    for found in &finding.moves {
        let left = match named.name(found.number, control) {
            Ok(left) => left,
            Err(PositionError::Stopped(Stopped::Interrupted)) => return Err(Interrupted),
            Err(_) => continue,
        };
        let result = found.outcome.map(Outcome::reversed);
        moves.push(MoveAnswer {
            step: Move::Number(found.number),
            gain: None,
            position: Some(text_form(&left, named)),
            value: found.outcome.map(Value::from),
            grundy: None,
            result: result.map(Value::from),
            best: result.map(|result| Some(result) == finding.outcome),
            again: false,
            replies: None,
        });
    }
    // Wins first, losses last, and equals by number, as the search lists them.
    moves.sort_by_key(|reply| reply.winning().map_or(1, |wins| if wins { 0 } else { 2 }));
    // Without any move the list is one of winning moves, none of which is known.
    let all = named.count() == Some(moves.len() as u128) && !moves.is_empty();
    Ok(if all { Moves::All(moves) } else { Moves::Winning(moves) })
}

/// A position as its available numbers, if both the position asked for and this one can be written like that;
/// otherwise as the named numbers.
fn text_form(named: &Named, asked: &Named) -> crate::Position {
    match (asked.position(), named.position()) {
        (Some(_), Some(position)) => position.into(),
        _ => crate::Position::Number(NumberPosition::Named(Box::new(named.clone()))),
    }
}
