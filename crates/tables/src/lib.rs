//! Builds tables and verifies them, in parallel. A table has the same bytes for any number of threads,
//! and no file with a table's name ever holds a part of one.
//!
//! - A [`Recipe`] says how a table is made, of whichever game: `perfectplay_oracle` finds it by the table's name.
//! - [`build()`] builds a table in a folder, on the threads of the current rayon pool. A lock prevents
//!   other programs from building the same table; the file is written under another name, synced
//!   and renamed.
//! - [`verify()`] proves a table: every byte by checksums, the file by the [`Manifest`], and every entry by
//!   the plain rules of its game, which share no code with what built it.
//! - A [`Plan`] cuts a table whose entries follow from those of lower layers into blocks, a [`Store`] is a
//!   folder of blocks that any number of processes compute, and [`merge()`] makes the table of them.
//!
//! ```
//! use perfectplay_games::built_in;
//! use perfectplay_oracle::{TableFolder, TablePlace, Tables, table_named, verify_table};
//! use perfectplay_tables::{Build, Control, Depth, Verifying};
//!
//! # let directory = tempfile::tempdir()?;
//! # let path = directory.path();
//! let (folder, games) = (TableFolder::new(path), built_in());
//! let built = table_named("number-20", &games)?.build(&folder, Build::default(), Control::SILENT, &|_| {})?;
//! let how = Verifying { depth: Depth::Entries, memory: u64::MAX, control: Control::SILENT };
//! let verified = verify_table(&games, &Tables::from(folder), &TablePlace::File(built.path), how)?;
//! assert_eq!(verified.entries, Some(3515));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Both report to a [`Progress`] how far they are, and ask it whether to continue. [`NumberValues`] computes plies
//! that no table has. Files appear only when they are complete, thanks to [`files`].

pub mod blocks;
mod build;
pub mod error;
pub mod files;
mod frame;
pub mod functions;
mod game_table;
mod hexadecimal;
pub mod job;
pub mod layered;
pub mod manifest;
pub mod memory;
pub mod proof;
pub mod recipe;
pub mod rows;
pub mod solve;
pub mod statistics;
#[doc(hidden)]
pub mod testing;
mod verify;
pub mod write;

pub use crate::files::Built;
pub use blocks::{BlockProblem, Blocks, Store, StoreError, merge};
pub use build::{Build, Wanted, build, build_wanted, check_replaceable, is_unfinished};
pub use error::{BuildError, WrongDescription};
pub use functions::check_functions;
pub use game_table::{GameTable, RecipeOf};
pub use job::{Job, Notice};
pub use layered::{Block, Plan, PlanError};
pub use manifest::{Manifest, ManifestEntry};
pub use perfectplay_core::control::{Control, Interrupted, Progress};
pub use perfectplay_core::layers::{OutOfMemory, SolveError};
pub use perfectplay_core::threads::{NoThreads, Threads};
pub use proof::error::{Depth, VerifyError, Verifying};
pub use recipe::Recipe;
pub use rows::indexed::ValueColumns;
pub use rows::{Column, Content, ExportError, Means, RowSource, Rows, Values};
pub use verify::{Verified, check_bytes, check_unknown, verify};
pub use write::{Part, write_table};

/// The programs in the README are compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
