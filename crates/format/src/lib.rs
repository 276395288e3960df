//! The layout of a table file, free of I/O.
//!
//! `FORMAT.md` in this crate's folder specifies the format; tests compare it with the code.
//!
//! ```text
//! ┌─────────┬──────────────────┬───┬───────────┬───┬───────────┬───┬───────────┐
//! │ prelude │ header (bincode) │ 0 │ section 0 │ 0 │ section 1 │ 0 │ checksums │
//! └─────────┴──────────────────┴───┴───────────┴───┴───────────┴───┴───────────┘
//! 0         32                     4096·k          4096·k          4096·k
//!                                  └── chunks of 64 KiB, a checksum each ──┘
//! ```
//!
//! - [`Prelude`] is raw and says whether these bytes are a table, of which version, and how long
//!   the header is, with its checksum.
//! - [`Header`] says what the table holds and where. It is small, and checked before it is decoded.
//! - [`TableFile`] opens any bytes in constant time and trusts none of them: afterwards every section
//!   lies within the file. [`TableFile::verify_bytes`] checks all bytes.
//! - [`Layout`] places sections: a writer uses it to lay them out, a reader to check them.
#![forbid(unsafe_code)]

mod error;
mod file;
mod header;
mod layout;
mod prelude;
mod source;

pub use error::FormatError;
pub use file::{Beginning, TableFile};
pub use header::{Header, Parameter, Quantity, Section, Statistic};
pub use layout::{ALIGNMENT, CHUNK, Layout, chunk_checksum};
pub use prelude::{MAGIC, MAX_HEADER, Prelude};
pub use source::Source;

/// The fingerprint of a board, which is part of its table's name: the low half of the XXH3-64 of the board's
/// bytes, as 8 hexadecimal digits.
pub fn fingerprint(board: &[u8]) -> String {
    format!("{:08x}", xxhash_rust::xxh3::xxh3_64(board) as u32)
}

/// The format version that this crate writes.
pub const VERSION: u32 = 1;

/// The ending of a table's file name.
pub const EXTENSION: &str = "table";

/// The programs in the README are compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
