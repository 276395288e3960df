//! The numbers named so far, of any size, and the numbers that they leave.

use std::sync::OnceLock;

use super::apery::{Apery, Gaps, MOST_RESIDUES};
use super::error::LARGEST_NAMED;
use super::primes::greatest_common_divisor;
use super::{Position, PositionError};
use perfectplay_core::control::{Control, Stopped};

/// The most steps that the sums of one list may take: less than a second.
const MOST_STEPS: u64 = 1 << 26;

/// The numbers named so far, in the game without a bound.
///
/// Only their sums matter, so only the [`generators`](Self::generators) are stored: the numbers that are not sums
/// of others. Finitely many numbers are left if the generators have no common factor; then
/// [`largest`](Self::largest) and [`count`](Self::count) describe them. All of this is exact: with one or two
/// generators by their greatest common divisor, with more by an Apéry set, and [`PositionError::TooLargeForSums`]
/// is returned if that would be too large.
///
/// The text is the generators in ascending order, `after:4,6`. Numbers are read in any order in
/// which they could have been named.
#[derive(Clone, Debug)]
pub struct NamedNumbers {
    sums: Sums,
}

impl NamedNumbers {
    /// After naming numbers in this order.
    pub(super) fn in_order(
        numbers: impl Iterator<Item = Result<u64, PositionError>>,
        control: Control<'_>,
    ) -> Result<Self, PositionError> {
        let mut named = Sums::default();
        for number in numbers {
            named.name(number?, control)?;
        }
        named.prepare(control)?;
        match &named.apery {
            Some(apery) if (named.numbers.len() as u64) < apery.modulus() => {
                named.numbers = minimal(named.numbers, apery, named.common, control)?;
                Ok(Self { sums: named })
            }
            _ => Self::of(named.numbers, named.steps, control),
        }
    }

    /// After naming all of these, whose sums have already taken `steps` steps.
    fn of(mut numbers: Vec<u64>, steps: u64, control: Control<'_>) -> Result<Self, PositionError> {
        numbers.sort_unstable();
        let mut sums = Sums { steps, ..Sums::default() };
        for number in numbers {
            if !sums.contain(number, control)? {
                sums.add(number, control)?;
            }
        }
        sums.prepare(control)?;
        Ok(Self { sums })
    }

    /// After naming one more number. Its sums spend steps of `control`: about as many as the numbers have
    /// residues, modulo one of them.
    ///
    /// # Errors
    /// If the number is out of range or may not be named, with [`PositionError::TooLargeForSums`], or with
    /// [`PositionError::Stopped`].
    pub fn name(&self, number: u64, control: Control<'_>) -> Result<Self, PositionError> {
        if !(2..=LARGEST_NAMED).contains(&number) {
            return Err(PositionError::NamedOutOfRange(number.to_string()));
        }
        if !self.allows(number) {
            return Err(self.sums.is_a_sum(number));
        }
        match self.sums.with(number, control)? {
            Some(sums) => Ok(Self { sums }),
            None => Self::of([self.generators(), &[number]].concat(), 0, control),
        }
    }

    /// The named numbers that are not sums of others, ascending.
    pub fn generators(&self) -> &[u64] {
        &self.sums.numbers
    }

    /// Whether finitely many numbers are left after naming one more.
    pub fn leaves_finitely_many(&self, number: u64) -> bool {
        greatest_common_divisor(number, self.sums.common) == 1
    }

    /// The greatest common divisor of the named numbers, 0 if nothing was named. Finitely many
    /// numbers are left if and only if it is 1.
    pub fn common_factor(&self) -> u64 {
        self.sums.common
    }

    /// Whether `number` may be named.
    pub fn allows(&self, number: u64) -> bool {
        number > 1 && !self.sums.prepared_contain(number)
    }

    /// The largest available number, 0 if none is left; `None` if infinitely many are.
    pub fn largest(&self) -> Option<u128> {
        let gaps = self.finite_gaps()?;
        Some(if gaps.largest > 1 { gaps.largest } else { 0 })
    }

    /// How many numbers are available; `None` if infinitely many are.
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
    pub fn position(&self) -> Option<Position> {
        self.largest().filter(|&largest| largest <= Position::MAX_NUMBER.into())?;
        let left = (2..=Position::MAX_NUMBER).filter(|&number| self.allows(number.into()));
        Some(Position::from_valid_mask(left.fold(0, |mask, number| mask | 1 << number)))
    }
}

