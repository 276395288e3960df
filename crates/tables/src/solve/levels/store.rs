//! What a build has found and solved so far, in memory while it fits, and in files from which the next build goes on.
//!
//! A file, `NAME.levels/KIND-LEVEL-PART`, has some chunks: the bytes of their blocks, then numbers of eight bytes that say
//! what they are ([`Key`], notes; of each block first word, count, length, checksum), and at the end how many numbers there
//! are, and their checksum. It appears under its name once it is on the disk. Files of other rules are not read.
//!
//! Programs that share the folder share the work ([`Share`]): each makes the units that it does not find there, in an order of
//! its own, and writes each at once. Units are the same whoever makes them, so nobody waits for anybody, and what a program
//! that was killed has not written is made by another one.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use perfectplay_core::coded::SolvedRange;
use perfectplay_core::retrieval::mix;
use perfectplay_format::chunk_checksum;
use perfectplay_query::{folder_entries, open_regular, read_exact_at};

use super::words::BLOCK;
use crate::files::durable::make_folder;
use crate::files::{StagedFile, refused};
use crate::solve::prelude::*;
use crate::{Build, BuildError};

/// The version of what is in the files.
const VERSION: u32 = 4;
/// How many parts of a level are kept together, and how many where they are shared.
pub(super) const GROUP: usize = 128;
const SHARED_GROUP: usize = 16;
/// The most portions of a level that is shared, each of which its runs are kept of.
const MOST_SHARED: usize = 1 << 10;

/// The ways in which positions end.
pub(crate) const WAYS: usize = 5;

/// What a chunk is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Hash)]
pub(crate) enum Kind {
    /// Words of one stage that moves from some blocks of a level lead to.
    Runs = 0,
    /// Words of one stage that moves from the level before lead to, or of the start for level 0.
    Words = 1,
    /// Values of a level.
    Values = 2,
    /// Words of small levels from a level on.
    SmallLevels = 3,
    /// Words of a level to which moves from several levels lead.
    Merged = 4,
    /// Ranges of the table.
    Ranges = 5,
    /// Moves from some blocks of positions.
    Edges = 6,
    /// Parents of the positions of some ranges.
    Parents = 7,
    /// All words of a span, ascending.
    All = 8,
    /// Their values.
    AllValues = 9,
    /// Words of several levels.
    Known = 10,
}

/// Which chunk it is: of which kind, of which level, and which part of it.
pub(crate) type Key = (Kind, usize, u64);

/// Bytes, the first of some words that they are about, and how many those are.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) first: u64,
    pub(crate) count: u32,
    bytes: Place,
}

#[derive(Clone, Debug)]
enum Place {
    Memory(Arc<[u8]>),
    File { file: Arc<ChunkFile>, start: u64, length: u64, checksum: u64 },
}

#[derive(Debug)]
struct ChunkFile {
    file: File,
    path: PathBuf,
}

impl Block {
    pub(crate) fn new(first: u64, count: u32, bytes: &[u8]) -> Self {
        Self { first, count, bytes: Place::Memory(bytes.into()) }
    }

    /// How many bytes of memory it takes.
    pub(crate) fn memory(&self) -> u64 {
        let bytes = match &self.bytes {
            Place::Memory(bytes) => bytes.len(),
            Place::File { .. } => 0,
        };
        (size_of::<Self>() + bytes) as u64
    }

