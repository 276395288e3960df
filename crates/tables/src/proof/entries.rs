//! The laws of all games, checked entry by entry.

use std::ops::Range;

use perfectplay_core::Rules;
use perfectplay_core::parallel::tasks;
use perfectplay_format::Statistic;
use perfectplay_query::{Entries, Probe, ProbeError};

use crate::proof::error::{Verification, VerifyError};
use crate::statistics::Tally;

/// Checks entries in parallel. Returns how many were compared, and their statistics.
pub fn check<T, C>(table: &T, how: Verification<'_>) -> Result<(u64, C), VerifyError>
where
    T: Entries + Sync,
    C: Tally<<T::Rules as Rules>::Entry>,
{
    let (states, control) = (table.header().states, how.control);
    let compared = how.depth.entries_of(states);
    control.set_length(compared);
    let sample = Sample::new(states, compared);
    let counted = tasks(sample.runs() as usize).merge(C::merged, |run| {
        let mut counted = C::default();
        for part in parts(sample.run(run as u64)) {
            control.advance(part.end - part.start)?;
            for index in part {
                counted.add(check_entry(table, index)?);
            }
        }
        Ok::<C, VerifyError>(counted)
    })?;
    Ok((compared, counted.unwrap_or_default()))
}

/// States that are spread evenly over a table, in runs: neighbours and the states that their moves lead to lie
/// close together, so little of a large file is read more than once.
#[derive(Debug)]
pub struct Sample {
    states: u64,
    compared: u64,
    run: u64,
}

impl Sample {
    /// A sample has about this many runs, unless they would be longer than [`LONGEST`](Self::LONGEST).
    const RUNS: u64 = 1 << 10;

    /// The longest run.
    const LONGEST: u64 = 1 << 13;

    /// A sample of this many of this many states.
    pub fn new(states: u64, compared: u64) -> Self {
        Self { states, compared, run: (compared / Self::RUNS).clamp(1, Self::LONGEST) }
    }

    /// How many runs it has.
    pub fn runs(&self) -> u64 {
        self.compared.div_ceil(self.run)
    }

    /// A run.
    pub fn run(&self, run: u64) -> Range<u64> {
        let place = run * self.run;
        let length = self.run.min(self.compared - place);
        // As many of the states that are left out come before each run as after it, and if none is left out, the
        // runs follow one another.
        let left_out = u128::from(self.states - self.compared);
        let before = left_out * u128::from(2 * run + 1) / u128::from(2 * self.runs());
        let start = place + before as u64;
        start..start + length
    }
}

/// Parts of a run, each of which takes milliseconds.
pub fn parts(run: Range<u64>) -> impl Iterator<Item = Range<u64>> {
    const PART: u64 = 256;
    let Range { start, end } = run;
    (start..end).step_by(PART as usize).map(move |part| part..(part + PART).min(end))
}

/// Checks one state by the laws; returns its entry.
fn check_entry<T: Entries>(
    table: &T,
    index: u64,
) -> Result<<T::Rules as Rules>::Entry, VerifyError> {
    let wrong = |reason: String| wrong(table, reason);
    let position = table
        .position_at(index)
        .ok_or_else(|| wrong(format!("state {index} is not a position")))?;
    if table.index_of(&position) != Some(index) {
        return Err(wrong(format!("{position} does not have the index {index} of its state")));
    }
    if position.to_string().parse().ok().as_ref() != Some(&position) {
        return Err(wrong(format!("the text {position} reads as another position")));
    }
    let stored = table.entry_at(index).ok_or_else(|| wrong(format!("{position} has no entry")))?;
    let by_rules = table
        .rules()
        .entry_by_rules(&position, |child| table.entry(child))
        .map_err(|error: ProbeError| wrong(format!("a move of {position}: {error}")))?;
    if !T::Rules::same(stored, by_rules) {
        return Err(wrong(format!(
            "{position} is stored as {stored:?}, and its moves make it {by_rules:?}"
        )));
    }
    Ok(stored)
}

/// Compares the header's statistics with those counted anew.
pub fn check_counted(table: &impl Probe, counted: &[Statistic]) -> Result<(), VerifyError> {
    let stored = &table.header().statistics;
    if stored != counted {
        let reason = format!("its statistics are {stored:?}, and its entries give {counted:?}");
        return Err(wrong(table, reason));
    }
    Ok(())
}

/// Checks that a table has as many states as there are positions.
pub fn check_states(table: &impl Probe, positions: u64) -> Result<(), VerifyError> {
    let states = table.header().states;
    if states != positions {
        let reason = format!("it has {states} states, and there are {positions} positions");
        return Err(wrong(table, reason));
    }
    Ok(())
}

/// The error that a table is not what it should be.
pub fn wrong(table: &impl Probe, reason: impl Into<String>) -> VerifyError {
    VerifyError::Wrong { table: table.name().to_owned(), reason: reason.into() }
}
