//! Builds tables and verifies them, in parallel. A table has the same bytes for any number of threads,
//! and no file with a table's name ever holds a part of one.
//!
//! - A table that `perfectplay` finds by its name builds itself in a folder, on the threads of the current rayon pool. A
//!   lock prevents other programs from building the same table; the file is written under another name, synced and
//!   renamed.
//! - `perfectplay::verify_table` proves a table: every byte by checksums, the file by the [`Manifest`], and every entry by
//!   the plain rules of its game, which share no code with what built it.
//! - [`solve`] is the engine for any game that somebody describes.
//!
//! ```
//! use perfectplay_games::built_in;
//! use perfectplay::{TableFolder, TablePlace, Tables, table_named, verify_table};
//! use perfectplay_tables::{Build, Control, Depth, Verification};
//!
//! # let directory = tempfile::tempdir()?;
//! # let path = directory.path();
//! let (folder, games) = (TableFolder::new(path), built_in());
//! let built = table_named("number-20", &games)?.build(&folder, Build::default())?;
//! let how = Verification::new(Depth::Entries);
//! let verified = verify_table(&games, &Tables::from(folder), &TablePlace::File(built.path), how)?;
//! assert_eq!(verified.entries, Some(3515));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All of them report to a [`Progress`] how far they are, and ask it whether to continue. Files appear only when they are
//! complete.

mod build;
pub mod error;
mod frame;
pub mod solve;

// What the crates of games, releases and the program share with this one, and nobody else needs.
#[doc(hidden)]
pub mod example;
#[doc(hidden)]
pub mod files;
#[doc(hidden)]
pub mod job;
#[doc(hidden)]
pub mod memory;
mod ranges;
#[doc(hidden)]
pub mod testing;
#[doc(hidden)]
pub mod write;

mod game_table;
mod hexadecimal;
#[doc(hidden)]
pub mod layered;
pub mod manifest;
#[doc(hidden)]
pub mod proof;
#[doc(hidden)]
pub mod recipe;
#[doc(hidden)]
pub mod rows;
#[doc(hidden)]
pub mod statistics;
mod verify;

pub use build::Build;
#[doc(hidden)]
pub use build::{TableRequest, build_requested, check_bytes, check_replaceable, is_unfinished};
pub use error::{BuildError, WrongDescription};
pub use files::BuiltTable;
#[doc(hidden)]
pub use job::Job;
pub use perfectplay_core::control::{Control, Event, Interrupted, Progress};
pub use perfectplay_core::layers::OutOfMemory;
#[doc(hidden)]
pub use perfectplay_core::layers::SolveError;
pub use perfectplay_core::threads::{NoThreads, Threads};
#[doc(hidden)]
pub use ranges::check_ranges;
#[doc(hidden)]
pub use write::{Part, write_table};

#[doc(hidden)]
pub use {
    game_table::{GameTable, RecipeOf},
    layered::{Block, Plan, PlanError},
    recipe::blocks::{BlockProblem, Blocks, GameRecipe, Store, StoreError, merge},
    recipe::{Recipe, build},
    rows::ExportError,
    rows::indexed::ValueColumns,
    rows::{Column, Content, Means, RowSource, Rows, Values},
    verify::{check_unknown, verify},
};
pub use {
    manifest::{Manifest, ManifestEntry},
    proof::error::{Depth, Verification, VerifyError},
    verify::VerifiedTable,
};

/// The programs in the README are compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
