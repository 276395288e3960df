//! Headers that a reader must refuse, and why.

use perfectplay_format::{Parameter, Prelude, Section};
use perfectplay_games::chomp;
use perfectplay_tests::golden_table as table;

use crate::common::*;

/// The committed tables and their names.
fn tables() -> Vec<(String, Vec<u8>)> {
    let names = TableFolder::new(golden()).names().unwrap().into_iter();
    let tables: Vec<_> = names.map(|name| (name.clone(), table(&name))).collect();
    assert!(tables.len() >= 10);
    tables
}

fn file(bytes: Vec<u8>) -> TableFile<Bytes> {
    TableFile::open(Bytes::from(bytes)).unwrap()
}

/// Asserts why a table with a changed header is refused.
fn assert_refused(bytes: &[u8], change: impl FnOnce(&mut Header), why: &str, shown: &str) {
    let found = Table::new(file(with_header(bytes, change))).unwrap_err().to_string();
    assert!(found.contains(why), "{shown}: {found}");
}

#[test]
fn parameters_sections_and_boards_that_an_encoding_does_not_have_are_refused() {
    for (name, bytes) in tables() {
        let header = TableFile::open(&bytes[..]).unwrap().header().clone();
        let more = Parameter { name: "more".to_owned(), value: 1 };
        let parameters = "its parameters are not just";
        assert_refused(&bytes, |header| header.parameters.push(more), parameters, &name);
        if let Some(first) = header.parameters.first().cloned() {
            assert_refused(&bytes, |header| header.parameters.push(first), parameters, &name);
            let why = "its board is not written as it should be";
            assert_refused(&bytes, |header| header.board = "1 1\n.\n".to_owned(), why, &name);
        }
        if header.parameters.len() == 2 {
            assert_refused(&bytes, |header| header.parameters.swap(0, 1), parameters, &name);
        }
        // An empty section has no bytes of its own, so the file's length stays.
        let end = TableFile::open(&bytes[..]).unwrap().layout().payload.end;
        for section in ["more", header.sections[0].name.as_str()] {
            let more = Section { name: section.to_owned(), offset: end, length: 0 };
            let why = "its sections are not just";
            assert_refused(&bytes, |header| header.sections.push(more), why, &name);
        }
    }
}

#[test]
fn sections_in_another_order_are_refused() {
    let swap = |header: &mut Header| {
        let (one, other) = header.sections.split_at_mut(3);
        std::mem::swap(&mut one[2].name, &mut other[0].name);
    };
    assert_refused(&table("number-30"), swap, "its sections are not just", "number-30");
}

/// Has a header say these numbers, and no others.
fn set_parameters(header: &mut Header, numbers: &str) {
    let numbers: Vec<u64> = numbers.split_whitespace().map(|it| it.parse().unwrap()).collect();
    header.parameters.truncate(numbers.len());
    for (parameter, number) in header.parameters.iter_mut().zip(numbers) {
        parameter.value = number;
    }
}

/// Tables and texts for each of them.
fn texts(json: &str) -> impl Iterator<Item = (String, String)> {
    let cases: std::collections::BTreeMap<String, Vec<String>> =
        serde_json::from_str(json).unwrap();
    cases.into_iter().flat_map(|(name, all)| all.into_iter().map(move |text| (name.clone(), text)))
}

#[test]
fn parameters_out_of_range_are_refused_under_the_name_that_they_make() {
    for (name, numbers) in texts(include_str!("hostile/parameters.json")) {
        let change = |header: &mut Header| {
            header.name = format!("{}-{}", header.game, numbers.replace(' ', "x"));
            set_parameters(header, &numbers);
        };
        let found = Table::new(file(with_header(&table(&name), change))).unwrap_err().to_string();
        assert!(found.starts_with("its header is inconsistent: "), "{name} {numbers}: {found}");
    }
}

#[test]
fn another_number_of_states_is_refused_where_places_follow_from_the_header() {
    for (name, bytes) in tables().into_iter().filter(|(name, _)| !name.starts_with("number-30")) {
        let why = "its sections have the wrong length";
        assert_refused(&bytes, |header| header.states += 1, why, &name);
    }
}

#[test]
fn a_board_that_is_written_in_another_way_is_refused() {
    // A table, a part of its board, and what is there instead.
    let changes: Vec<[String; 3]> =
        serde_json::from_str(include_str!("hostile/boards.json")).unwrap();
    for [name, from, to] in &changes {
        let change = |header: &mut Header| header.board = header.board.replacen(from, to, 1);
        assert_refused(&table(name), change, "its board is not written as it should be", to);
    }
}

#[test]
fn boards_beyond_the_limits_and_texts_that_are_none_are_refused() {
    for (name, text) in texts(include_str!("hostile/texts.json")) {
        let change = |header: &mut Header| {
            header.board.clone_from(&text);
            // The name of that text, as far as it has one.
            let fingerprint = perfectplay_format::fingerprint(text.as_bytes());
            header.name = format!("{}-{fingerprint}", header.game);
        };
        let is_large = text.starts_with(".....");
        let why =
            if is_large { "the board has 25 empty cells" } else { "its board is not valid: " };
        assert_refused(&table(&name), change, why, &text);
    }
}

