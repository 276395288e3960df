//! `tower-N`: all states that can arise from full towers of up to N levels.

use crate::TowerTable;
use crate::preludes::making::*;
use crate::tower::{Color, Index, Level, Position, Solver};

impl GameTable for TowerTable {
    fn build(id: &TableId<Self::Board>, job: &Job<'_>) -> Result<PathBuf, BuildError> {
        layered::build(&TowerStates::new(id.family()), job)
    }

    /// Checks the laws, and that no full tower is missing.
    fn verify(&self, how: Verification<'_>) -> Result<u64, VerifyError> {
        let (compared, counted) = entries::check::<_, TowerStatistics>(self, how)?;
        if how.depth == Depth::Entries {
            entries::check_counted(self, &counted.statistics(self.raw_states()))?;
            check_full_towers(self)?;
        }
        Ok(compared)
    }

    fn blocks(family: Family) -> Option<Box<dyn Blocks>> {
        Some(Box::new(TowerStates::new(family)))
    }
}

/// The table of towers of up to some levels.
struct TowerStates {
    family: Family,
    index: Index,
}

impl TowerStates {
    fn new(family: Family) -> Self {
        let levels = family.size().one().into();
        let index = Index::new(levels).expect("families have levels that the index knows");
        Self { family, index }
    }
}

impl LayeredTable for TowerStates {
    type Entry = f64;
    type Solver<'a> = Solver<'a>;
    type Statistics = TowerStatistics;

    fn solver(&self) -> Solver<'_> {
        Solver::new(&self.index)
    }

    fn header(&self, statistics: TowerStatistics) -> Header {
        let statistics = statistics.statistics(self.index.raw_len());
        header_of_family(self.family, &["levels"], "f64", self.index.len(), statistics)
    }
}

/// Checks that every full tower has an entry. The laws have shown that whatever moves lead to has one as well, so
/// nothing that can occur is missing. Full towers are multisets of levels and a top, and are listed as such.
fn check_full_towers(table: &TowerTable) -> Result<(), VerifyError> {
    let colors = Color::ALL.map(Some);
    let complete = |n: usize| Level::new(colors[n / 9], colors[n / 3 % 3], colors[n % 3]);
    // Each pair of mirrored levels once.
    let is_listed = |level: &Level| *level <= level.mirrored();
    let levels: Vec<Level> = (0..27).map(complete).filter(is_listed).collect();
    for height in 1..=table.levels() {
        check_towers(table, &levels, &mut Vec::new(), height)?;
    }
    Ok(())
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
                return Err(wrong(table, format!("{tower} has no entry")));
            }
        }
        below.pop();
    }
    Ok(())
}

/// Of some entries. There is no sum of doubles, as it would depend on their order.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TowerStatistics {
    finished: u64,
    longest: f64,
}

impl Tally<f64> for TowerStatistics {
    fn add(&mut self, expected: f64) {
        self.finished += u64::from(expected == 0.0);
        self.longest = self.longest.max(expected);
    }

    fn merged(self, other: Self) -> Self {
        Self { finished: self.finished + other.finished, longest: self.longest.max(other.longest) }
    }
}

impl TowerStatistics {
    /// In `raw_states` all blocks are distinguished by place and colour, except for mirror images.
    fn statistics(self, raw_states: u64) -> Vec<Statistic> {
        vec![
            count("raw_states", raw_states),
            count("finished", self.finished),
            statistic("longest_expected_minutes", Quantity::Real(self.longest)),
        ]
    }
}
