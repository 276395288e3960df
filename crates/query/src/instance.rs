//! The tables of single boards.

use std::fmt;

use perfectplay_core::contour::Board;
use perfectplay_core::contour::fits_i32;
use perfectplay_core::{Game, stake, tokens};
use perfectplay_format::fingerprint;

use crate::needs::Needs;

/// The table of one board. Its text is the table's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instance {
    /// All contours of a board.
    Contour(Board),
    /// All boards that can arise from a board.
    Stake(stake::Position),
    /// All starts of a board.
    Tokens(tokens::Board),
}

/// The sample boards, which are also in `tables/boards/`.
const CONTOURS: [&str; 2] =
    [include_str!("boards/contour-contest.txt"), include_str!("boards/contour-10x10.txt")];
const TOKENS: &str = include_str!("boards/tokens-contest.txt");

impl Instance {
    /// The sample boards, whose tables are built by default.
    #[must_use]
    pub fn samples() -> Vec<Self> {
        let contour = |text| Board::from_text(text).expect("a test reads the sample boards");
        let tokens = tokens::Board::from_contest(TOKENS).expect("a test reads it");
        let contours = CONTOURS.into_iter().map(|text| Self::Contour(contour(text)));
        contours.chain([Self::Tokens(tokens)]).collect()
    }

    /// Whether a game has tables of single boards.
    #[must_use]
    pub const fn exists_for(game: Game) -> bool {
        match game {
            Game::Contour | Game::Stake | Game::Tokens => true,
            Game::Number | Game::Tower | Game::Chomp => false,
        }
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

    /// What building the table takes.
    #[must_use]
    pub fn needs(&self) -> Needs {
        let states = self.states();
        match self {
            Self::Contour(board) => {
                let bytes = states * if fits_i32(board) { 4 } else { 8 };
                Needs::new(bytes, [bytes]).with_board(board.to_contest().len())
            }
            Self::Stake(_) => Needs::new(states, [states]),
            // Steps, components and the search for them, or the marks and labels of the matching; and the
            // sections. Most boards need less.
            Self::Tokens(board) => Needs::new(states * 12, [states.div_ceil(8), states])
                .with_board(board.to_contest().len()),
        }
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> Game {
        match self {
            Self::Contour(_) => Game::Contour,
            Self::Stake(_) => Game::Stake,
            Self::Tokens(_) => Game::Tokens,
        }
    }

    /// The part of the table's name that stands for the board: 8 hexadecimal digits, see
    /// [`fingerprint`](fn@perfectplay_format::fingerprint).
    #[must_use]
    pub fn fingerprint(&self) -> String {
        match self {
            Self::Contour(board) => fingerprint(&board.to_bytes()),
            Self::Stake(board) => fingerprint(board.to_string().as_bytes()),
            Self::Tokens(board) => fingerprint(&board.to_bytes()),
        }
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.game(), self.fingerprint())
    }
}
