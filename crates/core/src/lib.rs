//! The games: positions and their texts, rules, indexes, values, and
//! the kernels that solve them. There is no I/O, and there are threads only with the feature
//! `rayon`. Reader, oracle and builder are crates of their own that depend on this one.
//!
//! Every game is a folder with the same modules, and some of its own:
//!
//! | module | contents |
//! |---|---|
//! | `position` | positions and moves, and their texts |
//! | `rules` | the rules, plain and slow, on which tests and `verify` rely |
//! | `index` | the number of every state, and the state of every number |
//! | `solver` | entries: the value of a state from the values that its moves lead to |
//! | `answer` | value and moves of one position, best first |
//!
//! ```
//! use perfectplay_core::control::Control;
//! use perfectplay_core::number::{Position, Solver};
//!
//! let position: Position = "2 3 4 5 6".parse()?;
//! let answer = Solver::default().answer(position, 1_000, Control::SILENT)?.expect("fewer than 1,000 positions");
//! assert_eq!(answer.value.to_string(), "win in 5");
//! assert_eq!(answer.moves[0].to_string(), "4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[macro_use]
mod constants;

mod answer;
pub mod coded;
mod combinatorics;
pub mod contest;
pub mod control;
mod facts;
pub mod layers;
mod outcome;
pub mod parallel;
mod plain;
mod random;
pub mod retrieval;
mod rules;
pub mod simd;
pub mod staircase;
mod symmetry;
#[doc(hidden)]
pub mod testing;
mod text;
pub mod threads;

pub mod chomp;
pub mod contour;
pub mod number;
pub mod stake;
pub mod tokens;
pub mod tower;

pub use answer::{Answer, MoveAnswer};
pub use facts::Facts;
pub use outcome::{Outcome, Value};
pub use plain::{PlainSolver, WithPlies};
pub use random::Random;
pub use rules::Rules;
pub use text::quoted;

/// The programs in the README are compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
