//! What asks tables of families for random positions, drawn from the whole table.

use std::error::Error;
use std::hint::black_box;
use std::ops::Range;

use fastrand::Rng;
use perfectplay_core::Rules;
use perfectplay_query::{Entries, Family, Table, TableFolder, TokensContents};
use perfectplay_tables::{Build, Control, build};

/// Asks for the positions of a range, and returns something that depends on all answers.
pub(crate) type Probes = Box<dyn FnMut(Range<usize>) -> u64>;

/// Builds a family's table in a folder, and returns its length in bytes.
pub(crate) fn built(family: Family, folder: &TableFolder) -> Result<u64, Box<dyn Error>> {
    let built = build(&family.into(), folder, Build::default(), Control::SILENT, || {})?;
    Ok(std::fs::metadata(built.path)?.len())
}

/// What asks a family's table for `positions` random positions.
pub(crate) fn probes(
    family: Family,
    folder: &TableFolder,
    positions: usize,
) -> Result<Probes, Box<dyn Error>> {
    Ok(match folder.open(&family.to_string())? {
        Table::Number(table) => {
            // Half as many again, as the sample's size is random, too.
            let size = 3 * positions as u64 / 2;
            let some = super::sample(table.bound(), table.header().states, size);
            ask(some.into_iter().cycle().take(positions).collect(), move |position| {
                table.value(position).map_or(u64::MAX, |value| value.outcome as u64)
            })
        }
        Table::Tower(table) => ask_entries(table, positions, f64::to_bits),
        Table::Stake(table) => ask_entries(table, positions, |score| score as u64),
        Table::Chomp(table) => ask_entries(table, positions, |outcome| outcome as u64),
        Table::Contour(table) => ask_entries(table, positions, |score| score as u64),
        Table::Tokens(table) => {
            let TokensContents::Family(index) = table.contents() else {
                return Err("not a family".into());
            };
            let mut random = Rng::with_seed(7);
            let some = (0..positions)
                .map(|_| index.position(random.u64(..index.len())).expect("a start"))
                .collect();
            ask(some, move |position| {
                table.value(position).map_or(u64::MAX, |outcome| outcome as u64)
            })
        }
    })
}

fn ask_entries<T: Entries + 'static>(
    table: T,
    positions: usize,
    number: impl Fn(<T::Rules as Rules>::Entry) -> u64 + 'static,
) -> Probes {
    let mut random = Rng::with_seed(7);
    let states = table.header().states;
    let some =
        (0..positions).map(|_| table.position(random.u64(..states)).expect("a state")).collect();
    ask(some, move |position| table.entry(position).map_or(u64::MAX, &number))
}

fn ask<P: 'static>(positions: Vec<P>, value: impl Fn(&P) -> u64 + 'static) -> Probes {
    Box::new(move |range| {
        positions[range].iter().fold(0, |sum, position| sum ^ value(black_box(position)))
    })
}
