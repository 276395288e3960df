//! Builds tables and verifies them: in parallel, the same bytes for any number of
//! threads, and never half a table under a table's name.
//!
//! - A [`TableId`] is what to build: a family's table, which needs no input, like
//!   `number-20`, or the table of one board.
//! - [`build()`] makes one in a folder. A lock keeps others from building the same
//!   one, the file is written under another name, synced and renamed.
//! - [`verify()`] proves one: every byte by its checksums, the file by the
//!   [`Manifest`], every entry by the plain rules of its game, which share no code
//!   with what built it.
//!
//! [`solve_stake`], [`contour_scores`] and [`Plies`] solve on all threads what no table has.
//!
//! Building and verifying show a bar and can be stopped through a [`Control`].
#![forbid(unsafe_code)]

mod build;
mod control;
mod error;
mod lock;
mod manifest;
mod plies;
mod statistics;
mod verify;
mod write;

pub use build::{Build, Built, build, can_be_had, contour_scores, solve_stake};
pub use control::Control;
pub use error::BuildError;
pub use lock::remove_leftovers;
pub use manifest::{Manifest, ManifestEntry};
pub use perfectplay_core::control::Interrupted;
pub use perfectplay_query::TableId;
pub use plies::Plies;
pub use verify::{Depth, Verified, VerifyError, verify};
