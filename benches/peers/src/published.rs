//! What takes no table at all: solving a position anew by the method that is published for the game.
//!
//! To add a method, put it into the list of its game below; it is then checked against the table and
//! measured beside the stores, on as many of the random positions as a second allows.

use perfectplay_core::number::Position as Numbers;
use perfectplay_core::tower::Level;
use perfectplay_published::{chomp, number, stake, tokens, tower};

use crate::games::{Bits, Chomp, Game, Number, Stake, Tokens, Tower, byte};

/// Ways to solve a position of a game.
pub(crate) trait Published: Game {
    fn methods() -> Vec<Method<Self>>;

    /// What of a table's value the methods return.
    fn solved(value: Self::Value) -> Self::Value {
        value
    }
}

/// A way to solve a position.
#[derive(Debug)]
pub(crate) struct Method<G: Game + ?Sized> {
    pub(crate) name: &'static str,
    /// Which positions are beyond it and skipped, if any are; for the report.
    pub(crate) beyond: &'static str,
    /// What is [solved](Published::solved); `None` if the position is beyond the method.
    pub(crate) solve: fn(&G::Position) -> Option<G::Value>,
}

impl<K: Bits> Published for Number<K> {
    fn methods() -> Vec<Method<Self>> {
        let solve = |position: &Numbers| Some(byte(number::outcome(position)));
        vec![Method { name: "memoised search over bit masks", beyond: "", solve }]
    }

    /// The outcome, without plies.
    fn solved(value: u8) -> u8 {
        value & 1
    }
}

impl Published for Tower {
    fn methods() -> Vec<Method<Self>> {
        /// The blocks of seven full levels.
        const MOST: usize = 21;
        vec![Method {
            name: "memoised search with a hash map of packed towers",
            beyond: "with more than 21 blocks",
            solve: |tower| {
                let blocks: usize = tower.levels().iter().copied().map(Level::blocks).sum();
                (blocks <= MOST).then(|| tower::value(tower))
            },
        }]
    }
}

impl Published for Stake {
    fn methods() -> Vec<Method<Self>> {
        const MOST: u32 = 12;
        vec![Method {
            name: "alpha-beta search with a transposition table",
            beyond: "with more than 12 empty cells",
            solve: |board| {
                let empty = board.empty_cells().count_ones();
                (empty <= MOST).then(|| stake::score(board).cast_unsigned())
            },
        }]
    }
}

impl<K: Bits> Published for Tokens<K> {
    fn methods() -> Vec<Method<Self>> {
        const MOST: usize = 8;
        vec![Method {
            name: "one maximum matching, and a search for one augmenting path",
            beyond: "with more than 8 rows or columns",
            solve: |start| {
                let board = start.board();
                let is_small = board.rows().max(board.columns()) <= MOST;
                is_small.then(|| byte(tokens::outcome(board, start.pieces())))
            },
        }]
    }
}

impl Published for Chomp {
    fn methods() -> Vec<Method<Self>> {
        const MOST: usize = 15;
        vec![Method {
            name: "memoised search with a hash map of packed bars",
            beyond: "with more than 15 columns",
            solve: |bar| (bar.columns() <= MOST).then(|| byte(chomp::outcome(bar))),
        }]
    }
}
