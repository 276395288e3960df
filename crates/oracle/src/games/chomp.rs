//! Answers of Chomp: from tables, by solving for plies, and by solving a whole bar for outcomes.

use std::sync::Arc;

use perfectplay_core::chomp::{
    self, BitLayout, Grundy, Index, Outcomes, Position, Solver, Subpositions,
};
use perfectplay_core::contour::Board;
use perfectplay_core::control::{Control, Interrupted, Progress};
use perfectplay_core::{Game, Outcome, Value};
use perfectplay_query::{ChompTable, Family, Probe, ProbeError, TableId};

use crate::answer::{Answer, FoundValue};
use crate::asked::AskedPosition;
use crate::budget::Budget;
use crate::engine::Engine;
use crate::error::Error;
use crate::games::{AskedTable, GameSource, PositionList, not_packed, read_alone};
use crate::legal::LegalMove;
use crate::limits::{Limits, Plies, Work};
use crate::oracle::Oracle;
use crate::packed::{Packed, PackedError, PackedOne, Tile};
use crate::position::{Move, Position as AnyPosition};
use crate::tables::{Covers, Families, Store};
use crate::value::Value as AnyValue;

/// This many positions are solved in milliseconds, to add plies to a table's outcome.
const MILLISECONDS: u64 = 30_000;

/// An answer, and the table that gave it if one did.
type Found = (chomp::Answer, Option<Arc<str>>);

/// The `chomp` tables.
pub(crate) struct ChompSource {
    tables: Families<Index, ChompTable>,
    store: Arc<Store>,
    engine: Arc<Engine>,
}

impl Covers<Position> for Index {
    fn covers(&self, position: &Position) -> bool {
        self.index_of(position).is_some()
    }
}

pub(super) fn source(store: &Arc<Store>, engine: &Arc<Engine>) -> ChompSource {
    let size = |family: Family| {
        let (rows, columns) = family.size().sides();
        let index = Index::new(rows.into(), columns.into()).ok()?;
        Some(((family.states(), rows, columns), index))
    };
    let tables = store.families(Game::Chomp, ChompTable::new, size);
    ChompSource { tables, store: store.clone(), engine: engine.clone() }
}

pub(super) fn read(
    text: &str,
    board: Option<&Arc<Board>>,
    _: &Budget<'_>,
) -> Result<Position, Error> {
    read_alone(Game::Chomp, text, board)
}

pub(super) fn unpack(positions: &Packed<'_>, place: usize) -> Result<Position, Error> {
    let left = positions.rows(place).ok_or_else(|| not_packed(Game::Chomp))?;
    Position::new(left).map_err(Error::position)
}

pub(super) fn positions(table: &TableId) -> Option<Box<dyn PositionList>> {
    let (rows, columns) = table.family().size().sides();
    let bar = Index::new(rows.into(), columns.into()).ok()?;
    Some(Box::new((bar.len(), move |number| bar.position(number).map(Into::into))))
}

impl AskedPosition for Position {
    fn legal_moves(&self) -> Option<Vec<LegalMove>> {
        Some(self.moves().map(LegalMove::of).collect())
    }

    fn after(&self, step: &Move) -> Option<AnyPosition> {
        let Move::Chomp(step) = step else { return None };
        self.after(*step).map(AnyPosition::from)
    }

    fn end_value(&self) -> AnyValue {
        Outcome::Win.into()
    }

    fn pack(&self) -> Option<PackedOne> {
        Some(PackedOne::Rows(self.left()[..self.rows()].to_vec()))
    }

    fn may_be_solved_for_plies(&self) -> bool {
        true
    }
}

impl AskedTable for ChompTable {
    type Asked = Position;

    fn own<'p>(&self, asked: &'p Position) -> Option<&'p Position> {
        Some(asked)
    }

    fn asked(&self, position: Position, _: Option<&Arc<Board>>) -> Option<Position> {
        Some(position)
    }
}

impl GameSource for ChompSource {
    type Asked = Position;

    fn answer(
        &self,
        position: &Position,
        plies: Plies,
        budget: &Budget<'_>,
    ) -> Result<Answer, Error> {
        self.answer_of(position, plies, budget).map_err(|error| error.of_plies(plies))
    }

    /// To solve it for plies would take more.
    fn answer_without_plies(
        &self,
        position: &Position,
        budget: &Budget<'_>,
    ) -> Result<Answer, Error> {
        let found = match self.stored(position, budget)? {
            Some(stored) => stored,
            None if *position == Position::NOTHING => {
                return self.answer(position, Plies::IfStored, budget);
            }
            None => (self.without_plies(position, budget)?, None),
        };
        together(found, None)
    }

    fn value(
        &self,
        position: &Position,
        plies: Plies,
        budget: &Budget<'_>,
    ) -> Result<Option<FoundValue>, Error> {
        let value = self.value_of(position, plies, budget);
        value.map(Some).map_err(|error| error.of_plies(plies))
    }

