//! Solves any two-player game of perfect information that somebody describes by the trait [`Game`]: finds every
//! position, and the exact value of each.
//!
//! - [`build()`] solves a game and writes its table into a folder, see `codes+lines` in FORMAT.md.
//! - [`SolvedTable`] opens it, answers positions, and verifies it: every entry by the plain rule, which shares
//!   nothing with the solver, and the description by itself.

mod build;
mod children;
mod described;
mod encode;
mod ending;
mod error;
mod expected;
mod game;
mod growth;
mod header;
mod indexed;
mod key;
mod known;
mod levels;
mod memory;
mod no_repeat;
pub(crate) mod numbered;
pub mod numbering;
mod prelude;
mod retrograde;
mod rule;
mod rules_hash;
mod starts;
mod summary;
mod symmetry;
mod table;
mod unknown;
mod value;
mod verify;

pub use crate::{Build, Control};
pub use build::build;
#[doc(hidden)]
pub use build::{TableOf, build_by};
#[doc(hidden)]
pub use children::{Ask, Batch, Child, Described, Purpose, VisitedPosition, has_control};
pub use error::{Mistake, SolveError};
#[doc(hidden)]
pub use game::Turn;
pub use game::{End, Game, MEMBERS_BY_SIZE, ReadError, Values};
pub use growth::{Expected, Growth};
#[doc(hidden)]
pub use header::checked_name;
#[doc(hidden)]
pub use key::Key;
#[doc(hidden)]
pub use levels::Share;
pub use perfectplay_query::Value;
pub use perfectplay_query::{TableFolder, Tables};
#[doc(hidden)]
pub use rule::Reached;
#[doc(hidden)]
pub use rules_hash::rules_tag;
pub use summary::Summary;
pub use table::{Answer, SolvedTable};
pub(crate) use unknown::check_indexed;

/// The program in the README is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("README.md")]
#[derive(Debug)]
pub struct Readme;
