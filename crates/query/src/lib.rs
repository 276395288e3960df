//! Answers positions from tables, in O(1).
//!
//! A [`TableFolder`] opens its tables: [`open`](TableFolder::open) whatever a name stands for,
//! or one of a game that is known. A reader checks that it understands its table, and after that
//! answers any number of threads at once. Tables are read into memory, or mapped by who promises
//! that nobody writes into them, see [`Access`]; [`TableFile::open`] opens any other bytes, for
//! the same readers.
//!
//! ```no_run
//! use perfectplay_query::TableFolder;
//!
//! let table = TableFolder::new("tables").number("number-20")?;
//! let answer = table.answer(&"2 3 4 5 6".parse()?)?;
//! println!("{}: {:?}", answer.value, answer.winning_moves());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All readers have `name`, `header`, `covers`, `value` and `answer`, which take a position of
//! their game by reference; positions, moves and answers are those of [`games`].
//!
//! No answer of a damaged table is a panic: a reader checks what it reads as it
//! goes. It does not notice every wrong byte, though; the builder's `verify` does.
//!
//! What tables there are, what they are called and what building one takes is told by
//! [`TableId`], without any table.

mod bytes;
mod chomp;
mod contour;
mod entries;
mod error;
mod family;
mod folder;
mod instance;
mod losing;
pub mod memory;
mod needs;
mod number;
mod stake;
mod table;
mod table_id;
mod tokens;
mod tower;

pub use bytes::{Access, Bytes};
pub use chomp::ChompTable;
pub use contour::ContourTable;
pub use entries::Entries;
pub use error::{OpenError, ProbeError, Problem};
pub use family::{Family, FamilyError};
pub use folder::TableFolder;
pub use instance::Instance;
pub use needs::Needs;
pub use number::{NUMBER_OUTCOMES_SECTIONS, NumberOutcomesTable, NumberPliesTable, NumberTable};
/// The positions, moves and answers of all games.
pub use perfectplay_core as games;
pub use perfectplay_format::{Header, TableFile};
pub use stake::StakeTable;
pub use table::Table;
pub use table_id::TableId;
pub use tokens::{TokensContents, TokensTable};
pub use tower::TowerTable;

/// The programs in the README are compiled.
#[cfg(all(doctest, feature = "mmap"))]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
