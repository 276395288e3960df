//! The file of a finished block.
//!
//! ```text
//! 0         64            64 KiB + S mod 64 KiB
//! ┌─────────┬─────────────┬───────────────────────┬───────────┐
//! │ prelude │ 0           │ bytes S..E of payload │ checksums │
//! └─────────┴─────────────┴───────────────────────┴───────────┘
//! ```
//!
//! The payload's bytes have the same offset from a multiple of 64 KiB as in the payload, so the pages of all
//! blocks can be mapped next to one another. They are followed by the checksums of their chunks, eight bytes each.
//! The prelude says which block of which plan this is, and holds the checksum of the checksums and its own.
//! Numbers are little-endian.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::files::positioned;
use perfectplay_core::layers::zeros;
use perfectplay_core::parallel::tasks;
use perfectplay_format::{CHUNK, chunk_checksum};
use perfectplay_query::{Problem, open_regular, read_exact_at};
use zerocopy::IntoBytes;

use super::error::{BlockProblem, StoreError};
use crate::layered::StoredEntry;
use crate::layered::filler::WrittenBytes;
use crate::write::payload::PayloadFile;
use crate::{BuildError, Plan, memory};

/// The first eight bytes.
const MAGIC: [u8; 8] = *b"\x89PPB\r\n\x1a\n";

/// The length of the prelude.
const PRELUDE: usize = 64;

/// How many bytes are checked at a time.
const READ: u64 = 16 * CHUNK;

/// Where a block's bytes are in its file.
fn offset(bytes: &Range<u64>) -> u64 {
    CHUNK + bytes.start % CHUNK
}

/// How many chunks of the payload contain bytes of a block.
fn chunks(bytes: &Range<u64>) -> u64 {
    bytes.end.div_ceil(CHUNK) - bytes.start / CHUNK
}

/// The length of a block's file.
pub(super) fn length(bytes: &Range<u64>) -> u64 {
    offset(bytes) + (bytes.end - bytes.start) + 8 * chunks(bytes)
}

/// A file with room for a block.
pub(super) fn payload<'a>(file: &'a File, path: &'a Path, bytes: &Range<u64>) -> PayloadFile<'a> {
    PayloadFile::new(file, path, offset(bytes), bytes.start)
}

/// Completes the file of a block after all its bytes have been written.
pub(super) fn complete(
    file: &File,
    plan: &Plan,
    number: usize,
    checksums: &[u8],
) -> io::Result<()> {
    let bytes = &plan.blocks()[number].bytes;
    positioned::write_all_at(file, checksums, length(bytes) - 8 * chunks(bytes))?;
    positioned::write_all_at(file, &prelude(plan, number, chunk_checksum(checksums)), 0)
}

fn prelude(plan: &Plan, number: usize, checksums: u64) -> [u8; PRELUDE] {
    let mut prelude = [0; PRELUDE];
    prelude[..8].copy_from_slice(&MAGIC);
    prelude[8..12].copy_from_slice(&(number as u32).to_le_bytes());
    prelude[16..48].copy_from_slice(plan.hash_bytes());
    prelude[48..56].copy_from_slice(&checksums.to_le_bytes());
    let own = chunk_checksum(&prelude[..56]);
    prelude[56..].copy_from_slice(&own.to_le_bytes());
    prelude
}

/// What the prelude of a block says.
struct Prelude {
    number: u32,
    plan: [u8; 32],
    /// The checksum of the checksums.
    checksums: u64,
}

impl Prelude {
    /// The prelude of a file, if it is the file of a block.
    fn read(file: &File) -> Option<Self> {
        let mut found = [0; PRELUDE];
        read_exact_at(file, &mut found, 0).ok()?;
        let u64_at = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| found[at + i]));
        let is_sound = u64_at(56) == chunk_checksum(&found[..56]);
        let is_block = found[..8] == MAGIC && found[12..16] == [0; 4] && is_sound;
        is_block.then(|| Self {
            number: u32::from_le_bytes(std::array::from_fn(|i| found[8 + i])),
            plan: std::array::from_fn(|i| found[16 + i]),
            checksums: u64_at(48),
        })
    }
}

/// The hash of the plan that a block's file belongs to.
pub(super) fn plan_of(path: &Path) -> Option<[u8; 32]> {
    Some(Prelude::read(&open_regular(path).ok()?)?.plan)
}

/// The file of a finished block, whose length, prelude and checksums are correct.
#[derive(Debug)]
pub(super) struct BlockFile {
    file: File,
    path: PathBuf,
    bytes: Range<u64>,
    checksums: Vec<u8>,
    table: String,
    number: usize,
}

