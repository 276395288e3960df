//! `chomp-MxN`: the outcomes of all positions of a bar of M × N cells.

use crate::chomp::{Position, Solver};
use crate::preludes::making::*;
use crate::{ChompTable, losing};

impl GameTable for ChompTable {
    fn build(id: &TableId<Self::Board>, job: &Job<'_>) -> Result<PathBuf, BuildError> {
        let family = id.family();
        match family.is_filled() {
            true => layered::build(&ChompBlocks::new(family), job),
            false => build_in_memory(family, job),
        }
    }

    /// Checks the laws, and that the whole bar has an entry. Then no position that it can become is missing, as the
    /// laws say that all moves lead to states.
    fn verify(&self, how: Verification<'_>) -> Result<u64, VerifyError> {
        let (compared, counted) = entries::check::<_, OutcomeStatistics>(self, how)?;
        if how.depth == Depth::Entries {
            entries::check_counted(self, &counted.statistics())?;
            let bar = Position::bar(self.rows(), self.columns());
            if bar.is_ok_and(|bar| !self.covers(&bar)) {
                return Err(wrong(self, "the whole bar has no entry"));
            }
            if self.lost_bits() != counted.losing {
                return Err(wrong(self, "bits behind its last entry are set"));
            }
        }
        Ok(compared)
    }

    fn blocks(family: Family) -> Option<Box<dyn Blocks>> {
        family.is_filled().then(|| Box::new(ChompBlocks::new(family)) as Box<dyn Blocks>)
    }
}

/// Smaller bars are solved in memory and written by index.
fn build_in_memory(family: Family, job: &Job<'_>) -> Result<PathBuf, BuildError> {
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
    header_of_family(family, &["rows", "columns"], encoding, states, statistics)
}

/// The table of a bar with many positions, filled layer by layer, in the solver's own layout.
struct ChompBlocks {
    family: Family,
    solver: Solver,
}

impl ChompBlocks {
    fn new(family: Family) -> Self {
        Self { family, solver: solver(family) }
    }
}

/// How many bits of the entries are set: the losing positions.
#[derive(Clone, Copy, Debug, Default)]
struct SetBits(u64);

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

    fn solver(&self) -> &Solver {
        &self.solver
    }

    fn header(&self, losing: SetBits) -> Header {
        of_bar(self.family, "segments1", self.solver.index().len(), losing.0)
    }
}
