//! What asks tables for random positions, drawn from the whole table.

use std::error::Error;
use std::hint::black_box;
use std::ops::Range;

use fastrand::Rng;
use perfectplay_games::{
    ChompTable, ContourTable, NumberTable, StakeTable, TokensTable, TowerTable,
};
use perfectplay_query::{Bytes, Probe, TableFile, TableFolder, TableReader};

/// Asks for the positions of a range, and returns something that depends on all answers.
pub type Probes = Box<dyn FnMut(Range<usize>) -> u64>;

/// How positions are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// One after the other.
    Single,
    /// Many at once.
    Batch,
}

/// What asks a table for `count` random positions.
pub fn probes(
    table: &str,
    folder: &TableFolder,
    count: usize,
    how: How,
) -> Result<Probes, Box<dyn Error>> {
    let file = folder.file(table)?;
    match &*file.header().game.clone() {
        "number" => {
            let sample = |table: &NumberTable| {
                // Half as many again, as the sample's size is random, too.
                let size = 3 * count as u64 / 2;
                let some = crate::sample(table.bound(), table.header().states, size);
                some.into_iter().cycle().take(count).collect()
            };
            of::<NumberTable>(file, how, sample, |value| value.outcome as u64)
        }
        "tokens" => of::<TokensTable>(file, how, drawn(count), |outcome| outcome as u64),
        "tower" => of::<TowerTable>(file, how, drawn(count), f64::to_bits),
        "stake" => of::<StakeTable>(file, how, drawn(count), |score| score as u64),
        "chomp" => of::<ChompTable>(file, how, drawn(count), |outcome| outcome as u64),
        "contour" => of::<ContourTable>(file, how, drawn(count), |score| score as u64),
        _ => Err("not a table of a game that is measured".into()),
    }
}

/// So many positions by random indexes.
fn drawn<T: TableReader>(count: usize) -> impl FnOnce(&T) -> Vec<T::Position> {
    move |table| {
        let (mut random, states) = (Rng::with_seed(7), table.header().states);
        let one = |_| table.position_at(random.u64(..states)).expect("a state");
        (0..count).map(one).collect()
    }
}

/// What asks a table of this type; `number` is the number of a value.
fn of<T: TableReader + 'static>(
    file: TableFile<Bytes>,
    how: How,
    positions: impl FnOnce(&T) -> Vec<T::Position>,
    number: impl Fn(T::Value) -> u64 + 'static,
) -> Result<Probes, Box<dyn Error>> {
    const GROUP: usize = 64;
    let table = T::read(file)?;
    let positions = positions(&table);
    Ok(match how {
        How::Single => Box::new(move |range| {
            let value = |one| table.value(black_box(one)).map_or(u64::MAX, &number);
            positions[range].iter().fold(0, |sum, one| sum ^ value(one))
        }),
        How::Batch => Box::new(move |range| {
            let mut found = [None; GROUP];
            positions[range].chunks(GROUP).fold(0, |sum, positions| {
                let found = &mut found[..positions.len()];
                table.values(black_box(positions), found);
                let numbers = found.iter().map(|value| number(value.expect("the table has it")));
                numbers.fold(sum, |sum, number| sum ^ number)
            })
        }),
    })
}
