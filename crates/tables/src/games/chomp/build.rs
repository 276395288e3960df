//! All positions of a bar, layer by layer.

use std::path::PathBuf;

use perfectplay_core::chomp::Solver;
use perfectplay_format::Header;
use perfectplay_query::Family;

use crate::BuildError;
use crate::games::losing;
use crate::job::{Job, header, parameter};
use crate::statistics::OutcomeStatistics;
use crate::write::write_table;

pub(in crate::games) fn build(rows: u8, columns: u8, job: &Job<'_>) -> Result<PathBuf, BuildError> {
    let solver = Solver::new(rows.into(), columns.into()).expect("families have sizes of core");
    let states = solver.index().len();
    job.control.set_length(solver.segments());
    let outcomes = solver.solve(job.control)?;
    let bits = losing::bytes(states, |push| outcomes.for_each_word(push))?;
    drop(outcomes);
    let losing = losing::count(&bits);
    let statistics = OutcomeStatistics { winning: states - losing, losing }.statistics();
    let header = Header {
        parameters: vec![parameter("rows", rows), parameter("columns", columns)],
        ..header(Family::Chomp { rows, columns }, "losing1", states, statistics)
    };
    write_table(job, header, &[("losing", &bits)])
}