    /// Calls `read` with its bytes.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&[u8]) -> Option<T>) -> Result<T, SolveError> {
        let (file, start, length, sum) = match &self.bytes {
            Place::Memory(bytes) => return Ok(read(bytes).expect("it was written here")),
            Place::File { file, start, length, checksum } => (file, *start, *length, *checksum),
        };
        let mut bytes = vec![0; length as usize];
        let done = read_exact_at(&file.file, &mut bytes, start);
        done.map_err(refused("read", &file.path))?;
        let sound = Some(&*bytes).filter(|bytes| chunk_checksum(bytes) == sum);
        sound.and_then(read).ok_or_else(|| self.damaged())
    }

    /// Makes `bytes` a part of its bytes, which are not compared with their checksum again.
    pub(crate) fn read_part(
        &self,
        part: Range<u32>,
        bytes: &mut Vec<u8>,
    ) -> Result<(), SolveError> {
        let Range { start, end } = part;
        bytes.clear();
        match &self.bytes {
            Place::Memory(all) => bytes.extend(&all[start as usize..end as usize]),
            Place::File { file, start: first, .. } => {
                bytes.resize((end - start) as usize, 0);
                let done = read_exact_at(&file.file, bytes, first + u64::from(start));
                done.map_err(refused("read", &file.path))?;
            }
        }
        Ok(())
    }

    /// The error that its bytes are not those that were written.
    pub(crate) fn damaged(&self) -> SolveError {
        let path = match &self.bytes {
            Place::Memory(_) => Path::new(""),
            Place::File { file, .. } => &file.path,
        };
        refused("read", path)(io::Error::other("it is damaged")).into()
    }
}

/// Some blocks of a level.
#[derive(Clone, Debug)]
pub(crate) struct Chunk {
    pub(crate) key: Key,
    /// How many moves lead from the level before, the stage of the words, and how many more chunks are of stages that were
    /// not expected; or how many positions with the values in it have ended in which way.
    pub(crate) notes: [u64; WAYS],
    pub(crate) blocks: Vec<Block>,
    /// Whether it is in a file.
    pub(super) is_written: bool,
}

impl Chunk {
    pub(crate) const fn new(key: Key, notes: [u64; WAYS], blocks: Vec<Block>) -> Self {
        Self { key, notes, blocks, is_written: false }
    }

    /// The stage of its words.
    pub(crate) const fn stage(&self) -> u32 {
        self.notes[1] as u32
    }

    pub(crate) fn positions(&self) -> u64 {
        self.blocks.iter().map(|block| u64::from(block.count)).sum()
    }

    /// Whether its blocks are about the words of another one's.
    pub(crate) fn is_of_same_words(&self, other: &Self) -> bool {
        let words = |block: &Block| (block.first, block.count);
        self.blocks.iter().map(words).eq(other.blocks.iter().map(words))
    }

    pub(crate) fn memory(&self) -> u64 {
        self.blocks.iter().map(Block::memory).sum()
    }
}

/// Which part a program has in work that several share.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// Its number.
    pub number: usize,
    /// About how many positions are lost if it is killed.
    pub unit: usize,
}

impl Share {
    /// The order in which it makes units: two seldom make the same one at the same time.
    pub(super) fn order(self, units: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..units).collect();
        order.sort_by_key(|&unit| mix(((self.number as u64) << u32::BITS) + unit as u64));
        order
    }
}

/// Where chunks are kept.
#[derive(Debug)]
pub(crate) struct Store<'a> {
    folder: PathBuf,
    /// A print of the rules, and of how this version keeps levels.
    rules: u64,
    pub(crate) memory: &'a Memory,
    pub(super) disk: Memory,
    pub(super) begun: Instant,
    /// When files are written even though there is memory.
    durable_from: Duration,
    pub(super) share: Option<Share>,
    /// What an earlier build left.
    left: Mutex<HashMap<Key, Chunk>>,
    /// The files: of which kind and level each is, where, and how many bytes it has.
    files: Mutex<Vec<(Kind, usize, PathBuf, u64)>>,
}

