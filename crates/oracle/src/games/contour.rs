//! Answers of contour.

use std::collections::HashMap;
use std::sync::Arc;

use perfectplay_core::Game;
use perfectplay_core::contour::{self, Board, Position, Reader, Solver, Values};
use perfectplay_query::{Bytes, ContourTable, Instance, ProbeError, TableId};

use crate::answer::{Answer, FoundValue, MoveAnswer, Moves};
use crate::solving::Solving;
use crate::tables::{Lazy, Store};
use crate::{Budget, Error, Move, Value, Work};

/// A board with the values of all its contours.
struct SolvedBoard {
    reader: Reader,
    values: Values,
}

/// The `contour` tables.
pub(crate) struct ContourSource {
    tables: HashMap<Arc<str>, Vec<Lazy<ContourTable<Bytes>>>>,
    solving: Arc<Solving>,
}

impl ContourSource {
    pub(crate) fn new(store: &Store, solving: &Arc<Solving>) -> Self {
        Self { tables: store.boards_by_name(Game::Contour), solving: solving.clone() }
    }

    /// A contour's answer. The contour has been checked to be of the board.
    pub(crate) fn answer(
        &self,
        store: &Store,
        position: &Position,
        board: &Arc<Board>,
        budget: &Budget<'_>,
    ) -> Result<Answer, Error> {
        let answer = |table: &ContourTable<Bytes>| table.answer(position);
        if let Some((answer, table)) = self.stored(store, board, answer)? {
            return Ok(Answer { table: Some(table), ..converted(&answer, board) });
        }
        let solved = self.solved(board, budget)?;
        let answer = solved.reader.answer(position, |rank| solved.values.get(rank));
        Ok(converted(&answer.map_err(Error::position)?, board))
    }

    /// A contour's score, and the table that has it if one does.
    pub(crate) fn value(
        &self,
        store: &Store,
        position: &Position,
        board: &Arc<Board>,
        budget: &Budget<'_>,
    ) -> Result<FoundValue, Error> {
        let value = |table: &ContourTable<Bytes>| table.value(position);
        if let Some(stored) = self.stored(store, board, value)? {
            return Ok(FoundValue::stored(stored));
        }
        let solved = self.solved(board, budget)?;
        let score = solved.reader.score(position, |rank| solved.values.get(rank));
        Ok(FoundValue::solved(score.map_err(Error::position)?))
    }

    /// The board of a table with this fingerprint, if there is one.
    pub(crate) fn board(
        &self,
        store: &Store,
        fingerprint: &str,
    ) -> Result<Option<Arc<Board>>, Error> {
        let name = format!("{}-{fingerprint}", Game::Contour);
        let tables = self.tables.get(name.as_str()).into_iter().flatten();
        let board = |table: &ContourTable<Bytes>| Ok(Arc::new(table.board().clone()));
        Ok(store.first(tables, ContourTable::new, board)?.map(|(board, _)| board))
    }

    /// What the board's table says, if there is one.
    fn stored<A>(
        &self,
        store: &Store,
        board: &Board,
        ask: impl Fn(&ContourTable<Bytes>) -> Result<A, ProbeError>,
    ) -> Result<Option<(A, Arc<str>)>, Error> {
        if self.tables.is_empty() {
            return Ok(None);
        }
        let name = Instance::Contour(board.clone()).to_string();
        // A table may be of another board with the same fingerprint.
        let fits = |lazy: &&Lazy<ContourTable<Bytes>>| {
            store.open(lazy, ContourTable::new).map_or(true, |table| table.board() == board)
        };
        let tables = self.tables.get(name.as_str()).into_iter().flatten().filter(fits);
        store.first(tables, ContourTable::new, ask)
    }

    /// All contours of the board.
    fn solved(&self, board: &Arc<Board>, budget: &Budget<'_>) -> Result<Arc<SolvedBoard>, Error> {
        let states = board.contours() as u64;
        let width = if contour::fits_i32(board) { 4 } else { 8 };
        let work = Work { game: Game::Contour, states, memory: width * states };
        let table = || Some(TableId::from(Instance::Contour(Board::clone(board))));
        let fits = |solved: &SolvedBoard| solved.reader.board() == &**board;
        self.solving.get_or_solve(&work, table, budget, fits, |control| {
            let values = Solver::new(board.rows(), board.columns()).solve_all(board, control)?;
            Ok(SolvedBoard { reader: Reader::new(board), values })
        })
    }
}

fn converted(answer: &contour::Answer, board: &Arc<Board>) -> Answer {
    let moves = answer.moves.iter().map(|reply| MoveAnswer {
        step: Move::Contour(reply.step),
        gain: Some(reply.gain),
        position: Some(crate::Position::Contour(reply.position, board.clone())),
        value: Some(Value::Score(reply.value)),
        result: Some(Value::Score(reply.result)),
        best: Some(reply.best),
    });
    let position = crate::Position::Contour(answer.position, board.clone());
    Answer::new(position, Value::Score(answer.value), Moves::All(moves.collect()))
}
