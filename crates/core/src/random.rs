//! Random numbers that never change: the same seed gives the same numbers in every version and on every machine.
//!
//! Sets of positions, samples of entries and the rules tags of tables depend on them, so they come from no library,
//! which may change its sequence in any version.

use std::ops::RangeInclusive;

/// A generator of random numbers: wyrand (Wang Yi, wyhash 4.2). It is not for secrets.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator whose numbers depend on the seed alone.
    pub const fn with_seed(seed: u64) -> Self {
        Self(seed)
    }

    /// Any number.
    pub const fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x2d35_8dcc_aa6c_78a5);
        let product = self.0 as u128 * (self.0 ^ 0x8bb8_4b93_962e_acc9) as u128;
        product as u64 ^ (product >> 64) as u64
    }

    /// A number less than a bound, each with the same chance (Lemire, "Fast random integer generation in an interval",
    /// 2019).
    ///
    /// # Panics
    /// If the bound is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        // This many of the 2⁶⁴ numbers are one too many for some results.
        let surplus = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.number()) * u128::from(bound);
            if product as u64 >= surplus {
                return (product >> 64) as u64;
            }
        }
    }

    /// A number within a range, each with the same chance.
    ///
    /// # Panics
    /// If the range is empty, or has all numbers.
    pub fn within(&mut self, range: RangeInclusive<usize>) -> usize {
        let (first, last) = range.into_inner();
        first + self.below((last - first + 1) as u64) as usize
    }

    /// An item, each with the same chance; `None` if there is none.
    pub fn choice<I>(&mut self, items: I) -> Option<I::Item>
    where
        I: IntoIterator<IntoIter: ExactSizeIterator>,
    {
        let mut items = items.into_iter();
        let place = items.len().checked_sub(1).map(|last| self.within(0..=last))?;
        items.nth(place)
    }

    /// Puts items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in 1..items.len() {
            items.swap(last, self.within(0..=last));
        }
    }
}
