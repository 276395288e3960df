//! Answers positions from tables, in O(1).
//!
//! [`Tables`] are those of a [`TableFolder`] and those inside a program. Both open a table with a reader, which is that of
//! a game: `perfectplay-games` has those of the six. A reader
//! checks that it understands its table, and then answers any number of threads at once through the trait
//! [`Probe`]. Tables are read into memory, read on demand, or mapped if the caller promises that no program writes
//! to them, see [`Access`]; and a program's own bytes become [`Bytes`], which [`TableFile::open`] opens for the same
//! readers.
//!
//! ```no_run
//! use perfectplay_games::NumberTable;
//! use perfectplay_query::{Probe, TableFolder};
//!
//! let table = TableFolder::new("tables").read("number-20", NumberTable::new)?;
//! let answer = table.answer(&"2 3 4 5 6".parse()?)?;
//! println!("{}: {:?}", answer.value, answer.winning_moves());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A damaged table never causes a panic: a reader checks what it reads as it goes. It does not notice every wrong
//! byte, but `verify` in `perfectplay-tables` does.
//!
//! All readers work over [`Bytes`], and have no type parameters. In a program without debug assertions `value` and
//! `values` are compiled into those who call them; in one with debug assertions they are compiled with the reader, once, so that
//! they are fast if its crate is optimised, even if the rest of the program is not.

mod bytes;
mod coded;
mod custom;
mod error;

mod face;
mod family;
mod fetched;
mod folder;
mod indexed;
mod indexed_entries;
#[cfg(feature = "mmap")]
mod joined;
mod needs;
mod numbered;
mod positioned;
mod probe;
mod remote;
mod table_id;
mod table_name;
mod table_place;
mod tables;
mod value;
mod withdrawn;

// What the crates of games, tables and releases share with this one, and nobody else needs.
#[doc(hidden)]
pub mod batches;
#[doc(hidden)]
pub mod memory;
#[doc(hidden)]
pub mod sections;

pub use batches::AsPosition;
pub use bytes::{Access, Bytes};
pub use error::{OpenError, ProbeError, Problem};
pub use fetched::{Fetch, FetchedBytes};
pub use folder::TableFolder;
pub use needs::Needs;
pub use perfectplay_format::{Header, TableFile};
pub use positioned::ReadAt;
pub use probe::{EntryArray, EntryKind, Probe};
pub use remote::{RemoteBytes, SupplyError};
pub use table_place::TablePlace;
pub use tables::Tables;
pub use value::Value;
#[doc(hidden)]
pub use withdrawn::{WITHDRAWN, check_withdrawn};

#[cfg(feature = "mmap")]
#[doc(hidden)]
pub use joined::{FilePart, JoinedBytes};
#[doc(hidden)]
pub use {
    batches::Positions,
    bytes::open_regular,
    coded::{CODED_SECTIONS, CodedTable},
    custom::{CustomTable, is_custom},
    face::{Families, Size},
    family::{Family, FamilyError},
    folder::folder_entries,
    indexed::{INDEXED_SECTIONS, IndexedTable, PADDING, WORDS},
    indexed_entries::{IndexedEntries, LOST, WON},
    numbered::NumberedTable,
    perfectplay_format::{Beginning, Source},
    positioned::read_exact_at,
    probe::{Entries, ReadTable, TableReader},
    sections::check_game,
    table_id::{TableBoard, TableId},
    table_name::{NameError, TableName, game_of_board, game_of_name},
    tables::Snapshot,
};

/// The programs in the README are compiled.
#[cfg(all(doctest, feature = "mmap"))]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
