//! What is filled layer by layer, and what the header says of it.

use std::borrow::Cow;

use perfectplay_format::Header;
use perfectplay_query::Family;
use perfectplay_tables::job::{header, parameter};
use perfectplay_tables::layered::LayeredTable;

use super::statistics::TowerStatistics;
use crate::tower::{Index, Solver};

/// The table of towers of up to some levels.
pub(super) struct TowerStates {
    family: Family,
    index: Index,
}

impl TowerStates {
    pub(super) fn new(family: Family) -> Self {
        let levels = family.size().one().into();
        let index = Index::new(levels).expect("families have levels that the index knows");
        Self { family, index }
    }
}

impl LayeredTable for TowerStates {
    type Entry = f64;
    type Solver<'a> = Solver<'a>;
    type Statistics = TowerStatistics;

    fn name(&self) -> String {
        self.family.to_string()
    }

    fn solver(&self) -> Solver<'_> {
        Solver::new(&self.index)
    }

    fn header(&self, statistics: TowerStatistics) -> Header {
        let statistics = statistics.statistics(self.index.raw_len());
        Header {
            parameters: vec![parameter("levels", self.family.size().one())],
            ..header(self.family.facts(), self.name(), "f64", self.index.len(), statistics)
        }
    }

    fn sections(&self) -> Vec<(&'static str, Cow<'_, [u8]>)> {
        Vec::new()
    }
}
