//! What a table file looks like, free of I/O.
//!
//! `FORMAT.md` in this folder is the same in words and bytes, enough to write a
//! reader from; a test holds the two together.
//!
//! ```text
//! ┌─────────┬──────────────────┬───┬───────────┬───┬───────────┬───┬───────────┐
//! │ prelude │ header (bincode) │ 0 │ section 0 │ 0 │ section 1 │ 0 │ checksums │
//! └─────────┴──────────────────┴───┴───────────┴───┴───────────┴───┴───────────┘
//! 0         32                     4096·k          4096·k          4096·k
//!                                  └── blocks of 64 KiB, a checksum each ──┘
//! ```
//!
//! - [`Prelude`] is raw and says whether these bytes are a table at all, of which
//!   version, and how long and how sound the header is.
//! - [`Header`] says what the table holds and where; it is small and checked
//!   before it is decoded.
//! - [`TableFile`] opens any bytes in O(1) and trusts none of them: afterwards no
//!   section can reach outside of the file. [`TableFile::verify_bytes`] reads all.
//! - [`Layout`] places sections, for the writer and for the reader's check alike.
#![forbid(unsafe_code)]

mod error;
mod file;
mod header;
mod layout;
mod prelude;

pub use error::FormatError;
pub use file::TableFile;
pub use header::{Header, Parameter, Quantity, Section, Statistic};
pub use layout::{ALIGNMENT, BLOCK, Layout, block_checksum};
pub use prelude::{MAGIC, MAX_HEADER, Prelude, VERSION};

/// What tells a board from others in the name of its table: 8 hexadecimal digits,
/// the low half of the XXH3-64 of the board's canonical bytes.
#[must_use]
pub fn fingerprint(board: &[u8]) -> String {
    format!("{:08x}", xxhash_rust::xxh3::xxh3_64(board) as u32)
}

/// The ending of a table's file name.
pub const EXTENSION: &str = "table";

/// The programs in the README are compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