impl<'a> Store<'a> {
    /// Opens a folder, with what an earlier build of the same rules has left there, or the other programs with which it is
    /// shared.
    pub(crate) fn open(
        folder: PathBuf,
        rules: &str,
        memory: &'a Memory,
        how: Build<'_>,
        share: Option<Share>,
    ) -> Result<Self, SolveError> {
        let mut store = Self {
            folder,
            share,
            // Units of other sizes are other ones.
            rules: match share {
                None => chunk_checksum(format!("{VERSION} {rules}").as_bytes()),
                Some(Share { unit, .. }) => {
                    chunk_checksum(format!("{VERSION} {rules} {unit}").as_bytes())
                }
            },
            disk: Memory::of_disk(how.disk.unwrap_or(u64::MAX)),
            durable_from: how.durable_from,
            ..Self::of_memory(memory)
        };
        for entry in folder_entries(&store.folder).map_err(refused("read", &store.folder))? {
            let path = entry.path();
            match store.read(&path, true) {
                Some((chunks, bytes)) => {
                    store.disk_take(bytes)?;
                    if let Some(&Chunk { key: (kind, level, _), .. }) = chunks.first() {
                        store.files().push((kind, level, path, bytes));
                    }
                    store.left_chunks().extend(chunks.into_iter().map(|chunk| (chunk.key, chunk)));
                }
                // Another program may be writing it.
                None if share.is_some() && path.extension().is_some() => {}
                // A part of a file, of other rules, or damaged.
                None => fs::remove_file(&path).map_err(refused("remove", &path))?,
            }
        }
        if share.is_some() {
            store.durable_from = Duration::MAX;
        } else if store.left() > 0 {
            // What takes so long that it was interrupted may be interrupted again.
            store.durable_from = Duration::ZERO;
        }
        Ok(store)
    }

    /// One that keeps everything in memory.
    pub(crate) fn of_memory(memory: &'a Memory) -> Self {
        Self {
            folder: PathBuf::new(),
            rules: 0,
            memory,
            disk: Memory::of_disk(0),
            begun: Instant::now(),
            durable_from: Duration::MAX,
            share: None,
            left: Mutex::default(),
            files: Mutex::default(),
        }
    }

    /// How many of this many words a buffer has room for that is sorted in as much memory.
    pub(crate) fn buffer(&self, words: usize) -> usize {
        let most = if self.share.is_some() { u64::MAX } else { self.memory.limit() };
        words.min((most / 64) as usize)
    }

    /// How many blocks of a level with so many are expanded before what they lead to is kept.
    pub(crate) fn portion(&self, usual: usize, most: usize, blocks: usize) -> usize {
        match self.share {
            Some(share) => (share.unit / BLOCK).clamp(1, usual).max(blocks / MOST_SHARED),
            None => usual.max(blocks / most),
        }
    }

    /// How many parts of a level are kept together.
    pub(crate) fn group(&self) -> usize {
        if self.share.is_some() { SHARED_GROUP } else { GROUP }
    }

