//! Headers that a reader must refuse, and sections that it must survive.

use crate::golden_folder;
use crate::positions::{starts, with_positions};
use perfectplay_core::chomp;
use perfectplay_core::control::Control;
use perfectplay_format::{Header, Parameter, Prelude, Section};
use perfectplay_query::{ChompTable, Entries, Probe, Table, TableFile, TableFolder};

/// The committed tables and their names.
fn tables() -> Vec<(String, Vec<u8>)> {
    let folder = TableFolder::new(golden_folder());
    let names = folder.names().unwrap().into_iter();
    let tables = names.map(|name| (std::fs::read(folder.table(&name)).unwrap(), name));
    let tables: Vec<_> = tables.map(|(bytes, name)| (name, bytes)).collect();
    assert!(tables.len() >= 10);
    tables
}

fn table(name: &str) -> Vec<u8> {
    tables().into_iter().find(|(found, _)| found == name).unwrap().1
}

/// The table with its header changed, and the prelude made to fit.
fn with_header(bytes: &[u8], change: impl FnOnce(&mut Header)) -> Vec<u8> {
    let mut header = TableFile::open(bytes).unwrap().header().clone();
    change(&mut header);
    let encoded = header.encode().unwrap();
    let mut changed = [&Prelude::of(&encoded).to_bytes(), &encoded[..]].concat();
    changed.resize(4096, 0);
    changed.extend_from_slice(&bytes[4096..]);
    changed
}

/// Why a table is refused.
fn reason(bytes: &[u8]) -> String {
    Table::new(TableFile::open(bytes).unwrap()).unwrap_err().to_string()
}

fn reason_with(bytes: &[u8], change: impl FnOnce(&mut Header)) -> String {
    reason(&with_header(bytes, change))
}

#[test]
fn parameters_sections_and_boards_that_an_encoding_does_not_have_are_refused() {
    for (name, bytes) in tables() {
        let header = TableFile::open(&bytes[..]).unwrap().header().clone();
        let more = Parameter { name: "more".to_owned(), value: 1 };
        let found = reason_with(&bytes, |header| header.parameters.push(more));
        assert!(found.contains("its parameters are not just"), "{name}: {found}");
        if let Some(first) = header.parameters.first().cloned() {
            let found = reason_with(&bytes, |header| header.parameters.push(first));
            assert!(found.contains("its parameters are not just"), "{name}: {found}");
            let found = reason_with(&bytes, |header| header.board = "1 1\n.\n".to_owned());
            assert!(found.contains("its board is not written as it should be"), "{name}: {found}");
        }
        if header.parameters.len() == 2 {
            let found = reason_with(&bytes, |header| header.parameters.swap(0, 1));
            assert!(found.contains("its parameters are not just"), "{name}: {found}");
        }
        // An empty section has no bytes of its own, so the file's length stays.
        let end = TableFile::open(&bytes[..]).unwrap().layout().payload.end;
        for section in ["more", header.sections[0].name.as_str()] {
            let more = Section { name: section.to_owned(), offset: end, length: 0 };
            let found = reason_with(&bytes, |header| header.sections.push(more));
            assert!(found.contains("its sections are not just"), "{name}: {found}");
        }
    }
}

#[test]
fn sections_in_another_order_are_refused() {
    // Both have whole words, so that their lengths do not give them away.
    let found = reason_with(&table("number-30"), |header| {
        let (one, other) = header.sections.split_at_mut(4);
        std::mem::swap(&mut one[3].name, &mut other[0].name);
    });
    assert!(found.contains("its sections are not just"), "{found}");
}

#[test]
fn parameters_out_of_range_are_refused_under_the_name_that_they_make() {
    let cases: [(&str, &[&[u64]]); 6] = [
        ("number-12", &[&[0], &[1], &[24], &[1 << 32 | 12], &[u64::MAX]]),
        ("number-30", &[&[0], &[1], &[64], &[256 + 30], &[u64::MAX]]),
        ("tower-2", &[&[0], &[13], &[256 + 2], &[u64::MAX]]),
        ("stake-3", &[&[0], &[5], &[256 + 3], &[u64::MAX]]),
        (
            "tokens-2x3",
            &[&[0, 3], &[2, 0], &[3, 2], &[1, 1], &[1, 26], &[5, 6], &[1 << 32, 1 << 32]],
        ),
        ("chomp-3x4", &[&[0, 4], &[3, 2], &[3, 17], &[17, 17], &[1 << 63, 1 << 63]]),
    ];
    for (name, cases) in cases {
        let bytes = table(name);
        for &values in cases {
            let changed = with_header(&bytes, |header| {
                let texts: Vec<String> = values.iter().map(u64::to_string).collect();
                header.name = format!("{}-{}", header.game, texts.join("x"));
                for (parameter, &value) in header.parameters.iter_mut().zip(values) {
                    parameter.value = value;
                }
            });
            let found = reason(&changed);
            assert!(found.starts_with("its header is inconsistent: "), "{name}: {found}");
        }
    }
}

