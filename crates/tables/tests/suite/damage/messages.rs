//! Damage to a table's bytes is noticed, and never causes a panic.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{build_quietly, folder, replace, verify, with_header};
use perfectplay_core::number::Position;
use perfectplay_format::{CHUNK, Header, Prelude};
use perfectplay_query::{
    Access, ChompTable, Entries, Family, NumberOutcomesTable, NumberPliesTable, NumberTable, Probe,
    Problem, Table, TableFile, TableFolder,
};
use perfectplay_tables::Depth;
use tempfile::TempDir;

/// A table of many chunks.
fn table() -> (TempDir, PathBuf, Vec<u8>) {
    built(Family::Tower { levels: 4 })
}

/// A `number` table with a trie, or with outcomes only.
fn number_table(bound: u8) -> (TempDir, PathBuf, Vec<u8>) {
    built(Family::Number { bound })
}

fn built(family: Family) -> (TempDir, PathBuf, Vec<u8>) {
    let (directory, folder) = folder();
    let path = build_quietly(family, &folder);
    let bytes = fs::read(&path).unwrap();
    (directory, path, bytes)
}

/// The table with other bytes in a section, below checksums that nobody looks at.
fn noisy(bytes: &[u8], section: &'static str, seed: usize) -> TableFile<Vec<u8>> {
    let section = crate::common::section(bytes, section);
    let mut damaged = bytes.to_vec();
    for step in 0..50 {
        let place = section.start + (seed * 7919 + step * 104_729) % section.len();
        damaged[place] = damaged[place].wrapping_add(1 + (seed % 255) as u8);
    }
    TableFile::open(damaged).unwrap()
}

fn problem(path: &Path) -> String {
    let error = Access::read().open(path).unwrap_err();
    assert!(error.problem.is_damage(), "{error}");
    error.to_string()
}

#[test]
fn a_table_cut_off_at_any_chunk_is_not_opened() {
    let (_directory, path, bytes) = table();
    let payload = TableFile::open(&bytes[..]).unwrap().layout().payload.clone();
    let boundaries = (payload.start..=payload.end).step_by(CHUNK as usize);
    for length in boundaries.chain([0, 1, 7, 8, 31, 32, 33, 400, bytes.len() as u64 - 1]) {
        replace(&path, &bytes[..length as usize]);
        let message = problem(&path);
        assert!(message.contains("tower-4.table: "), "{message}");
    }
}

#[test]
fn a_table_with_something_behind_it_is_not_opened() {
    let (_directory, path, mut bytes) = table();
    bytes.push(0);
    replace(&path, &bytes);
    let expected = format!("it has {} bytes instead of {}", bytes.len(), bytes.len() - 1);
    assert!(problem(&path).contains(&expected));
}

#[test]
fn any_flipped_bit_of_prelude_or_header_is_noticed_when_opening() {
    let (_directory, _path, mut bytes) = table();
    let header_end = Prelude::LENGTH + Prelude::parse(&bytes).unwrap().header_length as usize;
    for byte in 0..header_end {
        for bit in 0..8 {
            bytes[byte] ^= 1 << bit;
            assert!(TableFile::open(&bytes[..]).is_err(), "byte {byte}, bit {bit}");
            bytes[byte] ^= 1 << bit;
        }
    }
    TableFile::open(&bytes[..]).unwrap();
}

#[test]
fn any_flipped_byte_behind_the_header_is_found_by_verify() {
    let (_directory, path, bytes) = table();
    let header_end = Prelude::LENGTH + Prelude::parse(&bytes).unwrap().header_length as usize;
    let file = TableFile::open(&bytes[..]).unwrap();
    let (payload, sections) = (file.layout().payload.clone(), file.header().sections.clone());
    let mut places = vec![header_end as u64, payload.start - 1, payload.start, payload.end - 1];
    places.extend(sections.iter().map(|section| section.offset + section.length));
    places.extend([payload.end, bytes.len() as u64 - 1]);
    places.extend((payload.start..payload.end).step_by(10_007));
    for place in places {
        let mut damaged = bytes.clone();
        damaged[place as usize] ^= 0x10;
        replace(&path, &damaged);
        let result = verify(&path, Depth::Bytes);
        assert!(result.is_err(), "byte {place}");
    }
}

#[test]
fn a_copy_made_as_text_and_a_foreign_or_newer_file_are_told_apart() {
    let (_directory, path, bytes) = table();
    let text = bytes.clone().into_iter().filter(|&byte| byte != b'\r').collect::<Vec<u8>>();
    let mut newer = bytes.clone();
    newer[8] = 2;
    for (damaged, expected) in [
        (text, "its line ends were changed: it was copied as text, copy it as binary"),
        (b"\x7fELF and so on, a program".to_vec(), "this is not a perfectplay table"),
        (newer, "its format is version 2, and this program reads version 1"),
    ] {
        replace(&path, &damaged);
        let message = problem(&path);
        assert!(message.contains(expected), "{message}");
        let is_newer = Access::read().open(&path).unwrap_err().problem.is_newer();
        assert_eq!(is_newer, expected.contains("version 2"));
    }
}

