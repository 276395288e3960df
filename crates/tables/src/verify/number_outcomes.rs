//! `number` tables without plies: every position that the plain rules list, by induction.

use perfectplay_core::Outcome;
use perfectplay_core::number::rules::{self, Available};
use perfectplay_core::number::{Count, Position};
use perfectplay_query::{Map, NUMBER_OUTCOMES_SECTIONS, NumberOutcomesTable};
use rayon::prelude::*;

use super::entries;
use crate::statistics::number_outcomes_statistics;
use crate::{Control, Depth, VerifyError};

/// The positions up to this number are the pieces of the semigroup tree that threads share.
fn cut(bound: u8) -> u8 {
    bound.saturating_sub(20).clamp(12, 36).min(bound)
}

pub(super) fn check(
    table: &NumberOutcomesTable<Map>,
    depth: Depth,
    control: &Control<'_>,
) -> Result<u64, VerifyError> {
    entries::check_parts(table.header(), &["bound"], &NUMBER_OUTCOMES_SECTIONS, "")?;
    let stored: Vec<Count> = table.counts().collect();
    entries::check_counted(table.header(), &number_outcomes_statistics(&stored))?;
    if depth == Depth::Bytes {
        return Ok(0);
    }
    let (branches, sizes) = branches(table.bound(), control)?;
    let states: u64 = sizes.iter().sum();
    if states != table.header().states {
        let stored = table.header().states;
        let reason = format!("it has {stored} states, and there are {states} positions");
        return Err(wrong(table, reason));
    }
    let compared = match depth {
        Depth::Sample(entries) => entries.min(states),
        _ => states,
    };
    control.bar.set_length(compared);
    let sample = Sample { states, compared };
    let starts = sizes.iter().scan(0, |end, size| {
        *end += size;
        Some(*end - size)
    });
    let tasks: Vec<(u64, &Available)> = starts.zip(&branches).collect();
    let rows = stored.len();
    let counted = tasks
        .into_par_iter()
        .map(|(start, branch)| check_branch(table, start, branch, sample, control))
        .try_reduce(
            || vec![Count::default(); rows],
            |one, other| Ok(one.iter().zip(&other).map(|(one, other)| one.plus(*other)).collect()),
        )?;
    if depth == Depth::Entries && counted != stored {
        return Err(wrong(table, "its counts are not those of its positions".to_owned()));
    }
    Ok(compared)
}

/// After so many positions a thread tells the bar.
const REPORT: u64 = 1 << 10;

/// Which positions to compare: so many of so many, spread evenly.
#[derive(Clone, Copy)]
struct Sample {
    states: u64,
    compared: u64,
}

impl Sample {
    /// How many are compared of the first `places` positions.
    fn before(self, places: u64) -> u64 {
        (u128::from(places) * u128::from(self.compared)).div_ceil(u128::from(self.states)) as u64
    }
}

/// The positions up to the cut, and how many positions up to the bound extend each.
fn branches(bound: u8, control: &Control<'_>) -> Result<(Vec<Available>, Vec<u64>), VerifyError> {
    let mut branches = Vec::new();
    rules::for_each_position(cut(bound), &mut |position| branches.push(*position));
    let size = |branch: &Available| {
        let mut size = 0;
        rules::for_each_extension(branch, cut(bound) + 1, bound, &mut |_| size += 1);
        control.check().map(|()| size)
    };
    let sizes: Result<Vec<u64>, _> = branches.par_iter().map(size).collect();
    Ok((branches, sizes?))
}

/// Compares the positions of a branch, the first of which is number `start`, and counts them.
fn check_branch(
    table: &NumberOutcomesTable<Map>,
    start: u64,
    branch: &Available,
    sample: Sample,
    control: &Control<'_>,
) -> Result<Vec<Count>, VerifyError> {
    let mut counts = vec![Count::default(); table.counts().count()];
    let (mut place, mut unreported) = (start, 0);
    let mut result = Ok(());
    rules::for_each_extension(branch, cut(table.bound()) + 1, table.bound(), &mut |available| {
        let compare = sample.before(place + 1) > sample.before(place);
        place += 1;
        if compare && result.is_ok() {
            let checked = check_position(table, available);
            result = checked.and_then(|is_lost| {
                count(&mut counts, available, is_lost);
                unreported += 1;
                if unreported % REPORT == 0 { Ok(control.advance(REPORT)?) } else { Ok(()) }
            });
        }
    });
    result?;
    control.advance(unreported % REPORT)?;
    Ok(counts)
}

/// A position is lost if no move leads to a lost one; returns whether it is.
fn check_position(
    table: &NumberOutcomesTable<Map>,
    available: &Available,
) -> Result<bool, VerifyError> {
    let value =
        |position: Position| table.value(position).map_err(|error| wrong(table, error.to_string()));
    let position = rules::position(available);
    if position.to_string().parse() != Ok(position) {
        return Err(wrong(table, format!("the text {position} reads as another position")));
    }
    let mut by_rules = Outcome::Loss;
    for number in rules::moves(available) {
        if value(rules::position(&rules::after(available, number)))? == Outcome::Loss {
            by_rules = Outcome::Win;
            break;
        }
    }
    let stored = value(position)?;
    if stored != by_rules {
        let reason =
            format!("{position} is stored as a {stored}, and its moves make it a {by_rules}");
        return Err(wrong(table, reason));
    }
    Ok(stored == Outcome::Loss)
}

/// Adds a position to its row: by largest number F = 2, 3, …, and by how many numbers are
/// available from ⌊F/2⌋ on. The empty one has no row.
fn count(counts: &mut [Count], available: &Available, is_lost: bool) {
    let Some(largest) = rules::moves(available).last().map(usize::from) else { return };
    let before: usize = (2..largest).map(|smaller| smaller.div_ceil(2)).sum();
    let row = before + rules::moves(available).count() - largest / 2;
    counts[row] = counts[row].plus(Count { positions: 1, losing: u64::from(is_lost) });
}

fn wrong(table: &NumberOutcomesTable<Map>, reason: String) -> VerifyError {
    VerifyError::Wrong { table: table.name().to_owned(), reason }
}
