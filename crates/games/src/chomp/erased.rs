//! Answers of Chomp: from tables, by solving for plies, and by solving a whole bar for outcomes.

use std::sync::Arc;

use perfectplay_core::control::{Interrupted, Progress};
use perfectplay_core::{Outcome, Value};
use perfectplay_protocol::{Limits, Opening, Traits};
use perfectplay_query::{ProbeError, Value as AnyValue};

use crate::chomp::table::ChompTable;
use crate::chomp::{self, BitLayout, Grundy, Index, Outcomes, Position, Solver, Subpositions};
use crate::preludes::erased::*;

/// This many positions are solved in milliseconds, to add plies to a table's outcome.
const MILLISECONDS: u64 = 30_000;

#[derive(Debug)]
pub(crate) struct Chomp {
    about: About,
}

impl Default for Chomp {
    fn default() -> Self {
        let packed = PackedForm::Rows("the cells that are left in each row, topmost first");
        let mut about = about_game!(ChompTable);
        about.grundy = true;
        about.openings = chomp::MAX_STEPS;
        about.filled = LayerFill::Large;
        about.packed = Some(packed);
        Self { about }
    }
}

impl TypedTable for ChompTable {
    fn converted(answer: chomp::Answer, asked: &AnyPosition) -> Answer {
        Answer::of_game(answer, |position| any(asked.game(), &position))
    }

    fn packed(positions: &PackedPositions<'_>, place: usize) -> Option<Result<Position, String>> {
        Some(Position::new(positions.rows(place)?).map_err(|error| error.to_string()))
    }

    fn positions(game: GameRef, table: &TableId<Self::Board>) -> Option<Box<dyn PositionList>> {
        let (rows, columns) = table.family().size().sides();
        let bar = Index::new(rows.into(), columns.into()).ok()?;
        let states = bar.len();
        let position = move |number| bar.position(number).map(|position| any(&game, &position));
        Some(Box::new((states, position)))
    }
}

impl WordForm for Position {
    fn words(&self) -> Words {
        let words = self.to_words();
        let used = words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        Words::from_slice(&words[..used])
    }

    fn of(words: &[u64]) -> Self {
        let mut all = [0; _];
        all[..words.len()].copy_from_slice(words);
        Self::of_words(all)
    }
}

impl ErasedGame for Chomp {
    by_positions!(Position);
    by_tables!(ChompTable);

    fn traits(&self, _: &AnyPosition) -> Traits {
        Traits::with_plies()
    }

    fn legal(&self, position: &AnyPosition) -> Option<Legal> {
        let bar = LISTS.then(|| Position::of(position.words()))?;
        let legal =
            |step| LegalMove::new(step, bar.after(step).map(|after| any(position.game(), &after)));
        Some(Legal::of(bar.moves().map(legal), || Outcome::Win.into()))
    }

    fn pack(&self, position: &AnyPosition) -> Option<PackedPosition> {
        let bar = Position::of(position.words());
        Some(PackedPosition::Rows(bar.left()[..bar.rows()].to_vec()))
    }

    fn reach(&self, table: &str) -> Option<Reach> {
        let family = family::<ChompTable>(table)?;
        let (rows, columns) = family.size().sides();
        let index = Index::new(rows.into(), columns.into()).ok()?;
        let covers = move |words: &[u64]| index.index_of(&Position::of(words)).is_some();
        Some(Reach::Some { order: (family.states(), rows, columns), covers: Box::new(covers) })
    }

    fn answer(&self, position: &AnyPosition, more: Extras, asking: &Asking<'_>) -> Result<Answer> {
        let chomp = Query::of(position, asking);
        let mut answer = match more.plies {
            Some(plies) => chomp.answer(plies).map_err(|error| error.of_plies(plies))?,
            None => chomp.answer_without_plies()?,
        };
        if more.grundy {
            chomp.add_grundy(&mut answer)?;
        }
        Ok(answer)
    }

    fn value(&self, position: &AnyPosition, plies: Plies, asking: &Asking<'_>) -> Found {
        let value = Query::of(position, asking).value(plies);
        value.map(Some).map_err(|error| error.of_plies(plies))
    }

    fn openings(&self, size: (usize, usize), asking: &Asking<'_>) -> Result<Vec<Opening>> {
        if LISTS { openings(size, asking) } else { Ok(Vec::new()) }
    }
}

