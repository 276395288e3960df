//! The parents of positions, from which moves lead there.

use perfectplay_core::groups::{get, put};

use super::moves::{Moves, each_edge, folded, link, unfolded, unlinked};
use crate::solve::levels::{BLOCK, Block, Chunk, Kept, Kind, Store, words};
use crate::solve::prelude::*;

/// How many moves are put together at a time, on each thread.
const TOGETHER: usize = 1 << 20;
/// How many positions an entry of the index is for.
const GROUP: usize = 64;
/// How many ranges are kept together.
const RANGES: usize = 16;

/// What the first link to a position is compared with.
const fn first_link(number: usize) -> u64 {
    link(number, Turn { same_player: false, gain: 0 })
}

/// The parents of the positions of a span.
pub(super) struct Parents {
    /// By range: where each group of positions begins in the bytes, and those behind it.
    ranges: Vec<Block>,
    index: Vec<Vec<u32>>,
    /// How many blocks of words a range has, and the number of the files.
    width: usize,
    level: usize,
}

impl Parents {
    /// Puts all runs of a span's ranges together: for each of its positions the *parents*, from which moves lead there.
    pub(super) fn new(moves: Moves<'_>) -> Result<Self, SolveError> {
        let parents = moves.put_together()?;
        moves.store.memory.give(moves.runs.iter().map(Chunk::memory).sum());
        moves.store.remove(Kind::Edges, moves.level());
        Ok(parents)
    }

    /// Removes them from memory and disk.
    pub(super) fn remove(self, store: &Store<'_>) {
        store.memory.give(self.ranges.iter().map(Block::memory).sum());
        store.remove(Kind::Parents, self.level);
    }

    /// Calls `each` with the parents of positions, whose numbers ascend.
    pub(super) fn each(
        &self,
        numbers: impl Iterator<Item = usize>,
        mut each: impl FnMut(usize, usize, Turn) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let (mut bytes, mut group, mut left, mut done) = (Vec::new(), usize::MAX, 0..0, 0);
        for number in numbers {
            let (range, place) = (number / (self.width * BLOCK), number % (self.width * BLOCK));
            if number / GROUP != group {
                group = number / GROUP;
                let index = &self.index[range];
                let part = index[place / GROUP]..index[place / GROUP + 1];
                self.ranges[range].read_part(part, &mut bytes)?;
                (left, done) = (0..bytes.len(), number / GROUP * GROUP);
            }
            let damaged = || self.ranges[range].damaged();
            let mut rest = &bytes[left];
            while done < number {
                let skipped = get(&mut rest).ok_or_else(damaged)?;
                for _ in 0..skipped {
                    get(&mut rest).ok_or_else(damaged)?;
                }
                done += 1;
            }
            let parents = get(&mut rest).ok_or_else(damaged)?;
            let mut before = first_link(number);
            for _ in 0..parents {
                before = before.wrapping_add(unfolded(get(&mut rest).ok_or_else(damaged)?));
                let (parent, turn) = unlinked(before);
                each(number, parent, turn)?;
            }
            left = bytes.len() - rest.len()..bytes.len();
            done += 1;
        }
        Ok(())
    }
}

