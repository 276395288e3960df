//! What is filled layer by layer for all small boards, and what the header says about it; and all boards that one
//! board can become, solved at once.

use std::borrow::Cow;
use std::path::PathBuf;

use perfectplay_core::layers::solve_all;
use perfectplay_format::Header;
use perfectplay_query::{Family, TableBoard as _};
use perfectplay_tables::error::BuildError;
use perfectplay_tables::job::{Job, header, parameter};
use perfectplay_tables::layered::LayeredTable;
use perfectplay_tables::statistics::Tally;
use perfectplay_tables::write::write_table;

use super::statistics::StakeStatistics;
use crate::stake::{FamilyIndex, FamilySolver, Index, Position, Solver, lead_to_score};

/// The table of all boards up to some size.
pub(super) struct StakeFamily {
    family: Family,
    index: FamilyIndex,
    patterns: Vec<u8>,
}

impl StakeFamily {
    pub(super) fn new(family: Family) -> Self {
        let size = family.size().one().into();
        let index = FamilyIndex::new(size).expect("families have sizes that core knows");
        Self { family, patterns: index.patterns(), index }
    }
}

impl LayeredTable for StakeFamily {
    type Entry = i8;
    type Solver<'a> = FamilySolver<'a>;
    type Statistics = StakeStatistics;

    fn name(&self) -> String {
        self.family.to_string()
    }

    fn solver(&self) -> FamilySolver<'_> {
        FamilySolver::new(&self.index, &self.patterns).expect("the patterns are the index's own")
    }

    fn header(&self, statistics: StakeStatistics) -> Header {
        let statistics = statistics.statistics(self.index.raw_len());
        let encoding = match self.index.size() {
            ..=FamilyIndex::MAX_SMALL => "patterns+score8",
            _ => "canonical+score8",
        };
        Header {
            parameters: vec![parameter("size", self.family.size().one())],
            ..header(self.family.facts(), self.name(), encoding, self.index.len(), statistics)
        }
    }

    fn sections(&self) -> Vec<(&'static str, Cow<'_, [u8]>)> {
        vec![("patterns", Cow::Borrowed(&self.patterns))]
    }
}

pub(super) fn build_board(board: &Position, job: &Job<'_>) -> Result<PathBuf, BuildError> {
    let cells = board.empty_cells().count_ones() as usize;
    let index = Index::new(cells).expect("boards with too many empty cells need too much memory");
    let leads = solve_all(&Solver::new(&index).on(board), job.control)?;
    let statistics = (0..index.layers())
        .map(|layer| {
            let range = index.layer(layer);
            let mut statistics = StakeStatistics::default();
            for &lead in &leads[range.start as usize..range.end as usize] {
                statistics.add(lead_to_score(&index, layer, lead));
            }
            statistics
        })
        .fold(StakeStatistics::default(), StakeStatistics::merged)
        .statistics(index.len());
    let header = Header {
        board: board.to_string(),
        ..header(board.facts(), board.table(), "lead8", index.len(), statistics)
    };
    write_table(job, header, &[("entries", &leads)])
}
