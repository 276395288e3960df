//! Tables that are elsewhere: which of their bytes an answer needs, and the answer from those alone.
//!
//! Nothing here reads, waits or knows where the bytes are. A program asks; if bytes were missing it fetches what
//! [`RemoteBytes::needs`] lists, hands it over and asks again. So the same code serves programs that wait for a
//! connection, and pages that may not wait for anything.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::mem;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use perfectplay_format::{Beginning, CHUNK, FormatError, chunk_checksum};
use thiserror::Error;

use crate::positioned::ReadAt;

/// Reads of this many bytes are those of probes. They go on with zeros where bytes are missing, so that one attempt at
/// an answer finds out about the bytes of all moves.
const PROBE: usize = 192;

/// The bytes of a table that is elsewhere, as far as they have been handed over: a source for
/// [`Tables::with_reader`](crate::Tables::with_reader).
///
/// The file is cut into the parts that it has checksums for. Each is checked when it comes, so that bytes that are
/// damaged, cut off or of another table never become an answer.
///
/// **An answer that was found while bytes were missing means nothing**, and neither does an error: look at
/// [`needs`](Self::needs) first. Tables that were opened meanwhile may have failed, and have to be opened anew.
///
/// ```
/// use perfectplay_query::{RemoteBytes, Tables};
/// let ((name, file), here) = (perfectplay_games::SMALL_TABLES[0], "https://example.org");
/// let (length, elsewhere) = (file.len() as u64, Tables::at_address(here));
/// let remote = std::sync::Arc::new(RemoteBytes::new(length));
/// let tables = elsewhere.with_remote(name, here, remote.clone(), length);
/// let open = || tables.file(&tables.place(name));
/// while let (Err(_), [need, ..]) = (open(), &remote.needs()[..]) {
///     let bytes = &file[need.start as usize..need.end as usize]; // From wherever it is.
///     remote.supply(need.start, bytes.into()).expect("they are those of the table");
/// }
/// assert!(open().is_ok() && remote.kept() > 0);
/// ```
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

/// Bytes that were not taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum SupplyError {
    /// Nobody has asked for them.
    #[error("bytes {start} to {end} were not asked for")]
    NotNeeded { start: u64, end: u64 },
    /// They are not those of the table.
    #[error(transparent)]
    Format(#[from] FormatError),
}

/// A part of the file. In this order they can be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    Head,
    Checksums,
    Chunk(u64),
}