impl Moves<'_> {
    /// Puts the runs of each range together.
    fn put_together(&self) -> Result<Parents, SolveError> {
        let (target, runs) = (&self.targets[0], self.runs_of_ranges());
        let runs = &runs[target.ranges.clone()];
        let mut kept = Kept::new(self.store);
        let key = |part: usize| (Kind::Parents, self.level(), part as u64);
        kept.fill_each(runs.len().div_ceil(RANGES), key, |part| {
            let ranges = part * RANGES..runs.len().min((part + 1) * RANGES);
            let blocks = ranges.into_par_iter().map(|range| self.parents_of(range, &runs[range]));
            Ok(Chunk::new(key(part), [0; _], blocks.collect::<Result<_, SolveError>>()?))
        })?;
        let ranges: Vec<Block> = kept.chunks.into_iter().flat_map(|chunk| chunk.blocks).collect();
        let index = |range: &Block| {
            let entries = range.count.div_ceil(GROUP as u32) + 1;
            let mut bytes = Vec::new();
            range.read_part(0..4 * entries, &mut bytes)?;
            Ok(bytes.as_chunks().0.iter().map(|&entry| u32::from_le_bytes(entry)).collect())
        };
        let index: Result<Vec<_>, SolveError> = ranges.iter().map(index).collect();
        Ok(Parents { ranges, index: index?, width: target.width, level: self.level() })
    }

    /// The parents of the positions of a range.
    fn parents_of(&self, range: usize, runs: &[&Block]) -> Result<Block, SolveError> {
        let target = &self.targets[0];
        let blocks = target.parts(&target.span.blocks).nth(range).expect("it is one");
        let mut own = Vec::new();
        blocks.iter().try_for_each(|block| words::read(block, &mut own))?;
        let mut counts = vec![0u32; own.len()];
        let each = |run: &Block, each: &mut dyn FnMut(usize, u64)| {
            let (mut place, mut missing) = (0, None);
            each_edge(run, |word, link| {
                while own.get(place).is_some_and(|&it| it < word) {
                    place += 1;
                }
                match own.get(place) == Some(&word) {
                    true => each(place, link),
                    false => missing = Some(word),
                }
            })?;
            self.control.check()?;
            missing.map_or(Ok(()), |word| Err(mistake(self.game, word, Mistake::Changed)))
        };
        runs.iter().try_for_each(|run| each(run, &mut |place, _| counts[place] += 1))?;
        let mut writer = ParentsWriter::new(range * target.width * BLOCK, own.len());
        let (mut place, mut links, mut ends) = (0, Vec::new(), Vec::new());
        while place < own.len() {
            // As many positions as there is room for, or one.
            let (first, mut end) = (place, 0);
            ends.clear();
            while place < own.len() && (end + counts[place] as usize <= TOGETHER || place == first)
            {
                ends.push(end);
                end += counts[place] as usize;
                place += 1;
            }
            links.clear();
            if end > TOGETHER {
                writer.begin(counts[first]);
                for run in runs {
                    let begin = links.len();
                    each(run, &mut |place, link| {
                        if place == first {
                            links.push(link);
                        }
                    })?;
                    // Portions follow one another, and so do the links of their runs.
                    if links[begin..].iter().min() > links[..begin].iter().max() {
                        writer.add(&mut links[..begin]);
                        links.drain(..begin);
                    }
                }
                writer.add(&mut links);
                continue;
            }
            links.resize(end, 0);
            for run in runs {
                each(run, &mut |place, link| {
                    if let Some(end) = ends.get_mut(place.wrapping_sub(first)) {
                        links[*end] = link;
                        *end += 1;
                    }
                })?;
            }
            let mut begin = 0;
            for &end in &ends {
                writer.begin((end - begin) as u32);
                writer.add(&mut links[begin..end]);
                begin = end;
            }
        }
        Ok(Block::new(own[0], own.len() as u32, &writer.finish()?))
    }
}

/// Writes the parents of the positions of a range.
struct ParentsWriter {
    /// The number of the next position.
    number: usize,
    /// Where each group begins in the bytes, before which there is room for that.
    index: Vec<u32>,
    bytes: Vec<u8>,
    /// The link before the next one.
    before: u64,
}

impl ParentsWriter {
    /// For so many positions; the first one has this number.
    fn new(number: usize, positions: usize) -> Self {
        let entries = positions.div_ceil(GROUP) + 1;
        let (index, bytes) = (Vec::with_capacity(entries), vec![0; 4 * entries]);
        Self { number, index, bytes, before: 0 }
    }

    /// Begins the next position, which has so many parents.
    fn begin(&mut self, parents: u32) {
        // A range begins with a group.
        if self.number.is_multiple_of(GROUP) {
            self.index.push(self.bytes.len() as u32);
        }
        put(&mut self.bytes, parents.into());
        self.before = first_link(self.number);
        self.number += 1;
    }

    /// Adds some of its parents, all behind those before.
    fn add(&mut self, links: &mut [u64]) {
        links.sort_unstable();
        for &link in &*links {
            put(&mut self.bytes, folded(link.wrapping_sub(self.before)));
            self.before = link;
        }
    }

    fn finish(mut self) -> Result<Vec<u8>, SolveError> {
        self.index.push(u32::try_from(self.bytes.len()).map_err(|_| SolveError::TooLarge)?);
        for (entry, bytes) in self.index.iter().zip(self.bytes.as_chunks_mut().0) {
            *bytes = entry.to_le_bytes();
        }
        Ok(self.bytes)
    }
}
