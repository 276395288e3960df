//! Positions and moves, and their texts.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::board::{Board, Cell, MAX_SIDE, Pair};
use crate::text::quoted;

/// Two pieces on a board, and the pairs that may not occur any more.
///
/// The text is `P..#/..../.##./...P`; with pairs visited before it goes on with
/// ` history:0,0+0,2;0,1+0,2`. They need not be a path of moves: the rules ask only
/// whether a pair has occurred.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    pieces: Pair,
    history: Vec<Pair>,
}

/// Moving a piece one step; the text is `0,0>0,1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where the piece stands.
    pub from: Cell,
    /// Where it goes: onto the other piece to capture it.
    pub to: Cell,
}

/// Why something is no position. Rows and columns are 0-based.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// A letter that means nothing.
    #[error("row {row}, column {column}: {}; expected `.` (empty), `#` (removed) or `P` (a piece)", quoted(&.found.to_string()))]
    Letter {
        /// The row, from the top.
        row: usize,
        /// The column, from the left.
        column: usize,
        /// The letter.
        found: char,
    },
    /// A row without a cell.
    #[error(
        "row {row} is empty; expected 1 to {MAX_SIDE} cells, rows apart by `/`, such as `P../..P`"
    )]
    EmptyRow {
        /// Which one.
        row: usize,
    },
    /// A row of more than 64 cells.
    #[error("row {row} has more than {MAX_SIDE} cells; expected 1 to {MAX_SIDE}")]
    LongRow {
        /// Which one.
        row: usize,
    },
    /// A row that is not as long as the first.
    #[error(
        "row {row} has {found} cells and row 0 has {expected}; expected rows of the same length"
    )]
    RaggedRow {
        /// Which one.
        row: usize,
        /// Its cells.
        found: usize,
        /// Those of row 0.
        expected: usize,
    },
    /// More than 64 rows.
    #[error("more than {MAX_SIDE} rows; expected 1 to {MAX_SIDE}")]
    TooManyRows,
    /// Fewer than two pieces.
    #[error("{} on the board; expected exactly two", match .found { 0 => "no piece `P`", _ => "only one piece `P`" })]
    TooFewPieces {
        /// How many.
        found: usize,
    },
    /// More than two pieces.
    #[error("row {row}, column {column}: a third piece `P`; expected exactly two")]
    ThirdPiece {
        /// The row of the third one.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// Something other than a history after the board.
    #[error("{} after the board; expected nothing or `history:` and visited pairs, such as `history:0,0+0,2;0,1+0,2`", quoted(.word))]
    Rest {
        /// What stands there.
        word: String,
    },
    /// A visited pair that is none.
    #[error("{} is no visited pair; expected two different cells as row,column, such as `0,0+0,2`", quoted(.word))]
    PairText {
        /// What stands there.
        word: String,
    },
    /// A piece beside the board or on a removed cell.
    #[error("the pair {pair} is none of this board: row {}, column {} is no free cell", .cell.row, .cell.column)]
    NotFree {
        /// The pair.
        pair: Pair,
        /// Its first cell that is not free.
        cell: Cell,
    },
    /// A pair that was visited, though no pair may occur twice.
    #[error(
        "the pair {pair} is in the history twice, or once and on the board; no position occurs twice in a game"
    )]
    Twice {
        /// The pair.
        pair: Pair,
    },
}

impl Position {
    /// A fresh start.
    ///
    /// # Errors
    /// [`PositionError::NotFree`].
    pub fn new(board: Board, pieces: Pair) -> Result<Self, PositionError> {
        Self::with_history(board, pieces, Vec::new())
    }

    /// A position in the middle of a game: the pairs in `history` may not occur again.
    ///
    /// # Errors
    /// [`PositionError::NotFree`], or [`PositionError::Twice`] if the history holds a pair
    /// twice, or the pieces.
    pub fn with_history(
        board: Board,
        pieces: Pair,
        history: Vec<Pair>,
    ) -> Result<Self, PositionError> {
        for &pair in history.iter().chain([&pieces]) {
            let cell = [pair.first(), pair.second()].into_iter().find(|&cell| !board.is_free(cell));
            if let Some(cell) = cell {
                return Err(PositionError::NotFree { pair, cell });
            }
        }
        let mut seen: Vec<Pair> = history.iter().copied().chain([pieces]).collect();
        seen.sort_unstable();
        match seen.windows(2).find(|two| two[0] == two[1]) {
            Some(two) => Err(PositionError::Twice { pair: two[0] }),
            None => Ok(Self { board, pieces, history }),
        }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Where the pieces stand.
    #[must_use]
    pub fn pieces(&self) -> Pair {
        self.pieces
    }

    /// The pairs visited before, in the order given; none for a fresh start.
    #[must_use]
    pub fn history(&self) -> &[Pair] {
        &self.history
    }

    /// The position after a legal move that captures nothing: the pair that it leaves is
    /// visited. `None` after others.
    #[must_use]
    pub fn after(&self, step: Move) -> Option<Self> {
        let pieces = self.moved(step)?;
        if self.history.contains(&pieces) {
            return None;
        }
        let mut history = Vec::with_capacity(self.history.len() + 1);
        history.extend_from_slice(&self.history);
        history.push(self.pieces);
        Some(Self { board: self.board, pieces, history })
    }

    /// The pair that a step of one of the pieces onto a free cell makes; visited or not.
    fn moved(&self, step: Move) -> Option<Pair> {
        let (to, still) = step.cells_after(self.pieces)?;
        Pair::new(to, still).filter(|_| self.board.is_free(to))
    }
}

impl Move {
    /// The capture of a piece by the one next to it.
    pub(super) fn capture(pieces: Pair) -> Self {
        Self { from: pieces.first(), to: pieces.second() }
    }

