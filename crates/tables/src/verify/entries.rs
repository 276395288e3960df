//! The laws of all games, checked entry by entry.

use perfectplay_core::Rules;
use perfectplay_format::{Header, Statistic};
use perfectplay_query::{Entries, ProbeError};
use rayon::prelude::*;

use crate::statistics::Tally;
use crate::{Control, Depth, VerifyError};

/// Checks entries in parallel. Returns how many were compared, and their statistics.
pub(crate) fn check<T, C>(
    table: &T,
    depth: Depth,
    control: Control<'_>,
) -> Result<(u64, C), VerifyError>
where
    T: Entries + Sync,
    C: Tally<<T::Rules as Rules>::Entry>,
{
    const CHUNK: u64 = 256;
    let states = table.header().states;
    let compared = match depth {
        Depth::Bytes => 0,
        Depth::Sample(entries) => entries.min(states),
        Depth::Entries => states,
    };
    control.set_length(compared);
    let counted = (0..compared.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            let mut counted = C::default();
            let places = chunk * CHUNK..((chunk + 1) * CHUNK).min(compared);
            control.advance(places.end - places.start)?;
            for place in places {
                // Spread evenly; all of them if all are to be compared.
                let index = (u128::from(place) * u128::from(states) / u128::from(compared)) as u64;
                counted.add(check_entry(table, index)?);
            }
            Ok::<C, VerifyError>(counted)
        })
        .try_reduce(C::default, |one, other| Ok(one.merged(other)))?;
    Ok((compared, counted))
}

/// Checks one state by the laws; returns its entry.
fn check_entry<T: Entries>(
    table: &T,
    index: u64,
) -> Result<<T::Rules as Rules>::Entry, VerifyError> {
    let wrong = |reason| wrong(table, reason);
    let position =
        table.position(index).ok_or_else(|| wrong(format!("state {index} is not a position")))?;
    if table.index(&position) != Some(index) {
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
pub(crate) fn check_counted(header: &Header, counted: &[Statistic]) -> Result<(), VerifyError> {
    let stored = &header.statistics;
    if stored != counted {
        let reason = format!("its statistics are {stored:?}, and its entries give {counted:?}");
        return Err(VerifyError::Wrong { table: header.name.clone(), reason });
    }
    Ok(())
}

pub(crate) fn wrong<T: Entries>(table: &T, reason: String) -> VerifyError {
    VerifyError::Wrong { table: table.header().name.clone(), reason }
}
