//! Which numbers are sums of given numbers: Apéry sets.
//!
//! For the sums of some numbers, m one of them, the *Apéry set* has the least sum
//! of each residue modulo m: a number is a sum exactly if it is not less than the
//! least sum of its residue. So m words describe infinitely many sums.
//! A further number is added in m steps: adding it repeatedly leads round the residues in cycles,
//! and one round from the least sum of a cycle corrects all others (Böcker and Lipták,
//! "A fast and simple algorithm for the money changing problem", 2007).

use super::primes::greatest_common_divisor;
use crate::control::{Control, Stopped};

/// The most residues of an Apéry set, which then takes 8 MiB.
pub(super) const MOST_RESIDUES: u64 = 1 << 20;

/// Marks a residue that no sum has.
const NONE: u64 = u64::MAX;

/// The sums of some numbers, 0 included, by the least of each residue.
///
/// A least sum s is stored as its quotient, s / m rounded down, as its residue is known. It has fewer than m
/// summands, for among m of them some add up to a multiple of m, which could be left out. So the quotient is
/// less than the largest of the numbers, and twice as much still fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Apery {
    quotients: Vec<u64>,
}

impl Apery {
    /// The sums of `modulus` alone, that is, its multiples.
    pub(super) fn of_multiples(modulus: u64, control: Control<'_>) -> Result<Self, Stopped> {
        control.spend(modulus)?;
        let mut quotients = vec![NONE; modulus as usize];
        quotients[0] = 0;
        Ok(Self { quotients })
    }

    /// The sums of all numbers times a factor: so are their residues, and the quotients stay.
    pub(super) fn times(&self, factor: u64, control: Control<'_>) -> Result<Self, Stopped> {
        control.spend(self.modulus() * factor)?;
        let mut quotients = vec![NONE; self.quotients.len() * factor as usize];
        let places = quotients.iter_mut().step_by(factor as usize);
        places.zip(&self.quotients).for_each(|(place, &quotient)| *place = quotient);
        Ok(Self { quotients })
    }

    /// How many residues there are: a sum, and not always the least.
    pub(super) fn modulus(&self) -> u64 {
        self.quotients.len() as u64
    }

    /// Adds the sums in which `number` occurs. The steps that it takes pay for its [gaps](Self::gaps), too.
    pub(super) fn add(&mut self, number: u64, control: Control<'_>) -> Result<(), Stopped> {
        let modulus = self.modulus();
        control.spend(3 * modulus)?;
        let cycles = greatest_common_divisor(modulus, number % modulus);
        for start in 0..cycles {
            self.go_round(start, modulus / cycles, number);
        }
        Ok(())
    }

    /// Goes round the cycle of `start`, from its least sum on.
    fn go_round(&mut self, start: u64, length: u64, number: u64) {
        let modulus = self.modulus();
        let (quotient, step) = (number / modulus, number % modulus);
        // The next place, and whether that is beyond the last one: a division would take most of the time.
        let next = |place: u64| {
            let is_beyond = place >= modulus - step;
            (place + step - if is_beyond { modulus } else { 0 }, u64::from(is_beyond))
        };
        let (mut place, mut first, mut least) = (start, start, (NONE, NONE));
        for _ in 0..length {
            let sum = (self.quotients[place as usize], place);
            if sum < least {
                (first, least) = (place, sum);
            }
            place = next(place).0;
        }
        let (mut sum, _) = least;
        if sum == NONE {
            return;
        }
        place = first;
        for _ in 1..length {
            let carry;
            (place, carry) = next(place);
            sum = self.quotients[place as usize].min(sum + quotient + carry);
            self.quotients[place as usize] = sum;
        }
    }

    /// Whether `number` is a sum.
    pub(super) fn contains(&self, number: u64) -> bool {
        let modulus = self.modulus();
        self.quotients[(number % modulus) as usize] <= number / modulus
    }

    /// The gaps; `None` if there are infinitely many.
    pub(super) fn gaps(&self) -> Option<Gaps> {
        // Of sums with the same quotient the last one is the largest.
        let (place, &largest) =
            self.quotients.iter().enumerate().max_by_key(|&(_, &quotient)| quotient)?;
        if largest == NONE {
            return None;
        }
        let modulus = u128::from(self.modulus());
        let count = self.quotients.iter().map(|&quotient| u128::from(quotient)).sum();
        let largest = u128::from(largest) * modulus + place as u128;
        Some(Gaps { count, largest: largest.saturating_sub(modulus) })
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
