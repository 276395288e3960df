//! A table of outcomes of the Number Game whose sections were overwritten gives wrong answers or
//! errors, and never panics.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use perfectplay_core::number::{GroupSolver, Layer, Position};
use perfectplay_format::TableFile;
use perfectplay_query::NumberOutcomesTable;

#[derive(Arbitrary, Debug)]
struct Input {
    /// Where to write what, in words.
    damage: Vec<(u16, u64)>,
    /// Where to write what, in bytes.
    bytes: Vec<(u16, u8)>,
    /// Which positions to ask for.
    positions: Vec<u32>,
}

const SOUND: &[u8] = include_bytes!("../../crates/query/tests/golden/v1/number-30.table");

/// Every position of the table but the empty one.
static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for layer in (2..=30).map(Layer::new) {
        let mut solver = GroupSolver::new(layer);
        layer
            .groups()
            .expect("memory")
            .concat()
            .iter()
            .for_each(|&group| all.extend(solver.positions(group)));
    }
    all
});

fuzz_target!(|input: Input| {
    let mut bytes = SOUND.to_vec();
    let payload = match TableFile::open(SOUND) {
        Ok(file) => file.layout().payload.clone(),
        Err(error) => panic!("{error}"),
    };
    let payload = &mut bytes[payload.start as usize..payload.end as usize];
    for (place, word) in &input.damage {
        let place = 8 * (usize::from(*place) % (payload.len() / 8));
        payload[place..place + 8].copy_from_slice(&word.to_le_bytes());
    }
    for (place, byte) in &input.bytes {
        payload[usize::from(*place) % payload.len()] = *byte;
    }
    let table = match TableFile::open(&bytes[..]).map(NumberOutcomesTable::new) {
        Ok(Ok(table)) => table,
        error => panic!("opening does not read the sections: {error:?}"),
    };
    let sound = input.damage.is_empty() && input.bytes.is_empty();
    for &place in &input.positions {
        let position = POSITIONS[place as usize % POSITIONS.len()];
        match (table.value(&position), table.answer(&position)) {
            (Ok(value), Ok(answer)) => assert_eq!(value, answer.value.outcome, "{position}"),
            (value, answer) => assert!(!sound, "{position}: {value:?}, {answer:?}"),
        }
    }
});