impl RemoteBytes {
    /// A table whose file has this many bytes, of which none are here.
    pub fn new(length: u64) -> Self {
        Self { length, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The ranges of bytes that reads have missed, in the order in which they can be handed over. Empty if all that
    /// was read is here.
    pub fn needs(&self) -> Vec<Range<u64>> {
        let state = self.state();
        state.missing.iter().filter_map(|&part| state.range(part, self.length)).collect()
    }

    /// Forgets what reads have missed, before something else is asked: its bytes may never have come.
    #[doc(hidden)]
    pub fn forget_needs(&self) {
        self.state().missing.clear();
    }

    /// How many bytes are here.
    pub fn kept(&self) -> u64 {
        let State { head, checksums, chunks, .. } = &*self.state();
        let head = head.as_ref().map(|(bytes, _)| bytes);
        let parts = head.into_iter().chain(checksums).chain(chunks.values());
        parts.map(|bytes| bytes.len() as u64).sum()
    }

    /// Takes the bytes of a range that was [needed](Self::needs).
    ///
    /// # Errors
    /// If they are not those of the table, or of a range that was not needed. They are not kept.
    pub fn supply(&self, start: u64, bytes: Box<[u8]>) -> Result<(), SupplyError> {
        let state = &mut *self.state();
        let end = start.saturating_add(bytes.len() as u64);
        let is_meant = |&part: &Part| state.range(part, self.length) == Some(start..end);
        let part = state.missing.iter().copied().find(is_meant);
        let part = part.ok_or(SupplyError::NotNeeded { start, end })?;
        state.keep(part, bytes, self.length)?;
        state.missing.remove(&part);
        Ok(())
    }

    /// How many bytes the file has.
    pub(crate) const fn length(&self) -> u64 {
        self.length
    }

    /// The parts among these that are not here, with their places as far as these are known.
    pub(crate) fn places(&self, parts: &BTreeSet<Part>) -> Vec<(Part, Range<u64>)> {
        let state = self.state();
        let missing = parts.iter().filter(|&&part| !state.has(part));
        missing.filter_map(|&part| Some((part, state.range(part, self.length)?))).collect()
    }

    /// Takes a part that may come before it is asked for.
    pub(crate) fn keep(&self, part: Part, bytes: Box<[u8]>) -> Result<(), FormatError> {
        self.state().keep(part, bytes, self.length)
    }

    /// Takes the whole file.
    pub(crate) fn keep_all(&self, bytes: &[u8]) -> Result<(), FormatError> {
        let state = &mut *self.state();
        let chunks = (0..).map(Part::Chunk);
        for part in [Part::Head, Part::Checksums].into_iter().chain(chunks) {
            let Some(Range { start, end }) = state.range(part, self.length) else { break };
            if start >= end {
                break;
            }
            let bytes = bytes.get(start as usize..end as usize);
            let bytes = bytes.ok_or(FormatError::Unreadable(io::ErrorKind::UnexpectedEof))?;
            state.keep(part, bytes.into(), self.length)?;
        }
        Ok(())
    }

    /// About how many bytes the chunks take that are here.
    pub(crate) fn chunks(&self) -> u64 {
        self.state().chunks.len() as u64 * CHUNK
    }

    pub(crate) fn forget_chunks(&self) {
        self.state().chunks.clear();
    }

    /// Reads as [`ReadAt`] does, and notes elsewhere what is missing.
    pub(crate) fn read(
        &self,
        bytes: &mut [u8],
        offset: u64,
        missing: &mut BTreeSet<Part>,
    ) -> io::Result<()> {
        self.state().read(bytes, offset, missing)
    }
}

impl State {
    fn has(&self, part: Part) -> bool {
        match part {
            Part::Head => self.head.is_some(),
            Part::Checksums => self.checksums.is_some(),
            Part::Chunk(number) => self.chunks.contains_key(&number),
        }
    }

    /// Where a part is; `None` if that is not known yet.
    fn range(&self, part: Part, length: u64) -> Option<Range<u64>> {
        let layout = || self.head.as_ref().map(|(_, beginning)| &beginning.layout);
        match part {
            Part::Head => Some(0..length.min(Beginning::MOST as u64)),
            Part::Checksums => Some(layout()?.checksums.clone()),
            Part::Chunk(number) => {
                let payload = layout()?.payload.clone();
                let start = payload.start + number * CHUNK;
                Some(start..payload.end.min(start + CHUNK))
            }
        }
    }

    /// Checks a part and keeps it.
    fn keep(&mut self, part: Part, bytes: Box<[u8]>, length: u64) -> Result<(), FormatError> {
        match part {
            Part::Head => {
                let beginning = Beginning::read(&bytes, length)?;
                self.head = Some((bytes, beginning));
            }
            Part::Checksums => {
                let (_, Beginning { header, .. }) = self.head.as_ref().expect("it has a range");
                if chunk_checksum(&bytes) != header.checksums {
                    return Err(FormatError::ChecksumsDamaged);
                }
                self.checksums = Some(bytes);
            }
            Part::Chunk(chunk) => {
                let place = 8 * chunk as usize;
                let listed = self.checksums.as_ref().and_then(|list| list.get(place..place + 8));
                if listed != Some(&chunk_checksum(&bytes).to_le_bytes()) {
                    let offset = self.range(part, length).map_or(0, |range| range.start);
                    return Err(FormatError::ChunkDamaged { chunk, offset });
                }
                self.chunks.insert(chunk, bytes);
            }
        }
        Ok(())
    }

    fn read(&self, bytes: &mut [u8], offset: u64, missing: &mut BTreeSet<Part>) -> io::Result<()> {
        let Some((head, beginning)) = &self.head else {
            missing.insert(Part::Head);
            return Err(io::ErrorKind::WouldBlock.into());
        };
        let payload = &beginning.layout.payload;
        let end = offset.checked_add(bytes.len() as u64).ok_or(io::ErrorKind::UnexpectedEof)?;
        if end > beginning.layout.file_length() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        // What opens a table reads as much as a header may have.
        if offset == 0 && bytes.len() == head.len() {
            bytes.copy_from_slice(head);
            return Ok(());
        }
        let mut is_whole = true;
        // Fills what is to be read of the bytes from `start` on.
        let mut fill = |start: u64, known: Option<&[u8]>, length: u64, part: Part| {
            let (from, to) = (offset.max(start), end.min(start + length));
            match known {
                _ if from >= to => {}
                Some(known) => bytes[(from - offset) as usize..(to - offset) as usize]
                    .copy_from_slice(&known[(from - start) as usize..(to - start) as usize]),
                None => {
                    is_whole = false;
                    missing.insert(part);
                }
            }
        };
        fill(0, Some(head), payload.start, Part::Head);
        let chunk_of = |place: u64| place.clamp(payload.start, payload.end) - payload.start;
        for number in chunk_of(offset) / CHUNK..chunk_of(end).div_ceil(CHUNK) {
            let start = payload.start + number * CHUNK;
            let length = (payload.end - start).min(CHUNK);
            fill(start, self.chunks.get(&number).map(AsRef::as_ref), length, Part::Chunk(number));
        }
        let (checksums, length) = (self.checksums.as_deref(), end.saturating_sub(payload.end));
        fill(payload.end, checksums, length, Part::Checksums);
        if !is_whole && checksums.is_none() {
            missing.insert(Part::Checksums);
        }
        match is_whole || bytes.len() <= PROBE {
            true => Ok(()),
            false => Err(io::ErrorKind::WouldBlock.into()),
        }
    }
}

impl ReadAt for RemoteBytes {
    fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        let state = &mut *self.state();
        let mut missing = mem::take(&mut state.missing);
        let read = state.read(bytes, offset, &mut missing);
        state.missing = missing;
        read
    }
}