/// The answers for all bars inside a given one from which some move wins, with only these moves, and with
/// plies where they take milliseconds. In order of rows, of which a bar has no more than columns.
fn openings(size: (usize, usize), asking: &Asking<'_>) -> Result<Vec<Opening>> {
    let budget = asking.budget;
    let (rows, columns) = (size.0.min(size.1), size.0.max(size.1));
    let game = GameRef::new(Chomp::default());
    let bar = |rows, columns| {
        Position::bar(rows, columns).map_err(|error| Error::from(PositionError::new(&game, error)))
    };
    let largest = any(&game, &bar(rows, columns)?);
    let largest = Query::of(&largest, asking);
    // They also answer all smaller ones.
    let outcomes = match largest.stored()? {
        Some(_) => None,
        None => Some(largest.outcomes()?),
    };
    let most = MILLISECONDS.min(budget.states(&game)).min(budget.memory());
    let mut openings = Vec::new();
    for rows in 1..=rows {
        let bars: Vec<Position> =
            (rows..=columns).map(|columns| bar(rows, columns)).collect::<Result<_, _>>()?;
        let quick = bars.iter().rev().find(|bar| Subpositions::count(bar) <= most);
        let quick = quick.map(|bar| any(&game, bar));
        let below = quick.as_ref().map(|bar| Query::of(bar, asking).below()).transpose()?;
        for bar in bars.into_iter().filter(|bar| bar.area() > 1) {
            if budget.interrupted() {
                return Err(Interrupted.into());
            }
            let position = any(&game, &bar);
            let asked = Query::of(&position, asking);
            let solved = || outcomes.as_ref()?.answer(&bar);
            let found = match (asked.stored()?, solved()) {
                (Some(stored), _) => stored,
                (None, Some(answer)) => asked.erased(answer),
                (None, None) => asked.without_plies()?,
            };
            let answer = asked.together(found, below.as_deref())?.with_winning_moves();
            openings.push(Opening::new((rows, bar.columns()), answer));
        }
    }
    Ok(openings)
}

/// A bar that an oracle is asked about.
struct Query<'a> {
    position: &'a AnyPosition,
    bar: Position,
    asking: &'a Asking<'a>,
}

impl<'a> Query<'a> {
    fn of(position: &'a AnyPosition, asking: &'a Asking<'a>) -> Self {
        Self { position, bar: Position::of(position.words()), asking }
    }

    fn game(&self) -> &GameRef {
        self.position.game()
    }

    /// The position's value, and the table that has its outcome if one does.
    fn value(&self, plies: Plies) -> Result<FoundValue> {
        let value = |table: &dyn ErasedTable| table.value(self.position.words());
        let stored = self.asking.stored(self.position, value)?;
        let solved = match self.is_solved_for_plies(plies, stored.is_some()) {
            true => self.below()?.value(&self.bar),
            false => None,
        };
        Ok(match (stored, solved) {
            (Some((stored, table)), Some(value)) => {
                check_outcome(&table, stored.outcome(), Some(value.outcome))?;
                FoundValue::stored((value, table))
            }
            (Some(stored), None) => FoundValue::stored(stored),
            (None, Some(value)) => FoundValue::solved(value),
            (None, None) => {
                let outcome = self.outcomes()?.outcome(&self.bar);
                FoundValue::solved(Value::from(outcome.expect("the bar has the position")))
            }
        })
    }

    /// The position's answer.
    fn answer(&self, plies: Plies) -> Result<Answer> {
        let stored = self.stored()?;
        let is_wanted = self.is_solved_for_plies(plies, stored.is_some());
        let solved = is_wanted.then(|| self.below()).transpose()?;
        match stored {
            Some(stored) => self.together(stored, solved.as_deref()),
            None => match solved {
                Some(below) => Ok(self.answer_from(&below).expect("it was solved")),
                None => self.without_plies(),
            },
        }
    }

    /// To solve it for plies would take more.
    fn answer_without_plies(&self) -> Result<Answer> {
        match self.stored()? {
            Some(stored) => self.together(stored, None),
            None if self.bar == Position::NOTHING => self.answer(Plies::IfStored),
            None => self.without_plies(),
        }
    }

    /// The answer of a table.
    fn stored(&self) -> Result<Option<Answer>> {
        self.asking.stored_answer(self.position, &Boards::None)
    }

