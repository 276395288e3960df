//! `number` tables against the plain rules.

use perfectplay_core::Outcome;
use perfectplay_core::number::rules::{self, Available};
use perfectplay_core::number::{Entry, Position};
use perfectplay_format::{Quantity, Statistic};
use perfectplay_query::{Map, NumberTable};
use rayon::prelude::*;

use crate::{Control, Depth, VerifyError};

/// What was counted of some of the entries.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    positions: u64,
    compared: u64,
    winning: u64,
    longest: u8,
}

impl Count {
    fn add(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            compared: self.compared + other.compared,
            winning: self.winning + other.winning,
            longest: self.longest.max(other.longest),
        }
    }
}

pub(super) fn check_entries(
    table: &NumberTable<Map>,
    depth: Depth,
    control: &Control<'_>,
) -> Result<u64, VerifyError> {
    let states = table.file().header().states;
    let sampled = match depth {
        Depth::Bytes => return Ok(0),
        Depth::Sample(entries) => entries,
        Depth::Entries => u64::MAX,
    };
    control.bar.set_length(states);
    let count = branches(table.bound())
        .into_par_iter()
        .map(|(position, from)| check_branch(table, &position, from, sampled, control))
        .try_reduce(Count::default, |one, other| Ok(one.add(other)))?;
    let wrong = |reason: String| VerifyError::Wrong { table: table.name().to_owned(), reason };
    if count.positions != states {
        let found = count.positions;
        return Err(wrong(format!("it has {states} states, and there are {found} positions")));
    }
    if depth == Depth::Entries {
        check_statistics(&count, &table.file().header().statistics).map_err(wrong)?;
    }
    Ok(count.compared)
}

/// The positions with numbers up to 12, and from which number on each is to be
/// extended: pieces of the semigroup tree for the threads to share.
fn branches(bound: u8) -> Vec<(Available, u8)> {
    let cut = bound.min(12);
    let mut branches = Vec::new();
    rules::for_each_position(cut, &mut |position| branches.push((*position, cut + 1)));
    branches
}

fn check_branch(
    table: &NumberTable<Map>,
    position: &Available,
    from: u8,
    sampled: u64,
    control: &Control<'_>,
) -> Result<Count, VerifyError> {
    const CHUNK: u64 = 256;
    let states = table.file().header().states;
    let mut count = Count::default();
    let mut result = Ok(());
    rules::for_each_extension(position, from, table.bound(), &mut |position| {
        if result.is_err() {
            return;
        }
        count.positions += 1;
        if count.positions.is_multiple_of(CHUNK) {
            result = control.advance(CHUNK).map_err(VerifyError::from);
        }
        if sampled >= states || spread(position) % states < sampled {
            match check_entry(table, position) {
                Ok(entry) => {
                    count.compared += 1;
                    count.winning += u64::from(entry.value().outcome == Outcome::Win);
                    count.longest = count.longest.max(entry.value().plies);
                }
                Err(reason) => {
                    let table = table.name().to_owned();
                    result = Err(VerifyError::Wrong { table, reason });
                }
            }
        }
    });
    control.bar.inc(count.positions % CHUNK);
    result.map(|()| count)
}

/// One entry against those of the positions that the moves lead to.
fn check_entry(table: &NumberTable<Map>, available: &Available) -> Result<Entry, String> {
    let find = |available: &Available| {
        let mask = rules::moves(available).fold(0, |mask, number| mask | 1u64 << number);
        let position = Position::from_mask(mask).map_err(|error| error.to_string())?;
        let ranks = table.ranks().ok_or("its trie is too short")?;
        let rank = ranks.rank(position).ok_or_else(|| format!("{position} has no rank"))?;
        if ranks.position(rank) != Some(position) {
            return Err(format!("{position} has the rank of another position"));
        }
        let entry = table.entry_at(rank).ok_or_else(|| format!("{position} has no entry"))?;
        Ok((position, entry))
    };
    let (position, entry) = find(available)?;
    let mut winning = 0;
    let mut children = Vec::new();
    for number in rules::moves(available) {
        let (_, child) = find(&rules::after(available, number))?;
        let value = child.value();
        if value.outcome == Outcome::Loss {
            winning |= 1 << number;
        }
        children.push((value.outcome, value.plies));
    }
    let (outcome, plies) = rules::best(children);
    let value = entry.value();
    if (value.outcome, value.plies, entry.winning()) != (outcome, plies, winning) {
        return Err(format!(
            "{position} is stored as {value}, and its moves make it {outcome} in {plies}"
        ));
    }
    Ok(entry)
}

/// A number that is spread evenly over positions (Fibonacci hashing).
fn spread(position: &Available) -> u64 {
    let mask = rules::moves(position).fold(0, |mask, number| mask | 1u64 << number);
    mask.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20
}

fn check_statistics(count: &Count, stored: &[Statistic]) -> Result<(), String> {
    let counted = [
        ("winning", count.winning),
        ("losing", count.compared - count.winning),
        ("longest_game_plies", count.longest.into()),
    ];
    let expected = counted
        .map(|(name, count)| Statistic { name: name.to_owned(), value: Quantity::Count(count) });
    if stored != expected {
        return Err(format!("its statistics are {stored:?}, and the entries give {expected:?}"));
    }
    Ok(())
}
