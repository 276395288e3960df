//! Answers of contour.

use std::sync::Arc;

use perfectplay_core::Game;
use perfectplay_core::contour::{
    self, Board, ContourPosition, Position, Reader, Solver, Values, rules,
};
use perfectplay_core::control::Silent;
use perfectplay_query::{ContourTable, Instance, Probe, ProbeError, TableId};

use crate::answer::{Answer, FoundValue, Moves};
use crate::asked::AskedPosition;
use crate::budget::Budget;
use crate::engine::Engine;
use crate::error::{Error, UsageError};
use crate::games::{AskedTable, GameSource, PositionList, not_packed};
use crate::legal::LegalMove;
use crate::limits::{Limits, Plies, Work};
use crate::oracle::Oracle;
use crate::packed::{Packed, PackedOne};
use crate::position::{Move, Position as AnyPosition};
use crate::tables::{Boards, Lazy, Store};
use crate::value::Value;

/// A board with the values of all its contours.
struct SolvedBoard {
    reader: Reader,
    values: Values,
}

/// The `contour` tables.
pub(crate) struct ContourSource {
    tables: Boards<ContourTable>,
    store: Arc<Store>,
    engine: Arc<Engine>,
}

pub(super) fn source(store: &Arc<Store>, engine: &Arc<Engine>) -> ContourSource {
    let tables = store.boards(Game::Contour, ContourTable::new);
    ContourSource { tables, store: store.clone(), engine: engine.clone() }
}

pub(super) fn read(
    text: &str,
    board: Option<&Arc<Board>>,
    _: &Budget<'_>,
) -> Result<ContourPosition, Error> {
    let board = board.ok_or(Error::NoBoard)?;
    let position = text.parse().map_err(Error::position)?;
    ContourPosition::new(position, board.clone()).map_err(Error::position)
}

pub(super) fn unpack(positions: &Packed<'_>, place: usize) -> Result<ContourPosition, Error> {
    let taken = positions.rows(place).ok_or_else(|| not_packed(Game::Contour))?;
    let Packed::Rows { board: Some(board), .. } = positions else { return Err(Error::NoBoard) };
    let position = Position::new(taken).map_err(Error::position)?;
    ContourPosition::new(position, (*board).clone()).map_err(Error::position)
}

pub(super) fn positions(table: &TableId) -> Option<Box<dyn PositionList>> {
    let board = Arc::new(table.board::<Board>()?.clone());
    let contour = move |number| {
        let rank = usize::try_from(number).ok()?;
        let position = Position::unrank(board.rows(), board.columns(), rank)?;
        Some(ContourPosition::new(position, board.clone()).ok()?.into())
    };
    Some(Box::new((table.states(), contour)))
}

impl AskedPosition for ContourPosition {
    fn legal_moves(&self) -> Option<Vec<LegalMove>> {
        let Self { position, board, .. } = self;
        let legal = |step| {
            let gain = Some(rules::gain(board, position, step));
            LegalMove { gain, ..LegalMove::of(step) }
        };
        Some(rules::moves(board, position).into_iter().map(legal).collect())
    }

    fn after(&self, step: &Move) -> Option<AnyPosition> {
        let Move::Contour(step) = step else { return None };
        let after = self.position.after(&self.board, *step)?;
        Some(ContourPosition::new(after, self.board.clone()).ok()?.into())
    }

    fn end_value(&self) -> Value {
        Value::Score(0)
    }

    fn pack(&self) -> Option<PackedOne> {
        Some(PackedOne::Rows(self.position.taken()[..self.board.rows()].to_vec()))
    }

    fn outer_board(&self) -> Option<&Arc<Board>> {
        Some(&self.board)
    }
}

impl AskedTable for ContourTable {
    type Asked = ContourPosition;

    fn own<'p>(&self, asked: &'p ContourPosition) -> Option<&'p Position> {
        (*asked.board == *self.board()).then_some(&asked.position)
    }

    fn asked(&self, position: Position, board: Option<&Arc<Board>>) -> Option<ContourPosition> {
        ContourPosition::new(position, board?.clone()).ok()
    }
}

impl GameSource for ContourSource {
    type Asked = ContourPosition;

    fn answer(
        &self,
        asked: &ContourPosition,
        _: Plies,
        budget: &Budget<'_>,
    ) -> Result<Answer, Error> {
        let ContourPosition { position, board, .. } = asked;
        let answer = |table: &ContourTable| table.answer(position);
        if let Some((answer, table)) = self.stored(board, budget, answer)? {
            return Ok(converted(answer, board).with_table(table));
        }
        let solved = self.solved(board, budget)?;
        let answer = solved.reader.answer(position, |rank| solved.values.get(rank));
        Ok(converted(answer.map_err(Error::position)?, board))
    }

