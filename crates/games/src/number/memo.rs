//! The outcomes that a search remembers, in bounded memory.

use super::large::Large;

/// In how many places a position may be stored.
const PLACES: usize = 16;

/// The first number of slots, a power of two above `PLACES`.
pub const FEWEST: usize = 1 << 10;

/// How a position is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Win {
    /// By a move that is not known.
    ByUnknownMove,
    /// By naming this number.
    ByNaming(u16),
}

/// Positions and their outcomes: a hash table with open addressing that overwrites entries when it may not grow
/// any more. Every outcome that it returns is correct, since whole positions are stored and compared; a lost entry
/// only costs time.
#[derive(Debug)]
pub struct Memo<const WORDS: usize> {
    /// The empty position, which is never stored, marks a free slot.
    slots: Vec<(Large<WORDS>, Option<Win>)>,
    used: usize,
    most: usize,
}

impl<const WORDS: usize> Memo<WORDS> {
    /// A table of at most `most_bytes` bytes, but of 1024 slots in any case: 16 kB with one word, and
    /// 139 kB with 16.
    pub fn new(most_bytes: usize) -> Self {
        let most = most_bytes / size_of::<(Large<WORDS>, Option<Win>)>();
        let most = if most < FEWEST { FEWEST } else { 1 << most.ilog2() };
        Self { slots: vec![(Large::NONE, None); FEWEST], used: 0, most }
    }

    /// How many slots there are.
    pub fn slots(&self) -> usize {
        self.slots.len()
    }

    /// The outcome of a position, if it is remembered: how it is won, or `None` if it is lost.
    pub fn get(&self, position: &Large<WORDS>) -> Option<Option<Win>> {
        let slots = self.places(position).map(|place| self.slots[place]);
        slots
            .take_while(|(key, _)| *key != Large::NONE)
            .find_map(|(key, won)| (key == *position).then_some(won))
    }

    /// Remembers an outcome; may overwrite another one.
    pub fn insert(&mut self, position: Large<WORDS>, won: Option<Win>) {
        if self.used * 2 >= self.slots.len() {
            self.grow();
        }
        let free = self.places(&position).find(|&place| self.slots[place].0 == Large::NONE);
        self.used += usize::from(free.is_some());
        // Without a free place the first place is overwritten.
        let place = free.unwrap_or_else(|| self.first_place(&position));
        self.slots[place] = (position, won);
    }

    /// Doubles the slots, unless there would be too many or the memory cannot be allocated.
    fn grow(&mut self) {
        let length = self.slots.len() * 2;
        let mut larger = Vec::new();
        if length > self.most || larger.try_reserve_exact(length).is_err() {
            return;
        }
        larger.resize(length, (Large::NONE, None));
        let slots = std::mem::replace(&mut self.slots, larger);
        self.used = 0;
        for (position, won) in slots {
            if position != Large::NONE {
                self.insert(position, won);
            }
        }
    }

    fn places(&self, position: &Large<WORDS>) -> impl Iterator<Item = usize> + use<WORDS> {
        let (first, last) = (self.first_place(position), self.slots.len() - 1);
        (0..PLACES).map(move |step| (first + step) & last)
    }

    fn first_place(&self, position: &Large<WORDS>) -> usize {
        let mix = |hash: u64, &word: &u64| {
            let product = u128::from(hash ^ word) * 0x9e37_79b9_7f4a_7c15;
            (product >> 64) as u64 ^ product as u64
        };
        let hash = position.words().iter().fold(0x2545_f491_4f6c_dd1d, mix);
        hash as usize & (self.slots.len() - 1)
    }
}