#[test]
fn another_number_of_states_is_refused_where_places_follow_from_the_header() {
    for (name, bytes) in tables().into_iter().filter(|(name, _)| !name.starts_with("number-30")) {
        let found = reason_with(&bytes, |header| header.states += 1);
        assert!(found.contains("its sections have the wrong length"), "{name}: {found}");
    }
}

#[test]
fn a_board_that_is_written_in_another_way_is_refused() {
    let cases: [(&str, &[&str]); 3] = [
        (
            "contour-daa36c61",
            &[
                "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1",
                "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n\n",
                "2 3\n2 7  3\n9 1 2\n3 7 2\n2 3 1\n",
                "2 3\n2 7 3\n9 1 2 \n3 7 2\n2 3 1\n",
                "2 3\n02 7 3\n9 1 2\n3 7 2\n2 3 1\n",
                "2 3\n+2 7 3\n9 1 2\n3 7 2\n2 3 1\n",
                "2 3 2 7 3 9 1 2 3 7 2 2 3 1\n",
            ],
        ),
        ("stake-71354c83", &[" 01./.0./1.0", "01./.0./1.0\n"]),
        (
            "tokens-56e2dff9",
            &[
                "3 4\n..#.\n...#\n.#..",
                "3 4\n..#.\n...#\n.#..\n\n",
                "\n3 4\n..#.\n...#\n.#..\n",
                "3  4\n..#.\n...#\n.#..\n",
                "03 4\n..#.\n...#\n.#..\n",
                "3 4\nPP#.\n...#\n.#..\n",
                "3 4\n..#. \n...#\n.#..\n",
            ],
        ),
    ];
    for (name, texts) in cases {
        let bytes = table(name);
        for &text in texts {
            let found = reason_with(&bytes, |header| header.board = text.to_owned());
            assert!(
                found.contains("its board is not written as it should be"),
                "{text:?}: {found}"
            );
        }
    }
}

#[test]
fn boards_beyond_the_limits_and_texts_that_are_none_are_refused() {
    let many = format!("17 17\n{}", format!("{}\n", ["1"; 17].join(" ")).repeat(34));
    let cases: [(&str, &[&str]); 3] = [
        (
            "contour-daa36c61",
            &["", "1 1\n2147483648\n0\n", "1 1\n-1\n0\n", "0 1\n", "1 1\n1\n", &many],
        ),
        (
            "stake-71354c83",
            &["", "00", "1", "00/..", "...../...../...../...../.....", "0.1/...", "1./.."],
        ),
        ("tokens-56e2dff9", &["", "0 0\n", "65 1\n", "1 1\nx\n", "4294967296 4294967296\n"]),
    ];
    for (name, texts) in cases {
        let bytes = table(name);
        for &text in texts {
            let found = reason_with(&bytes, |header| {
                header.board = text.to_owned();
                // The name of that text, as far as it has one.
                let fingerprint = perfectplay_format::fingerprint(text.as_bytes());
                header.name = format!("{}-{fingerprint}", header.game);
            });
            let is_expected = ["its board is not valid: ", "the board has 25 empty cells"]
                .map(|is| found.contains(is));
            assert!(is_expected.contains(&true), "{name}, {text:?}: {found}");
        }
    }
}

#[test]
fn entries_of_a_width_that_a_board_does_not_have_are_refused() {
    // Of one cell, two contours: 8 or 16 bytes, for which the page has place.
    let board = perfectplay_core::contour::Board::from_text("1 1\n5\n7\n").unwrap();
    let name = perfectplay_query::Instance::Contour(board.clone()).to_string();
    for (encoding, length) in [("g32", 8), ("g64", 16)] {
        let changed = with_header(&table("contour-c42ebed6"), |header| {
            header.encoding = encoding.to_owned();
            header.name.clone_from(&name);
            header.board = board.to_contest();
            header.states = 2;
            header.sections[0].length = length;
        });
        let table = Table::new(TableFile::open(changed).unwrap()).map(|_| ());
        match encoding {
            "g32" => table.unwrap(),
            _ => {
                let found = table.unwrap_err().to_string();
                assert!(
                    found.contains("its scores are not those of the encoding `g64`"),
                    "{found}"
                );
            }
        }
    }
}

