//! Answers of contour.

use std::sync::Arc;

use perfectplay_core::Game;
use perfectplay_core::contour::{self, Board, Position, Reader, Solver, Values};
use perfectplay_query::{ContourTable, Instance, Probe, ProbeError, TableId};

use crate::answer::{Answer, FoundValue, Moves};
use crate::budget::Budget;
use crate::engine::Engine;
use crate::error::Error;
use crate::limits::Work;
use crate::tables::{Boards, Lazy, Store};

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

impl ContourSource {
    pub(crate) fn new(store: &Arc<Store>, engine: &Arc<Engine>) -> Self {
        let tables = store.boards(Game::Contour, ContourTable::new);
        Self { tables, store: store.clone(), engine: engine.clone() }
    }

    /// A contour's answer. The contour has been checked to be of the board.
    pub(crate) fn answer(
        &self,
        position: &Position,
        board: &Arc<Board>,
        budget: &Budget<'_>,
    ) -> Result<Answer, Error> {
        let answer = |table: &ContourTable| table.answer(position);
        if let Some((answer, table)) = self.stored(board, budget, answer)? {
            return Ok(converted(answer, board).with_table(table));
        }
        let solved = self.solved(board, budget)?;
        let answer = solved.reader.answer(position, |rank| solved.values.get(rank));
        Ok(converted(answer.map_err(Error::position)?, board))
    }

    /// A contour's score, and the table that has it if one does.
    pub(crate) fn value(
        &self,
        position: &Position,
        board: &Arc<Board>,
        budget: &Budget<'_>,
    ) -> Result<FoundValue, Error> {
        let value = |table: &ContourTable| table.value(position);
        if let Some(stored) = self.stored(board, budget, value)? {
            return Ok(FoundValue::stored(stored));
        }
        let solved = self.solved(board, budget)?;
        let score = solved.reader.score(position, |rank| solved.values.get(rank));
        Ok(FoundValue::solved(score.map_err(Error::position)?))
    }

    /// The board of a table with this fingerprint, if there is one.
    pub(crate) fn board(
        &self,
        fingerprint: &str,
        budget: &Budget<'_>,
    ) -> Result<Option<Arc<Board>>, Error> {
        let tables = self.tables.named(|| format!("{}-{fingerprint}", Game::Contour));
        let board = |table: &ContourTable| Ok(Arc::new(table.board().clone()));
        Ok(self.store.first(tables, budget, board)?.map(|(board, _)| board))
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
        let tables = self.tables.named(|| Instance::Contour(board.clone()).to_string());
        self.store.first(tables.filter(fits), budget, ask)
    }

    /// All contours of the board.
    fn solved(&self, board: &Arc<Board>, budget: &Budget<'_>) -> Result<Arc<SolvedBoard>, Error> {
        let states = board.contours() as u64;
        let width = if contour::fits_i32(board) { 4 } else { 8 };
        let work = Work { game: Game::Contour, states, positions: 1, memory: width * states };
        let table = || Some(TableId::from(Instance::Contour(Board::clone(board))));
        let fits = |solved: &SolvedBoard| solved.reader.board() == &**board;
        self.engine.get_or_solve(&work, table, budget, fits, |control| {
            let values = Solver::new(board.rows(), board.columns()).solve_all(board, control)?;
            Ok(SolvedBoard { reader: Reader::new(board), values })
        })
    }
}

fn converted(answer: contour::Answer, board: &Arc<Board>) -> Answer {
    let gains: Vec<i64> = answer.moves.iter().map(|reply| reply.gain()).collect();
    let position = |position| crate::Position::Contour(position, board.clone());
    let mut answer = Answer::of_game(answer, position);
    if let Moves::All(moves) = &mut answer.moves {
        for (reply, gain) in moves.iter_mut().zip(gains) {
            reply.gain = Some(gain);
        }
    }
    answer
}
