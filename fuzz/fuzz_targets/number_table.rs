//! A table of the Number Game whose sections were overwritten gives wrong answers or errors, and
//! never panics.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use perfectplay_core::number::{Index, Layer, Position};
use perfectplay_format::TableFile;
use perfectplay_query::{Entries, NumberTable, Probe};

#[derive(Arbitrary, Debug)]
struct Input {
    /// Which of the sound tables.
    table: u8,
    damage: Vec<Damage>,
    /// Which positions to ask for.
    positions: Vec<u32>,
    /// Which ranks to ask for.
    ranks: Vec<u64>,
}

/// A byte, or a word of a directory, an entry or a node, which have two, four and eight bytes.
#[derive(Arbitrary, Debug)]
struct Damage {
    /// The bytes of the word, as a power of two.
    size: u8,
    /// Its place among words of this size, modulo the payload's length.
    place: u16,
    word: u64,
}

/// A sound table and all its positions.
struct Sound {
    bytes: Vec<u8>,
    positions: Vec<Position>,
}

/// With plies: `number-9` has no nodes, `number-12` one level of them, `number-17` more; and one of outcomes.
/// `perfectplay build number-9` has made what is beside this folder.
static TABLES: LazyLock<[Sound; 4]> = LazyLock::new(|| {
    let plies = |bytes: &[u8], bound| Sound {
        bytes: bytes.to_vec(),
        positions: Index::new(bound).build().expect("memory").0,
    };
    let outcomes = include_bytes!("../../crates/query/tests/golden/v1/number-30.table");
    let all = (2..=30).flat_map(|largest| Layer::new(largest).ascending());
    [
        plies(include_bytes!("../number-9.table"), 9),
        plies(include_bytes!("../../crates/query/tests/golden/v1/number-12.table"), 12),
        plies(include_bytes!("../../crates/query/tests/golden/v1/number-17.table"), 17),
        Sound { bytes: outcomes.to_vec(), positions: all.collect() },
    ]
});

fuzz_target!(|input: Input| {
    let Sound { bytes, positions } = &TABLES[usize::from(input.table) % TABLES.len()];
    let mut bytes = bytes.clone();
    let payload = match TableFile::open(&bytes[..]) {
        Ok(file) => file.layout().payload.clone(),
        Err(error) => panic!("{error}"),
    };
    let payload = &mut bytes[payload.start as usize..payload.end as usize];
    for Damage { size, place, word } in &input.damage {
        let bytes = &word.to_le_bytes()[..1 << (size % 4)];
        let place = bytes.len() * usize::from(*place) % (payload.len() - bytes.len() + 1);
        payload[place..place + bytes.len()].copy_from_slice(bytes);
    }
    let Ok(file) = TableFile::open(&bytes[..]) else {
        panic!("opening does not read the sections");
    };
    let sound = input.damage.is_empty();
    let table = match NumberTable::new(file) {
        Ok(table) => table,
        Err(error) => return assert!(!sound, "{error:?}"),
    };
    let chosen = input.positions.iter().map(|&place| positions[place as usize % positions.len()]);
    for position in chosen.chain([Position::full(table.bound()), Position::full(60)]) {
        ask(&table, position, sound && table.covers(&position));
    }
    let NumberTable::Plies(plies) = &table else { return };
    for rank in input.ranks {
        let _ = plies.entry_at(rank);
        // A damaged trie may find a set of numbers that is not a position.
        if let Some(found) = plies.position(rank) {
            ask(&table, found, sound);
        }
    }
});

fn ask(table: &NumberTable<&[u8]>, position: Position, sound: bool) {
    let answer = table.answer(&position);
    let value = table.value(&position);
    if let (Ok(answer), Ok(value)) = (&answer, &value) {
        assert_eq!(answer.value, *value, "{position}");
    }
    assert!(!sound || (answer.is_ok() && value.is_ok()), "{position}: {answer:?}, {value:?}");
    if let Err(error) = answer {
        assert_eq!(error.to_string().lines().count(), 1);
    }
}
