//! Tables that are elsewhere: which of their bytes an answer needs, and the answer from those alone.
//!
//! Nothing here reads, waits or knows where the bytes are. A program asks; if bytes were missing it fetches what
//! [`RemoteBytes::needs`] lists, hands it over and asks again. So the same code serves programs that wait for a
//! connection, and pages that may not wait for anything.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use perfectplay_format::{Beginning, CHUNK, FormatError, chunk_checksum};

use crate::positioned::ReadAt;

/// Reads of so many bytes are those of probes. They go on with zeros where bytes are missing, so that one attempt at
/// an answer finds out about the bytes of all moves.
const PROBE: usize = 64;

/// The bytes of a table that is elsewhere, as far as they have been handed over: a source for
/// [`Tables::with_reader`](crate::Tables::with_reader).
///
/// The file is cut into the parts that it has checksums for. Each is checked when it comes, so that bytes that are
/// damaged, cut off or of another table never become an answer.
///
/// **An answer that was found while bytes were missing means nothing**, and neither does an error: look at
/// [`needs`](Self::needs) first. Tables that were opened meanwhile may have failed, and have to be opened anew.
#[derive(Debug)]
pub struct RemoteBytes {
    length: u64,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The first bytes of the file, and what they say.
    head: Option<(Box<[u8]>, Beginning)>,
    /// The list of checksums.
    checksums: Option<Box<[u8]>>,
    chunks: BTreeMap<u64, Box<[u8]>>,
    missing: BTreeSet<Part>,
}

/// A part of the file. In this order they can be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Head,
    Checksums,
    Chunk(u64),
}

impl RemoteBytes {
    /// A table whose file has so many bytes, of which none are here.
    #[must_use]
    pub fn new(length: u64) -> Self {
        Self { length, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The ranges of bytes that reads have missed, in the order in which they can be handed over. Empty if all that
    /// was read is here.
    #[must_use]
    pub fn needs(&self) -> Vec<Range<u64>> {
        let state = self.state();
        state.missing.iter().filter_map(|&part| self.range(&state, part)).collect()
    }

    /// Forgets what reads have missed, before something else is asked: its bytes may never have come.
    pub fn forget_needs(&self) {
        self.state().missing.clear();
    }

    /// How many bytes are here.
    #[must_use]
    pub fn kept(&self) -> u64 {
        let State { head, checksums, chunks, .. } = &*self.state();
        let head = head.as_ref().map(|(bytes, _)| bytes);
        let parts = head.into_iter().chain(checksums).chain(chunks.values());
        parts.map(|bytes| bytes.len() as u64).sum()
    }

    /// Where a part is; `None` if that is not known yet.
    fn range(&self, state: &State, part: Part) -> Option<Range<u64>> {
        let layout = || state.head.as_ref().map(|(_, beginning)| &beginning.layout);
        match part {
            Part::Head => Some(0..self.length.min(Beginning::MOST as u64)),
            Part::Checksums => Some(layout()?.checksums.clone()),
            Part::Chunk(number) => {
                let payload = layout()?.payload.clone();
                let start = payload.start + number * CHUNK;
                Some(start..payload.end.min(start + CHUNK))
            }
        }
    }

    /// Takes the bytes of a range that was [needed](Self::needs).
    ///
    /// # Errors
    /// If they are not those of the table, or of a range that was not needed. They are not kept.
    pub fn supply(&self, start: u64, bytes: Box<[u8]>) -> Result<(), FormatError> {
        let state = &mut *self.state();
        let end = start.saturating_add(bytes.len() as u64);
        let is_meant = |&part: &Part| self.range(state, part) == Some(start..end);
        let part = state.missing.iter().copied().find(is_meant);
        let part = part.ok_or(FormatError::Unreadable(io::ErrorKind::UnexpectedEof))?;
        match part {
            Part::Head => {
                let beginning = Beginning::read(&bytes, self.length)?;
                state.head = Some((bytes, beginning));
            }
            Part::Checksums => {
                let (_, Beginning { header, .. }) = state.head.as_ref().expect("it has a range");
                if chunk_checksum(&bytes) != header.checksums {
                    return Err(FormatError::ChecksumsDamaged);
                }
                state.checksums = Some(bytes);
            }
            Part::Chunk(chunk) => {
                let place = 8 * chunk as usize;
                let listed = state.checksums.as_ref().and_then(|list| list.get(place..place + 8));
                if listed != Some(&chunk_checksum(&bytes).to_le_bytes()) {
                    return Err(FormatError::ChunkDamaged { chunk, offset: start });
                }
                state.chunks.insert(chunk, bytes);
            }
        }
        state.missing.remove(&part);
        Ok(())
    }
}

impl ReadAt for RemoteBytes {
    fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        let state = &mut *self.state();
        let Some((head, beginning)) = &state.head else {
            state.missing.insert(Part::Head);
            return Err(io::ErrorKind::WouldBlock.into());
        };
        let payload = &beginning.layout.payload;
        let end = offset.checked_add(bytes.len() as u64).ok_or(io::ErrorKind::UnexpectedEof)?;
        // What opens a table reads as much as a header may have.
        let is_head = offset == 0 && bytes.len() == head.len();
        if is_head || end <= payload.start {
            let found = head.get(offset as usize..end as usize);
            bytes.copy_from_slice(found.ok_or(io::ErrorKind::UnexpectedEof)?);
            return Ok(());
        }
        if offset < payload.start || end > payload.end {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let (first, last) = ((offset - payload.start) / CHUNK, (end - 1 - payload.start) / CHUNK);
        let mut is_whole = true;
        for number in first..=last {
            let start = payload.start + number * CHUNK;
            let Some(chunk) = state.chunks.get(&number) else {
                is_whole = false;
                state.missing.insert(Part::Chunk(number));
                continue;
            };
            let (from, to) = (offset.max(start), end.min(start + chunk.len() as u64));
            bytes[(from - offset) as usize..(to - offset) as usize]
                .copy_from_slice(&chunk[(from - start) as usize..(to - start) as usize]);
        }
        if !is_whole && state.checksums.is_none() {
            state.missing.insert(Part::Checksums);
        }
        match is_whole || bytes.len() <= PROBE {
            true => Ok(()),
            false => Err(io::ErrorKind::WouldBlock.into()),
        }
    }
}
