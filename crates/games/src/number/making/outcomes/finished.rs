//! Finished layers, and how the next one is added: its positions are solved, and static functions (retrieval
//! structures) are constructed that give their outcomes.

use std::path::Path;

use perfectplay_core::control::Control;
use perfectplay_core::layers::SolveError;
use perfectplay_core::parallel::tasks;
use perfectplay_format::Header;
use perfectplay_tables::error::BuildError;
use perfectplay_tables::job::{Job, header, parameter};
use perfectplay_tables::write::write_file;

use super::solve_layer::{for_each, passing, solve};
use super::{all, statistics};
use crate::number::making::family;
use crate::number::table::{NUMBER_OUTCOMES_SECTIONS, NumberOutcomesTable};
use crate::number::{Count, FACTS, Key, Keys, Layer, OutcomesBuilder};

/// Layers and their counts: the contents of the table of some bound.
#[derive(Debug, Default)]
pub struct FinishedLayers {
    /// The functions.
    pub outcomes: OutcomesBuilder,
    /// By layer and number of available numbers.
    pub(super) counts: Vec<Count>,
}

/// A function is made in at most this many passes over its keys, unless there is too little memory. A pass takes
/// about 3 ns a key, and all passes together take a twentieth of a build.
const PASSES: u64 = 8;

/// With this many shards in a pass, which take four megabytes, more passes save no memory worth having.
const LEAST_SHARDS: u64 = 32;

impl FinishedLayers {
    /// Solves the next layer within about this many bytes of memory in total; returns how many positions it has. It
    /// does not fail on its own if there is less memory than one shard needs.
    pub fn add(
        &mut self,
        layer: Layer,
        memory: u64,
        control: Control<'_>,
    ) -> Result<u64, BuildError> {
        let groups = layer.groups()?;
        let held = groups.iter().map(|groups| size_of_val(&groups[..]) as u64).sum::<u64>();
        let (census, losing) = solve(layer, &groups, self.outcomes.outcomes(), control)?;
        self.outcomes.begin(&census);
        let left = memory.saturating_sub(held + losing.bytes());
        for (bits, count) in (0..).zip(self.outcomes.filter_keys(&census)).skip(1) {
            let add_keys = |outcomes: &OutcomesBuilder, keys: &Keys| {
                let filters = outcomes.filters();
                let add = |position| {
                    if filters.bits(position) == Some(bits) {
                        keys.add(Key::new(position, true));
                    }
                };
                for_each(&losing, add, control)
            };
            self.add_function(bits, count, add_keys, left, control)?;
        }
        let passing = passing(layer, &groups, self.outcomes.filters(), &losing, control)?;
        let left = left.saturating_sub(passing.bytes());
        let count = losing.positions() + passing.positions();
        let add_keys = |_: &OutcomesBuilder, keys: &Keys| {
            for_each(&losing, |position| keys.add(Key::new(position, true)), control)?;
            for_each(&passing, |position| keys.add(Key::new(position, false)), control)
        };
        self.add_function(0, count, add_keys, left, control)?;
        let counts: Vec<Count> = census.by_available().collect();
        self.counts.extend(&counts);
        Ok(counts.iter().map(|count| count.positions).sum())
    }

    /// Makes a filter, or with 0 bits the layer's function, of `count` keys, in passes: each has
    /// `add_keys` offer all keys to those of some shards. `memory` is what these and the function may
    /// take.
    fn add_function(
        &mut self,
        bits: u8,
        count: u64,
        add_keys: impl Fn(&OutcomesBuilder, &Keys) -> Result<(), SolveError>,
        memory: u64,
        control: Control<'_>,
    ) -> Result<(), BuildError> {
        let shards = Keys::shards_of(count);
        let mut start = 0;
        loop {
            let taken: usize = self.outcomes.sections().iter().map(|section| section.len()).sum();
            let at_once = shards_at_once(count, memory.saturating_sub(taken as u64));
            let keys = Keys::new(bits, count, start..shards.min(start + at_once))?;
            add_keys(&self.outcomes, &keys)?;
            let first = keys.shards().start;
            let solved = tasks(keys.shards().len()).one_at_a_time().collect(|shard| {
                control.check()?;
                Ok::<_, BuildError>(keys.solve(first + shard)?)
            });
            self.outcomes.add(bits, &solved?)?;
            start = keys.shards().end;
            if start == shards {
                return Ok(());
            }
        }
    }

    /// Writes the table up to the last layer, as a file of any name.
    pub(super) fn write(&self, path: &Path, job: &Job<'_>) -> Result<(), BuildError> {
        let bound = self.outcomes.bound();
        let encoding = NumberOutcomesTable::ENCODING;
        let (states, statistics) = (all(&self.counts).positions, statistics(&self.counts));
        let header = Header {
            parameters: vec![parameter("bound", bound)],
            ..header(&FACTS, family(bound).to_string(), encoding, states, statistics)
        };
        let counts = self.counts.iter().flat_map(|count| [count.positions, count.losing]);
        let counts: Vec<u8> = counts.flat_map(u64::to_le_bytes).collect();
        let [classes, functions, shards, bits] = self.outcomes.sections();
        let bytes = [&counts, classes, functions, shards, bits];
        let parts: Vec<_> = NUMBER_OUTCOMES_SECTIONS.into_iter().zip(bytes).collect();
        write_file(job, path, header, &parts).map(drop)
    }
}

/// How many shards of a function of this many keys are made at once: at least one, and about equally many in each
/// pass, so that no thread waits for the last few.
pub fn shards_at_once(keys: u64, memory: u64) -> usize {
    let shards = Keys::shards_of(keys) as u64;
    let wanted = shards.div_ceil(PASSES).max(LEAST_SHARDS);
    let most = wanted.min(memory / Keys::shard_bytes(keys)).max(1);
    shards.div_ceil(shards.div_ceil(most).max(1)).max(1) as usize
}
