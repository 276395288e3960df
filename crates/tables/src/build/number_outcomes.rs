//! `number-N` from 24 on: who wins every position with numbers up to N.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use perfectplay_core::Game;
use perfectplay_core::number::{
    Census, Count, GroupSolver, Key, Keys, Layer, OutcomesBuilder, Position,
};
use perfectplay_format::Header;
use perfectplay_query::{Family, NUMBER_OUTCOMES_SECTIONS, NumberOutcomesTable, TableFolder};
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::{header, parameter};
use crate::lock::LAYERS;
use crate::statistics::number_outcomes_statistics;
use crate::write::write_file;
use crate::{BuildError, Control, Interrupted};

/// How many groups one thread lists at a time.
const TASK: usize = 32;

/// Work is cut into pieces of so many tasks, for threads to take what others have not begun.
const SPLIT: usize = 2;

/// After a layer of so many positions what was done is kept, to go on from after a kill.
const WORTH_KEEPING: u64 = 1 << 22;

/// Layers and their counts: a table up to some bound.
#[derive(Debug, Default)]
struct Solved {
    outcomes: OutcomesBuilder,
    /// By layer and number of available numbers.
    counts: Vec<Count>,
}

pub(super) fn build(
    family: Family,
    bound: u8,
    folder: &TableFolder,
    anew: bool,
    control: &Control<'_>,
) -> Result<PathBuf, BuildError> {
    // A table up to the last finished layer.
    let layers = folder.table(&family.to_string()).with_extension(LAYERS);
    let restored = if anew { None } else { Solved::restored(folder, &layers, bound) };
    let mut solved = restored.unwrap_or_default();
    control.bar.set_position(solved.positions());
    while solved.outcomes.bound() < bound {
        let largest = solved.outcomes.bound() + 1;
        let positions = solved.add_layer(Layer::new(largest), control)?;
        if positions >= WORTH_KEEPING && largest < bound {
            solved.write(folder, &layers, control)?;
        }
    }
    let path = folder.table(&family.to_string());
    solved.write(folder, &path, control)?;
    // If it stays, it is the next build's to remove.
    let _ = std::fs::remove_file(layers);
    Ok(path)
}

impl Solved {
    /// What an earlier build of the table left, if it is sound.
    fn restored(folder: &TableFolder, file: &Path, bound: u8) -> Option<Self> {
        let file = folder.access().open(file).ok()?;
        file.verify_bytes(|_| true).ok()?;
        let table = NumberOutcomesTable::new(file).ok().filter(|table| table.bound() < bound)?;
        let outcomes = OutcomesBuilder::restored(table.bound(), table.sections()?)?;
        let solved = Self { outcomes, counts: table.counts().collect() };
        (solved.positions() == table.header().states).then_some(solved)
    }

    /// How many positions there are, the empty one included.
    fn positions(&self) -> u64 {
        let none = Count { positions: 1, losing: 1 };
        self.counts.iter().fold(none, |sum, &count| sum.plus(count)).positions
    }

    /// Solves the next layer; returns how many positions it has.
    fn add_layer(&mut self, layer: Layer, control: &Control<'_>) -> Result<u64, BuildError> {
        let groups = layer.groups();
        let (census, losing) = solve(layer, &groups, &self.outcomes, control)?;
        self.outcomes.begin(&census);
        self.add_filters(&losing, control)?;
        let passing = passing(layer, &groups, &self.outcomes, &losing, control)?;
        drop((groups, losing));
        self.add_function(0, passing, control)?;
        let counts: Vec<Count> = census.by_available().collect();
        self.counts.extend(&counts);
        Ok(counts.iter().map(|count| count.positions).sum())
    }