impl BlockFile {
    /// Opens the file of a block, and checks everything except its bytes.
    pub(super) fn open(path: PathBuf, plan: &Plan, number: usize) -> Result<Self, BlockProblem> {
        let bytes = plan.blocks()[number].bytes.clone();
        let file = open_regular(&path).map_err(|problem| match problem {
            Problem::Missing => BlockProblem::Missing,
            Problem::Io(error) => BlockProblem::Io(error),
            _ => BlockProblem::NoBlock,
        })?;
        let metadata = file.metadata()?;
        let prelude = Prelude::read(&file).ok_or(BlockProblem::NoBlock)?;
        if prelude.plan != *plan.hash_bytes() {
            return Err(BlockProblem::OtherPlan(prelude.number));
        }
        if prelude.number != number as u32 {
            return Err(BlockProblem::OtherBlock(prelude.number));
        }
        let expected = length(&bytes);
        if metadata.len() != expected {
            return Err(BlockProblem::Length { found: metadata.len(), expected });
        }
        let listed = 8 * chunks(&bytes);
        let mut checksums = memory::with_room(listed as usize)?;
        checksums.resize(listed as usize, 0);
        read_exact_at(&file, &mut checksums, expected - listed)?;
        if chunk_checksum(&checksums) != prelude.checksums {
            return Err(BlockProblem::ChecksumsDamaged);
        }
        Ok(Self { file, path, bytes, checksums, table: plan.table().to_owned(), number })
    }

    /// The error that something is wrong with it.
    fn problem(&self, problem: BlockProblem) -> StoreError {
        let (table, number, path) = (self.table.clone(), self.number, self.path.clone());
        StoreError::Block { table, number, path, problem }
    }

    fn payload(&self) -> PayloadFile<'_> {
        payload(&self.file, &self.path, &self.bytes)
    }

    /// The bytes of the payload that it holds.
    pub(super) fn written(&self) -> WrittenBytes<'_> {
        WrittenBytes { file: self.payload(), bytes: self.bytes.clone() }
    }

    /// Checks the bytes between the prelude and the payload's bytes.
    fn check_padding(&self) -> Result<(), BlockProblem> {
        let mut padding = vec![0; offset(&self.bytes) as usize - PRELUDE];
        read_exact_at(&self.file, &mut padding, PRELUDE as u64)?;
        match padding.iter().position(|&byte| byte != 0) {
            None => Ok(()),
            Some(at) => Err(BlockProblem::Damaged((PRELUDE + at) as u64)),
        }
    }

    /// Reads all bytes, checks them, and calls `take` with the entries of each part and their place in
    /// the payload, in any order.
    pub(super) fn read<E: StoredEntry>(
        &self,
        take: impl Fn(u64, &mut [E]) -> Result<(), BuildError> + Sync,
    ) -> Result<(), StoreError> {
        self.check_padding().map_err(|problem| self.problem(problem))?;
        let Range { start, end } = self.bytes;
        let first = start / READ;
        tasks((end.div_ceil(READ) - first) as usize).each(|part| {
            let part = first + part as u64;
            let part = (part * READ).max(start)..((part + 1) * READ).min(end);
            let mut entries = self.entries(&part).map_err(|problem| self.problem(problem))?;
            Ok(take(part.start, &mut entries)?)
        })
    }

    /// The entries in these bytes, which begin at the start of a chunk or of the block, and end with one.
    fn entries<E: StoredEntry>(&self, part: &Range<u64>) -> Result<Vec<E>, BlockProblem> {
        let bytes = part.end - part.start;
        let mut entries = zeros::<E>(bytes / size_of::<E>() as u64)?;
        self.payload().read(part.start, entries.as_mut_bytes())?;
        self.check(part.start, entries.as_bytes())?;
        Ok(entries)
    }

    /// The chunks that contain these bytes, as far as they lie in the block.
    pub(super) fn chunks_around(&self, bytes: &Range<u64>) -> impl Iterator<Item = Range<u64>> {
        let Range { start, end } = self.bytes;
        let (from, to) = (bytes.start.max(start), bytes.end.min(end));
        let chunks = if from < to { from / CHUNK..to.div_ceil(CHUNK) } else { 0..0 };
        chunks.map(move |chunk| (chunk * CHUNK).max(start)..((chunk + 1) * CHUNK).min(end))
    }

    /// Checks a chunk, the bytes of which are given or read.
    pub(super) fn check_chunk(
        &self,
        chunk: &Range<u64>,
        bytes: Option<&[u8]>,
    ) -> Result<(), StoreError> {
        let checked = match bytes {
            Some(bytes) => self.check(chunk.start, bytes),
            None => self.entries::<i8>(chunk).map(drop),
        };
        checked.map_err(|problem| self.problem(problem))
    }

    /// Checks bytes that begin at the start of a chunk or of the block, and end with one.
    fn check(&self, start: u64, mut bytes: &[u8]) -> Result<(), BlockProblem> {
        let mut at = start;
        while !bytes.is_empty() {
            let length = (CHUNK - at % CHUNK).min(bytes.len() as u64);
            let (chunk, rest) = bytes.split_at(length as usize);
            let place = (at / CHUNK - self.bytes.start / CHUNK) as usize * 8;
            if chunk_checksum(chunk).to_le_bytes() != self.checksums[place..place + 8] {
                let offset = offset(&self.bytes) + (at - self.bytes.start);
                return Err(BlockProblem::Damaged(offset));
            }
            (at, bytes) = (at + length, rest);
        }
        Ok(())
    }
}
