//! Finished layers, and how the next one is added: its positions are solved, and static functions (retrieval
//! structures) are constructed that give their outcomes.

use std::path::Path;

use perfectplay_core::retrieval::RetrievalError;
use perfectplay_tables::memory::reserve;
use perfectplay_tables::write::write_file;

use super::solve_layer::{for_each, passing, solve};
use super::{all, statistics};
use crate::number::making::family;
use crate::number::table::{NUMBER_OUTCOMES_SECTIONS, NumberOutcomesTable};
use crate::number::{Count, Key, Keys, Layer, OutcomesBuilder, Shard, Size, Span};
use crate::preludes::making::*;

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
        let mut bumped = Vec::new();
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
            let span = Span::new(bits);
            let size = OutcomesBuilder::size(span, count, count * u64::from(bits));
            bumped.extend(self.add_span(span, size, add_keys, left, control)?);
        }
        self.add_bumped(Span::new(OutcomesBuilder::MOST_BITS), bumped, left, control)?;
        let passing = passing(layer, &groups, self.outcomes.filters(), &losing, control)?;
        let left = left.saturating_sub(passing.bytes());
        let count = losing.positions() + passing.positions();
        let add_keys = |_: &OutcomesBuilder, keys: &Keys| {
            for_each(&losing, |position| keys.add(Key::new(position, true)), control)?;
            for_each(&passing, |position| keys.add(Key::new(position, false)), control)
        };
        let span = Span::new(0);
        let size = OutcomesBuilder::size(span, count, count);
        let bumped = self.add_span(span, size, add_keys, left, control)?;
        self.add_bumped(span, bumped, left, control)?;
        let counts: Vec<Count> = census.by_available().collect();
        self.counts.extend(&counts);
        Ok(counts.iter().map(|count| count.positions).sum())
    }

    /// Makes the lines of a span, in passes: each has `add_keys` offer all keys to those of some shards. `memory` is
    /// what these and the outcomes may take. Returns the keys that no line holds.
    fn add_span(
        &mut self,
        span: Span,
        size: Size,
        add_keys: impl Fn(&OutcomesBuilder, &Keys) -> Result<(), SolveError>,
        memory: u64,
        control: Control<'_>,
    ) -> Result<Vec<Key>, BuildError> {
        let (mut start, mut bumped) = (0, Vec::new());
        while start < size.shards() {
            let taken: usize = self.outcomes.sections().iter().map(|section| section.len()).sum();
            let at_once = shards_at_once(size, memory.saturating_sub(taken as u64));
            let keys = Keys::new(size, start..size.shards().min(start + at_once))?;
            add_keys(&self.outcomes, &keys)?;
            let solved: Vec<Shard> =
                tasks(keys.shards().len()).one_at_a_time().collect(|shard| {
                    control.check()?;
                    let equations = |key, hash| self.outcomes.equations(span, key, hash);
                    Ok::<_, BuildError>(keys.solve(start + shard, equations)?)
                })?;
            self.outcomes.add(span, &solved)?;
            for shard in solved {
                reserve(&mut bumped, shard.bumped.len())?;
                bumped.extend(shard.bumped);
            }
            start = keys.shards().end;
        }
        Ok(bumped)
    }

    /// Makes the spans of keys that are bumped from one.
    fn add_bumped(
        &mut self,
        mut span: Span,
        mut bumped: Vec<Key>,
        memory: u64,
        control: Control<'_>,
    ) -> Result<(), BuildError> {
        while !bumped.is_empty() {
            span = span.next().ok_or(RetrievalError::Crowded(bumped.len()))?;
            let equations = |&key| self.outcomes.equations(span, key, 0).equations() as u64;
            let equations = bumped.iter().map(equations).sum();
            let size = OutcomesBuilder::size(span, bumped.len() as u64, equations);
            let add_keys = |_: &OutcomesBuilder, keys: &Keys| {
                bumped.iter().for_each(|&key| keys.add(key));
                Ok(())
            };
            bumped = self.add_span(span, size, add_keys, memory, control)?;
        }
        Ok(())
    }

    /// Writes the table up to the last layer, as a file of any name.
    pub(super) fn write(&self, path: &Path, job: &Job<'_>) -> Result<(), BuildError> {
        let bound = self.outcomes.bound();
        let encoding = NumberOutcomesTable::ENCODING;
        let (states, statistics) = (all(&self.counts).positions, statistics(&self.counts));
        let family = family(bound);
        let header = header_of_family(family, &["bound"], encoding, states, statistics);
        let counts = self.counts.iter().flat_map(|count| [count.positions, count.losing]);
        let counts: Vec<u8> = counts.flat_map(u64::to_le_bytes).collect();
        let [classes, spans, lines] = self.outcomes.sections();
        let bytes = [&counts, classes, spans, lines];
        let parts: Vec<_> = NUMBER_OUTCOMES_SECTIONS.into_iter().zip(bytes).collect();
        write_file(job, path, header, &parts).map(drop)
    }
}

/// How many shards are made at once: at least one, and about equally many in each pass, so that no thread waits for the
/// last few.
pub fn shards_at_once(size: Size, memory: u64) -> usize {
    let shards = size.shards() as u64;
    let wanted = shards.div_ceil(PASSES).max(LEAST_SHARDS);
    let most = wanted.min(memory / size.shard_bytes().max(1)).max(1);
    shards.div_ceil(shards.div_ceil(most).max(1)).max(1) as usize
}
