//! The numbers named so far, of any size, and the numbers that they leave.

use super::apery::{Apery, Gaps, MOST_RESIDUES};
use super::error::LARGEST_NAMED;
use super::primes::greatest_common_divisor;
use super::{Position, PositionError};

/// The most steps that the sums of one list may take: less than a second.
const MOST_STEPS: u64 = 1 << 26;

/// The numbers named so far, in the game without a bound.
///
/// Only their sums matter, so only the [`generators`](Self::generators) are stored: the numbers
/// that are not sums of others. Finitely many numbers are left if the generators have no common
/// factor; then [`largest`](Self::largest) and [`count`](Self::count) describe them. All of
/// this is exact: with one or two generators by their greatest common divisor, with more by an
/// Apéry set, and [`PositionError::TooLargeForSums`] is returned where that would be too large.
///
/// The text is the generators in ascending order, `after:4,6`. Numbers are read in any order in
/// which they could have been named.
#[derive(Clone, Debug)]
pub struct Named {
    sums: Sums,
}

impl Named {
    /// After naming numbers in this order.
    pub(super) fn in_order(
        numbers: impl Iterator<Item = Result<u64, PositionError>>,
    ) -> Result<Self, PositionError> {
        let mut named = Sums::default();
        for number in numbers {
            named.name(number?)?;
        }
        named.prepare()?;
        match &named.apery {
            Some(apery) if (named.numbers.len() as u64) < apery.modulus() => {
                named.numbers = minimal(named.numbers, apery, named.common);
                Ok(Self { sums: named })
            }
            _ => Self::of(named.numbers, named.steps),
        }
    }

    /// After naming all of these, whose sums have already taken `steps` steps.
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

    /// After naming one more number.
    ///
    /// # Errors
    /// If the number is out of range or may not be named, or with
    /// [`PositionError::TooLargeForSums`].
    pub fn name(&self, number: u64) -> Result<Self, PositionError> {
        if !(2..=LARGEST_NAMED).contains(&number) {
            return Err(PositionError::NamedOutOfRange { number: number.to_string() });
        }
        if !self.allows(number) {
            return Err(self.sums.is_a_sum(number));
        }
        match self.sums.with(number)? {
            Some(sums) => Ok(Self { sums }),
            None => Self::of([self.generators(), &[number]].concat(), 0),
        }
    }

    /// The named numbers that are not sums of others, ascending.
    #[must_use]
    pub fn generators(&self) -> &[u64] {
        &self.sums.numbers
    }

    /// The greatest common divisor of the named numbers, 0 if nothing was named. Finitely many
    /// numbers are left exactly if it is 1.
    #[must_use]
    pub fn common_factor(&self) -> u64 {
        self.sums.common
    }

    /// Whether `number` may be named.
    #[must_use]
    pub fn allows(&self, number: u64) -> bool {
        number > 1 && !self.sums.prepared_contain(number)
    }

    /// The largest available number, 0 if none is left; `None` if infinitely many are.
    #[must_use]
    pub fn largest(&self) -> Option<u128> {
        let gaps = self.finite_gaps()?;
        Some(if gaps.largest > 1 { gaps.largest } else { 0 })
    }

    /// How many numbers are available; `None` if infinitely many are.
    #[must_use]
    pub fn count(&self) -> Option<u128> {
        Some(self.finite_gaps()?.count - 1)
    }

    fn finite_gaps(&self) -> Option<Gaps> {
        (self.sums.common == 1).then(|| self.sums.reduced_gaps())?
    }

    /// The gaps of the named numbers divided by their common factor; `None` if nothing was named.
    pub(super) fn reduced_gaps(&self) -> Option<Gaps> {
        if self.sums.numbers.is_empty() { None } else { self.sums.reduced_gaps() }
    }

    /// The available numbers as a [`Position`]; `None` if there is one above 63.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.largest().filter(|&largest| largest <= Position::MAX_NUMBER.into())?;
        let left = (2..=Position::MAX_NUMBER).filter(|&number| self.allows(number.into()));
        Some(Position::from_valid_mask(left.fold(0, |mask, number| mask | 1 << number)))
    }
}