#[test]
fn entries_of_a_width_that_a_board_does_not_have_are_refused() {
    // Of one cell, two contours: 8 or 16 bytes, for which the page has place.
    let board = Board::from_text("1 1\n5\n7\n").unwrap();
    let name = perfectplay_query::TableBoard::table(&board);
    let with = |encoding: &str, length| {
        let changed = with_header(&table("contour-c42ebed6"), |header| {
            header.encoding = encoding.to_owned();
            header.name.clone_from(&name);
            header.board = board.to_contest();
            header.states = 2;
            header.sections[0].length = length;
        });
        Table::new(file(changed))
    };
    with("g32", 8).unwrap();
    let found = with("g64", 16).unwrap_err().to_string();
    assert!(found.contains("its scores are not those of the encoding `g64`"), "{found}");
}

/// A table of Chomp in the encoding of large bars, and how it was solved.
fn segments(rows: usize, columns: usize) -> (Vec<u8>, chomp::Outcomes) {
    let outcomes = chomp::Solver::new(rows, columns).unwrap().solve(Control::SILENT).unwrap();
    let mut parts = Parts::of(&table("chomp-3x4"));
    let header = &mut parts.header;
    header.encoding = "segments1".to_owned();
    header.name = format!("chomp-{rows}x{columns}");
    header.parameters[0].value = rows as u64;
    header.parameters[1].value = columns as u64;
    header.states = outcomes.index().len();
    header.sections[0].name = "entries".to_owned();
    parts.sections[0] = outcomes.bytes().to_vec();
    (parts.file().unwrap(), outcomes)
}

#[test]
fn a_table_of_segments_answers_as_it_was_solved() {
    for (rows, columns) in [(3, 4), (5, 9), (1, 60), (10, 10)] {
        let (bytes, outcomes) = segments(rows, columns);
        let table = ChompTable::new(file(bytes)).unwrap();
        let positions: Vec<_> =
            (0..outcomes.index().len()).map(|index| table.position_at(index).unwrap()).collect();
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
    let longer = |header: &mut Header| header.sections[0].length += 1;
    assert_refused(&bytes, longer, "sections", "another length");
    // So large that places of its blocks would take a gigabyte.
    let large = |header: &mut Header| {
        header.name = "chomp-32x32".to_owned();
        header.parameters[0].value = 32;
        header.parameters[1].value = 32;
    };
    assert_refused(&bytes, large, "sections", "another bar");
}

#[test]
fn a_wrong_outcome_of_a_bar_is_noticed_by_an_answer() {
    let sound = Parts::of(&table("chomp-3x4"));
    for state in 0..sound.header.states as usize {
        let mut forged = sound.clone();
        forged.sections[0][state / 8] ^= 1 << (state % 8);
        let table = ChompTable::new(file(forged.file().unwrap())).unwrap();
        let mut positions = (0..sound.header.states).map(|index| table.position_at(index).unwrap());
        assert!(positions.any(|position| table.answer(&position).is_err()), "{state}");
    }
}

#[test]
fn sound_files_that_this_program_does_not_understand_are_refused() {
    // A table, a part of its header, what is there instead, and why it is refused.
    let cases: Vec<[String; 4]> =
        serde_json::from_str(include_str!("hostile/headers.json")).unwrap();
    for [name, part, text, expected] in &cases {
        let change = |header: &mut Header| match part.as_str() {
            "game" => header.game.clone_from(text),
            "rules" => header.rules.clone_from(text),
            "name" => header.name.clone_from(text),
            "encoding" => header.encoding.clone_from(text),
            "section" => header.sections[0].name.clone_from(text),
            _ => set_parameters(header, text),
        };
        let tables = Tables::default().with_bytes(name, with_header(&table(name), change));
        let refusal = match name.as_str() {
            "number-12" => tables.read(name, NumberTable::new).map(drop),
            "number-30" => tables.read(name, NumberOutcomesTable::new).map(drop),
            _ => tables.read(name, ChompTable::new).map(drop),
        };
        let message = refusal.unwrap_err().to_string();
        assert!(message.contains(expected), "{name}: {message}");
    }
}

#[test]
fn sections_that_are_not_where_they_belong_are_refused() {
    let bytes = table("number-12");
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
fn any_flipped_bit_of_prelude_or_header_is_noticed_when_opening() {
    let bytes = table("tower-2");
    let header_end = Prelude::LENGTH + Prelude::parse(&bytes).unwrap().header_length as usize;
    for (byte, bit) in (0..header_end).flat_map(|byte| (0..8).map(move |bit| (byte, bit))) {
        let damaged = flipped(&bytes, byte, 1 << bit);
        assert!(TableFile::open(damaged).is_err(), "byte {byte}, bit {bit}");
    }
}
