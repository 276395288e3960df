//! Answers of Chomp: from tables, by solving for plies, and by solving a whole bar for outcomes.

use std::sync::Arc;

use perfectplay_core::Game;
use perfectplay_core::chomp::{self, Index, Layout, Outcomes, Position, Solver, Subpositions};
use perfectplay_core::control::Control;
use perfectplay_query::{Bytes, ChompTable, Family, Probe, ProbeError, TableId};

use crate::answer::{Answer, FoundValue};
use crate::solving::Solving;
use crate::tables::{Covers, Families, Store};
use crate::{Budget, Error, Limits, Plies, Work};

/// So many positions are solved in milliseconds, to add plies to a table's outcome.
const MILLISECONDS: u64 = 30_000;

/// The `chomp` tables.
pub(crate) struct ChompSource {
    pub(super) tables: Families<Index, ChompTable<Bytes>>,
    store: Arc<Store>,
    solving: Arc<Solving>,
}

impl Covers<Position> for Index {
    fn covers(&self, position: &Position) -> bool {
        self.index_of(position).is_some()
    }
}

impl ChompSource {
    pub(crate) fn new(store: &Arc<Store>, solving: &Arc<Solving>) -> Self {
        let size = |family: Family| match family {
            Family::Chomp { rows, columns } => {
                let index = Index::new(rows.into(), columns.into()).ok()?;
                Some(((family.states(), rows, columns), index))
            }
            _ => None,
        };
        Self {
            tables: store.families(ChompTable::new, size),
            store: store.clone(),
            solving: solving.clone(),
        }
    }

    /// A position's outcome, from a table.
    pub(crate) fn value(&self, position: &Position) -> Result<Option<FoundValue>, Error> {
        self.store.value(self.tables.having(position), position)
    }

    /// A position's answer.
    pub(crate) fn answer(
        &self,
        position: &Position,
        plies: Plies,
        budget: &Budget<'_>,
    ) -> Result<Answer, Error> {
        let stored =
            self.store.first(self.tables.having(position), |table| table.answer(position))?;
        let allowed = budget.states(Game::Chomp).min(budget.memory());
        let most = match (plies, &stored) {
            (Plies::Always, _) => u64::MAX,
            (Plies::IfStored, Some(_)) => 0,
            (_, Some(_)) => MILLISECONDS.min(allowed),
            (_, None) => Limits::quick_states(Game::Chomp).min(allowed),
        };
        let is_wanted = Subpositions::count(position) <= most;
        let solved = is_wanted.then(|| self.with_plies(position, budget)).transpose()?;
        let (answer, table) = match (stored, solved) {
            (Some((stored, table)), Some(solved)) => {
                if stored.value.outcome != solved.value.outcome {
                    return Err(ProbeError::Damaged { table: table.to_string() }.into());
                }
                (solved, Some(table))
            }
            (Some((stored, table)), None) => (stored, Some(table)),
            (None, Some(solved)) => (solved, None),
            (None, None) => (self.without_plies(position, budget)?, None),
        };
        Ok(Answer { table, ..Answer::of_game(answer, crate::Position::Chomp) })
    }

    /// By solving all positions that the position can become.
    fn with_plies(&self, position: &Position, budget: &Budget<'_>) -> Result<chomp::Answer, Error> {
        let (states, memory) = (Subpositions::count(position), Subpositions::bytes(position));
        let work = Work { game: Game::Chomp, states, memory };
        let has_it = |below: &Subpositions| below.value(position).is_some();
        // No table knows plies.
        let below = self.solving.get_or_solve(
            &work,
            || None,
            budget,
            has_it,
            |control| {
                let below = Subpositions::new(*position, usize::MAX, control)?;
                Ok(below.expect("no position has so many below it"))
            },
        )?;
        let answer = chomp::Answer::new(*position, |child| below.value(child));
        Ok(answer.expect("a move leads to a position below"))
    }

    /// By solving the smallest bar that has the position, without plies. 128 positions count as one
    /// state, as they take about as long as one position takes with plies.
    fn without_plies(
        &self,
        position: &Position,
        budget: &Budget<'_>,
    ) -> Result<chomp::Answer, Error> {
        const POSITIONS_OF_A_STATE: u64 = 128;
        let index = Index::new(position.rows(), position.columns());
        let index = index.expect("a position that is not solved at once has cells, and fits a bar");
        let states = index.len() / POSITIONS_OF_A_STATE + 1;
        let work = Work { game: Game::Chomp, states, memory: Layout::bytes_of(&index) };
        let (rows, columns) = (index.rows() as u8, index.columns() as u8);
        let table = || Some(TableId::from(Family::Chomp { rows, columns }));
        let has_it = |outcomes: &Outcomes| outcomes.index().index_of(position).is_some();
        let solver = || Solver::new(rows.into(), columns.into());
        let solve = |control: Control<'_>| Ok(solver().expect("a bar").solve(control)?);
        let outcomes = self.solving.get_or_solve(&work, table, budget, has_it, solve)?;
        Ok(outcomes.answer(position).expect("the bar has the position"))
    }
}