/// A table of Chomp in the encoding of large bars, and how it was solved.
fn segments(rows: usize, columns: usize) -> (Vec<u8>, chomp::Outcomes) {
    let outcomes = chomp::Solver::new(rows, columns).unwrap().solve(Control::SILENT).unwrap();
    let changed = with_header(&table("chomp-3x4"), |header| {
        header.encoding = "segments1".to_owned();
        header.name = format!("chomp-{rows}x{columns}");
        header.parameters[0].value = rows as u64;
        header.parameters[1].value = columns as u64;
        header.states = outcomes.index().len();
        header.sections[0].name = "entries".to_owned();
        header.sections[0].length = outcomes.bytes().len() as u64;
    });
    let mut bytes = [&changed[..4096], outcomes.bytes()].concat();
    bytes.resize(bytes.len().next_multiple_of(4096), 0);
    bytes.extend_from_slice(&changed[changed.len() - 8..]);
    (bytes, outcomes)
}

#[test]
fn a_table_of_segments_answers_as_it_was_solved() {
    for (rows, columns) in [(3, 4), (5, 9), (1, 60), (10, 10)] {
        let (bytes, outcomes) = segments(rows, columns);
        let table = ChompTable::new(TableFile::open(&bytes[..]).unwrap()).unwrap();
        let positions: Vec<_> =
            (0..outcomes.index().len()).map(|index| table.position(index).unwrap()).collect();
        let mut values = vec![None; positions.len()];
        table.values(&positions, &mut values);
        for (index, (position, value)) in positions.iter().zip(values).enumerate() {
            assert_eq!(value, outcomes.outcome(position), "{position}");
            assert_eq!(table.value(position).ok(), value);
            assert_eq!(table.value(&position.transposed()).ok(), value);
            assert_eq!(table.entry_at(index as u64), value);
        }
        let last = positions.last().unwrap();
        assert_eq!(table.answer(last).ok(), outcomes.answer(last));
    }
}

#[test]
fn segments_of_another_length_or_bar_are_refused() {
    let (bytes, _) = segments(5, 9);
    let length = with_header(&bytes, |header| header.sections[0].length += 1);
    assert!(reason(&length).contains("sections"), "{}", reason(&length));
    // So large that places of its blocks would take a gigabyte.
    let large = with_header(&bytes, |header| {
        header.name = "chomp-32x32".to_owned();
        header.parameters[0].value = 32;
        header.parameters[1].value = 32;
    });
    assert!(reason(&large).contains("sections"), "{}", reason(&large));
}

/// Asks for much that a table has; what it says does not matter.
fn ask_all(table: &Table<Vec<u8>>) {
    with_positions!(table, |table, positions| positions
        .take(1_500)
        .for_each(|position| drop(table.answer(&position))));
    if let Table::Tokens(table) = table {
        starts(table).for_each(|start| drop(table.strategy(&start)));
    }
}

#[test]
fn no_bytes_of_a_section_make_a_reader_panic() {
    for (_, bytes) in tables() {
        let file = TableFile::open(&bytes[..]).unwrap();
        for section in &file.header().sections {
            let range = section.offset as usize..section.offset as usize + section.length as usize;
            let fills = [0x00u8, 0x01, 0x0a, 0x3f, 0x7f, 0x80, 0x81, 0xfe, 0xff];
            for fill in fills {
                let mut damaged = bytes.clone();
                damaged[range.clone()].fill(fill);
                ask_all(&Table::new(TableFile::open(damaged).unwrap()).unwrap());
            }
            for seed in 0..10u32 {
                let mut damaged = bytes.clone();
                for (byte, place) in damaged[range.clone()].iter_mut().zip(0u32..) {
                    let noise = (place + seed).wrapping_mul(2_654_435_761) >> 13;
                    if noise.is_multiple_of(seed + 1) {
                        *byte ^= (noise >> 8) as u8;
                    }
                }
                ask_all(&Table::new(TableFile::open(damaged).unwrap()).unwrap());
            }
        }
    }
}
