//! Checks the laws, and that no full tower is missing.

use perfectplay_query::Probe;
use perfectplay_tables::proof::entries;
use perfectplay_tables::proof::error::{Depth, Verification, VerifyError};

use super::statistics::TowerStatistics;
use crate::tower::table::TowerTable;
use crate::tower::{Color, Level, Position};

pub(crate) fn verify(table: &TowerTable, how: Verification<'_>) -> Result<u64, VerifyError> {
    let (compared, counted) = entries::check::<_, TowerStatistics>(table, how)?;
    if how.depth == Depth::Entries {
        entries::check_counted(table, &counted.statistics(table.raw_states()))?;
        check_full_towers(table)?;
    }
    Ok(compared)
}

/// Checks that every full tower has an entry. The laws have shown that whatever moves lead to has one as well, so
/// nothing that can occur is missing. Full towers are multisets of levels and a top, and are listed as such.
fn check_full_towers(table: &TowerTable) -> Result<(), VerifyError> {
    let mut levels = Vec::new();
    let colors = Color::ALL.map(Some);
    for left in colors {
        for middle in colors {
            levels.extend(colors.map(|right| Level::new(left, middle, right)));
        }
    }
    // Each pair of mirrored levels once.
    levels.retain(|&level| level <= mirrored(level));
    for height in 1..=table.levels() {
        check_towers(table, &levels, &mut Vec::new(), height)?;
    }
    Ok(())
}

fn mirrored(level: Level) -> Level {
    use crate::tower::Place::{Left, Middle, Right};
    Level::new(level.get(Right), level.get(Middle), level.get(Left))
}

/// Checks all towers of `height` levels that begin with `below` and whose levels below the top do not descend.
fn check_towers(
    table: &TowerTable,
    levels: &[Level],
    below: &mut Vec<Level>,
    height: usize,
) -> Result<(), VerifyError> {
    for &level in levels {
        let descends = below.last().is_some_and(|&last| level < last);
        if below.len() + 1 < height && descends {
            continue;
        }
        below.push(level);
        if below.len() < height {
            check_towers(table, levels, below, height)?;
        } else {
            let tower = Position::new(below.clone()).expect("a full tower");
            if table.index_of(&tower).is_none() {
                return Err(entries::wrong(table, format!("{tower} has no entry")));
            }
        }
        below.pop();
    }
    Ok(())
}