    /// Sorts moves as their texts do: it is the text, with zeros behind it.
    pub(super) fn text_order(self) -> [u8; 11] {
        let mut text = [0; 11];
        let mut letters = text.iter_mut();
        let mut put = |letter| letters.next().map(|place| *place = letter);
        let Self { from, to } = self;
        for (number, sign) in
            [(from.row, b','), (from.column, b'>'), (to.row, b','), (to.column, 0)]
        {
            if number > 9 {
                put(b'0' + number / 10);
            }
            put(b'0' + number % 10);
            put(sign);
        }
        text
    }

    /// Where the step leaves the pieces, the moved one first: on one cell after a capture.
    /// `None` if it moves neither of them, or not by one step.
    pub(super) fn cells_after(self, pieces: Pair) -> Option<(Cell, Cell)> {
        let still = match self.from {
            from if from == pieces.first() => pieces.second(),
            from if from == pieces.second() => pieces.first(),
            _ => return None,
        };
        self.from.is_next_to(self.to).then_some((self.to, still))
    }
}

/// The board of a text's rows, and its pieces.
pub(super) fn read_rows(text: &str) -> Result<(Board, Vec<Cell>), PositionError> {
    let mut rows = text.split('/');
    let first = rows.next().unwrap_or_default();
    let columns = first.chars().take(MAX_SIDE + 1).count();
    let mut removed = Vec::new();
    let mut pieces = Vec::new();
    let mut count = 0;
    for (row, line) in [first].into_iter().chain(rows).enumerate() {
        if row == MAX_SIDE {
            return Err(PositionError::TooManyRows);
        }
        let mut found = 0;
        for (column, letter) in line.chars().enumerate() {
            if column == MAX_SIDE {
                return Err(PositionError::LongRow { row });
            }
            let cell = Cell::new(row as u8, column as u8);
            match letter {
                '.' => {}
                '#' => removed.push(cell),
                'P' => pieces.push(cell),
                found => return Err(PositionError::Letter { row, column, found }),
            }
            found = column + 1;
        }
        if found == 0 {
            return Err(PositionError::EmptyRow { row });
        }
        if found != columns {
            return Err(PositionError::RaggedRow { row, found, expected: columns });
        }
        count = row + 1;
    }
    let mut board = Board::new(count, columns).expect("both sides are 1 to 64");
    removed.into_iter().for_each(|cell| board.set_free(cell, false));
    Ok((board, pieces))
}

/// The pair of the pieces of a text, which are in different places.
pub(super) fn two_pieces(pieces: &[Cell]) -> Result<Pair, PositionError> {
    match *pieces {
        [first, second] => Ok(Pair::new(first, second).expect("two places of a text")),
        [_, _, Cell { row, column }, ..] => {
            Err(PositionError::ThirdPiece { row: row.into(), column: column.into() })
        }
        _ => Err(PositionError::TooFewPieces { found: pieces.len() }),
    }
}

fn read_history(board: &Board, text: &str) -> Result<Vec<Pair>, PositionError> {
    let pairs = text.split(';').map(|word| {
        let pair = word.split_once('+').and_then(|(one, other)| {
            let cell = |text| cell(text).filter(|&cell| on_board(board, cell));
            Pair::new(cell(one)?, cell(other)?)
        });
        pair.ok_or_else(|| PositionError::PairText { word: word.to_owned() })
    });
    // No more than all pairs: the input may be hostile.
    pairs.take(board.starts() + 1).collect()
}

fn on_board(board: &Board, cell: Cell) -> bool {
    usize::from(cell.row) < board.rows() && usize::from(cell.column) < board.columns()
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let text = text.trim();
        let (rows, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let (board, pieces) = read_rows(rows)?;
        let pieces = two_pieces(&pieces)?;
        let history = match (rest.trim_start(), rest.trim_start().strip_prefix("history:")) {
            ("", _) => Vec::new(),
            (_, Some(pairs)) => read_history(&board, pairs)?,
            (word, None) => return Err(PositionError::Rest { word: word.to_owned() }),
        };
        Self::with_history(board, pieces, history)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, second) = (self.pieces.first(), self.pieces.second());
        self.board.write(f, |cell| if cell == first || cell == second { "P" } else { "." })?;
        for (number, pair) in self.history.iter().enumerate() {
            write!(f, "{}{pair}", if number == 0 { " history:" } else { ";" })?;
        }
        Ok(())
    }
}

/// A text that is no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{} is no move; expected the cells that it joins as row,column, counted from 0, such as `0,0>0,1`", quoted(.text))]
pub struct MoveError {
    text: String,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}>{}", self.from, self.to)
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let step = text.split_once('>').and_then(|(from, to)| {
            let step = Self { from: cell(from)?, to: cell(to)? };
            step.from.is_next_to(step.to).then_some(step)
        });
        step.ok_or_else(|| MoveError { text: text.to_owned() })
    }
}

/// A cell of some board: digits only; spaces around them do not matter.
fn cell(text: &str) -> Option<Cell> {
    let number = |word: &str| {
        let word = word.trim();
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        let number: Option<u8> = word.parse().ok().filter(|_| digits);
        number.filter(|&number| usize::from(number) < MAX_SIDE)
    };
    let (row, column) = text.split_once(',')?;
    Some(Cell::new(number(row)?, number(column)?))
}
