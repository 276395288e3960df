//! The committed tables open and answer, read by this crate and, following
//! FORMAT.md, by a reader that shares nothing with it.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use perfectplay_core::number::{Position, rules};
use perfectplay_query::{NumberTable, TableFile, TableFolder};

fn golden() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/v1")
}

/// Position, outcome, plies and winning moves of every position up to 12.
fn expected() -> Vec<(Position, String, u8, Vec<u8>)> {
    let text = std::fs::read_to_string(golden().join("number-12.csv")).unwrap();
    text.lines()
        .skip(1)
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            let winning = fields[3].split_ascii_whitespace().map(|word| word.parse().unwrap());
            (
                fields[0].parse().unwrap(),
                fields[1].to_owned(),
                fields[2].parse().unwrap(),
                winning.collect(),
            )
        })
        .collect()
}

#[test]
fn the_expected_answers_are_those_of_the_plain_rules() {
    let mut oracle = rules::Oracle::default();
    let mut lines = vec!["position,outcome,plies,winning moves".to_owned()];
    rules::for_each_position(12, &mut |available| {
        let position = rules::moves(available).fold(0, |mask, number| mask | 1u64 << number);
        let position = Position::from_mask(position).unwrap();
        let (outcome, plies) = oracle.value(available);
        let winning: Vec<String> = rules::moves(available)
            .filter(|&number| {
                oracle.value(&rules::after(available, number)).0 == perfectplay_core::Outcome::Loss
            })
            .map(|number| number.to_string())
            .collect();
        lines.push(format!("{position},{outcome},{plies},{}", winning.join(" ")));
    });
    let written = std::fs::read_to_string(golden().join("number-12.csv")).unwrap();
    assert_eq!(written.lines().collect::<Vec<_>>(), lines);
}

#[test]
fn the_table_of_version_1_gives_the_expected_answers_mapped_and_owned() {
    let mapped = TableFolder::new(golden()).number("number-12").unwrap();
    let owned = std::fs::read(golden().join("number-12.table")).unwrap();
    let owned = NumberTable::new(TableFile::open(owned).unwrap()).unwrap();
    assert_eq!(mapped.file().header().states, expected().len() as u64);
    for (position, outcome, plies, winning) in expected() {
        let answer = mapped.answer(position).unwrap();
        assert_eq!(answer.value.outcome.to_string(), outcome, "{position}");
        assert_eq!(answer.value.plies, plies, "{position}");
        let moves: Vec<u8> = answer.winning_moves().iter().map(|found| found.0).collect();
        assert_eq!(moves, winning, "{position}");
        assert_eq!(owned.answer(position).unwrap(), answer);
        assert_eq!(mapped.entry(position).unwrap(), owned.entry(position).unwrap());
    }
}

#[test]
fn threads_share_a_table() {
    let table = TableFolder::new(golden()).number("number-12").unwrap();
    let expected = expected();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for (position, _, plies, _) in &expected {
                    assert_eq!(table.value(*position).unwrap().plies, *plies);
                }
            });
        }
    });
}

#[test]
fn a_position_beyond_the_bound_is_refused() {
    let table = TableFolder::new(golden()).number("number-12").unwrap();
    let error = table.value(Position::full(13)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "number-12 does not reach so far: it holds positions with numbers up to 12"
    );
}

#[test]
fn a_reader_written_from_the_document_finds_the_same_entries() {
    let file = std::fs::read(golden().join("number-12.table")).unwrap();
    let stranger = Stranger::open(&file);
    for (position, outcome, plies, winning) in expected() {
        let entry = stranger.entry(position.mask());
        let found: Vec<u8> = (0..24).filter(|bit| entry >> bit & 1 == 1).collect();
        assert_eq!(found, winning, "{position}");
        assert_eq!(entry >> 24, u32::from(plies), "{position}");
        assert_eq!(if found.is_empty() { "loss" } else { "win" }, outcome, "{position}");
    }
}

/// Reads `number` tables as FORMAT.md tells it.
struct Stranger<'a> {
    bound: u64,
    trie: &'a [u8],
    entries: &'a [u8],
}

/// Takes little-endian integers and texts off the front of a header.
struct Cursor<'a>(&'a [u8]);

impl<'a> Cursor<'a> {
    fn bytes(&mut self, length: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        taken
    }

    fn u64(&mut self) -> u64 {
        self.bytes(8).iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }

    fn text(&mut self) -> &'a str {
        let length = self.u64() as usize;
        std::str::from_utf8(self.bytes(length)).unwrap()
    }
}

impl<'a> Stranger<'a> {
    fn open(file: &'a [u8]) -> Self {
        assert_eq!(&file[..8], b"\x89PPT\r\n\x1a\n");
        assert_eq!(&file[8..12], [1, 0, 0, 0]);
        let mut header = Cursor(&file[32..]);
        assert_eq!((header.text(), header.text()), ("number", "number-12"));
        assert_eq!((header.text(), header.text()), ("number/1", "trie+entry32"));
        assert_eq!(header.u64(), 1);
        assert_eq!(header.text(), "bound");
        let bound = header.u64();
        assert_eq!(header.text(), "");
        let _states = header.u64();
        assert_eq!(header.u64(), 2);
        let mut section = |name| {
            assert_eq!(header.text(), name);
            let (offset, length) = (header.u64() as usize, header.u64() as usize);
            &file[offset..offset + length]
        };
        Self { bound, trie: section("trie"), entries: section("entries") }
    }

    fn entry(&self, mask: u64) -> u32 {
        let directory_bound = if self.bound <= 10 { self.bound } else { 6 + (self.bound - 6) % 5 };
        let words = 1usize << (directory_bound - 1);
        let nodes = &self.trie[(2 * words).next_multiple_of(8)..];
        let word = 2 * ((mask >> 2) as usize & (words - 1));
        let word = u64::from(self.trie[word]) + 256 * u64::from(self.trie[word + 1]);
        let mut place = word - 1;
        let mut decided = directory_bound;
        while decided < self.bound {
            let node = Cursor(&nodes[8 * place as usize..]).u64();
            let way = mask >> (decided + 1) & 31;
            assert_eq!(node >> way & 1, 1);
            place = (node >> 32) + (0..way).filter(|lower| node >> lower & 1 == 1).count() as u64;
            decided += 5;
        }
        let entry = &self.entries[4 * place as usize..][..4];
        entry.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
    }
}
