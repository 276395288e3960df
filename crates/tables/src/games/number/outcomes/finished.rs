//! Finished layers, and how the next one is added: its positions are solved, and static functions
//! (retrieval structures) are made that give their outcomes.

use std::path::Path;

use perfectplay_core::number::{Count, Key, Keys, Layer, OutcomesBuilder};
use perfectplay_format::Header;
use perfectplay_query::{Family, NUMBER_OUTCOMES_SECTIONS, NumberOutcomesTable};
use rayon::prelude::*;

use super::layer::{Losing, passing, solve};
use super::statistics::{all, statistics};
use crate::job::{Job, header, parameter};
use crate::write::write_file;
use crate::{BuildError, Control, memory};

/// Layers and their counts: the contents of the table of some bound.
#[derive(Debug, Default)]
pub(super) struct FinishedLayers {
    pub(super) outcomes: OutcomesBuilder,
    /// By layer and number of available numbers.
    pub(super) counts: Vec<Count>,
}

impl FinishedLayers {
    /// Solves the next layer; returns how many positions it has.
    pub(super) fn add(&mut self, layer: Layer, control: Control<'_>) -> Result<u64, BuildError> {
        let groups = layer.groups()?;
        let (census, losing) = solve(layer, &groups, self.outcomes.outcomes(), control)?;
        self.outcomes.begin(&census);
        self.add_filters(&losing, control)?;
        let passing = passing(layer, &groups, &self.outcomes, &losing, control)?;
        drop((groups, losing));
        self.add_function(0, passing, control)?;
        let counts: Vec<Count> = census.by_available().collect();
        self.counts.extend(&counts);
        Ok(counts.iter().map(|count| count.positions).sum())
    }

    fn add_filters(&mut self, losing: &Losing, control: Control<'_>) -> Result<(), BuildError> {
        let mut keys = vec![Vec::new(); 1 + usize::from(OutcomesBuilder::MOST_BITS)];
        for &lost in losing.list() {
            let bits = self.outcomes.filter(lost).expect("a class with losing positions");
            let keys = &mut keys[usize::from(bits)];
            memory::reserve(keys, 1)?;
            keys.push(Key::new(lost, true));
        }
        for (bits, keys) in (0..).zip(keys).skip(1) {
            self.add_function(bits, vec![keys], control)?;
        }
        Ok(())
    }

    fn add_function(
        &mut self,
        bits: u8,
        unsorted: Vec<Vec<Key>>,
        control: Control<'_>,
    ) -> Result<(), BuildError> {
        let keys = Keys::new(bits, &unsorted)?;
        drop(unsorted);
        let shards: Result<Vec<_>, BuildError> = (0..keys.shards())
            .into_par_iter()
            .with_max_len(1)
            .map(|shard| {
                control.check()?;
                Ok(keys.solve(shard)?)
            })
            .collect();
        Ok(self.outcomes.add(bits, &shards?)?)
    }

    /// Writes the table up to the last layer, as a file of any name.
    pub(super) fn write(&self, path: &Path, job: &Job<'_>) -> Result<(), BuildError> {
        let bound = self.outcomes.bound();
        let encoding = NumberOutcomesTable::<()>::ENCODING;
        let (states, statistics) = (all(&self.counts).positions, statistics(&self.counts));
        let header = Header {
            parameters: vec![parameter("bound", bound)],
            ..header(Family::Number { bound }, encoding, states, statistics)
        };
        let counts = self.counts.iter().flat_map(|count| [count.positions, count.losing]);
        let counts: Vec<u8> = counts.flat_map(u64::to_le_bytes).collect();
        let [classes, functions, shards, bits] = self.outcomes.sections();
        let bytes = [&counts, classes, functions, shards, bits];
        let parts: Vec<_> = NUMBER_OUTCOMES_SECTIONS.into_iter().zip(bytes).collect();
        write_file(job, path, header, &parts)
    }
}
