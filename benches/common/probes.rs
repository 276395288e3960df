//! What asks tables for random positions, drawn from the whole table, and what reads memory.

use std::error::Error;
use std::hint::black_box;
use std::ops::Range;
use std::time::Instant;

use fastrand::Rng;
use perfectplay_core::{Outcome, Rules, Value};
use perfectplay_query::{Entries, Table, TableFolder, TableId, TokensContents};
use perfectplay_tables::{Build, Control, build};

/// Asks for the positions of a range, and returns something that depends on all answers.
pub(crate) type Probes = Box<dyn FnMut(Range<usize>) -> u64>;

/// Builds a table in a folder, and returns its length in bytes.
pub(crate) fn built(id: &TableId, folder: &TableFolder) -> Result<u64, Box<dyn Error>> {
    let built = build(id, folder, Build::default(), Control::SILENT, |_| {})?;
    Ok(std::fs::metadata(built.path)?.len())
}

/// How positions are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// One after the other.
    Single,
    /// Many at once.
    Batch,
}

/// What asks a table for `count` random positions. It must not be one of a single board of tokens.
pub(crate) fn probes(
    id: &TableId,
    folder: &TableFolder,
    count: usize,
    how: How,
) -> Result<Probes, Box<dyn Error>> {
    let mut random = Rng::with_seed(7);
    let single = how == How::Single;
    Ok(match folder.read(&id.to_string(), Table::new)? {
        Table::Number(table) => {
            // Half as many again, as the sample's size is random, too.
            let size = 3 * count as u64 / 2;
            let some = super::sample(table.bound(), table.header().states, size);
            let some = some.into_iter().cycle().take(count).collect();
            let number = |value: Value| value.outcome as u64;
            if single {
                one_by_one(some, move |position| table.value(position).map_or(u64::MAX, number))
            } else {
                at_once(some, move |positions, values| table.values(positions, values), number)
            }
        }
        Table::Tokens(table) => {
            let TokensContents::Family(index) = table.contents() else {
                return Err("not a family".into());
            };
            let some = (0..count)
                .map(|_| index.position(random.u64(..index.len())).expect("a start"))
                .collect();
            let number = |outcome: Outcome| outcome as u64;
            if single {
                one_by_one(some, move |position| table.value(position).map_or(u64::MAX, number))
            } else {
                at_once(some, move |positions, values| table.values(positions, values), number)
            }
        }
        Table::Tower(table) => of_entries(table, count, how, f64::to_bits),
        Table::Stake(table) => of_entries(table, count, how, |score| score as u64),
        Table::Chomp(table) => of_entries(table, count, how, |outcome| outcome as u64),
        Table::Contour(table) => of_entries(table, count, how, |score| score as u64),
    })
}

fn of_entries<T: Entries + 'static>(
    table: T,
    count: usize,
    how: How,
    number: impl Fn(<T::Rules as Rules>::Entry) -> u64 + Copy + 'static,
) -> Probes {
    let mut random = Rng::with_seed(7);
    let states = table.header().states;
    let some = (0..count).map(|_| table.position(random.u64(..states)).expect("a state")).collect();
    match how {
        How::Single => {
            one_by_one(some, move |position| table.entry(position).map_or(u64::MAX, number))
        }
        How::Batch => {
            at_once(some, move |positions, entries| table.entries(positions, entries), number)
        }
    }
}

fn one_by_one<P: 'static>(positions: Vec<P>, value: impl Fn(&P) -> u64 + 'static) -> Probes {
    Box::new(move |range| {
        positions[range].iter().fold(0, |sum, position| sum ^ value(black_box(position)))
    })
}

fn at_once<P: 'static, V: Copy + 'static>(
    positions: Vec<P>,
    values: impl Fn(&[P], &mut [Option<V>]) + 'static,
    number: impl Fn(V) -> u64 + 'static,
) -> Probes {
    Box::new(move |range| {
        const GROUP: usize = 64;
        let mut found = [None; GROUP];
        positions[range].chunks(GROUP).fold(0, |sum, positions| {
            let found = &mut found[..positions.len()];
            values(black_box(positions), found);
            found
                .iter()
                .fold(sum, |sum, value| sum ^ number(value.expect("the table has the position")))
        })
    })
}

/// An array in which following numbers from 0 on leads through all places in random order.
pub(crate) fn random_cycle(len: usize) -> Vec<u32> {
    let mut cycle: Vec<u32> = (0..len as u32).collect();
    let mut random = Rng::with_seed(3);
    for last in (1..len).rev() {
        cycle.swap(last, random.usize(..last));
    }
    cycle
}

/// The nanoseconds that each of so many takes.
pub(crate) fn nanoseconds(asked: usize, run: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    black_box(run());
    start.elapsed().as_secs_f64() * 1e9 / asked as f64
}

/// The time below which this share of all times lies.
pub(crate) fn quantile(times: &mut [f64], share: f64) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[((times.len() - 1) as f64 * share) as usize]
}
