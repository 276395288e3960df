//! Which numbers are sums of given numbers: Apéry sets.
//!
//! For the sums of some numbers, m one of them, the *Apéry set* has the least sum
//! of each residue modulo m: a number is a sum if and only if it is not less than the
//! least sum of its residue. So m words describe infinitely many sums.
//! A further number is added in m steps: adding it repeatedly leads round the residues in cycles,
//! and one round from the least sum of a cycle corrects all others (Böcker and Lipták,
//! "A fast and simple algorithm for the money changing problem", 2007).

use super::primes::greatest_common_divisor;
use perfectplay_core::control::{Control, Stopped};

/// The most residues of an Apéry set, which then takes 8 MiB.
pub(super) const MOST_RESIDUES: u64 = 1 << 20;

/// Marks a residue that no sum has: more than any quotient, and than two of them.
const NONE: u64 = 1 << 62;

/// The sums of some numbers, 0 included, by the least of each residue.
///
/// A least sum s is stored as its quotient, s / m rounded down, as its residue is known. It has fewer than m
/// summands, for among m of them some add up to a multiple of m, which could be left out. So the quotient is
/// less than the largest of the numbers, and the sum of two still is less than [`NONE`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Apery {
    quotients: Vec<u64>,
}

/// How to go round a cycle of residues: by adding a number this many times.
#[derive(Clone, Copy)]
struct Circuit {
    number: u64,
    steps: u64,
}

impl Apery {
    /// The sums of `modulus` alone, that is, its multiples.
    pub(super) fn of_multiples(modulus: u64, control: Control<'_>) -> Result<Self, Stopped> {
        control.spend(modulus)?;
        let mut quotients = vec![NONE; modulus as usize];
        quotients[0] = 0;
        Ok(Self { quotients })
    }

    /// The sums of all numbers times a factor: the residues are multiplied as well, and the quotients stay.
    pub(super) fn times(&self, factor: u64, control: Control<'_>) -> Result<Self, Stopped> {
        control.spend(self.modulus() * factor)?;
        let mut quotients = vec![NONE; self.quotients.len() * factor as usize];
        let places = quotients.iter_mut().step_by(factor as usize);
        places.zip(&self.quotients).for_each(|(place, &quotient)| *place = quotient);
        Ok(Self { quotients })
    }

    /// How many residues there are; this is a sum, though not always the least.
    pub(super) fn modulus(&self) -> u64 {
        self.quotients.len() as u64
    }

    /// Adds the sums in which `number` occurs. The steps that it takes pay for its [gaps](Self::gaps), too.
    pub(super) fn add(&mut self, number: u64, control: Control<'_>) -> Result<(), Stopped> {
        let modulus = self.modulus();
        let cycles = greatest_common_divisor(modulus, number % modulus);
        // The cycle of 0 begins with the least sum of all. The least sum of any other cycle is not known: a second
        // round corrects what comes before it.
        let rounds = if cycles == 1 { 1 } else { 2 };
        control.spend((2 + rounds) * modulus)?;
        let circuit = Circuit { number, steps: rounds * (modulus / cycles) };
        let mut start = 0;
        // Cycles lie side by side: those whose residues share a cache line are traversed together.
        while start < cycles {
            start += match cycles - start {
                8.. => self.go_round::<8>(start, circuit),
                4.. => self.go_round::<4>(start, circuit),
                2.. => self.go_round::<2>(start, circuit),
                _ => self.go_round::<1>(start, circuit),
            };
        }
        Ok(())
    }

    /// Goes round some of the cycles, from that of `start` on, and returns how many.
    fn go_round<const MANY: usize>(&mut self, start: u64, circuit: Circuit) -> u64 {
        let Circuit { number, steps } = circuit;
        let modulus = self.modulus();
        let (quotient, step) = (number / modulus, number % modulus);
        let row = |place: u64| place as usize..place as usize + MANY;
        let mut sums = [NONE; MANY];
        sums.copy_from_slice(&self.quotients[row(start)]);
        let mut place = start;
        for _ in 0..steps {
            // A division would take most of the time. Step and modulus are multiples of the number of cycles,
            // so this is the same for all residues of a row.
            let is_beyond = place >= modulus - step;
            place = place + step - if is_beyond { modulus } else { 0 };
            let more = quotient + u64::from(is_beyond);
            for (sum, known) in sums.iter_mut().zip(&mut self.quotients[row(place)]) {
                *sum = (*known).min(*sum + more);
                *known = *sum;
            }
        }
        MANY as u64
    }

    /// Whether `number` is a sum.
    pub(super) fn contains(&self, number: u64) -> bool {
        let modulus = self.modulus();
        self.quotients[(number % modulus) as usize] <= number / modulus
    }

    /// The gaps; `None` if there are infinitely many.
    pub(super) fn gaps(&self) -> Option<Gaps> {
        // Of several sums with the same quotient the last one is the largest.
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

/// The positive numbers that are not sums of given numbers, if there are finitely many.
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