    fn left_chunks(&self) -> MutexGuard<'_, HashMap<Key, Chunk>> {
        self.left.lock().expect("no panic holds it")
    }

    /// How many positions an earlier build left, with or without their values.
    pub(crate) fn left(&self) -> u64 {
        let left = self.left_chunks();
        let has_words = |chunk: &&Chunk| matches!(chunk.key.0, Kind::Words | Kind::SmallLevels);
        left.values().filter(has_words).map(Chunk::positions).sum()
    }

    /// Takes a chunk that an earlier build left, or another program by now.
    pub(crate) fn take(&self, key: Key) -> Option<Chunk> {
        let left = self.left_chunks().remove(&key);
        if left.is_some() || self.share.is_none() {
            return left;
        }
        // Its bytes are compared with their checksums where they are read.
        let (chunks, _) = self.read(&self.path(key), false)?;
        let mut left = self.left_chunks();
        left.extend(chunks.into_iter().map(|chunk| (chunk.key, chunk)));
        left.remove(&key)
    }

    fn path(&self, (kind, level, part): Key) -> PathBuf {
        self.folder.join(format!("{}-{level}-{part}", kind as u8))
    }

    /// Whether what is complete is written even though there is memory.
    pub(crate) fn is_durable(&self) -> bool {
        self.begun.elapsed() >= self.durable_from
    }

    /// Keeps some ranges of the table, up to the last word that is given, behind so many others; `false` if there is no room.
    pub(crate) fn keep_ranges(
        &self,
        (level, number): (usize, u64),
        last: u64,
        positions: u64,
        bytes: &[u8],
    ) -> Result<bool, SolveError> {
        let has_room = self.disk.has_share(2 * bytes.len() as u64, 1);
        if has_room {
            let block = Block::new(last, positions as u32, bytes);
            let key = (Kind::Ranges, level, number);
            self.write(&mut [Chunk::new(key, [0; _], vec![block])], false)?;
        }
        Ok(has_room)
    }

    /// The ranges that an earlier build kept, behind so many others: their last word, how many positions they have, and
    /// themselves.
    pub(crate) fn left_ranges(
        &self,
        (level, number): (usize, u64),
    ) -> Result<Option<(u64, u64, Vec<SolvedRange>)>, SolveError> {
        let Some(chunk) = self.take((Kind::Ranges, level, number)) else { return Ok(None) };
        let block = &chunk.blocks[0];
        let ranges = block.read(|mut bytes| {
            let mut ranges = Vec::new();
            while !bytes.is_empty() {
                ranges.push(SolvedRange::read(&mut bytes)?);
            }
            Some(ranges)
        })?;
        Ok(Some((block.first, block.count.into(), ranges)))
    }

    /// Takes all of some chunks that are numbered, of which the first one notes how many there are.
    pub(crate) fn take_all(&self, key: impl Fn(u64) -> Key) -> Option<Vec<Chunk>> {
        let first = self.take(key(0))?;
        let rest: Option<Vec<Chunk>> =
            (1..first.notes[2]).map(|number| self.take(key(number))).collect();
        Some([vec![first], rest?].concat())
    }

    /// Writes those of some chunks that are not in files to one, and keeps them in memory or not.
    pub(super) fn write(&self, chunks: &mut [Chunk], stay: bool) -> Result<(), SolveError> {
        let mut chunks: Vec<_> = chunks.iter_mut().filter(|chunk| !chunk.is_written).collect();
        let Some(&mut &mut Chunk { key, .. }) = chunks.first_mut() else {
            return Ok(());
        };
        let (path, (kind, level, _)) = (self.path(key), key);
        make_folder(&self.folder)?;
        let staged = StagedFile::shared(&path)?;
        let mut index = vec![self.rules, chunks.len() as u64];
        let mut places = Vec::new();
        let mut writer = BufWriter::with_capacity(1 << 16, staged.file());
        let mut start = 0;
        for chunk in chunks.iter() {
            let (kind, level, part) = chunk.key;
            let blocks = chunk.blocks.len() as u64;
            index.extend([kind as u64, level as u64, part, blocks]);
            index.extend(chunk.notes);
            for block in &chunk.blocks {
                let bytes = block.read(|bytes| Some(bytes.to_vec()))?;
                writer.write_all(&bytes).map_err(staged.refused("write"))?;
                let (length, sum) = (bytes.len() as u64, chunk_checksum(&bytes));
                index.extend([block.first, block.count.into(), length, sum]);
                places.push((start, length, sum));
                start += length;
            }
        }
        let mut bytes: Vec<u8> = index.iter().flat_map(|number| number.to_le_bytes()).collect();
        let sum = chunk_checksum(&bytes);
        bytes.extend((index.len() as u64).to_le_bytes());
        bytes.extend(sum.to_le_bytes());
        self.disk_take(start + bytes.len() as u64)?;
        writer.write_all(&bytes).and_then(|()| writer.flush()).map_err(staged.refused("write"))?;
        drop(writer);
        staged.publish()?;
        self.files().push((kind, level, path.clone(), start + bytes.len() as u64));
        let file = File::open(&path).map_err(refused("open", &path))?;
        let file = Arc::new(ChunkFile { file, path });
        let mut places = places.into_iter();
        for chunk in chunks {
            chunk.is_written = true;
            for (block, (start, length, checksum)) in chunk.blocks.iter_mut().zip(places.by_ref()) {
                if !stay {
                    block.bytes = Place::File { file: file.clone(), start, length, checksum };
                }
            }
        }
        Ok(())
    }

    fn disk_take(&self, bytes: u64) -> Result<(), SolveError> {
        self.disk.take(bytes).map_err(|error| match error {
            SolveError::Memory { need, limit } => BuildError::DiskLimit { need, limit }.into(),
            error => error,
        })
    }

    fn files(&self) -> MutexGuard<'_, Vec<(Kind, usize, PathBuf, u64)>> {
        self.files.lock().expect("no panic holds it")
    }

    /// Removes the files of a kind and a level, which have nothing else, unless another program may be about to read them.
    pub(crate) fn remove(&self, kind: Kind, level: usize) {
        if self.share.is_some() {
            return;
        }
        let of_key = |file: &mut (Kind, usize, PathBuf, u64)| (file.0, file.1) == (kind, level);
        for (.., path, bytes) in self.files().extract_if(.., of_key) {
            // What stays is removed with the folder.
            if fs::remove_file(path).is_ok() {
                self.disk.give(bytes);
            }
        }
    }

    /// The chunks of a file, and how many bytes it has; `None` if not all are sound, as far as they are read.
    fn read(&self, path: &Path, reads_all: bool) -> Option<(Vec<Chunk>, u64)> {
        let file = open_regular(path).ok()?;
        let length = file.metadata().ok()?.len();
        let read = |start: u64, bytes: u64| {
            let is_there = start.checked_add(bytes).is_some_and(|end| end <= length);
            let mut bytes = vec![0; usize::try_from(bytes).ok().filter(|_| is_there)?];
            read_exact_at(&file, &mut bytes, start).ok()?;
            Some(bytes)
        };
        let numbers = |bytes: &[u8]| -> Vec<u64> {
            bytes.as_chunks().0.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect()
        };
        let [count, sum] = *numbers(&read(length.checked_sub(16)?, 16)?).first_chunk()?;
        let payload = length.checked_sub(16)?.checked_sub(count.checked_mul(8)?)?;
        let index = read(payload, 8 * count)?;
        let mut numbers = numbers(&index).into_iter();
        if chunk_checksum(&index) != sum || numbers.next()? != self.rules {
            return None;
        }
        let (mut chunks, mut start) = (Vec::new(), 0);
        let file = Arc::new(ChunkFile { file: file.try_clone().ok()?, path: path.to_owned() });
        for _ in 0..numbers.next()? {
            let kind = match numbers.next()? {
                0 => Kind::Runs,
                1 => Kind::Words,
                2 => Kind::Values,
                3 => Kind::SmallLevels,
                4 => Kind::Merged,
                5 => Kind::Ranges,
                6 => Kind::Edges,
                7 => Kind::Parents,
                8 => Kind::All,
                9 => Kind::AllValues,
                _ => Kind::Known,
            };
            let key = (kind, numbers.next()? as usize, numbers.next()?);
            let most = if kind >= Kind::Ranges { u32::MAX.into() } else { BLOCK as u64 };
            let (count, mut notes, mut blocks) = (numbers.next()?, [0; WAYS], Vec::new());
            for note in &mut notes {
                *note = numbers.next()?;
            }
            for _ in 0..count {
                let (first, count) = (numbers.next()?, numbers.next()?);
                let (length, sum) = (numbers.next()?, numbers.next()?);
                let is_sound = || read(start, length).is_some_and(|it| chunk_checksum(&it) == sum);
                if count > most || reads_all && !is_sound() {
                    return None;
                }
                let place = Place::File { file: file.clone(), start, length, checksum: sum };
                blocks.push(Block { first, count: count as u32, bytes: place });
                start += length;
            }
            chunks.push(Chunk { key, notes, blocks, is_written: true });
        }
        Some((chunks, length))
    }
}
