//! The checksums of a payload that is written in pieces: each is made while its piece is still in the caches, and
//! at the ends of pieces once the neighbouring bytes are there.

use std::io;
use std::iter;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use perfectplay_core::layers::OutOfMemory;
use perfectplay_core::parallel::{Scratch, tasks};
use perfectplay_format::{CHUNK, chunk_checksum};

use crate::memory;

/// The checksums of the chunks of a payload, or of a part of one. If the part begins or ends within a chunk, that
/// chunk's checksum covers only the bytes in the part.
#[derive(Debug)]
pub struct Checksums {
    /// In bytes of the payload.
    range: Range<u64>,
    /// 0 where it is not known yet. A checksum that happens to be 0 is made again whenever it is needed.
    sums: Vec<AtomicU64>,
    /// Where the next chunk begins that [`complete`](Self::complete) has not seen.
    complete: u64,
}

impl Checksums {
    /// None is known yet.
    pub fn new(range: Range<u64>) -> Result<Self, OutOfMemory> {
        let chunks = range.end.div_ceil(CHUNK) - range.start / CHUNK;
        let mut sums = memory::with_room(chunks as usize)?;
        sums.resize_with(chunks as usize, AtomicU64::default);
        Ok(Self { complete: range.start, range, sums })
    }

    /// The bytes of the chunk that begins at or before `at`; empty at the end.
    fn chunk(&self, at: u64) -> Range<u64> {
        if at >= self.range.end {
            return self.range.end..self.range.end;
        }
        let start = at / CHUNK * CHUNK;
        start.max(self.range.start)..(start + CHUNK).min(self.range.end)
    }

    /// The chunks that lie in these bytes.
    fn chunks(&self, bytes: Range<u64>) -> impl Iterator<Item = Range<u64>> + '_ {
        let all =
            iter::successors(Some(self.chunk(bytes.start)), |chunk| Some(self.chunk(chunk.end)));
        let within = all.skip_while(move |chunk| chunk.start < bytes.start);
        within.take_while(move |chunk| !chunk.is_empty() && chunk.end <= bytes.end)
    }

    fn place(&self, at: u64) -> &AtomicU64 {
        &self.sums[(at / CHUNK - self.range.start / CHUNK) as usize]
    }

    /// Records the checksums of the chunks that lie in these bytes, which begin at `start` of the payload.
    pub fn add(&self, start: u64, bytes: &[u8]) {
        for chunk in self.chunks(start..start + bytes.len() as u64) {
            let own = &bytes[(chunk.start - start) as usize..(chunk.end - start) as usize];
            self.place(chunk.start).store(chunk_checksum(own), Ordering::Relaxed);
        }
    }

    /// Makes the missing checksums of the chunks that end at or before `end`, all of whose bytes are written by
    /// now.
    pub fn complete(
        &mut self,
        end: u64,
        read: impl Fn(u64, &mut [u8]) -> io::Result<()> + Sync,
    ) -> io::Result<()> {
        let (mut missing, mut complete) = (Vec::new(), self.complete);
        for chunk in self.chunks(complete..end) {
            complete = chunk.end;
            if self.place(chunk.start).load(Ordering::Relaxed) == 0 {
                missing.push(chunk);
            }
        }
        self.complete = complete;
        let spaces = Scratch::<Vec<u8>>::default();
        tasks(missing.len()).at_least(16).each(|number| {
            let chunk: &Range<u64> = &missing[number];
            spaces.with(|space| {
                space.resize(CHUNK as usize, 0);
                let bytes = &mut space[..(chunk.end - chunk.start) as usize];
                read(chunk.start, bytes)?;
                self.place(chunk.start).store(chunk_checksum(bytes), Ordering::Relaxed);
                Ok(())
            })
        })
    }

    /// The hash of the checksums of all bytes up to `end`. They must be complete, except the last one if its chunk
    /// does not end there.
    pub fn hash_up_to(
        &self,
        end: u64,
        read: impl Fn(u64, &mut [u8]) -> io::Result<()>,
    ) -> io::Result<blake3::Hash> {
        let mut hasher = blake3::Hasher::new();
        let mut complete = self.range.start;
        for chunk in self.chunks(complete..end) {
            hasher.update(&self.place(chunk.start).load(Ordering::Relaxed).to_le_bytes());
            complete = chunk.end;
        }
        let mut rest = vec![0; end.saturating_sub(complete) as usize];
        read(complete, &mut rest)?;
        Ok(hasher.update(&rest).finalize())
    }

    /// All checksums, eight bytes each. They must be complete.
    pub fn to_bytes(&self) -> Result<Vec<u8>, OutOfMemory> {
        let mut bytes = memory::with_room(self.sums.len() * 8)?;
        for sum in &self.sums {
            bytes.extend(sum.load(Ordering::Relaxed).to_le_bytes());
        }
        Ok(bytes)
    }
}
