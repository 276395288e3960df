//! All positions of a bar: smaller bars are solved in memory and written by index, larger ones filled layer by
//! layer, in the solver's own layout.

use std::borrow::Cow;
use std::path::PathBuf;

use perfectplay_format::Header;
use perfectplay_query::Family;
use perfectplay_tables::error::BuildError;
use perfectplay_tables::job::{Job, header, parameter};
use perfectplay_tables::layered::LayeredTable;
use perfectplay_tables::statistics::{OutcomeStatistics, Tally};
use perfectplay_tables::write::write_table;

use crate::chomp::Solver;
use crate::losing;

pub(super) fn build(family: Family, job: &Job<'_>) -> Result<PathBuf, BuildError> {
    let solver = solver(family);
    let states = solver.index().len();
    job.control.set_length(solver.layout().len());
    let outcomes = solver.solve(job.control)?;
    let bits = losing::bytes(states, |push| outcomes.for_each_word(push))?;
    drop(outcomes);
    let losing = losing::count(&bits);
    let header = of_bar(family, "losing1", states, losing);
    write_table(job, header, &[("losing", &bits)])
}

fn solver(family: Family) -> Solver {
    let (rows, columns) = family.size().sides();
    Solver::new(rows.into(), columns.into()).expect("families have sizes of core")
}

fn of_bar(family: Family, encoding: &str, states: u64, losing: u64) -> Header {
    let winning = states.saturating_sub(losing);
    let statistics = OutcomeStatistics { winning, losing }.statistics();
    let (rows, columns) = family.size().sides();
    Header {
        parameters: vec![parameter("rows", rows), parameter("columns", columns)],
        ..header(family.facts(), family.to_string(), encoding, states, statistics)
    }
}

/// The table of a bar with many positions.
pub(super) struct ChompBlocks {
    family: Family,
    solver: Solver,
}

impl ChompBlocks {
    pub(super) fn new(family: Family) -> Self {
        Self { family, solver: solver(family) }
    }
}

/// How many bits of the entries are set: the losing positions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SetBits(u64);

impl Tally<u8> for SetBits {
    fn add(&mut self, entry: u8) {
        self.0 += u64::from(entry.count_ones());
    }

    fn merged(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl LayeredTable for ChompBlocks {
    type Entry = u8;
    type Solver<'a> = &'a Solver;
    type Statistics = SetBits;

    fn name(&self) -> String {
        self.family.to_string()
    }

    fn solver(&self) -> &Solver {
        &self.solver
    }

    fn header(&self, losing: SetBits) -> Header {
        of_bar(self.family, "segments1", self.solver.index().len(), losing.0)
    }

    fn sections(&self) -> Vec<(&'static str, Cow<'_, [u8]>)> {
        Vec::new()
    }
}
