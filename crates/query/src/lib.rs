//! Answers positions from tables, in O(1).
//!
//! A [`TableFolder`] opens its tables as memory maps; [`TableFile::open`] opens
//! owned bytes, for the same readers. A reader checks that it understands its
//! table, and after that answers any number of threads at once.
//!
//! ```no_run
//! use perfectplay_query::TableFolder;
//!
//! let table = TableFolder::new("tables").number("number-20")?;
//! let answer = table.answer("2 3 4 5 6".parse()?)?;
//! println!("{}: {:?}", answer.value, answer.winning_moves());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! No answer of a damaged table is a panic: a reader checks what it reads as it
//! goes. It does not notice every wrong byte, though; the builder's `verify` does.

mod contour;
mod error;
mod folder;
#[cfg(feature = "mmap")]
mod map;
mod number;
mod number_outcomes;
mod stake;
mod table;
mod tokens;
mod tower;

pub use contour::{ContourTable, contour_table_name};
pub use error::{OpenError, ProbeError, Problem, rebuild_command};
pub use folder::TableFolder;
#[cfg(feature = "mmap")]
pub use map::{Map, open};
pub use number::NumberTable;
pub use number_outcomes::{NUMBER_OUTCOMES_SECTIONS, NumberOutcomesTable};
pub use perfectplay_format::TableFile;
pub use stake::{StakeTable, stake_table_name};
pub use table::Table;
pub use tokens::{TokensContents, TokensTable, tokens_table_name};
pub use tower::TowerTable;
