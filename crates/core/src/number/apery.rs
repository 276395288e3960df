//! Which numbers are sums of given numbers: Apéry sets.
//!
//! For the sums of some numbers, m one of them, the *Apéry set* has the least sum
//! of each residue modulo m: a number is a sum exactly if it is not less than the
//! least sum of its residue. So m words describe infinitely many sums.
//! A further number is added in m steps: adding it repeatedly leads round the residues in cycles,
//! and one round from the least sum of a cycle corrects all others (Böcker and Lipták,
//! "A fast and simple algorithm for the money changing problem", 2007).

use super::primes::greatest_common_divisor;

/// The most residues of an Apéry set, which then takes 16 MiB.
pub(super) const MOST_RESIDUES: u64 = 1 << 20;

/// Marks a residue that no sum has.
const NONE: u128 = u128::MAX;

/// The sums of some numbers, 0 included, by the least of each residue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Apery {
    least: Vec<u128>,
}

impl Apery {
    /// The sums of `modulus` alone, that is, its multiples.
    pub(super) fn of_multiples(modulus: u64) -> Self {
        let mut least = vec![NONE; modulus as usize];
        least[0] = 0;
        Self { least }
    }

    /// The sums of all numbers times a factor.
    pub(super) fn times(&self, factor: u64) -> Self {
        let factor = factor as usize;
        let mut least = vec![NONE; self.least.len() * factor];
        for (place, &sum) in self.least.iter().enumerate().filter(|&(_, &sum)| sum != NONE) {
            least[place * factor] = sum * factor as u128;
        }
        Self { least }
    }

    /// How many residues there are: a sum, and not always the least.
    pub(super) fn modulus(&self) -> u64 {
        self.least.len() as u64
    }

    /// Adds the sums in which `number` occurs.
    pub(super) fn add(&mut self, number: u64) {
        let modulus = self.modulus();
        let cycles = greatest_common_divisor(modulus, number % modulus);
        for start in 0..cycles {
            self.go_round(start, modulus / cycles, number);
        }
    }

    /// Goes round the cycle of `start`, from its least sum on.
    fn go_round(&mut self, start: u64, length: u64, number: u64) {
        let modulus = self.modulus();
        let step = number % modulus;
        // Both are below the modulus, and a division would take most of the time.
        let next =
            |place: u64| if place < modulus - step { place + step } else { place + step - modulus };
        let (mut place, mut first) = (start, start);
        for _ in 0..length {
            if self.least[place as usize] < self.least[first as usize] {
                first = place;
            }
            place = next(place);
        }
        let mut sum = self.least[first as usize];
        if sum == NONE {
            return;
        }
        place = first;
        for _ in 1..length {
            place = next(place);
            sum = self.least[place as usize].min(sum + u128::from(number));
            self.least[place as usize] = sum;
        }
    }

    /// Whether `number` is a sum.
    pub(super) fn contains(&self, number: u64) -> bool {
        self.least[(number % self.modulus()) as usize] <= u128::from(number)
    }

    /// The gaps; `None` if there are infinitely many.
    pub(super) fn gaps(&self) -> Option<Gaps> {
        let modulus = u128::from(self.modulus());
        let mut gaps = Gaps { count: 0, largest: 0 };
        for &least in &self.least {
            if least == NONE {
                return None;
            }
            gaps.count += least / modulus;
            gaps.largest = gaps.largest.max(least.saturating_sub(modulus));
        }
        Some(gaps)
    }
}

/// The positive numbers that are not sums of given numbers, where these are finitely many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gaps {
    /// How many there are, 1 included.
    pub(super) count: u128,
    /// The largest, which is the Frobenius number; 0 if there is none.
    pub(super) largest: u128,
}

impl Gaps {
    /// The gaps of two numbers above 1 without a common factor: Sylvester, "On
    /// subvariants", 1882.
    pub(super) fn of_two(m: u64, n: u64) -> Self {
        let (m, n) = (u128::from(m), u128::from(n));
        Self { count: (m - 1) * (n - 1) / 2, largest: m * n - m - n }
    }
}
