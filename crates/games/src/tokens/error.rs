//! The errors of texts and cells that are not positions.

use thiserror::Error;

use super::board::{Cell, MAX_SIDE, Pair};
use perfectplay_core::text::{quoted, shortened};

/// Why a text or a pair is not a position. Rows and columns are 0-based.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum PositionError {
    /// A letter that has no meaning.
    #[error("row {row}, column {column}: {}; expected `.` (empty), `#` (removed), `P` (a piece) or `/` (the next row)", quoted(&.found.to_string()))]
    Letter { row: usize, column: usize, found: char },
    /// A row without a cell.
    #[error(
        "row {0} is empty; expected 1 to {MAX_SIDE} cells, rows separated by `/`, such as `P../..P`"
    )]
    EmptyRow(usize),
    /// A row with more than 64 cells.
    #[error("row {0} has more than {MAX_SIDE} cells; expected 1 to {MAX_SIDE}")]
    LongRow(usize),
    /// A row that is not as long as the first.
    #[error(
        "row {row} has {found} cells and row 0 has {expected}; expected rows of the same length"
    )]
    RaggedRow { row: usize, found: usize, expected: usize },
    /// More than 64 rows.
    #[error("more than {MAX_SIDE} rows; expected 1 to {MAX_SIDE}")]
    TooManyRows,
    /// Fewer than two pieces: how many there are.
    #[error("{} on the board; expected exactly two", match .0 { 0 => "no piece `P`", _ => "only one piece `P`" })]
    TooFewPieces(usize),
    /// More than two pieces.
    #[error("row {row}, column {column}: a third piece `P`; expected exactly two")]
    ThirdPiece { row: usize, column: usize },
    /// Rows with spaces between them, as they are to be written.
    #[error("rows are separated by `/`, without a space of any kind: {}", shortened(.0))]
    SpacedRows(String),
    /// Something other than a history after the rows.
    #[error("{} after the board; expected nothing or `history:` and visited pairs, such as `history:0,0+0,2;0,1+0,2`", quoted(.0))]
    Rest(String),
    /// A part of the history that is not a pair of cells of the board.
    #[error("{} is not a visited pair; expected two different cells of the board as row,column+row,column and `;` between pairs, such as `0,0+0,2;0,1+0,2`", quoted(.0))]
    PairText(String),
    /// Masks of a board with too many rows or columns, or with none.
    #[error("{0} rows and {1} columns; masks are of 1 to 8 rows and columns")]
    MaskSize(usize, usize),
    /// A cell of a mask that is not on the board, or both has a piece and is not free.
    #[error("row {}, column {}: masks have cells of the board, and no piece on a cell that is not free", .0.row, .0.column)]
    MaskCell(Cell),
    /// A piece outside of the board or on a removed cell: the first such cell of the pair.
    #[error("the pair {pair} is not on free cells of this board: row {}, column {} is not free", .cell.row, .cell.column)]
    NotFree { pair: Pair, cell: Cell },
    /// A pair that was visited, though no pair may occur twice.
    #[error(
        "the pair {0} occurs twice, in the history or in the history and on the board; \
         no position may occur twice in a game"
    )]
    Twice(Pair),
}