impl From<Position> for Named {
    /// The generators of the position.
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

/// Numbers and the set of their sums.
#[derive(Clone, Debug, Default)]
struct Sums {
    numbers: Vec<u64>,
    /// The least number.
    least: u64,
    /// The greatest common divisor of the numbers.
    common: u64,
    /// Of the numbers divided by `common`: made when it is needed, for three and more numbers.
    apery: Option<Apery>,
    /// How many steps Apéry sets have taken so far.
    steps: u64,
}

impl Sums {
    /// Adds a number.
    ///
    /// # Errors
    /// If it is a sum of the others.
    fn name(&mut self, number: u64) -> Result<(), PositionError> {
        if self.contain(number)? {
            return Err(self.is_a_sum(number));
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

    /// These and one more number, in one round on the Apéry set that there is. `None` if there is none, and
    /// if a new one takes less: of a small number.
    fn with(&self, number: u64) -> Result<Option<Self>, PositionError> {
        let Some(apery) = &self.apery else { return Ok(None) };
        let common = greatest_common_divisor(number, self.common);
        let residues = apery.modulus().saturating_mul(self.common / common);
        let anew = (number / common).saturating_mul(self.numbers.len() as u64);
        let is_too_large = residues > MOST_RESIDUES;
        if number < self.least && (is_too_large || anew < residues) {
            return Ok(None);
        }
        if is_too_large {
            return Err(PositionError::TooLargeForSums);
        }
        let mut apery = apery.times(self.common / common);
        apery.add(number / common);
        // A larger one is now a sum of others if the new number is among these.
        let stays = |&old: &u64| old < number || !apery.contains((old - number) / common);
        let mut numbers: Vec<u64> = self.numbers.iter().copied().filter(stays).collect();
        numbers.insert(numbers.partition_point(|&old| old < number), number);
        let least = self.least.min(number);
        Ok(Some(Self { numbers, least, common, apery: Some(apery), steps: 0 }))
    }

    /// Makes the Apéry set if one is needed.
    fn prepare(&mut self) -> Result<(), PositionError> {
        if self.apery.is_some() || self.numbers.len() < 3 {
            return self.check_steps();
        }
        let residues = self.least / self.common;
        self.steps += residues.saturating_mul(self.numbers.len() as u64);
        if residues > MOST_RESIDUES {
            return Err(PositionError::TooLargeForSums);
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
        if self.steps > MOST_STEPS { Err(PositionError::TooLargeForSums) } else { Ok(()) }
    }

    /// Whether `number` is a sum.
    fn contain(&mut self, number: u64) -> Result<bool, PositionError> {
        if self.cannot_contain(number) {
            return Ok(false);
        }
        self.prepare()?;
        Ok(self.prepared_contain(number))
    }

    /// Whether it is clear without an Apéry set that `number` is not a sum.
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

    /// The error that `number`, which is a sum, may not be named.
    fn is_a_sum(&self, number: u64) -> PositionError {
        let summands = self.numbers.iter().filter(|&&summand| summand < number);
        summands.filter(|&summand| self.prepared_contain(number - summand)).min().map_or(
            PositionError::NamedAgain { number },
            |&summand| PositionError::NamedSum { number, parts: (summand, number - summand) },
        )
    }

    /// The gaps of the numbers divided by `common`.
    fn reduced_gaps(&self) -> Option<Gaps> {
        match (self.numbers.as_slice(), &self.apery) {
            ([_], _) => Some(Gaps { count: 0, largest: 0 }),
            (&[one, other], _) => Some(Gaps::of_two(one / self.common, other / self.common)),
            (_, apery) => apery.as_ref()?.gaps(),
        }
    }
}

/// Those of some numbers that are not sums of others, ascending.
fn minimal(mut numbers: Vec<u64>, sums: &Apery, common: u64) -> Vec<u64> {
    numbers.sort_unstable();
    let is_sum = |&number: &u64| {
        let mut smaller = numbers.iter().take_while(|&&other| other < number);
        smaller.any(|&other| sums.contains((number - other) / common))
    };
    numbers.iter().copied().filter(|number| !is_sum(number)).collect()
}

/// Whether `number` is i · m + j · n for some i, j ≥ 0, where m and n have no common factor.
/// Exactly one i below n makes `number` − i · m a multiple of n, and every other i ≥ 0 with this
/// property is larger.
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
