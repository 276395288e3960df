//! Answers of Stake Your Claim.

use std::sync::{Arc, LazyLock};

use perfectplay_core::Game;
use perfectplay_core::control::Control;
use perfectplay_core::stake::{
    self, CellsError, FamilyIndex, Index, Position, SmallSolver, Solver,
};
use perfectplay_query::{Family, Instance, Probe, StakeTable, TableId};

use crate::answer::{Answer, FoundValue};
use crate::beyond::BrokenLimit;
use crate::budget::Budget;
use crate::engine::Engine;
use crate::error::Error;
use crate::limits::Work;
use crate::tables::{Boards, Covers, Families, Lazy, Store};

/// What a board takes, by the number of empty cells.
static WORK: LazyLock<Vec<Work>> = LazyLock::new(|| {
    let indexes = (0..=Index::MAX_CELLS).filter_map(|cells| Index::new(cells).ok());
    let work = |index: Index| {
        let (states, memory) = (index.len(), index.two_layers());
        Work { game: Game::Stake, states, positions: 1, memory }
    };
    indexes.map(work).collect()
});

/// The `stake` tables, of families and of single boards.
pub(crate) struct StakeSource {
    pub(super) families: Families<Size, StakeTable>,
    boards: Boards<StakeTable>,
    store: Arc<Store>,
    engine: Arc<Engine>,
}

/// The size of the largest boards of a table.
pub(crate) struct Size(usize);

impl Covers<Position> for Size {
    fn covers(&self, board: &Position) -> bool {
        board.size() <= self.0
    }
}

impl StakeSource {
    pub(crate) fn new(store: &Arc<Store>, engine: &Arc<Engine>) -> Self {
        let size = |family| match family {
            Family::Stake { size } => Some((size, Size(size.into()))),
            _ => None,
        };
        Self {
            families: store.families(StakeTable::new, size),
            boards: store.boards(Game::Stake, StakeTable::new),
            store: store.clone(),
            engine: engine.clone(),
        }
    }

    /// The tables that have a board. Which of the tables of single boards have it is only known once they are
    /// open.
    fn tables<'s>(
        &'s self,
        board: &'s Position,
        budget: &'s Budget<'s>,
    ) -> impl Iterator<Item = &'s Lazy<StakeTable>> {
        self.families.having(board).chain(self.boards.all().filter(|lazy| {
            self.store.try_open(lazy, budget).is_some_and(|table| table.covers(board))
        }))
    }

    /// A board's score from a table.
    pub(crate) fn value(
        &self,
        board: &Position,
        budget: &Budget<'_>,
    ) -> Result<Option<FoundValue>, Error> {
        self.store.value(self.tables(board, budget), board, budget)
    }

    /// A board's answer without a table.
    fn solve(&self, board: &Position, budget: &Budget<'_>) -> Result<stake::Answer, Error> {
        let cells = board.empty_cells().count_ones() as usize;
        let beyond = || {
            let text = CellsError { cells }.to_string();
            Error::beyond(Game::Stake, BrokenLimit::Solver(text), table_with(board))
        };
        let work = WORK.get(cells).ok_or_else(beyond)?;
        if cells > SmallSolver::MAX_CELLS {
            let index = Index::new(cells).map_err(|_| beyond())?;
            let solve = |control: Control<'_>| Ok(Solver::new(&index).answer(board, control)?);
            return self.engine.solve(work, || table_with(board), budget, solve);
        }
        budget.pay(work, || table_with(board))?;
        let idle = self.engine.take(|solver: &SmallSolver| solver.cells() == cells);
        let mut solver = idle.or_else(|| SmallSolver::new(cells)).ok_or_else(beyond)?;
        let answer = solver.answer(board);
        let bytes = solver.bytes();
        self.engine.keep(solver, bytes, budget);
        Ok(answer)
    }

    /// A position's answer.
    pub(crate) fn answer(&self, board: &Position, budget: &Budget<'_>) -> Result<Answer, Error> {
        let converted = |answer| Answer::of_game(answer, crate::Position::Stake);
        match self.store.first(self.tables(board, budget), budget, |table| table.answer(board))? {
            Some((answer, table)) => Ok(converted(answer).with_table(table)),
            None => Ok(converted(self.solve(board, budget)?)),
        }
    }
}

/// The smallest table that has a board, if there is one.
fn table_with(board: &Position) -> Option<TableId> {
    let size = Some(board.size()).filter(|&size| size <= FamilyIndex::MAX_SIZE);
    let family = size.map(|size| TableId::from(Family::Stake { size: size as u8 }));
    let cells = board.empty_cells().count_ones() as usize;
    let alone = (cells <= Index::MAX_CELLS).then(|| Instance::Stake(*board).into());
    alone.into_iter().chain(family).min_by_key(TableId::states)
}
