//! Values of positions that an array of numbers holds, each checked to be one and looked up: what the Python package
//! does, in plain Rust. `python/benches/batches.py` calls it, with the table, its file and a file of the array.

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::Path;

use perfectplay_benches::{quantile, timed};
use perfectplay_games::{NumberTable, StakeTable, TokensTable, TowerTable};
use perfectplay_games::{number, stake, tokens, tower};
use perfectplay_query::{Access, Probe};

/// This many positions are looked up together.
const TILE: usize = 512;
const ROUNDS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let [game, table, array, width] = &words[..] else {
        println!("python/benches/batches.py runs this");
        return Ok(());
    };
    let file = Access::read().open(Path::new(table))?;
    let bytes = fs::read(array)?;
    let words: Vec<u64> =
        bytes.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect();
    let pairs = words.as_chunks().0;
    match &**game {
        "number" => {
            let position = |&mask: &u64| Ok(number::Position::from_mask(mask)?);
            measure(&NumberTable::new(file)?, &words, position, |value| value.outcome as i8)
        }
        "tower" => {
            let towers: Vec<&[u8]> = bytes.chunks(width.parse()?).collect();
            let position = |levels: &&[u8]| {
                let top = levels.iter().rposition(|&level| level > 0).map_or(0, |top| top + 1);
                Ok(tower::Position::of_numbers(&levels[..top])?)
            };
            measure(&TowerTable::new(file)?, &towers, position, |value| value)
        }
        "tokens" => {
            let table = TokensTable::new(file)?;
            let [rows, columns] = [0, 1].map(|it| table.header().parameters[it].value as usize);
            let position =
                |&masks: &[u64; 2]| Ok(tokens::Position::from_masks((rows, columns), masks)?);
            measure(&table, pairs, position, |value| value as i8)
        }
        _ => {
            let table = StakeTable::new(file)?;
            let size = table.header().parameters[0].value as usize;
            let position = |&masks: &[u64; 2]| Ok(stake::Position::from_masks(size, masks)?);
            measure(&table, pairs, position, |value| value)
        }
    }
}

/// Prints the median nanoseconds a position.
fn measure<T: Probe, W, N>(
    table: &T,
    words: &[W],
    position: impl Fn(&W) -> Result<T::Position, Box<dyn Error>>,
    number: impl Fn(T::Value) -> N,
) -> Result<(), Box<dyn Error>> {
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let read = || -> Result<(), Box<dyn Error>> {
            let mut numbers = Vec::with_capacity(words.len());
            for tile in words.chunks(TILE) {
                let positions = tile.iter().map(&position).collect::<Result<Vec<_>, _>>()?;
                let mut values = vec![None; tile.len()];
                table.values(&positions, &mut values);
                let known = |value: Option<_>| value.expect("the table has every position");
                numbers.extend(values.into_iter().map(known).map(&number));
            }
            black_box(numbers);
            Ok(())
        };
        let (result, seconds) = timed(read);
        result?;
        rounds.push(1e9 * seconds / words.len() as f64);
    }
    println!("{}", quantile(&mut rounds, 0.5));
    Ok(())
}
