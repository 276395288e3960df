//! A table of the Number Game whose sections were overwritten gives wrong answers or errors, and
//! never panics.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use perfectplay_core::Game;
use perfectplay_core::number::{Entry, Index, Layer, Position};
use perfectplay_format::{Header, Layout, Parameter, Prelude, TableFile};
use perfectplay_query::{Entries, NumberTable, Probe};

#[derive(Arbitrary, Debug)]
struct Input {
    /// Which of the sound tables.
    table: u8,
    /// Where to write what.
    damage: Vec<(u16, Written)>,
    /// Which positions to ask for.
    positions: Vec<u32>,
    /// Which ranks to ask for.
    ranks: Vec<u64>,
}

#[derive(Arbitrary, Debug)]
enum Written {
    One(u8),
    Directory(u16),
    Entry(u32),
    Node(u64),
}

/// A sound table and all its positions.
struct Sound {
    bytes: Vec<u8>,
    positions: Vec<Position>,
}

/// With plies, with and without nodes, with one level of them and with more; and one of outcomes.
static TABLES: LazyLock<[Sound; 4]> = LazyLock::new(|| {
    let plies = include_bytes!("../../crates/query/tests/golden/v1/number-12.table");
    let outcomes = include_bytes!("../../crates/query/tests/golden/v1/number-30.table");
    let all = (2..=30).flat_map(|largest| Layer::new(largest).ascending());
    [
        Sound { bytes: plies.to_vec(), positions: Index::new(12).build().expect("memory").0 },
        sound(9),
        sound(17),
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
    for (place, written) in &input.damage {
        written.put(payload, usize::from(*place));
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

impl Written {
    fn put(&self, payload: &mut [u8], place: usize) {
        match self {
            Self::One(byte) => put(payload, place, [*byte]),
            Self::Directory(word) => put(payload, 2 * place, word.to_le_bytes()),
            Self::Entry(word) => put(payload, 4 * place, word.to_le_bytes()),
            Self::Node(word) => put(payload, 8 * place, word.to_le_bytes()),
        }
    }
}

/// Overwrites bytes from `place`, modulo the payload's length.
fn put<const N: usize>(payload: &mut [u8], place: usize, bytes: [u8; N]) {
    let place = place % (payload.len() - N + 1);
    payload[place..place + N].copy_from_slice(&bytes);
}

/// The table `number-N` without checksums, which opening does not check.
fn sound(bound: u8) -> Sound {
    let index = Index::new(bound);
    let (positions, trie) = index.build().expect("memory");
    let entries = entries(index, &positions, &trie);
    let mut header = Header {
        game: Game::Number.name().to_owned(),
        name: format!("number-{bound}"),
        rules: Game::Number.rules_tag().to_owned(),
        encoding: "trie+entry32".to_owned(),
        parameters: vec![Parameter { name: "bound".to_owned(), value: bound.into() }],
        board: String::new(),
        states: positions.len() as u64,
        sections: Vec::new(),
        checksums: 0,
        statistics: Vec::new(),
    };
    let parts = [("trie", trie), ("entries", entries)];
    let lengths = || parts.iter().map(|(name, bytes)| (*name, bytes.len() as u64));
    let (layout, sections) = Layout::place(Prelude::LENGTH as u64, lengths()).expect("small");
    header.sections = sections;
    let encoded = header.encode().expect("small");
    let mut bytes = [&Prelude::of(&encoded).to_bytes(), &encoded[..]].concat();
    for (section, (_, part)) in header.sections.iter().zip(&parts) {
        bytes.resize(section.offset as usize, 0);
        bytes.extend_from_slice(part);
    }
    bytes.resize(layout.file_length() as usize, 0);
    Sound { bytes, positions }
}

/// The entries in the order of ranks, in which moves lead to smaller ranks.
fn entries(index: Index, positions: &[Position], trie: &[u8]) -> Vec<u8> {
    let ranks = index.over(trie).expect("the index reads what it built");
    let mut entries: Vec<Entry> = Vec::new();
    for &position in positions {
        let entry = Entry::of(position, |to_name| {
            Some(entries[ranks.rank(position.after(to_name)?)? as usize].value())
        });
        entries.push(entry.expect("moves lead to positions of the index"));
    }
    entries.iter().flat_map(|entry| entry.0.to_le_bytes()).collect()
}