    fn stored_values(
        &self,
        positions: &[&Position],
        budget: &Budget<'_>,
    ) -> Vec<Option<FoundValue>> {
        self.tables.values(&self.store, positions, budget)
    }

    fn packed_values(&self, tile: Tile<'_>, budget: &Budget<'_>) -> Result<(), PackedError> {
        self.tables.packed_values(&self.store, tile, unpack, budget)
    }

    fn has_grundy(&self) -> bool {
        true
    }

    /// By solving all positions that the position can become.
    fn add_grundy(
        &self,
        answer: &mut Answer,
        position: &Position,
        budget: &Budget<'_>,
    ) -> Result<(), Error> {
        let (states, memory) = (Subpositions::count(position), Grundy::bytes(position));
        let work = Work { game: Game::Chomp, states, positions: 1, memory };
        let has_it =
            |grundy: &Grundy| *position == Position::NOTHING || grundy.value(position).is_some();
        // No table has them.
        let solve = |control: Control<'_>| {
            let grundy = Grundy::new(*position, usize::MAX, control)?;
            Ok(grundy.expect("no position has so many below it"))
        };
        let grundy = self.engine.get_or_solve(&work, || None, budget, has_it, solve)?;
        let value = |position: &crate::Position| match position {
            crate::Position::Chomp(position) => grundy.value(position),
            _ => None,
        };
        answer.grundy = grundy.value(position);
        for reply in answer.moves.iter_mut() {
            reply.grundy = reply.position.as_ref().and_then(value);
        }
        Ok(())
    }
}

impl Oracle {
    /// The answers for all bars of Chomp inside a given one, including itself, from which some move wins, with
    /// only these moves ([`Moves::Winning`](crate::Moves::Winning)) and with plies where they take milliseconds. The
    /// bars have no more rows than columns, and are ordered by rows, then by columns.
    ///
    /// # Errors
    /// If rows or columns are none or more than 64 together, and see [`Error`].
    pub fn chomp_openings(
        &self,
        rows: usize,
        columns: usize,
        budget: &Budget<'_>,
    ) -> Result<Vec<Answer>, Error> {
        self.games().typed::<ChompSource>(Game::Chomp).openings(rows, columns, budget)
    }
}

impl ChompSource {
    /// A position's value, and the table that has its outcome if one does.
    fn value_of(
        &self,
        position: &Position,
        plies: Plies,
        budget: &Budget<'_>,
    ) -> Result<FoundValue, Error> {
        let tables = self.tables.having(position);
        let stored = self.store.first(tables, budget, |table| table.value(position))?;
        let solved = if is_solved_for_plies(position, plies, stored.is_some(), budget) {
            self.below(position, budget)?.value(position)
        } else {
            None
        };
        Ok(match (stored, solved) {
            (Some((outcome, table)), Some(value)) => {
                check_outcome(&table, outcome, value.outcome)?;
                FoundValue::stored((value, table))
            }
            (Some((outcome, table)), None) => FoundValue::stored((Value::from(outcome), table)),
            (None, Some(value)) => FoundValue::solved(value),
            (None, None) => {
                let outcome = self.outcomes(position, budget)?.outcome(position);
                FoundValue::solved(Value::from(outcome.expect("the bar has the position")))
            }
        })
    }

    /// A position's answer.
    fn answer_of(
        &self,
        position: &Position,
        plies: Plies,
        budget: &Budget<'_>,
    ) -> Result<Answer, Error> {
        let stored = self.stored(position, budget)?;
        let is_wanted = is_solved_for_plies(position, plies, stored.is_some(), budget);
        let solved = is_wanted.then(|| self.below(position, budget)).transpose()?;
        match stored {
            Some(stored) => together(stored, solved.as_deref()),
            None => {
                let answer = match solved {
                    Some(below) => answer_from(&below, position).expect("it was solved"),
                    None => self.without_plies(position, budget)?,
                };
                together((answer, None), None)
            }
        }
    }

    /// The answer of a table.
    fn stored(&self, position: &Position, budget: &Budget<'_>) -> Result<Option<Found>, Error> {
        let tables = self.tables.having(position);
        let stored = self.store.first(tables, budget, |table| table.answer(position))?;
        Ok(stored.map(|(answer, table)| (answer, Some(table))))
    }