impl From<Position> for NamedNumbers {
    /// The generators of the position.
    fn from(position: Position) -> Self {
        let numbers = position.generators().map(u64::from).collect();
        Self::of(numbers, 0, Control::SILENT).expect("these are few small numbers")
    }
}

impl PartialEq for NamedNumbers {
    fn eq(&self, other: &Self) -> bool {
        self.generators() == other.generators()
    }
}

impl Eq for NamedNumbers {}

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
    /// Those of the Apéry set, once they have been asked for. Whoever added a number has paid for them.
    gaps: OnceLock<Option<Gaps>>,
    /// How many steps Apéry sets have taken so far.
    steps: u64,
}

impl Sums {
    /// Adds a number.
    ///
    /// # Errors
    /// If it is a sum of the others.
    fn name(&mut self, number: u64, control: Control<'_>) -> Result<(), PositionError> {
        if self.contain(number, control)? {
            return Err(self.is_a_sum(number));
        }
        self.add(number, control)?;
        Ok(())
    }

    fn add(&mut self, number: u64, control: Control<'_>) -> Result<(), Stopped> {
        let common = greatest_common_divisor(number, self.common);
        match &mut self.apery {
            Some(apery) if common == self.common && number > self.least => {
                apery.add(number / common, control)?;
                self.steps += self.least / common;
            }
            stale => *stale = None,
        }
        self.least = if self.numbers.is_empty() { number } else { self.least.min(number) };
        self.common = common;
        self.numbers.push(number);
        self.gaps.take();
        Ok(())
    }

    /// These and one more number, in one round on the existing Apéry set. `None` if there is none, or if a new one
    /// for a small number takes less.
    fn with(&self, number: u64, control: Control<'_>) -> Result<Option<Self>, PositionError> {
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
        control.spend(self.numbers.len() as u64)?;
        let mut apery = apery.times(self.common / common, control)?;
        apery.add(number / common, control)?;
        // A larger one is now a sum of others if the new number is among them.
        let stays = |&old: &u64| old < number || !apery.contains((old - number) / common);
        let mut numbers: Vec<u64> = self.numbers.iter().copied().filter(stays).collect();
        numbers.insert(numbers.partition_point(|&old| old < number), number);
        let least = self.least.min(number);
        Ok(Some(Self { numbers, least, common, apery: Some(apery), ..Self::default() }))
    }

    /// Makes the Apéry set if one is needed.
    fn prepare(&mut self, control: Control<'_>) -> Result<(), PositionError> {
        if self.apery.is_some() || self.numbers.len() < 3 {
            return self.check_steps();
        }
        let residues = self.least / self.common;
        self.steps += residues.saturating_mul(self.numbers.len() as u64);
        if residues > MOST_RESIDUES {
            return Err(PositionError::TooLargeForSums);
        }
        self.check_steps()?;
        let mut apery = Apery::of_multiples(residues, control)?;
        for number in &self.numbers {
            apery.add(number / self.common, control)?;
        }
        self.apery = Some(apery);
        Ok(())
    }

    fn check_steps(&self) -> Result<(), PositionError> {
        if self.steps > MOST_STEPS { Err(PositionError::TooLargeForSums) } else { Ok(()) }
    }

    /// Whether `number` is a sum.
    fn contain(&mut self, number: u64, control: Control<'_>) -> Result<bool, PositionError> {
        if self.cannot_contain(number) {
            return Ok(false);
        }
        self.prepare(control)?;
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
            PositionError::NamedAgain(number),
            |&summand| PositionError::NamedSum { number, parts: (summand, number - summand) },
        )
    }

    /// The gaps of the numbers divided by `common`.
    fn reduced_gaps(&self) -> Option<Gaps> {
        match (self.numbers.as_slice(), &self.apery) {
            ([_], _) => Some(Gaps { count: 0, largest: 0 }),
            (&[one, other], _) => Some(Gaps::of_two(one / self.common, other / self.common)),
            (_, apery) => *self.gaps.get_or_init(|| apery.as_ref()?.gaps()),
        }
    }
}

/// Those of some numbers that are not sums of others, ascending.
fn minimal(
    mut numbers: Vec<u64>,
    sums: &Apery,
    common: u64,
    control: Control<'_>,
) -> Result<Vec<u64>, Stopped> {
    numbers.sort_unstable();
    let mut minimal = Vec::new();
    for (place, &number) in numbers.iter().enumerate() {
        let smaller = &numbers[..place];
        control.spend(smaller.len() as u64)?;
        if !smaller.iter().any(|&other| sums.contains((number - other) / common)) {
            minimal.push(number);
        }
    }
    Ok(minimal)
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
