//! The tables that belong to one board.

use std::fmt;

use perfectplay_core::contour::Board;
use perfectplay_core::contour::weights::fits_i32;
use perfectplay_core::{stake, tokens};
use perfectplay_query::{contour_table_name, stake_table_name, tokens_table_name};

/// A board's table; its text is the table's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instance {
    /// Every contour of a board.
    Contour(Board),
    /// All that play from a board leads to.
    Stake(stake::Position),
    /// All starts of a board.
    Tokens(Box<tokens::Board>),
}

/// The sample boards: `tables/boards/`, which are in the program too.
const CONTOURS: [&str; 2] =
    [include_str!("boards/contour-contest.txt"), include_str!("boards/contour-10x10.txt")];
const TOKENS: &str = include_str!("boards/tokens-contest.txt");

impl Instance {
    /// The boards that every installation has tables of.
    #[must_use]
    pub fn samples() -> Vec<Self> {
        let contour = |text| Board::from_text(text).expect("a test reads the sample boards");
        let tokens = tokens::Board::from_contest(TOKENS).expect("a test reads it");
        let contours = CONTOURS.into_iter().map(|text| Self::Contour(contour(text)));
        contours.chain([Self::Tokens(Box::new(tokens))]).collect()
    }

    /// How many states the table has.
    #[must_use]
    pub fn states(&self) -> u64 {
        match self {
            Self::Contour(board) => board.contours() as u64,
            Self::Stake(board) => {
                let cells = board.empty_cells().count_ones() as usize;
                stake::Index::new(cells).map_or(u64::MAX, |index| index.len())
            }
            Self::Tokens(board) => board.starts() as u64,
        }
    }

    /// About how many bytes of memory building it takes.
    #[must_use]
    pub fn memory(&self) -> u64 {
        match self {
            Self::Contour(board) => self.states() * if fits_i32(board) { 4 } else { 8 } + (4 << 20),
            Self::Stake(_) => self.states().saturating_add(4 << 20),
            // Codes and components with the search for them, or marks and labels of the
            // matching; the bytes. Most boards need less.
            Self::Tokens(_) => self.states() * 12 + (4 << 20),
        }
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contour(board) => f.write_str(&contour_table_name(board)),
            Self::Stake(board) => f.write_str(&stake_table_name(board)),
            Self::Tokens(board) => f.write_str(&tokens_table_name(board)),
        }
    }
}
