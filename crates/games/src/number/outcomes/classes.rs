//! Classes of positions with about the same share of losing positions, and the best filter for
//! each class. Any choice makes a correct table, but other bytes.

use super::super::Position;
use perfectplay_core::simd::BitInstructions;

/// The most bits of a filter.
pub(super) const MOST_BITS: u8 = 7;

/// Marks classes that hold no losing position.
pub(super) const ALL_WIN: u8 = u8::MAX;

/// The fewest losing positions of a filter: a smaller one would take more space than it saves.
const LEAST_KEYS: u64 = 1 << 11;

/// How many positions there are, and how many of them are losing positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The number of positions.
    pub positions: u64,
    /// The number of losing positions.
    pub losing: u64,
}

/// How many positions a layer has by class, that is, by the number of available numbers and the
/// multiplicity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    pub(super) largest: u8,
    /// By [`class`].
    counts: Vec<Count>,
}

/// Where a layer's classes begin among those of all layers: the sum of ⌈f/2⌉ · f over
/// f = 2 … F − 1.
pub(super) const CLASSES_BEFORE: [u32; 65] = {
    let mut table = [0; 65];
    for_range! { largest in 2..64 =>
        table[largest + 1] = table[largest] + (largest.div_ceil(2) * largest) as u32;
    }
    table
};

/// The number of a position's class in its layer. Of two numbers y and F − y at most one
/// is unavailable, so at least ⌊F/2⌋ numbers are available, and at most F − 1; the multiplicity
/// is 2 to F + 1.
#[inline(always)]
pub(super) fn class(position: Position, cpu: BitInstructions) -> usize {
    let largest = usize::from(position.largest());
    let available = cpu.count(position.mask()) as usize;
    let multiplicity = usize::from(position.multiplicity());
    (available - largest / 2) * largest + multiplicity - 2
}

/// How many classes a layer has.
fn classes(largest: u8) -> usize {
    let largest = usize::from(largest);
    (CLASSES_BEFORE[largest + 1] - CLASSES_BEFORE[largest]) as usize
}

impl Census {
    /// The census of the layer of this largest number, still without positions.
    pub fn new(largest: u8) -> Self {
        Self { largest, counts: vec![Count::default(); classes(largest)] }
    }

    /// Counts a position, which must be of the layer.
    #[inline]
    pub fn add(&mut self, position: Position, is_lost: bool) {
        let count = &mut self.counts[class(position, BitInstructions::here())];
        count.positions += 1;
        count.losing += u64::from(is_lost);
    }

    /// Adds another census of the layer.
    pub fn merge(&mut self, other: &Self) {
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count = count.plus(*more);
        }
    }

    /// How many losing positions, the keys of a filter, are in classes with filters of 0, 1, 2, … bits; `chosen` has the
    /// bits of each class.
    pub(super) fn keys_by_bits(&self, chosen: &[u8]) -> [u64; 1 + MOST_BITS as usize] {
        let mut losing = [0; 1 + MOST_BITS as usize];
        for (count, &bits) in self.counts.iter().zip(chosen) {
            // Classes without a filter have no losing position.
            if let Some(sum) = losing.get_mut(usize::from(bits)) {
                *sum += count.losing;
            }
        }
        losing
    }

    /// The counts by the number of available numbers, from ⌊F/2⌋ to F − 1, where F is the largest
    /// number.
    pub fn by_available(&self) -> impl Iterator<Item = Count> + '_ {
        let rows = self.counts.chunks(self.largest.into());
        rows.map(|row| row.iter().fold(Count::default(), |sum, &count| sum.plus(count)))
    }
}

impl Count {
    /// The sums of both, `u64::MAX` if they are larger.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            positions: self.positions.saturating_add(other.positions),
            losing: self.losing.saturating_add(other.losing),
        }
    }

    /// The size of filter and function with a filter of `bits` bits, in 1/128 bits: a filter of losing positions, and
    /// one bit for these and for the others that pass it.
    const fn cost(self, bits: u8) -> u128 {
        let others = self.positions - self.losing;
        self.losing as u128 * (bits as u128 + 1) * 128 + others as u128 * (128 >> bits)
    }
}

/// The bits of the filter of each class, or [`ALL_WIN`].
pub(super) fn choose_bits(census: &Census) -> Vec<u8> {
    let mut allowed: Vec<u8> = (0..=MOST_BITS).collect();
    loop {
        let best = |count: &Count| {
            let cheapest = allowed.iter().min_by_key(|&&bits| count.cost(bits));
            let bits = *cheapest.expect("0 bits are always allowed");
            if count.losing == 0 { ALL_WIN } else { bits }
        };
        let chosen: Vec<u8> = census.counts.iter().map(best).collect();
        let keys = |bits: u8| -> u64 {
            let counts = census.counts.iter().zip(&chosen);
            counts.filter(|(_, chosen)| **chosen == bits).map(|(c, _)| c.losing).sum()
        };
        let small = allowed.iter().position(|&bits| bits > 0 && keys(bits) < LEAST_KEYS);
        match small {
            Some(small) => drop(allowed.remove(small)),
            None => return chosen,
        }
    }
}
