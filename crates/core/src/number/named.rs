//! The numbers named so far, however large, and whatever they leave.

use super::apery::{Apery, Gaps, MOST_RESIDUES};
use super::error::LARGEST_NAMED;
use super::primes::greatest_common_divisor;
use super::{Position, PositionError};

/// The most steps that following a list may take: less than a second.
const MOST_STEPS: u64 = 1 << 26;

/// The numbers named so far, in the game without a bound.
///
/// Only their sums matter, so just those are kept that are no sums of others. What
/// is left to name is finite when they have no common factor; then
/// [`largest`](Self::largest) and [`count`](Self::count) say how much it is. All of
/// this is exact: one or two numbers by their greatest common divisor, more by an
/// Apéry set, and [`PositionError::TooLargeToFollow`] where that would be too large.
///
/// Its text is the numbers in ascending order, `after:4,6`. It is read from any
/// order in which they could have been named.
#[derive(Clone, Debug)]
pub struct Named {
    sums: Sums,
}

impl Named {
    /// After naming numbers one after the other.
    pub(super) fn in_order(
        numbers: impl Iterator<Item = Result<u64, PositionError>>,
    ) -> Result<Self, PositionError> {
        let mut named = Sums::default();
        for number in numbers {
            named.name(number?)?;
        }
        if named.numbers.is_empty() {
            return Ok(Self { sums: named });
        }
        Self::of(named.numbers, named.steps)
    }

    /// After naming all of these, when following them has taken `steps` already.
    fn of(mut numbers: Vec<u64>, steps: u64) -> Result<Self, PositionError> {
        numbers.sort_unstable();
        let mut sums = Sums { steps, ..Sums::default() };
        for number in numbers {
            if !sums.contain(number)? {
                sums.add(number);
            }
        }
        sums.prepare()?;
        Ok(Self { sums })
    }

    /// After naming one number more.
    ///
    /// # Errors
    /// If the number is out of range or may not be named, or if the numbers would be
    /// too large to follow.
    pub fn name(&self, number: u64) -> Result<Self, PositionError> {
        if !(2..=LARGEST_NAMED).contains(&number) {
            return Err(PositionError::NamedOutOfRange { number: number.to_string() });
        }
        if !self.allows(number) {
            return Err(self.sums.not_to_be_named(number));
        }
        Self::of([self.generators(), &[number]].concat(), 0)
    }

    /// The named numbers that are no sums of others, ascending.
    #[must_use]
    pub fn generators(&self) -> &[u64] {
        &self.sums.numbers
    }

    /// What divides all named numbers, 0 if there is none. Finitely many numbers are
    /// left if it is 1.
    #[must_use]
    pub fn common_factor(&self) -> u64 {
        self.sums.common
    }

    /// Whether `number` may be named.
    #[must_use]
    pub fn allows(&self, number: u64) -> bool {
        number > 1 && !self.sums.prepared_contain(number)
    }

    /// The largest number that is left, 0 if none is; `None` if infinitely many are.
    #[must_use]
    pub fn largest(&self) -> Option<u128> {
        let gaps = self.finite_gaps()?;
        Some(if gaps.largest > 1 { gaps.largest } else { 0 })
    }

    /// How many numbers are left; `None` if infinitely many are.
    #[must_use]
    pub fn count(&self) -> Option<u128> {
        Some(self.finite_gaps()?.count - 1)
    }

    fn finite_gaps(&self) -> Option<Gaps> {
        (self.sums.common == 1).then(|| self.sums.reduced_gaps())?
    }

    /// What the named numbers leave once they are divided by their common factor; `None`
    /// if nothing was named.
    pub(super) fn reduced_gaps(&self) -> Option<Gaps> {
        if self.sums.numbers.is_empty() { None } else { self.sums.reduced_gaps() }
    }

    /// What is left, if that is a [`Position`].
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.largest().filter(|&largest| largest <= Position::MAX_NUMBER.into())?;
        let left = (2..=Position::MAX_NUMBER).filter(|&number| self.allows(number.into()));
        Some(Position::from_valid_mask(left.fold(0, |mask, number| mask | 1 << number)))
    }
}

impl From<Position> for Named {
    /// The fewest numbers that leave the position when named.
    fn from(position: Position) -> Self {
        let numbers = position.generators().map(u64::from).collect();
        Self::of(numbers, 0).expect("these are few small numbers")
    }
}

impl PartialEq for Named {
    fn eq(&self, other: &Self) -> bool {
        self.generators() == other.generators()
    }
}