    /// All positions that the position can become, solved.
    fn below(&self) -> Result<Arc<Subpositions>> {
        let (states, memory) = (Subpositions::count(&self.bar), Subpositions::bytes(&self.bar));
        let work = Work::new(self.game(), states, memory);
        let has_it = |below: &Subpositions| below.value(&self.bar).is_some();
        // No table knows plies.
        let solve = |control: Control<'_>| {
            let below = Subpositions::new(self.bar, usize::MAX, control)?;
            Ok(below.expect("no position has 2⁶⁴ below it"))
        };
        self.asking.engine.get_or_solve(&work, || None, self.asking.budget, has_it, solve)
    }

    /// The position's answer without plies, if it has cells.
    fn without_plies(&self) -> Result<Answer> {
        let answer = self.outcomes()?.answer(&self.bar);
        Ok(self.erased(answer.expect("the bar has the position")))
    }

    /// The smallest bar that has the position, solved without plies. 128 positions count as one state, as they take
    /// about as long as one position with plies.
    fn outcomes(&self) -> Result<Arc<Outcomes>> {
        const POSITIONS_OF_A_STATE: u64 = 128;
        let index = Index::new(self.bar.rows(), self.bar.columns());
        let index = index.expect("a position that is not solved at once has cells, and fits a bar");
        let states = index.len() / POSITIONS_OF_A_STATE + 1;
        let mut work = Work::new(self.game(), states, BitLayout::bytes_of(&index));
        work.positions = POSITIONS_OF_A_STATE;
        let (rows, columns) = (index.rows() as u8, index.columns() as u8);
        let table = || TypedPlan::<ChompTable>::of_size(self.game(), (rows, columns));
        let has_it = |outcomes: &Outcomes| outcomes.index().index_of(&self.bar).is_some();
        let solver = || Solver::new(rows.into(), columns.into());
        let solve = |control: Control<'_>| Ok(solver().expect("a bar").solve(control)?);
        self.asking.engine.get_or_solve(&work, table, self.asking.budget, has_it, solve)
    }

    /// Whether to solve the position for plies, given whether a table has it.
    fn is_solved_for_plies(&self, plies: Plies, is_stored: bool) -> bool {
        let budget = self.asking.budget;
        let allowed = budget.states(self.game()).min(budget.memory());
        let most = match (plies, is_stored) {
            (Plies::Always, _) => u64::MAX,
            (Plies::IfStored, true) => return false,
            (_, true) => MILLISECONDS.min(allowed),
            (_, false) => Limits::quick_states(self.game()).min(allowed),
        };
        // If no cell is left there is nothing else to solve.
        Subpositions::count(&self.bar) <= most.max(1)
    }

    /// Adds Grundy values, by solving all positions that the position can become.
    fn add_grundy(&self, answer: &mut Answer) -> Result<()> {
        let (states, memory) = (Subpositions::count(&self.bar), Grundy::bytes(&self.bar));
        let work = Work::new(self.game(), states, memory);
        let has_it =
            |grundy: &Grundy| self.bar == Position::NOTHING || grundy.value(&self.bar).is_some();
        // No table has them.
        let solve = |control: Control<'_>| {
            let grundy = Grundy::new(self.bar, usize::MAX, control)?;
            Ok(grundy.expect("no position has 2⁶⁴ below it"))
        };
        let engine = self.asking.engine;
        let grundy = engine.get_or_solve(&work, || None, self.asking.budget, has_it, solve)?;
        let value = |position: &AnyPosition| grundy.value(&Position::of(position.words()));
        answer.grundy = grundy.value(&self.bar);
        for reply in answer.moves.iter_mut() {
            reply.grundy = reply.position.as_ref().and_then(value);
        }
        Ok(())
    }

    /// An answer, with plies if what was solved has them.
    fn together(&self, mut found: Answer, below: Option<&Subpositions>) -> Result<Answer> {
        if let Some(solved) = below.and_then(|below| self.answer_from(below)) {
            let outcome = |answer: &Answer| answer.value.and_then(AnyValue::outcome);
            if let Some(table) = &found.table {
                check_outcome(table, outcome(&found), outcome(&solved))?;
            }
            (found.value, found.moves) = (solved.value, solved.moves);
        }
        Ok(found)
    }

    /// The answer with plies, if what was solved has the position.
    fn answer_from(&self, below: &Subpositions) -> Option<Answer> {
        below.value(&self.bar)?;
        Some(self.erased(chomp::answer(self.bar, |child| below.value(child))?))
    }

    fn erased(&self, answer: chomp::Answer) -> Answer {
        ChompTable::converted(answer, self.position)
    }
}

/// Checks that a table agrees with the outcome that was solved.
fn check_outcome(table: &str, stored: Option<Outcome>, solved: Option<Outcome>) -> Result<()> {
    if stored == solved { Ok(()) } else { Err(ProbeError::Damaged(table.to_owned()).into()) }
}

by_default!(Chomp, Position);
