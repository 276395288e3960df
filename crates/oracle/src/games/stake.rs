//! Answers of Stake Your Claim.

use std::sync::{Arc, LazyLock};

use perfectplay_core::Game;
use perfectplay_core::contour::Board;
use perfectplay_core::control::Control;
use perfectplay_core::stake::{
    self, BoardIndex, CellsError, FamilyIndex, Index, Position, SmallSolver, Solver,
};
use perfectplay_query::{Family, Instance, Probe, StakeTable, TableId};

use crate::answer::{Answer, FoundValue};
use crate::asked::AskedPosition;
use crate::beyond::BrokenLimit;
use crate::budget::Budget;
use crate::engine::Engine;
use crate::error::Error;
use crate::games::{AskedTable, GameSource, PositionList, not_packed, read_alone};
use crate::legal::LegalMove;
use crate::limits::{Plies, Work};
use crate::packed::{Packed, PackedError, PackedOne, Tile};
use crate::position::{Move, Position as AnyPosition};
use crate::tables::{Boards, Covers, Families, Lazy, Store};
use crate::value::Value;

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
    families: Families<Size, StakeTable>,
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

pub(super) fn source(store: &Arc<Store>, engine: &Arc<Engine>) -> StakeSource {
    let size = |family: Family| Some((family.size().one(), Size(family.size().one().into())));
    StakeSource {
        families: store.families(Game::Stake, StakeTable::new, size),
        boards: store.boards(Game::Stake, StakeTable::new),
        store: store.clone(),
        engine: engine.clone(),
    }
}

pub(super) fn read(
    text: &str,
    board: Option<&Arc<Board>>,
    _: &Budget<'_>,
) -> Result<Position, Error> {
    read_alone(Game::Stake, text, board)
}

pub(super) fn unpack(positions: &Packed<'_>, place: usize) -> Result<Position, Error> {
    match positions {
        Packed::Boards { size, masks } => {
            Position::from_masks(*size, masks[place]).map_err(Error::position)
        }
        _ => Err(not_packed(Game::Stake)),
    }
}

pub(super) fn positions(table: &TableId) -> Option<Box<dyn PositionList>> {
    if let Some(board) = table.board::<Position>() {
        let boards = BoardIndex::new(*board).ok()?;
        let board = move |number| Some(boards.position(boards.states().state(number)?).into());
        return Some(Box::new((table.states(), board)));
    }
    let family = FamilyIndex::new(table.family().size().one().into()).ok()?;
    let (states, patterns) = (family.len(), family.patterns());
    let board = move |number| family.over(&patterns)?.state(number).map(Into::into);
    Some(Box::new((states, board)))
}

impl AskedPosition for Position {
    fn legal_moves(&self) -> Option<Vec<LegalMove>> {
        Some(self.moves().map(LegalMove::of).collect())
    }

    fn after(&self, step: &Move) -> Option<AnyPosition> {
        let Move::Stake(step) = step else { return None };
        self.after(*step).map(AnyPosition::from)
    }

    fn end_value(&self) -> Value {
        stake::regions::score(self).into()
    }

    fn pack(&self) -> Option<PackedOne> {
        Some(PackedOne::Board(self.filled()))
    }
}

impl AskedTable for StakeTable {
    type Asked = Position;

    fn own<'p>(&self, asked: &'p Position) -> Option<&'p Position> {
        Some(asked)
    }

    fn asked(&self, position: Position, _: Option<&Arc<Board>>) -> Option<Position> {
        Some(position)
    }
}

impl GameSource for StakeSource {
    type Asked = Position;

    fn answer(&self, board: &Position, _: Plies, budget: &Budget<'_>) -> Result<Answer, Error> {
        let converted = |answer| Answer::of_game(answer, crate::Position::Stake);
        match self.store.first(self.tables(board, budget), budget, |table| table.answer(board))? {
            Some((answer, table)) => Ok(converted(answer).with_table(table)),
            None => Ok(converted(self.solve(board, budget)?)),
        }
    }

    fn value(
        &self,
        board: &Position,
        _: Plies,
        budget: &Budget<'_>,
    ) -> Result<Option<FoundValue>, Error> {
        self.store.value(self.tables(board, budget), board, budget)
    }

    fn stored_values(&self, boards: &[&Position], budget: &Budget<'_>) -> Vec<Option<FoundValue>> {
        self.families.values(&self.store, boards, budget)
    }

    fn packed_values(&self, tile: Tile<'_>, budget: &Budget<'_>) -> Result<(), PackedError> {
        self.families.packed_values(&self.store, tile, unpack, budget)
    }
}

impl StakeSource {
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
}

/// The smallest table that has a board, if there is one.
fn table_with(board: &Position) -> Option<TableId> {
    let size = Some(board.size()).filter(|&size| size <= FamilyIndex::MAX_SIZE);
    let family = size.and_then(|size| Family::new(Game::Stake, size as u8).ok()).map(TableId::from);
    let cells = board.empty_cells().count_ones() as usize;
    let alone = (cells <= Index::MAX_CELLS).then(|| Instance::from(*board).into());
    alone.into_iter().chain(family).min_by_key(TableId::states)
}