#[test]
fn sound_files_that_this_program_does_not_understand_are_refused() {
    type Case = (fn(&mut Header), &'static str);
    type Open = fn(&Path, Vec<u8>) -> String;
    let number: Open = |path, forged| {
        replace(path, &forged);
        let folder = TableFolder::new(path.parent().unwrap());
        folder.read("number-23", NumberTable::new).unwrap_err().to_string()
    };
    let outcomes: Open = |_, forged| {
        NumberOutcomesTable::new(TableFile::open(forged).unwrap()).unwrap_err().to_string()
    };
    let bars: Open =
        |_, forged| ChompTable::new(TableFile::open(forged).unwrap()).unwrap_err().to_string();
    let cases: [(Family, Open, &[Case]); 3] = [
        (
            Family::Number { bound: 23 },
            number,
            &[
                (
                    |header| header.rules = "number/2".to_owned(),
                    "its entries follow the rules `number/2`, and this program knows `number/1`",
                ),
                (
                    |header| header.game = "chess".to_owned(),
                    "it is a table of the game `chess`, not of `number`",
                ),
                (|header| header.name = "number-22".to_owned(), "it holds the table `number-22`"),
                (|header| header.encoding = "zip".to_owned(), "its encoding is `zip`"),
                (
                    |header| header.encoding = "filters+function".to_owned(),
                    "it has no section `counts`",
                ),
                (|header| header.parameters[0].value = 99, "its bound is not from 2 to 23"),
                (|header| header.parameters.clear(), "its bound is not from 2 to 23"),
                (|header| header.states = u64::MAX, "its sections have the wrong length"),
                (|header| header.sections[0].name = "index".to_owned(), "it has no section `trie`"),
            ],
        ),
        (
            Family::Number { bound: 26 },
            outcomes,
            &[
                (
                    |header| header.encoding = "trie+entry32".to_owned(),
                    "its encoding is `trie+entry32`",
                ),
                (|header| header.parameters[0].value = 64, "its bound is not from 2 to 63"),
                (|header| header.parameters[0].value = 25, "its parameters are those of number-25"),
                (
                    |header| header.sections[0].name = "count".to_owned(),
                    "it has no section `counts`",
                ),
            ],
        ),
        (
            Family::Chomp { rows: 3, columns: 4 },
            bars,
            &[
                (
                    |header| header.rules = "chomp/2".to_owned(),
                    "its entries follow the rules `chomp/2`",
                ),
                (|header| header.encoding = "bits".to_owned(), "its encoding is `bits`"),
                (|header| header.parameters[0].value = 0, "its rows is not from 1 to 32"),
                (|header| header.parameters[1].value = 2, "its columns is not from 3 to 61"),
                (|header| header.parameters[1].value = 62, "its columns is not from 3 to 61"),
                (|header| header.parameters[1].value = 5, "its parameters are those of chomp-3x5"),
                (|header| header.states = 36, "its sections have the wrong length"),
                (
                    |header| header.sections[0].name = "lost".to_owned(),
                    "it has no section `losing`",
                ),
            ],
        ),
    ];
    for (family, open, cases) in cases {
        let (_directory, path, bytes) = built(family);
        for (change, expected) in cases {
            let message = open(&path, with_header(&bytes, change));
            assert!(message.contains(expected), "{family}: {message}");
        }
    }
}

#[test]
fn sections_that_are_not_where_they_belong_are_refused() {
    let (_directory, _path, bytes) = number_table(23);
    for change in [
        |header: &mut Header| header.sections[0].offset = 0,
        |header: &mut Header| header.sections[1].offset = u64::MAX - 4095,
        |header: &mut Header| header.sections[1].length = u64::MAX,
        |header: &mut Header| header.sections[0].length += 4096,
        |header: &mut Header| header.sections.swap(0, 1),
    ] {
        assert!(TableFile::open(with_header(&bytes, change)).is_err());
    }
}

#[test]
fn another_trie_under_sound_checksums_gives_errors_or_wrong_ranks_and_no_panic() {
    let (_directory, _path, bytes) = number_table(23);
    for seed in 0..200 {
        let table = NumberPliesTable::new(noisy(&bytes, "trie", seed)).unwrap();
        for bound in 2..=23 {
            let _ = table.answer(&Position::full(bound));
        }
        for rank in (0..11_352).step_by(1_007) {
            let _ = table.position(rank);
        }
        assert!((11_352..11_400).all(|rank| table.position(rank).is_none()));
    }
}

#[test]
fn other_outcomes_under_sound_checksums_give_errors_or_wrong_outcomes_and_no_panic() {
    let (_directory, _path, bytes) = number_table(26);
    for section in ["counts", "classes", "functions", "shards", "bits"] {
        for seed in 0..100 {
            let table = NumberOutcomesTable::new(noisy(&bytes, section, seed)).unwrap();
            for bound in 2..=30 {
                let _ = (table.answer(&Position::full(bound)), table.counts().count());
            }
        }
    }
}

#[test]
fn other_outcomes_of_bars_under_sound_checksums_give_errors_or_wrong_outcomes_and_no_panic() {
    let (_directory, _path, bytes) = built(Family::Chomp { rows: 5, columns: 7 });
    for seed in 0..100 {
        let table = ChompTable::new(noisy(&bytes, "losing", seed)).unwrap();
        let mut refused = 0;
        for index in 0..table.header().states {
            refused += u32::from(table.answer(&table.position(index).unwrap()).is_err());
        }
        assert!(refused > 0);
    }
}

#[test]
fn what_is_no_file_is_refused_without_opening_it() {
    let (_directory, folder) = folder();
    fs::create_dir(folder.table("number-23")).unwrap();
    let error = folder.read("number-23", Table::new).unwrap_err();
    assert!(matches!(error.problem, Problem::NotAFile), "{error}");
    let error = folder.read("number-22", Table::new).unwrap_err();
    assert!(matches!(error.problem, Problem::Missing), "{error}");
}
