//! What a description gave for words that were asked.

use std::collections::HashMap;

use perfectplay_tables::solve::{Batch, End, Key, Turn};

/// What a game gave for some words.
#[derive(Default)]
pub(super) struct Known {
    /// By word: where the children of a position begin, how many they are, and how it has ended.
    positions: HashMap<u64, (usize, u16, Option<End>)>,
    /// The words that moves lead to.
    children: Vec<u64>,
    /// Of each child, what the move does, the weight of an outcome, and its stage; nothing as long as all are `USUAL`.
    others: Vec<Other>,
}

type Other = (Turn, u32, u32);

/// Players move in turn, nothing is scored or rolled, and there are no stages.
const USUAL: Other = (Turn { same_player: false, gain: 0 }, 0, 0);

impl Known {
    pub(super) fn has(&self, word: u64) -> bool {
        self.positions.contains_key(&word)
    }

    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        let positions = self.positions.capacity() * 28;
        (positions + self.children.capacity() * 8 + self.others.capacity() * size_of::<Other>())
            as u64
    }

    pub(super) fn add(&mut self, words: &[u64], batch: &Batch) {
        for (&word, visited) in words.iter().zip(batch.visited()) {
            let (start, moves) = (self.children.len(), visited.children.len() as u16);
            self.positions.insert(word, (start, moves, visited.end));
            let weights = visited.weights.iter().copied().chain(std::iter::repeat(0));
            for (child, weight) in visited.children.iter().zip(weights) {
                let other = (child.turn, weight, child.stage);
                if other != USUAL || !self.others.is_empty() {
                    self.others.resize(self.children.len(), USUAL);
                    self.others.push(other);
                }
                self.children.push(child.key.word);
            }
        }
    }

    /// Makes a batch of some words; `false` if it does not have all of them.
    pub(super) fn read(&self, words: &[u64], batch: &mut Batch) -> bool {
        batch.clear();
        for &word in words {
            let Some(&(start, moves, end)) = self.positions.get(&word) else { return false };
            for place in (start..).take(moves.into()) {
                let (turn, weight, stage) = self.others.get(place).copied().unwrap_or(USUAL);
                batch.add_child(Key::new(self.children[place]), turn, weight, stage);
            }
            batch.add(word, end);
        }
        true
    }
}
