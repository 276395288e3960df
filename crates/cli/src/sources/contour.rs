//! Answers of contour.

use perfectplay_core::contour::{Answer, Board, Position, Reader, Solver, Values};
use perfectplay_query::{Bytes, ContourTable, Problem, TableFolder, contour_table_name};

use super::require_memory;
use crate::failure::Failure;

/// Up to so many contours a board is solved on the spot: a fraction of a second.
/// 14 × 14 has 40,116,600.
const SOLVED_ON_THE_SPOT: usize = 50_000_000;

/// One board: its kept table if there is one, else all of it solved.
pub(crate) struct ContourSource {
    board: Board,
    kept: Kept,
}

enum Kept {
    Table(Box<ContourTable<Bytes>>),
    Solved(Reader, Values),
}

impl ContourSource {
    pub(crate) fn new(board: Board, folder: &TableFolder) -> Result<Self, Failure> {
        let kept = match folder.contour(&contour_table_name(&board)) {
            Ok(table) if *table.board() == board => Kept::Table(Box::new(table)),
            Err(error) if !matches!(error.problem, Problem::Missing) => return Err(error.into()),
            // No table, or one of another board with the same fingerprint.
            _ => {
                if board.contours() > SOLVED_ON_THE_SPOT {
                    let what = "this board is too large to solve on the spot; \
                                `perfectplay build contour --board FILE` makes its table";
                    return Err(Failure::Refused(what.to_owned()));
                }
                require_memory(8 * board.contours() as u64)?;
                let values = Solver::new(board.rows(), board.columns()).solve(&board);
                Kept::Solved(Reader::new(&board), values)
            }
        };
        Ok(Self { board, kept })
    }

    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// A contour's answer, and the table that gave it if one did.
    pub(crate) fn answer(&self, position: &Position) -> Result<(Answer, Option<String>), Failure> {
        position
            .check(self.board.rows(), self.board.columns())
            .map_err(|error| Failure::Input(error.to_string()))?;
        match &self.kept {
            Kept::Table(table) => Ok((table.answer(position)?, Some(table.name().to_owned()))),
            Kept::Solved(reader, values) => reader
                .answer(position, |rank| values.get(rank))
                .map(|answer| (answer, None))
                .map_err(|error| Failure::Input(error.to_string())),
        }
    }
}