    fn value(
        &self,
        asked: &ContourPosition,
        _: Plies,
        budget: &Budget<'_>,
    ) -> Result<Option<FoundValue>, Error> {
        let ContourPosition { position, board, .. } = asked;
        let value = |table: &ContourTable| table.value(position);
        if let Some(stored) = self.stored(board, budget, value)? {
            return Ok(Some(FoundValue::stored(stored)));
        }
        let solved = self.solved(board, budget)?;
        let score = solved.reader.score(position, |rank| solved.values.get(rank));
        Ok(Some(FoundValue::solved(score.map_err(Error::position)?)))
    }
}

impl Oracle {
    /// The board of the `contour` table with this fingerprint; `None` if the folder has no such
    /// table.
    ///
    /// # Errors
    /// If the table is damaged, or cannot be read.
    pub fn contour_board(&self, fingerprint: &str) -> Result<Option<Arc<Board>>, Error> {
        let budget = Budget::new(&Limits::default(), &Silent);
        self.games().typed::<ContourSource>(Game::Contour).board(fingerprint, &budget)
    }

    /// What [`contour_board`](Self::contour_board) returns, if the budget is enough for that.
    ///
    /// # Errors
    /// As that.
    pub fn try_contour_board(
        &self,
        fingerprint: &str,
        budget: &Budget<'_>,
    ) -> Result<Option<Option<Arc<Board>>>, Error> {
        let games = self.games();
        budget.enough(games.typed::<ContourSource>(Game::Contour).board(fingerprint, budget))
    }
}

impl ContourSource {
    /// The board of a table with this fingerprint, if there is one.
    fn board(&self, fingerprint: &str, budget: &Budget<'_>) -> Result<Option<Arc<Board>>, Error> {
        let tables = self.tables.named(|| format!("{}-{fingerprint}", Game::Contour));
        let board = |table: &ContourTable| Ok(Arc::new(table.board().clone()));
        let Some((board, name)) = self.store.first(tables, budget, board)? else {
            return Ok(None);
        };
        let is_other = |lazy: &Lazy<ContourTable>| {
            self.store.open(lazy, budget).is_ok_and(|table| table.board() != &*board)
        };
        if self.tables.named(|| name.to_string()).any(is_other) {
            return Err(UsageError::TwoBoards { table: name.to_string() }.into());
        }
        Ok(Some(board))
    }

    /// What the board's table says, if there is one.
    fn stored<A>(
        &self,
        board: &Board,
        budget: &Budget<'_>,
        ask: impl Fn(&ContourTable) -> Result<A, ProbeError>,
    ) -> Result<Option<(A, Arc<str>)>, Error> {
        // A table may be of another board with the same fingerprint.
        let fits = |lazy: &&Lazy<ContourTable>| {
            self.store.open(lazy, budget).map_or(true, |table| table.board() == board)
        };
        let tables = self.tables.named(|| Instance::from(board.clone()).to_string());
        self.store.first(tables.filter(fits), budget, ask)
    }

    /// All contours of the board.
    fn solved(&self, board: &Arc<Board>, budget: &Budget<'_>) -> Result<Arc<SolvedBoard>, Error> {
        let states = board.contours() as u64;
        let width = if contour::fits_i32(board) { 4 } else { 8 };
        let work = Work { game: Game::Contour, states, positions: 1, memory: width * states };
        let table = || Some(TableId::from(Instance::from(Board::clone(board))));
        let fits = |solved: &SolvedBoard| solved.reader.board() == &**board;
        self.engine.get_or_solve(&work, table, budget, fits, |control| {
            let values = Solver::new(board.rows(), board.columns()).solve_all(board, control)?;
            Ok(SolvedBoard { reader: Reader::new(board), values })
        })
    }
}

fn converted(answer: contour::Answer, board: &Arc<Board>) -> Answer {
    let gains: Vec<i64> = answer.moves.iter().map(|reply| reply.gain()).collect();
    let position = |position| {
        ContourPosition::new(position, board.clone()).expect("its moves stay on the board").into()
    };
    let mut answer = Answer::of_game(answer, position);
    if let Moves::All(moves) = &mut answer.moves {
        for (reply, gain) in moves.iter_mut().zip(gains) {
            reply.gain = Some(gain);
        }
    }
    answer
}
