//! The committed tables give the expected answers. That FORMAT.md finds the same ones in them is
//! seen by `tables/test_check.py`, which shares nothing with this crate.

use std::fmt::Debug;
use std::str::FromStr;

use perfectplay_games::number::Position;
use perfectplay_games::{ContourTable, TokensTable, TowerTable, chomp};

use crate::common::*;

/// Compares what the lines of the file beside a table have behind each position with what is made of the position;
/// returns how many positions there are.
fn compare<P: FromStr<Err: Debug>>(table: &str, made: impl Fn(P) -> String) -> u64 {
    let text = fs::read_to_string(golden().join(format!("{table}.csv"))).unwrap();
    let mut positions = 0;
    for line in text.lines().skip(1) {
        // Positions with commas stand in quotes.
        let (position, expected) = match line.strip_prefix('"') {
            Some(quoted) => quoted.split_once("\",").unwrap(),
            None => line.split_once(',').unwrap(),
        };
        assert_eq!(made(position.parse().unwrap()), expected, "{table}: {position}");
        positions += 1;
    }
    positions
}

fn read<T>(name: &str, reader: fn(TableFile<Bytes>) -> Result<T, Problem>) -> T {
    TableFolder::new(golden()).read(name, reader).unwrap()
}

/// Words with spaces between them.
fn joined<T: ToString>(words: Vec<T>) -> String {
    words.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_table_of_version_1_gives_the_expected_answers_from_a_folder_and_from_bytes() {
    let table = read("number-12", NumberTable::new);
    let bytes = golden_table("number-12");
    let of_bytes = NumberPliesTable::new(TableFile::open(Bytes::from(bytes)).unwrap()).unwrap();
    let positions = compare("number-12", |position| {
        let answer = table.answer(&position).unwrap();
        assert_eq!(of_bytes.answer(&position).unwrap(), answer);
        assert_eq!(of_bytes.entry(&position).unwrap().value(), answer.value);
        let (outcome, plies) = (answer.value.outcome, answer.value.plies.unwrap());
        format!("{outcome},{plies},{}", joined(answer.winning_moves()))
    });
    assert_eq!(table.header().states, positions);
    let full = Position::full(13).to_string();
    assert_beyond(&table, &full, "it has positions with numbers up to 12");
}

/// Asserts why a table has no answer for a position.
fn assert_beyond<T: Probe<Position: FromStr<Err: Debug>>>(table: &T, position: &str, why: &str) {
    let error = table.value(&position.parse().unwrap()).err().unwrap().to_string();
    let name = &table.header().name;
    assert_eq!(error, format!("{name} has no answer for this position: {why}"));
}

/// Asserts that the values of a table and of its answers are those of the file beside it; returns how many there are.
fn compare_values<T: Probe<Position: FromStr<Err: Debug>, Value: Debug + PartialEq>>(
    table: &T,
    of_answer: impl Fn(T::Answer) -> T::Value,
    text: impl Fn(T::Value) -> String,
) -> u64 {
    compare(&table.header().name, |position: T::Position| {
        let value = table.value(&position).unwrap();
        assert_eq!(of_answer(table.answer(&position).unwrap()), value, "{position}");
        text(value)
    })
}

#[test]
fn the_tables_of_version_1_have_the_expected_values() {
    let tower = read("tower-2", TowerTable::new);
    let bits = |minutes: f64| format!("{:016x}", minutes.to_bits());
    assert!(compare_values(&tower, |answer| answer.value, bits) > 4_000);
    assert_beyond(&tower, "RGB/RGB/RGB", "it has what towers of 2 full levels can become");
    // Of boards whose entries have eight bytes and four.
    let contours =
        ["contour-c42ebed6", "contour-daa36c61"].map(|name| read(name, ContourTable::new));
    for table in &contours {
        let found = compare_values(table, |answer| answer.value, |score| score.to_string());
        assert_eq!(found, table.board().contours() as u64);
    }
    assert_beyond(&contours[1], "4", "its board has 2 rows and 3 columns");
    // All boards up to 3 x 3, and one board.
    for name in ["stake-3", "stake-71354c83"] {
        let table = read(name, StakeTable::new);
        let boards = compare_values(&table, |answer| answer.value, |score| score.to_string());
        assert_eq!(boards, table.raw_states());
    }
    let tokens = read("tokens-2x3", TokensTable::new);
    compare_values(&tokens, |answer| answer.value, |outcome| outcome.to_string());
    assert_beyond(&tokens, "P../.../..P", "it has starts of boards up to 2 x 3");
}

#[test]
fn every_entry_of_the_tables_of_version_1_follows_from_the_rules() {
    for file in TableFolder::new(golden()).files().unwrap() {
        let (tables, place) = (Tables::default(), TablePlace::File(file));
        let verified = perfectplay_tests::intact::verify(&tables, &place, Depth::Entries);
        assert!(verified.unwrap().entries > Some(0), "{place}");
    }
}

#[test]
fn a_table_of_outcomes_of_version_1_knows_no_plies() {
    let table = read("number-30", NumberTable::new);
    assert!(!table.knows_plies());
    let full = Position::full(31).to_string();
    assert_beyond(&table, &full, "it has positions with numbers up to 30");
}

const TOKENS_BOARD: &str = "tokens-56e2dff9";

#[test]
fn the_tokens_table_of_a_board_of_version_1_gives_the_expected_answers() {
    let table = read(TOKENS_BOARD, TokensTable::new);
    let starts = compare(TOKENS_BOARD, |start| {
        let answer = table.answer(&start).unwrap();
        assert_eq!(table.value(&start), Ok(answer.value));
        let strategy =
            table.strategy(&start).unwrap().map_or_else(String::new, |step| step.to_string());
        format!("{},\"{}\",\"{strategy}\"", answer.value, joined(answer.winning_moves()))
    });
    assert_eq!(starts, table.board().unwrap().starts() as u64);
    let board = "..#./...#/.#..";
    assert_eq!(table.board().unwrap().to_string(), board);
    for beyond in ["P.#./...#/.#.P history:0,0+0,1", "P..P/...#/.#..", "PP"] {
        let error = table.answer(&beyond.parse().unwrap()).unwrap_err().to_string();
        let expected = "has no answer for this position: it has starts of one board of 3 x 4";
        assert_eq!(error, format!("{TOKENS_BOARD} {expected}"));
    }
    let family = read("tokens-2x3", TokensTable::new);
    let error = family.strategy(&"P.P".parse().unwrap()).unwrap_err().to_string();
    let why = "it has outcomes only, and not the results of moves";
    assert_eq!(error, format!("tokens-2x3 has no answer for this position: {why}"));
}

#[test]
fn a_tokens_table_whose_bytes_contradict_themselves_is_damaged() {
    let mut damaged = golden_table(TOKENS_BOARD);
    let steps = section(&damaged, "steps");
    damaged[steps].fill(0xff);
    let table = TokensTable::new(TableFile::open(Bytes::from(damaged)).unwrap()).unwrap();
    let error = table.strategy(&"P.#./...#/P#..".parse().unwrap()).unwrap_err().to_string();
    assert_eq!(error, format!("{TOKENS_BOARD} is damaged"));
}

#[test]
fn the_chomp_table_of_version_1_has_the_expected_outcomes_transposed_or_not() {
    let table = read("chomp-3x4", ChompTable::new);
    let positions = compare("chomp-3x4", |position: chomp::Position| {
        let outcome = table.value(&position).unwrap();
        for position in [position, position.transposed()] {
            assert_eq!(table.value(&position), Ok(outcome));
            assert_eq!(table.answer(&position).unwrap().value, outcome.into(), "{position}");
        }
        outcome.to_string()
    });
    assert_eq!(positions, table.header().states);
    assert_beyond(&table, "4,4,4,4", "it has positions of a bar of 3 x 4");
}
