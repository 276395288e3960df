//! Six games, each in a folder: positions and their texts, rules, indexes, the kernels that solve them, the readers of their
//! tables, how these are made and proven, and what an oracle asks of a game. [`built_in`] has all six.
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
//! | `table` | the reader of the game's tables, and which there are |
//! | `making` | how tables are made and proven, with the feature `build` |
//! | `erased` | the game as an oracle knows any game |
//! | `drawing` | how it is drawn for people, with the feature `drawings` |
//!
//! ```
//! use perfectplay_core::control::Control;
//! use perfectplay_games::number::{Position, Solver};
//!
//! let position: Position = "2 3 4 5 6".parse()?;
//! let answer = Solver::default().answer(position, 1_000, Control::SILENT)?.expect("fewer than 1,000 positions");
//! assert_eq!(answer.value.to_string(), "win in 5");
//! assert_eq!(answer.moves[0].to_string(), "4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[macro_use]
mod constants;

mod combinatorics;
pub mod contest;
mod erased;
#[cfg(feature = "build")]
mod losing;
mod preludes;
mod small_tables;
pub mod staircase;
mod symmetry;
#[doc(hidden)]
pub mod testing;
mod texts;

pub mod chomp;
pub mod contour;
pub mod number;
pub mod stake;
pub mod tokens;
pub mod tower;

pub use chomp::table::ChompTable;
pub use contour::table::ContourTable;
#[cfg(feature = "build")]
pub use number::making::NumberValues;
pub use number::table::{
    NUMBER_OUTCOMES_SECTIONS, NumberCount, NumberOutcomesTable, NumberPliesTable, NumberTable,
};
pub use small_tables::SMALL_TABLES;
pub use stake::table::StakeTable;
pub use tokens::table::{TokensContents, TokensTable};
pub use tower::table::TowerTable;

use perfectplay_protocol::GameRef;

/// The six games.
pub fn built_in() -> Vec<GameRef> {
    vec![
        GameRef::new(number::erased::Number::default()),
        GameRef::new(tower::erased::Tower::default()),
        GameRef::new(contour::erased::Contour::default()),
        GameRef::new(stake::erased::Stake::default()),
        GameRef::new(tokens::erased::Tokens::default()),
        GameRef::new(chomp::erased::Chomp::default()),
    ]
}

/// The programs in the README are compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