    /// The answers for all bars inside a given one from which some move wins, with only these moves, and with
    /// plies where they take milliseconds. In order of rows, of which a bar has no more than columns.
    fn openings(
        &self,
        rows: usize,
        columns: usize,
        budget: &Budget<'_>,
    ) -> Result<Vec<Answer>, Error> {
        let (rows, columns) = (rows.min(columns), rows.max(columns));
        let bar = |rows, columns| Position::bar(rows, columns).map_err(Error::position);
        let largest = bar(rows, columns)?;
        // They also answer all smaller ones.
        let outcomes = match self.stored(&largest, budget)? {
            Some(_) => None,
            None => Some(self.outcomes(&largest, budget)?),
        };
        let most = MILLISECONDS.min(budget.states(Game::Chomp)).min(budget.memory());
        let mut openings = Vec::new();
        for rows in 1..=rows {
            let bars: Vec<Position> =
                (rows..=columns).map(|columns| bar(rows, columns)).collect::<Result<_, _>>()?;
            let quick = bars.iter().rev().find(|bar| Subpositions::count(bar) <= most);
            let below = quick.map(|bar| self.below(bar, budget)).transpose()?;
            for bar in bars.into_iter().filter(|bar| bar.area() > 1) {
                if budget.interrupted() {
                    return Err(Interrupted.into());
                }
                let solved = || outcomes.as_ref()?.answer(&bar);
                let found = match (self.stored(&bar, budget)?, solved()) {
                    (Some(stored), _) => stored,
                    (None, Some(answer)) => (answer, None),
                    (None, None) => (self.without_plies(&bar, budget)?, None),
                };
                let answer = together(found, below.as_deref())?;
                openings.push(answer.with_winning_moves());
            }
        }
        Ok(openings)
    }

    /// All positions that the position can become, solved.
    fn below(&self, position: &Position, budget: &Budget<'_>) -> Result<Arc<Subpositions>, Error> {
        let (states, memory) = (Subpositions::count(position), Subpositions::bytes(position));
        let work = Work { game: Game::Chomp, states, positions: 1, memory };
        let has_it = |below: &Subpositions| below.value(position).is_some();
        // No table knows plies.
        let solve = |control: Control<'_>| {
            let below = Subpositions::new(*position, usize::MAX, control)?;
            Ok(below.expect("no position has so many below it"))
        };
        self.engine.get_or_solve(&work, || None, budget, has_it, solve)
    }

    /// A position's answer without plies, if it has cells.
    fn without_plies(
        &self,
        position: &Position,
        budget: &Budget<'_>,
    ) -> Result<chomp::Answer, Error> {
        let outcomes = self.outcomes(position, budget)?;
        Ok(outcomes.answer(position).expect("the bar has the position"))
    }

    /// The smallest bar that has a position, solved without plies. 128 positions count as one state, as they take
    /// about as long as one position with plies.
    fn outcomes(&self, position: &Position, budget: &Budget<'_>) -> Result<Arc<Outcomes>, Error> {
        const POSITIONS_OF_A_STATE: u64 = 128;
        let index = Index::new(position.rows(), position.columns());
        let index = index.expect("a position that is not solved at once has cells, and fits a bar");
        let states = index.len() / POSITIONS_OF_A_STATE + 1;
        let (positions, memory) = (POSITIONS_OF_A_STATE, BitLayout::bytes_of(&index));
        let work = Work { game: Game::Chomp, states, positions, memory };
        let (rows, columns) = (index.rows() as u8, index.columns() as u8);
        let table = || Family::new(Game::Chomp, (rows, columns)).ok().map(TableId::from);
        let has_it = |outcomes: &Outcomes| outcomes.index().index_of(position).is_some();
        let solver = || Solver::new(rows.into(), columns.into());
        let solve = |control: Control<'_>| Ok(solver().expect("a bar").solve(control)?);
        self.engine.get_or_solve(&work, table, budget, has_it, solve)
    }
}

/// Whether to solve a position for plies, given whether a table has it.
fn is_solved_for_plies(
    position: &Position,
    plies: Plies,
    is_stored: bool,
    budget: &Budget<'_>,
) -> bool {
    let allowed = budget.states(Game::Chomp).min(budget.memory());
    let most = match (plies, is_stored) {
        (Plies::Always, _) => u64::MAX,
        (Plies::IfStored, true) => return false,
        (_, true) => MILLISECONDS.min(allowed),
        (_, false) => Limits::quick_states(Game::Chomp).min(allowed),
    };
    // If no cell is left there is nothing else to solve.
    Subpositions::count(position) <= most.max(1)
}

/// Checks that a table agrees with the outcome that was solved.
fn check_outcome(table: &str, stored: Outcome, solved: Outcome) -> Result<(), Error> {
    match stored == solved {
        true => Ok(()),
        false => Err(ProbeError::Damaged { table: table.to_owned() }.into()),
    }
}

/// An answer, with plies if what was solved has them.
fn together((found, table): Found, below: Option<&Subpositions>) -> Result<Answer, Error> {
    let solved = below.and_then(|below| answer_from(below, &found.position));
    if let (Some(solved), Some(table)) = (&solved, &table) {
        check_outcome(table, found.value.outcome, solved.value.outcome)?;
    }
    let answer = Answer::of_game(solved.unwrap_or(found), crate::Position::Chomp);
    Ok(Answer { table, ..answer })
}

/// The answer with plies, if what was solved has the position.
fn answer_from(below: &Subpositions, position: &Position) -> Option<chomp::Answer> {
    below.value(position)?;
    chomp::Answer::new(*position, |child| below.value(child))
}
