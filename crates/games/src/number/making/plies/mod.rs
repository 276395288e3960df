//! Tables with plies and winning moves; and values in memory, for larger bounds.

mod in_memory;

use std::sync::atomic::{AtomicU32, Ordering};

use crate::NumberPliesTable;
use crate::number::making::family;
use crate::number::{Entry, Index, Position, Trie, rules};
use crate::preludes::making::*;

pub use in_memory::NumberValues;

/// Solves all positions, those with few numbers first.
pub(super) fn build(bound: u8, job: &Job<'_>) -> Result<PathBuf, BuildError> {
    let index = Index::new(bound);
    let (positions, trie) = index.build()?;
    job.control.set_length(positions.len() as u64);
    let ranks = index.over(&trie).expect("the index reads what it built");
    let entries = solve(&positions, ranks, job.control)?;
    let statistics = PliesStatistics::of(&entries);
    let (states, statistics) = (positions.len() as u64, statistics.statistics());
    let family = family(bound);
    let header = header_of_family(family, &["bound"], "trie+entry32", states, statistics);
    let mut bytes = memory::with_room(entries.len() * 4)?;
    entries.iter().for_each(|entry| bytes.extend(entry.0.to_le_bytes()));
    write_table(job, header, &[("trie", &trie), ("entries", &bytes)])
}

/// All entries in rank order.
fn solve(
    positions: &[Position],
    ranks: Trie<'_>,
    control: Control<'_>,
) -> Result<Vec<Entry>, SolveError> {
    // The entries of a size are scattered over the ranks. Each is stored once, and read only for
    // larger positions, which are solved after all of this size.
    let entries = memory::collect(positions.iter().map(|_| AtomicU32::new(0)))?;
    let load = |rank: u64| Entry(entries[rank as usize].load(Ordering::Relaxed));
    for_each_by_size(positions, control, |rank| {
        let position = positions[rank as usize];
        let entry = ranks
            .path(position)
            .and_then(|path| {
                Entry::of(position, |to_name| Some(load(path.after(to_name)?.1).value()))
            })
            .expect("moves lead to positions of the index");
        entries[rank as usize].store(entry.0, Ordering::Relaxed);
    })?;
    // In place.
    Ok(entries.into_iter().map(|entry| Entry(entry.into_inner())).collect())
}

/// How many positions one thread solves at a time.
const TASK: usize = 1024;

/// Calls `solve` with the rank of every position: first of those with 0 numbers, then of those with 1, and so on;
/// positions with equally many are handled in parallel.
///
/// A move takes at least one number away, so it leads to a position that has been solved before.
fn for_each_by_size(
    positions: &[Position],
    control: Control<'_>,
    solve: impl Fn(u32) + Sync,
) -> Result<(), SolveError> {
    for ranks in by_size(positions)? {
        let parts: Vec<&[u32]> = ranks.chunks(TASK).collect();
        tasks(parts.len()).each(|part| {
            let ranks = parts[part];
            ranks.iter().for_each(|&rank| solve(rank));
            control.advance(ranks.len() as u64)
        })?;
    }
    Ok(())
}

/// The ranks of the positions with 0, 1, 2, … numbers.
fn by_size(positions: &[Position]) -> Result<Vec<Vec<u32>>, OutOfMemory> {
    let size = |position: &Position| position.mask().count_ones() as usize;
    let mut counts = [0; 64];
    positions.iter().for_each(|position| counts[size(position)] += 1);
    let sizes: Result<Vec<Vec<u32>>, _> = counts.into_iter().map(memory::with_room).collect();
    let mut sizes = sizes?;
    for (rank, position) in (0..).zip(positions) {
        sizes[size(position)].push(rank);
    }
    Ok(sizes)
}

/// Checks the laws, that no position is missing, and that the index has no other bytes.
pub(super) fn verify(table: &NumberPliesTable, how: Verification<'_>) -> Result<u64, VerifyError> {
    // The laws show that the index finds all positions; that it equals the builder's index shows that it has no
    // useless bytes.
    if Index::new(table.bound()).build()?.1 != table.trie() {
        return Err(wrong(table, "its trie is not that of its positions"));
    }
    let (compared, counted) = entries::check::<_, PliesStatistics>(table, how)?;
    if how.depth == Depth::Entries {
        entries::check_counted(table, &counted.statistics())?;
        check_count(table)?;
    }
    Ok(compared)
}

/// Checks that there are as many states as the plain rules list positions. The laws have shown that no two states
/// are the same position.
fn check_count(table: &NumberPliesTable) -> Result<(), VerifyError> {
    let bound = table.bound();
    // Branches of the semigroup tree, which threads share.
    let cut = bound.min(12);
    let mut branches = Vec::new();
    rules::for_each_position(cut, &mut |position| branches.push(*position));
    let count = |branch: usize| {
        let mut count = 0u64;
        rules::for_each_extension(&branches[branch], cut + 1, bound, &mut |_| count += 1);
        Ok::<_, VerifyError>(count)
    };
    let positions = tasks(branches.len()).merge(u64::wrapping_add, count)?;
    entries::check_states(table, positions.unwrap_or_default())
}

/// Of some entries.
#[derive(Clone, Copy, Debug, Default)]
struct PliesStatistics {
    outcomes: OutcomeStatistics,
    longest: u16,
}

impl Tally<Entry> for PliesStatistics {
    fn add(&mut self, entry: Entry) {
        let value = entry.value();
        self.outcomes.add(value.outcome);
        self.longest = self.longest.max(value.plies.unwrap_or_default());
    }

    fn merged(self, other: Self) -> Self {
        let outcomes = self.outcomes.merged(other.outcomes);
        Self { outcomes, longest: self.longest.max(other.longest) }
    }
}

impl PliesStatistics {
    fn statistics(self) -> Vec<Statistic> {
        let longest = count("longest_game_plies", self.longest.into());
        [self.outcomes.statistics(), vec![longest]].concat()
    }
}
