//! Solves any two-player game of perfect information that somebody describes by the trait [`Game`]: finds every
//! position, and the exact value of each.
//!
//! - [`build()`] solves a game and writes its table into a folder, see `code+functions` in FORMAT.md.
//! - [`SolvedTable`] opens it, answers positions, and verifies it: every entry by the plain rule, which shares
//!   nothing with the solver, and the description by itself.

mod children;
mod encode;
mod error;
mod find;
mod game;
mod order;
mod positions;
mod rule;
mod rules_hash;
mod solve;
mod table;
mod value;
mod verify;

pub use error::{Mistake, SolveError};
pub use game::{End, Game, Values};
pub use table::{Answer, MoveAnswer, SolvedTable, build};
pub use value::Solved;

/// The program in the README is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
