//! Tables that are filled layer by layer: in a file of the folder, by one program ([`build()`]), or in
//! [`Blocks`](crate::Blocks) by many. Both use [`filler`], so the bytes are the same.
//!
//! Entries go from a thread's buffer straight to their place in a file, and finished layers are read from a map of
//! it. What is in memory is then whatever the system caches of these files, as much as it has room for, so a table
//! may be larger than memory.

pub mod build;
pub mod filler;
mod plan;

use std::borrow::Cow;

use perfectplay_core::layers::LayeredGame;
use perfectplay_format::Header;
use zerocopy::{FromBytes, Immutable, IntoBytes};

pub use plan::{Block, Plan, PlanError};

pub use build::build;

use crate::statistics::Tally;

/// What a game provides for a table with an entry for each state, where entries follow from those of lower layers.
pub trait LayeredTable: Send + Sync {
    /// An entry, in the form of the solver and of the file.
    type Entry: StoredEntry;
    /// What solves its layers.
    type Solver<'a>: LayeredGame<Entry = Self::Entry>
    where
        Self: 'a;
    /// What is counted for the header.
    type Statistics: Tally<Self::Entry>;

    /// The table's name.
    fn name(&self) -> String {
        self.header(Self::Statistics::default()).name
    }

    /// What solves its layers.
    fn solver(&self) -> Self::Solver<'_>;

    /// The header, without sections and checksums. Its length does not depend on the figures.
    fn header(&self, statistics: Self::Statistics) -> Header;

    /// The names and bytes of the sections before the entries; by default there are none.
    fn sections(&self) -> Vec<(&'static str, Cow<'_, [u8]>)> {
        Vec::new()
    }
}

/// An entry that is little-endian in a file.
pub trait StoredEntry: Copy + Send + Sync + FromBytes + IntoBytes + Immutable {
    /// The entry with its bytes reversed.
    fn swapped(self) -> Self;

    /// Converts entries between the byte order of files and that of this machine.
    fn reorder(entries: &mut [Self]) {
        if cfg!(target_endian = "big") {
            entries.iter_mut().for_each(|entry| *entry = entry.swapped());
        }
    }

    /// The entries in the bytes of a file.
    fn of_file(bytes: &[u8]) -> Option<Cow<'_, [Self]>> {
        let entries = <[Self]>::ref_from_bytes(bytes).ok()?;
        if cfg!(target_endian = "little") {
            return Some(Cow::Borrowed(entries));
        }
        let mut entries = entries.to_vec();
        Self::reorder(&mut entries);
        Some(Cow::Owned(entries))
    }
}

impl StoredEntry for f64 {
    fn swapped(self) -> Self {
        Self::from_bits(self.to_bits().swap_bytes())
    }
}

impl StoredEntry for u8 {
    fn swapped(self) -> Self {
        self
    }
}

impl StoredEntry for i8 {
    fn swapped(self) -> Self {
        self
    }
}

impl StoredEntry for i16 {
    fn swapped(self) -> Self {
        self.swap_bytes()
    }
}