    fn add_filters(&mut self, losing: &Losing, control: &Control<'_>) -> Result<(), BuildError> {
        let mut keys = vec![Vec::new(); 1 + usize::from(OutcomesBuilder::MOST_BITS)];
        for &lost in &losing.list {
            let bits = self.outcomes.filter(lost).expect("a class with losing positions");
            keys[usize::from(bits)].push(Key::new(lost, true));
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
        control: &Control<'_>,
    ) -> Result<(), BuildError> {
        let keys = Keys::new(bits, &unsorted);
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

    /// Writes the table up to the last layer, under whatever name.
    fn write(
        &self,
        folder: &TableFolder,
        path: &Path,
        control: &Control<'_>,
    ) -> Result<(), BuildError> {
        let bound = self.outcomes.bound();
        let statistics = number_outcomes_statistics(&self.counts);
        let header = Header {
            name: Family::Number { bound }.to_string(),
            encoding: NumberOutcomesTable::<()>::ENCODING.to_owned(),
            parameters: vec![parameter("bound", bound)],
            ..header(Game::Number, self.positions(), statistics)
        };
        let counts = self.counts.iter().flat_map(|count| [count.positions, count.losing]);
        let counts: Vec<u8> = counts.flat_map(u64::to_le_bytes).collect();
        let [classes, functions, shards, bits] = self.outcomes.sections();
        let bytes = [&counts, classes, functions, shards, bits];
        let parts: Vec<_> = NUMBER_OUTCOMES_SECTIONS.into_iter().zip(bytes).collect();
        write_file(folder, path, header, &parts, control)
    }
}

/// The losing positions of a layer, as a list in a fixed order, and to look them up.
#[derive(Debug, Default)]
struct Losing {
    list: Vec<Position>,
    set: FxHashSet<Position>,
}

/// The solvers of a layer that no thread uses now.
struct Solvers {
    layer: Layer,
    idle: Mutex<Vec<GroupSolver>>,
}

impl Solvers {
    fn new(layer: Layer) -> Self {
        Self { layer, idle: Mutex::default() }
    }

    fn with<T>(&self, work: impl FnOnce(&mut GroupSolver) -> T) -> T {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let solver = idle().pop();
        let mut solver = solver.unwrap_or_else(|| GroupSolver::new(self.layer));
        let done = work(&mut solver);
        idle().push(solver);
        done
    }
}

/// What some groups of a layer have come to.
struct Tally {
    census: Census,
    losing: Vec<Position>,
}

impl Tally {
    fn new(layer: Layer) -> Self {
        Self { census: Census::new(layer.largest()), losing: Vec::new() }
    }

    fn and(mut self, mut other: Self) -> Self {
        self.census.merge(&other.census);
        self.losing.append(&mut other.losing);
        self
    }
}

/// Solves the groups of a layer, those of each list in parallel.
fn solve(
    layer: Layer,
    groups: &[Vec<Position>],
    outcomes: &OutcomesBuilder,
    control: &Control<'_>,
) -> Result<(Census, Losing), Interrupted> {
    let (mut census, mut losing) = (Census::new(layer.largest()), Losing::default());
    let (solvers, smaller) = (Solvers::new(layer), outcomes.outcomes());
    for groups in groups {
        let is_lost = |position: Position| {
            if position.largest() == layer.largest() {
                losing.set.contains(&position)
            } else {
                smaller.is_lost(position).expect("smaller layers are finished")
            }
        };
        let solve = |&group: &Position| {
            let (mut tally, mut count) = (Tally::new(layer), 0);
            solvers.with(|solver| {
                solver.solve(group, is_lost, |position, lost| {
                    tally.census.add(position, lost);
                    count += 1;
                    if lost {
                        tally.losing.push(position);
                    }
                });
            });
            control.advance(count).map(|()| tally)
        };
        let tally = groups
            .par_iter()
            .with_max_len(SPLIT)
            .map(solve)
            .try_reduce(|| Tally::new(layer), |one, other| Ok(one.and(other)))?;
        census.merge(&tally.census);
        losing.set.extend(&tally.losing);
        losing.list.extend(tally.losing);
    }
    Ok((census, losing))
}

/// The positions of a layer that pass their filters, in a fixed order.
fn passing(
    layer: Layer,
    groups: &[Vec<Position>],
    outcomes: &OutcomesBuilder,
    losing: &Losing,
    control: &Control<'_>,
) -> Result<Vec<Vec<Key>>, Interrupted> {
    let groups: Vec<&[Position]> = groups.iter().flat_map(|groups| groups.chunks(TASK)).collect();
    let solvers = Solvers::new(layer);
    let passing = |groups: &[Position]| {
        let mut passing = Vec::new();
        solvers.with(|solver| {
            for &group in groups {
                let positions = solver.positions(group);
                let keys = positions.filter(|&position| outcomes.passes(position));
                passing.extend(
                    keys.map(|position| Key::new(position, losing.set.contains(&position))),
                );
            }
        });
        control.check().map(|()| passing)
    };
    groups.into_par_iter().with_max_len(SPLIT).map(passing).collect()
}