impl Eq for Named {}

/// Numbers and their sums.
#[derive(Clone, Debug, Default)]
struct Sums {
    numbers: Vec<u64>,
    /// The least number.
    least: u64,
    /// The greatest common divisor of the numbers.
    common: u64,
    /// Of the numbers divided by `common`: for three and more, when it is needed.
    apery: Option<Apery>,
    /// What making Apéry sets has taken so far.
    steps: u64,
}

impl Sums {
    /// Adds a number that must be no sum of those that are there.
    fn name(&mut self, number: u64) -> Result<(), PositionError> {
        if self.contain(number)? {
            return Err(self.not_to_be_named(number));
        }
        self.add(number);
        Ok(())
    }

    fn add(&mut self, number: u64) {
        let common = greatest_common_divisor(number, self.common);
        match &mut self.apery {
            Some(apery) if common == self.common && number > self.least => {
                apery.add(number / common);
                self.steps += self.least / common;
            }
            stale => *stale = None,
        }
        self.least = if self.numbers.is_empty() { number } else { self.least.min(number) };
        self.common = common;
        self.numbers.push(number);
    }

    /// Makes the Apéry set if there must be one.
    fn prepare(&mut self) -> Result<(), PositionError> {
        if self.apery.is_some() || self.numbers.len() < 3 {
            return self.check_steps();
        }
        let residues = self.least / self.common;
        self.steps += residues.saturating_mul(self.numbers.len() as u64);
        if residues > MOST_RESIDUES {
            return Err(PositionError::TooLargeToFollow);
        }
        self.check_steps()?;
        let mut apery = Apery::of_multiples(residues);
        for number in &self.numbers {
            apery.add(number / self.common);
        }
        self.apery = Some(apery);
        Ok(())
    }

    fn check_steps(&self) -> Result<(), PositionError> {
        if self.steps > MOST_STEPS { Err(PositionError::TooLargeToFollow) } else { Ok(()) }
    }

    /// Whether `number` is a sum.
    fn contain(&mut self, number: u64) -> Result<bool, PositionError> {
        if self.cannot_contain(number) {
            return Ok(false);
        }
        self.prepare()?;
        Ok(self.prepared_contain(number))
    }

    /// What needs no Apéry set.
    fn cannot_contain(&self, number: u64) -> bool {
        self.numbers.is_empty() || number < self.least || !number.is_multiple_of(self.common)
    }

    fn prepared_contain(&self, number: u64) -> bool {
        if self.cannot_contain(number) {
            return false;
        }
        let number = number / self.common;
        match (self.numbers.as_slice(), &self.apery) {
            (&[one, other], _) => is_sum_of_two(number, one / self.common, other / self.common),
            (_, Some(apery)) => apery.contains(number),
            (_, None) => true,
        }
    }

    /// Why `number`, which is a sum, may not be named.
    fn not_to_be_named(&self, number: u64) -> PositionError {
        let summands = self.numbers.iter().filter(|&&summand| summand < number);
        summands.filter(|&summand| self.prepared_contain(number - summand)).min().map_or(
            PositionError::NamedAgain { number },
            |&summand| PositionError::NamedSum { number, parts: (summand, number - summand) },
        )
    }

    /// The numbers that are no sums of the numbers divided by `common`.
    fn reduced_gaps(&self) -> Option<Gaps> {
        match (self.numbers.as_slice(), &self.apery) {
            ([_], _) => Some(Gaps { count: 0, largest: 0 }),
            (&[one, other], _) => Some(Gaps::of_two(one / self.common, other / self.common)),
            (_, apery) => apery.as_ref()?.gaps(),
        }
    }
}

/// Whether `number` is i · m + j · n for some i and j; m and n have no common factor.
/// There is one i below n for which n divides the rest, and no smaller multiple does.
fn is_sum_of_two(number: u64, m: u64, n: u64) -> bool {
    let (number, m, n) = (i128::from(number), i128::from(m), i128::from(n));
    let i = number % n * inverse_modulo(m, n) % n;
    i * m <= number
}

/// The inverse of m modulo n, by Euclid's algorithm.
fn inverse_modulo(m: i128, n: i128) -> i128 {
    let (mut rest, mut next) = (n, m % n);
    let (mut factor, mut next_factor) = (0, 1);
    while next != 0 {
        let quotient = rest / next;
        (rest, next) = (next, rest - quotient * next);
        (factor, next_factor) = (next_factor, factor - quotient * next_factor);
    }
    factor.rem_euclid(n)
}
