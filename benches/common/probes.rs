//! What asks tables for random positions, drawn from the whole table.

use std::error::Error;
use std::hint::black_box;
use std::ops::Range;

use fastrand::Rng;
use perfectplay_core::{Outcome, Value};
use perfectplay_games::{
    ChompTable, ContourTable, NumberTable, StakeTable, TokensContents, TokensTable, TowerTable,
};
use perfectplay_query::{Probe, TableFolder};

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

/// What asks a table for `count` random positions. It must not be one of a single board of tokens.
pub fn probes(
    table: &str,
    folder: &TableFolder,
    count: usize,
    how: How,
) -> Result<Probes, Box<dyn Error>> {
    let file = folder.file(table)?;
    let mut random = Rng::with_seed(7);
    // Tables share no trait for their values.
    macro_rules! of {
        ($table:ident, $some:expr, $number:expr) => {
            match how {
                How::Single => {
                    one_by_one($some, move |one| $table.value(one).map_or(u64::MAX, $number))
                }
                How::Batch => {
                    at_once($some, move |some, values| $table.values(some, values), $number)
                }
            }
        };
        ($table:ident, $number:expr) => {{
            let table = $table::new(file)?;
            let states = table.header().states;
            let one = |_| table.position_at(random.u64(..states)).expect("a state");
            of!(table, (0..count).map(one).collect(), $number)
        }};
    }
    Ok(match &*file.header().game.clone() {
        "number" => {
            let table = NumberTable::new(file)?;
            // Half as many again, as the sample's size is random, too.
            let size = 3 * count as u64 / 2;
            let some = crate::sample(table.bound(), table.header().states, size);
            let some = some.into_iter().cycle().take(count).collect();
            of!(table, some, |value: Value| value.outcome as u64)
        }
        "tokens" => {
            let table = TokensTable::new(file)?;
            let TokensContents::Family(index) = table.contents() else {
                return Err("not a family".into());
            };
            let one = |_| index.position(random.u64(..index.len())).expect("a start");
            of!(table, (0..count).map(one).collect(), |outcome: Outcome| outcome as u64)
        }
        "tower" => of!(TowerTable, f64::to_bits),
        "stake" => of!(StakeTable, |score: i8| score as u64),
        "chomp" => of!(ChompTable, |outcome: Outcome| outcome as u64),
        "contour" => of!(ContourTable, |score: i64| score as u64),
        _ => return Err("not a table of a game that is measured".into()),
    })
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
            let numbers = found.iter().map(|value| number(value.expect("the table has it")));
            numbers.fold(sum, |sum, number| sum ^ number)
        })
    })
}
