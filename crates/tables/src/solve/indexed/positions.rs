//! All positions of a game: their words in blocks, as a table has them, and the order in which they are solved.

use std::cmp::Reverse;

use perfectplay_core::groups::{get, put};
use perfectplay_query::WORDS;

use crate::solve::levels::{Block, Locator, Store, find_all, words};
use crate::solve::numbered;
use crate::solve::prelude::*;

/// Words in blocks of [`WORDS`].
pub(in crate::solve) struct Positions {
    /// The first word of each block.
    pub(in crate::solve) firsts: Vec<u64>,
    /// Where the differences of each block begin, and where those of the last one end.
    pub(in crate::solve) begins: Vec<u32>,
    pub(in crate::solve) differences: Vec<u8>,
    states: usize,
    /// Whether words are places, so that there is nothing above.
    is_numbered: bool,
    locator: Locator,
    /// Places of the last level, then those of the one before, and so on.
    pub(in crate::solve) order: Vec<u32>,
}

/// A place has 32 bits, and one number says that there is none.
const MOST: u64 = u32::MAX as u64;

impl Positions {
    /// Finds all positions.
    pub(in crate::solve) fn find(
        game: &dyn Described,
        store: &Store<'_>,
        control: Control<'_>,
    ) -> Result<Self, SolveError> {
        let mut new = Self {
            firsts: Vec::new(),
            begins: vec![0],
            differences: Vec::new(),
            states: 0,
            is_numbered: false,
            locator: Locator::default(),
            order: Vec::new(),
        };
        let numbered = numbered::states(game);
        if numbered > 0 {
            // Moves lead to lower layers.
            new.is_numbered = true;
            new.states = Self::checked(numbered)?;
            store.memory.grow(&mut new.order, new.states)?;
            new.order.extend(0..numbered as u32);
            return Ok(new);
        }
        let mut levels: Vec<Vec<Block>> = Vec::new();
        let spans = find_all(game, store, control, false, |level| {
            store.memory.take(level.iter().map(Block::memory).sum())?;
            levels.push(level.to_vec());
            Ok(())
        })?;
        new.states = Self::checked(spans.iter().map(|span| span.states).sum())?;
        let (mut all, mut rest) = (Vec::new(), Vec::new());
        store.memory.take((new.states / WORDS * 12) as u64)?;
        for block in spans.iter().flat_map(|span| &span.blocks) {
            words::read(block, &mut all)?;
            let whole = all.len() / WORDS * WORDS;
            rest.extend(all.drain(whole..));
            new.pack(&all, store.memory)?;
            all.clear();
            all.append(&mut rest);
        }
        new.pack(&all, store.memory)?;
        new.locator = Locator::new(new.firsts.clone());
        store.memory.grow(&mut new.order, new.states)?;
        for block in levels.iter().rev().flatten() {
            all.clear();
            words::read(block, &mut all)?;
            for &word in &all {
                let place = new.place(word).ok_or_else(|| mistake(game, word, Mistake::Changed))?;
                new.order.push(place as u32);
            }
            store.memory.give(block.memory());
        }
        // An earlier build may have found them, and not in levels.
        if new.order.len() != new.states {
            new.order.clear();
            new.order.extend((0..new.states as u32).rev());
        }
        Ok(new)
    }

    fn checked(states: u64) -> Result<usize, SolveError> {
        if states < MOST { Ok(states as usize) } else { Err(SolveError::TooLarge) }
    }

    /// Appends words, all blocks of which but the last are whole.
    fn pack(&mut self, words: &[u64], memory: &Memory) -> Result<(), SolveError> {
        for block in words.chunks(WORDS) {
            self.firsts.push(block[0]);
            for pair in block.windows(2) {
                put(&mut self.differences, pair[1] - pair[0]);
            }
            let end = u32::try_from(self.differences.len()).map_err(|_| SolveError::TooLarge)?;
            memory.take(u64::from(end - self.begins[self.begins.len() - 1]))?;
            self.begins.push(end);
        }
        Ok(())
    }

    /// How many positions there are.
    pub(in crate::solve) const fn states(&self) -> usize {
        self.states
    }

    /// Calls `each` with the words of a block until it returns false.
    fn walk(&self, block: usize, mut each: impl FnMut(u64) -> bool) {
        let [begin, end] = [self.begins[block], self.begins[block + 1]];
        let (mut word, mut rest) =
            (self.firsts[block], &self.differences[begin as usize..end as usize]);
        while each(word)
            && let Some(difference) = get(&mut rest)
        {
            word += difference;
        }
    }

    /// The words of a block.
    pub(in crate::solve) fn block(&self, block: usize) -> Vec<u64> {
        let places = block * WORDS..self.states.min((block + 1) * WORDS);
        places.map(|place| self.word(place)).collect()
    }

    /// The word at a place.
    pub(in crate::solve) fn word(&self, place: usize) -> u64 {
        if self.is_numbered {
            return place as u64;
        }
        let (mut left, mut found) = (place % WORDS, 0);
        self.walk(place / WORDS, |word| {
            found = word;
            left = left.wrapping_sub(1);
            left != usize::MAX
        });
        found
    }

    /// The place of a word, if it is one of them.
    #[inline]
    pub(in crate::solve) fn place(&self, word: u64) -> Option<usize> {
        if self.is_numbered {
            return usize::try_from(word).ok().filter(|&place| place < self.states);
        }
        let block = self.locator.block(word);
        let (mut place, mut found) = (block * WORDS, None);
        self.walk(block, |other| {
            found = (other == word).then_some(place);
            place += 1;
            other < word
        });
        found
    }

    /// The places of all positions, those of higher stages first, and where each stage ends.
    pub(in crate::solve) fn by_stage(
        &self,
        asked: &dyn Described,
        memory: &Memory,
    ) -> Result<(Vec<u32>, Vec<usize>), SolveError> {
        let mut staged = Vec::new();
        memory.grow(&mut staged, self.states)?;
        for place in 0..self.states {
            staged.push(Reverse((asked.stage(self.word(place))?, place as u32)));
        }
        staged.sort_unstable();
        let stages = staged.chunk_by(|Reverse(one), Reverse(other)| one.0 == other.0);
        let mut ends = Vec::new();
        stages.for_each(|stage| ends.push(ends.last().unwrap_or(&0) + stage.len()));
        Ok((staged.into_iter().map(|Reverse((_, place))| place).collect(), ends))
    }
}
