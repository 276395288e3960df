//! Entries, how they follow from the entries of the moves, and solving without a table.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::{Answer, Move, Position, answer};
use perfectplay_core::control::Control;
use perfectplay_core::layers::{OutOfMemory, SolveError};
use perfectplay_core::{Outcome, Value};

/// After how many solved positions progress is reported again.
const PULSE: usize = 1 << 10;

/// The entry of a position with numbers up to [`Entry::MAX_BOUND`] in a table: the winning
/// moves as bits 2 to 23, and the plies in the eight bits above. The position is won if and only if
/// there is a winning move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Entry(pub u32);

/// The lowest bit of the plies.
const PLIES: u32 = 24;

impl Entry {
    /// The largest number in a position that has an entry.
    pub const MAX_BOUND: u8 = 23;

    /// The entry of a position with this value, plies included, and these winning moves, as
    /// bits.
    pub fn new(value: Value, winning: u32) -> Self {
        Self(winning | u32::from(value.plies.unwrap_or_default()) << PLIES)
    }

    /// The winning moves, as bits.
    pub const fn winning(self) -> u32 {
        self.0 & ((1 << PLIES) - 1)
    }

    /// Outcome and plies.
    #[inline]
    pub const fn value(self) -> Value {
        let outcome = if self.winning() == 0 { Outcome::Loss } else { Outcome::Win };
        Value { outcome, plies: Some((self.0 >> PLIES) as u16) }
    }

    /// The entry of `position`, where `value` returns the value of the position that a move leads
    /// to; `None` if it returns `None`, or a value without plies, for a move.
    #[inline]
    pub fn of(position: Position, mut value: impl FnMut(Move) -> Option<Value>) -> Option<Self> {
        let mut winning = 0;
        let mut plies = 0;
        for number in position.numbers() {
            let child = value(Move(number))?;
            let mine = child.plies? + 1;
            match (child.outcome, winning) {
                (Outcome::Loss, 0) => (winning, plies) = (1 << number, mine),
                (Outcome::Loss, _) => {
                    winning |= 1 << number;
                    plies = plies.min(mine);
                }
                (Outcome::Win, 0) => plies = plies.max(mine),
                (Outcome::Win, _) => {}
            }
        }
        Some(Self(winning | u32::from(plies) << PLIES))
    }
}

/// Solves positions without a table, and remembers their values.
#[derive(Debug, Default)]
pub struct Solver {
    known: HashMap<Position, Value, FxBuildHasher>,
}

impl Solver {
    /// About how many bytes of memory a known position takes while the hash table grows.
    pub const BYTES_PER_POSITION: u64 = 48;

    /// How many positions have a known value.
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// The answer for a position, by solving all positions that can be reached from it. `None` if
    /// the solver would then know more than `most` positions.
    ///
    /// # Errors
    /// If it is stopped, or the memory cannot be allocated.
    pub fn answer(
        &mut self,
        position: Position,
        most: usize,
        control: Control<'_>,
    ) -> Result<Option<Answer>, SolveError> {
        if self.value(position, most, control)?.is_none() {
            return Ok(None);
        }
        Ok(answer(position, |step| {
            let child = position.after(step)?;
            Some((child, *self.known.get(&child)?))
        }))
    }

    /// A position's value alone, as [`answer`](Self::answer) has it.
    ///
    /// # Errors
    /// As there.
    pub fn value(
        &mut self,
        position: Position,
        most: usize,
        control: Control<'_>,
    ) -> Result<Option<Value>, SolveError> {
        // The recursion is at most 62 deep, because each move takes a number away.
        if let Some(&value) = self.known.get(&position) {
            return Ok(Some(value));
        }
        let mut value = Value::LOST;
        for number in position.numbers() {
            let Some(child) = self.value(position.after_legal(Move(number)), most, control)? else {
                return Ok(None);
            };
            value = value.max(child.reversed());
        }
        if self.known.len() >= most {
            return Ok(None);
        }
        if self.known.len() == self.known.capacity() {
            let bytes = 2 * Self::BYTES_PER_POSITION * self.known.len() as u64;
            self.known.try_reserve(1).map_err(|_| OutOfMemory { bytes })?;
        }
        self.known.insert(position, value);
        if self.known.len().is_multiple_of(PULSE) {
            control.advance(PULSE as u64)?;
        }
        Ok(Some(value))
    }
}
