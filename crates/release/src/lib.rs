//! Packs tables for a release, and unpacks them: the same bytes wherever it is done, and never half a table under
//! a table's name.
//!
//! - [`pack()`] makes the files of a release from a folder of tables: each table as
//!   `NAME.table.zst`, which `zstd -d` unpacks, `manifest.toml`, `SHA256SUMS` and a `README.md`.
//! - A [`PackedFile`] is a table in a file, or one of a [`Release`], which is in a folder or on a
//!   server. [`PackedFile::unpack`] puts it into the folder of tables.
//!
//! ```
//! use perfectplay_games::built_in;
//! use perfectplay::{TableFolder, table_named};
//! use perfectplay_release::{Release, TableName, pack};
//! use perfectplay_tables::{Build, Control};
//!
//! # let directory = tempfile::tempdir()?;
//! # let path = directory.path();
//! let (folder, games) = (TableFolder::new(path.join("tables")), built_in());
//! table_named("number-20", &games)?.build(&folder, Build::default())?;
//! let names: [TableName; 1] = ["number-20".parse()?];
//! pack(&names, &games, &folder, &path.join("release"), Control::SILENT)?;
//!
//! let other = TableFolder::new(path.join("other"));
//! let release = Release::in_folder(path.join("release"))?;
//! for name in release.names() {
//!     release.table(&name)?.unpack(&games, &other, false, Control::SILENT, || {})?;
//! }
//! assert_eq!(other.names()?, ["number-20"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`tables_at`] has the tables of a server answer without copying them.
//!
//! What comes from outside is not trusted. A name is a [`TableName`], which is never a path; a table that the
//! program's own manifest knows must be that table, to the byte; nothing is unpacked beyond the length that a
//! table has. An interrupted download resumes where it stopped.
#![forbid(unsafe_code)]

mod download;
mod error;
mod http;
mod name;
mod pack;
mod release;
mod remote;
mod sums;
#[doc(hidden)]
pub mod testing;
mod unpack;
mod zstd_frame;

pub use error::{HttpProblem, PackError, PackedProblem, ReleaseProblem, UnpackError};
pub use http::{Client, ClientConfig, shown};
pub use name::PACKED;
pub use pack::{PackedTable, pack};
pub use perfectplay_query::{NameError, TableName};
pub use release::{PackedFile, Release};
pub use remote::{LIST, is_address, tables_at};
pub use sums::{SUMS, SumsError};

/// The name of a release's manifest, which says what its tables must be.
pub const MANIFEST: &str = "manifest.toml";

/// The name of the file for readers who only want the data.
const README: &str = "README.md";

/// The programs in the README are compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
