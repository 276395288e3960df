//! Checks the laws, that no position is missing, and that the index has no other bytes.

use perfectplay_core::parallel::tasks;
use perfectplay_tables::proof::entries;
use perfectplay_tables::proof::error::{Depth, Verification, VerifyError};

use super::statistics::PliesStatistics;
use crate::number::table::NumberPliesTable;
use crate::number::{Index, rules};

pub(crate) fn verify(table: &NumberPliesTable, how: Verification<'_>) -> Result<u64, VerifyError> {
    // The laws show that the index finds all positions; that it equals the builder's index shows that it has no
    // useless bytes.
    if Index::new(table.bound()).build()?.1 != table.trie() {
        return Err(entries::wrong(table, "its trie is not that of its positions"));
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
