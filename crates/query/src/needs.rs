//! What building a table takes.

use perfectplay_format::{ALIGNMENT, CHUNK};
use serde::Serialize;

/// About what building a table takes, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Needs {
    /// Memory while it is built.
    pub memory: u64,
    /// The table's file: never less than it takes, and more only where its size is not known beforehand.
    pub disk: u64,
}

/// What most builds take besides their states: threads, look-up tables and buffers.
const BASE: u64 = 4 << 20;

/// Where threads compute what they write: more than a few threads take.
const BUFFERS: u64 = 16 << 20;

/// The most bytes of prelude and header, without the board.
const HEADER: u64 = 1 << 10;

#[doc(hidden)]
impl Needs {
    /// For a build that needs this many bytes for states and writes sections of these lengths.
    pub fn new<const N: usize>(states: u64, sections: [u64; N]) -> Self {
        Self { memory: states.saturating_add(BASE), ..Self::of_states(states, sections) }
    }

    /// For a build that fills this many bytes layer by layer in the file.
    pub fn filled<const N: usize>(bytes: u64, sections: [u64; N]) -> Self {
        // Eight bytes for the checksum of each chunk, twice, and as much for lists of work.
        Self::new(bytes / CHUNK * 32 + BUFFERS, sections)
    }

    /// For a build that needs next to nothing besides the states.
    pub fn of_states<const N: usize>(memory: u64, sections: [u64; N]) -> Self {
        let sections = sections.into_iter().map(pages).fold(0, u64::saturating_add);
        let checksums = sections.div_ceil(CHUNK).saturating_mul(8);
        Self { memory, disk: pages(HEADER).saturating_add(sections).saturating_add(checksums) }
    }

    /// Adds a board of this many bytes in the header.
    pub fn with_board(self, bytes: usize) -> Self {
        let header = pages(HEADER.saturating_add(bytes as u64));
        Self { disk: self.disk.saturating_add(header - pages(HEADER)), ..self }
    }
}

/// This many bytes, and the zeros after them.
fn pages(bytes: u64) -> u64 {
    bytes.div_ceil(ALIGNMENT).saturating_mul(ALIGNMENT)
}
