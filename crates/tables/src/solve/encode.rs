//! The sections of a table, from its positions in the order of their words.

use perfectplay_core::coded::{CodedBuilder, Dictionary, entropy, range_of};

use crate::solve::levels::Store;
use crate::solve::prelude::*;
use crate::solve::value::Counts;

/// How many ranges a thread solves before they are appended.
const TOGETHER: usize = 4;

/// How many ranges are kept together for a later build.
const KEPT: usize = 1 << 7;

/// Writes ranges of positions that come in the order of their words.
pub(crate) struct RangeWriter<'a> {
    builder: CodedBuilder,
    /// How many words a range has.
    range: usize,
    /// By value: its number.
    numbers: Vec<u16>,
    /// Positions that are no whole batch of ranges yet, with the numbers of their values.
    words: Vec<u64>,
    values: Vec<u16>,
    control: Control<'a>,
    /// Where ranges are kept for a later build, in how many chunks they are, and how many are in these.
    store: Option<(&'a Store<'a>, usize)>,
    kept: u64,
    kept_ranges: usize,
}

impl<'a> RangeWriter<'a> {
    /// For values that occur so often, and members of this many bits.
    pub(crate) fn new(counts: &Counts, members: u8, control: Control<'a>) -> Self {
        let values: Vec<u16> = counts.iter().map(|&(value, _)| value).collect();
        let mut numbers = vec![0; usize::from(u16::MAX) + 1];
        (0..).zip(&values).for_each(|(number, &value)| numbers[usize::from(value)] = number);
        let builder = CodedBuilder::new(Dictionary::new(values, members));
        let range = range_of(counts.iter().map(|&(_, count)| count));
        let states = counts.iter().map(|&(_, count)| count).sum();
        control.event(Event::Phase { name: "writing", states: Some(states) });
        control.set_position(0);
        let (words, values, store) = (Vec::new(), Vec::new(), None);
        let (kept, kept_ranges) = (0, 0);
        Self { builder, range, numbers, words, values, control, store, kept, kept_ranges }
    }

    /// Begins with the ranges that an earlier build kept, whose last word is returned, and keeps those that follow.
    /// `level` tells ways to solve a game apart.
    pub(crate) fn resume(
        &mut self,
        store: &'a Store<'a>,
        level: usize,
    ) -> Result<Option<u64>, SolveError> {
        let mut behind = None;
        while let Some((last, positions, ranges)) = store.left_ranges((level, self.kept))? {
            ranges.into_iter().try_for_each(|range| self.builder.append(range))?;
            self.control.advance(positions)?;
            behind = Some(last);
            self.kept += 1;
        }
        self.kept_ranges = self.builder.ranges();
        self.store = Some((store, level));
        Ok(behind)
    }

    /// About how many bytes of memory the sections take, with what is known of bumped words until the end, for values that
    /// occur so often, and members of this many bits.
    pub(crate) fn memory(counts: &Counts, members: u8) -> u64 {
        let counts = counts.iter().map(|&(_, count)| count);
        let bits = entropy(counts.clone()) + f64::from(members);
        // Lines have a few more bits than that, and one word in twenty is bumped.
        let bytes = bits * 1.06 / 8.0 + 0.6 * bits.min(1.0);
        (counts.sum::<u64>() as f64 * bytes) as u64
    }

    /// Adds positions, whose words follow all before, with their values.
    pub(crate) fn add(&mut self, sorted: &[(u64, u16)]) -> Result<(), SolveError> {
        for part in sorted.chunks(self.range) {
            self.words.extend(part.iter().map(|&(word, _)| word));
            self.values.extend(part.iter().map(|&(_, value)| self.numbers[usize::from(value)]));
            if self.words.len() >= TOGETHER * rayon::current_num_threads() * self.range {
                self.solve(self.words.len() / self.range * self.range)?;
            }
        }
        Ok(())
    }

    /// Writes the first of the positions.
    fn solve(&mut self, end: usize) -> Result<(), SolveError> {
        let ranges =
            self.words[..end].par_chunks(self.range).zip(self.values[..end].par_chunks(self.range));
        let dictionary = self.builder.dictionary();
        let solved = ranges.map(|(words, values)| {
            self.control.check()?;
            Ok(dictionary.solve(words, values)?)
        });
        let solved: Result<Vec<_>, SolveError> = solved.collect();
        solved?.into_iter().try_for_each(|range| self.builder.append(range))?;
        if let (Some((store, level)), Some(&last)) = (self.store, self.words[..end].last())
            && self.builder.ranges() >= self.kept_ranges + KEPT
            && store.is_durable()
        {
            self.keep(store, level, last)?;
        }
        self.words.drain(..end);
        self.values.drain(..end);
        Ok(self.control.advance(end as u64)?)
    }

    /// Keeps the ranges that are not kept yet, the last of which has this last word.
    fn keep(&mut self, store: &Store<'_>, level: usize, last: u64) -> Result<(), SolveError> {
        while self.kept_ranges < self.builder.ranges() && self.store.is_some() {
            let end = self.builder.ranges().min(self.kept_ranges + KEPT);
            let (mut bytes, mut positions) = (Vec::new(), 0);
            for range in self.kept_ranges..end {
                positions += self.builder.write(range, &mut bytes);
            }
            // No word is between ranges.
            let last = self.builder.first(end).map_or(last, |next| next - 1);
            if !store.keep_ranges((level, self.kept), last, positions, &bytes)? {
                self.store = None;
            }
            (self.kept, self.kept_ranges) = (self.kept + 1, end);
        }
        Ok(())
    }

    /// The sections.
    pub(crate) fn finish(mut self) -> Result<[Vec<u8>; 5], SolveError> {
        self.solve(self.words.len())?;
        Ok(self.builder.finish()?)
    }
}
