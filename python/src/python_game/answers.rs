//! What a description for arrays gave.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use perfectplay_tables::solve::{Batch, End, Key, Turn};

/// What was given for some words.
#[derive(Clone, PartialEq)]
pub(super) struct Answers {
    pub(super) ends: Vec<Option<End>>,
    /// Where the children of each end.
    pub(super) behind: Vec<usize>,
    /// What moves lead to, and the canonical words.
    pub(super) raw: Vec<u64>,
    pub(super) canonical: Vec<u64>,
    pub(super) turns: Vec<Turn>,
    pub(super) stages: Vec<u32>,
}

impl Answers {
    /// Where the children of each word are.
    pub(super) fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        std::iter::once(0)
            .chain(self.behind.iter().copied())
            .zip(&self.behind)
            .map(|(start, &end)| start..end)
    }

    pub(super) fn children(&self) -> impl Iterator<Item = (&u64, &Turn, &u32)> {
        let children = self.canonical.iter().zip(&self.turns).zip(&self.stages);
        children.map(|((child, turn), stage)| (child, turn, stage))
    }

    /// That for one of the words.
    pub(super) fn of(&self, place: usize, range: Range<usize>) -> Self {
        Self {
            ends: vec![self.ends[place]],
            behind: vec![range.len()],
            raw: self.raw[range.clone()].to_vec(),
            canonical: self.canonical[range.clone()].to_vec(),
            turns: self.turns[range.clone()].to_vec(),
            stages: self.stages[range].to_vec(),
        }
    }

    /// Adds that for a single word to a batch.
    pub(super) fn add_to(&self, word: u64, batch: &mut Batch) {
        for (&child, &turn, &stage) in self.children() {
            batch.add_child(Key::new(child), turn, 0, stage);
        }
        batch.add(word, self.ends[0]);
    }
}

/// What was given for single words.
#[derive(Default)]
pub(super) struct Memory {
    pub(super) alone: HashMap<u64, Arc<Answers>>,
    pub(super) canonical: HashMap<u64, u64>,
}
