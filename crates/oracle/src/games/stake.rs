//! Answers of Stake Your Claim.

use std::sync::{Arc, LazyLock};

use perfectplay_core::Game;
use perfectplay_core::control::Control;
use perfectplay_core::stake::{
    self, CellsError, FamilyIndex, Index, Position, SmallSolver, Solver,
};
use perfectplay_query::{Bytes, Entries, Family, Instance, StakeTable, TableId};

use crate::answer::{Answer, FoundValue, MoveAnswer, Moves};
use crate::error::BrokenLimit;
use crate::solving::Solving;
use crate::tables::{Lazy, Store};
use crate::{Budget, Error, Move, Value, Work};

/// What a board takes, by the number of empty cells.
static WORK: LazyLock<Vec<Work>> = LazyLock::new(|| {
    let indexes = (0..=Index::MAX_CELLS).filter_map(|cells| Index::new(cells).ok());
    let work = |index: Index| {
        let (states, memory) = (index.len(), index.two_layers());
        Work { game: Game::Stake, states, memory }
    };
    indexes.map(work).collect()
});

/// The `stake` tables, of families and of single boards.
pub(crate) struct StakeSource {
    families: Vec<(usize, Lazy<StakeTable<Bytes>>)>,
    boards: Vec<Lazy<StakeTable<Bytes>>>,
    solving: Arc<Solving>,
}

impl StakeSource {
    pub(crate) fn new(store: &Store, solving: &Arc<Solving>) -> Self {
        let size = |family| match family {
            Family::Stake { size } => Some(usize::from(size)),
            _ => None,
        };
        Self {
            families: store.families(size),
            boards: store.boards(Game::Stake),
            solving: solving.clone(),
        }
    }

    /// The tables that have a board. Which of those of single boards do is known only when they are
    /// open.
    fn tables<'s>(
        &'s self,
        store: &'s Store,
        board: &'s Position,
    ) -> impl Iterator<Item = &'s Lazy<StakeTable<Bytes>>> {
        let families = self.families.iter().filter(|(size, _)| *size >= board.size());
        let families = families.map(|(_, lazy)| lazy);
        families.chain(self.boards.iter().filter(move |lazy| {
            let table = store.try_open(lazy, StakeTable::new);
            table.is_some_and(|table| table.covers(board))
        }))
    }

    /// The values of many positions that families' tables have; `None` for others.
    pub(crate) fn values(&self, store: &Store, positions: &[&Position]) -> Vec<Option<FoundValue>> {
        store.first_values(
            &self.families,
            StakeTable::new,
            positions,
            |size, board| *size >= board.size(),
            |table, positions, values| table.values(positions, values),
        )
    }

    /// A board's score from a table.
    pub(crate) fn value(
        &self,
        store: &Store,
        board: &Position,
    ) -> Result<Option<FoundValue>, Error> {
        let tables = self.tables(store, board);
        let score = store.first(tables, StakeTable::new, |table| table.value(board))?;
        Ok(score.map(FoundValue::stored))
    }

    /// A board's answer without a table.
    fn solve(&self, board: &Position, budget: &Budget<'_>) -> Result<stake::Answer, Error> {
        let cells = board.empty_cells().count_ones() as usize;
        let beyond = || {
            let text = CellsError { cells }.to_string();
            Error::beyond(Game::Stake, BrokenLimit::Solver(text), table_with(board))
        };
        let work = WORK.get(cells).ok_or_else(beyond)?;
        budget.check(work, || table_with(board))?;
        let idle = self.solving.take(|solver: &SmallSolver| solver.cells() == cells);
        if let Some(mut solver) = idle.or_else(|| SmallSolver::new(cells)) {
            let answer = solver.answer(board);
            let bytes = solver.bytes();
            self.solving.keep(solver, bytes, budget);
            return Ok(answer);
        }
        let index = Index::new(cells).map_err(|_| beyond())?;
        let table = || table_with(board);
        let solve = |control: Control<'_>| Ok(Solver::new(&index).answer(board, control)?);
        self.solving.solve(work, table, budget, solve)
    }

    /// A position's answer.
    pub(crate) fn answer(
        &self,
        store: &Store,
        board: &Position,
        budget: &Budget<'_>,
    ) -> Result<Answer, Error> {
        let stored =
            store.first(self.tables(store, board), StakeTable::new, |table| table.answer(board))?;
        match stored {
            Some((answer, table)) => Ok(Answer { table: Some(table), ..converted(&answer) }),
            None => Ok(converted(&self.solve(board, budget)?)),
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

fn converted(answer: &stake::Answer) -> Answer {
    let moves = answer.moves.iter().map(|reply| MoveAnswer {
        step: Move::Stake(reply.step),
        gain: None,
        position: Some(crate::Position::Stake(reply.position)),
        value: Some(Value::Score(reply.value.into())),
        result: Some(Value::Score(reply.result.into())),
        best: Some(reply.best),
    });
    let position = crate::Position::Stake(answer.position);
    Answer::new(position, Value::Score(answer.value.into()), Moves::All(moves.collect()))
}
