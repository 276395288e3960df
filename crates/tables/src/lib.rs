//! Builds tables and verifies them, in parallel. A table has the same bytes for any number of threads,
//! and no file with a table's name ever holds a part of one.
//!
//! - A [`TableId`](perfectplay_query::TableId) says what to build: the table of a family, which needs
//!   no input, such as `number-20`, or the table of one board.
//! - [`build()`] builds a table in a folder, on the threads of the current rayon pool. A lock prevents
//!   other programs from building the same table; the file is written under another name, synced
//!   and renamed.
//! - [`verify()`] proves a table: every byte by checksums, the file by the [`Manifest`], every entry by
//!   the plain rules of its game, which share no code with what built it.
//! - A [`Plan`] cuts a table whose entries follow from those of lower layers into blocks, a [`Store`] is a
//!   folder of blocks that any number of processes compute, and [`merge()`] makes the table of them.
//!
//! ```
//! use perfectplay_query::{Family, TablePlace, TableFolder, Tables};
//! use perfectplay_tables::{Build, Control, Depth, build, verify};
//!
//! # let directory = tempfile::tempdir()?;
//! # let path = directory.path();
//! let folder = TableFolder::new(path);
//! let table = "number-20".parse::<Family>()?.into();
//! let built = build(&table, &folder, Build::default(), Control::SILENT, |_| {})?;
//! let verified = verify(&Tables::from(folder), &TablePlace::File(built.path), Depth::Entries, Control::SILENT)?;
//! assert_eq!(verified.entries, Some(3515));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Both report to a [`Progress`] how far they are, and ask it whether to continue. [`NumberValues`] computes plies
//! that no table has. Files appear only when they are complete, thanks to [`perfectplay_files`].

mod blocks;
mod build;
mod error;
mod frame;
mod functions;
mod games;
mod hexadecimal;
mod job;
mod layered;
mod manifest;
mod memory;
mod own;
mod proof;
mod statistics;
#[doc(hidden)]
pub mod testing;
mod verify;
mod write;

pub use blocks::{BlockProblem, Store, StoreError, merge};
pub use build::{Build, Contents, build, build_contents, check_replaceable, is_unfinished};
pub use error::{BuildError, WrongDescription};
pub use functions::check_functions;
pub use games::NumberValues;
pub use job::Notice;
pub use layered::{Block, Plan, PlanError};
pub use manifest::{Manifest, ManifestEntry};
pub use own::{MadeGame, OwnRow, verify_own};
pub use perfectplay_core::control::{Control, Interrupted, Progress};
pub use perfectplay_core::layers::{OutOfMemory, SolveError};
pub use perfectplay_core::threads::{NoThreads, Threads};
pub use perfectplay_files::Built;
pub use proof::error::{Depth, VerifyError};
pub use verify::{Verified, check_bytes, verify};

/// The programs in the README are compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
