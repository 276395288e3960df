//! Descriptions of the games that this project began with, by the rules alone: every entry is that of a built-in table.

use std::fs;
use std::path::Path;

use perfectplay_catalogue::{Bars, Claims, Jenga, Naming, Pieces, Stairs};
use perfectplay_core::Random;
use perfectplay_games::contour::{self, Board};
use perfectplay_games::tokens::{Pair, Position, SolvedBoard};
use perfectplay_games::{ContourTable, TokensTable, TowerTable, tower};
use perfectplay_tests::intact::of_board;

use super::*;

/// The built-in position of a tower.
fn tower(levels: u64) -> tower::Position {
    let places = |level: u64| [0, 2, 4].map(|place| (level >> place & 3) as usize);
    let text = |level: u64| places(level).map(|color| [".", "R", "G", "B"][color]).concat();
    let all = (0..10).map(|number| levels >> (6 * number) & 63);
    let all = all.enumerate().filter(|&(number, level)| number == 0 || level > 0);
    let mut all: Vec<String> = all.map(|(_, level)| text(level)).collect();
    // The top one comes last.
    all.reverse();
    all.join("/").parse().expect("a tower")
}

/// Compares the towers of so many levels, and returns how many there are.
pub(crate) fn compare_towers(levels: u32) -> usize {
    let name = format!("tower-{levels}");
    let (_directory, folder) = built(&planned(&name));
    let table = folder.read(&name, TowerTable::new).expect("a table");
    let (_own, own) = solved(Jenga { levels });
    let words = own.words(u64::MAX, Control::SILENT).expect("positions");
    let towers = words.into_iter().map(|word| own.game().unpack(word)).filter(|it| it.1 == 0);
    let compare = |position: (u64, u64)| {
        let there = table.value(&tower(position.0)).expect("a tower");
        let here = value(&own, position).expected().expect("an expectation");
        assert_eq!((-here + 0.0).to_bits(), there.to_bits(), "{}", tower(position.0));
    };
    towers.map(compare).count()
}

#[test]
fn towers_have_the_same_minutes_to_the_last_bit() {
    assert_eq!(compare_towers(2), 1_248);
}

#[test]
fn named_numbers_have_the_same_outcomes() {
    let compared = [20, 24].map(|most| {
        let name = format!("number-{most}");
        let (_directory, folder) = built(&planned(&name));
        let table = folder.read(&name, NumberTable::new).expect("a table");
        let is_same = |_, here: Value, there: core::Value| match there.plies {
            Some(_) => here == Value::Outcome(there),
            None => here.outcome() == Some(there.outcome),
        };
        compare(solved(Naming { most }), &table, numbers, is_same)
    });
    assert_eq!(compared, [3_515, 14_930]);
}

#[test]
fn stairs_have_the_same_scores() {
    const SIDE: usize = 6;
    let mut random = Random::with_seed(2);
    let mut scores = || [(); SIDE].map(|()| [(); SIDE].map(|()| random.below(9) as u32).to_vec());
    let [first, second] = [scores(), scores()];
    let board = Board::new(&first, &second).expect("a board");
    let table = of_board("contour", &board.to_contest());
    let (_directory, folder) = built(&table);
    let table = folder.read(table.name(), ContourTable::new).expect("a table");
    let small = |row: Vec<u32>| row.into_iter().map(|points| points as i16).collect();
    let points = [first, second].map(|rows| rows.map(small).to_vec());
    let contour = |taken: u64| {
        let rows: [u8; SIDE] = array::from_fn(|row| (taken >> (4 * row) & 15) as u8);
        contour::Position::new(&rows).expect("a contour")
    };
    let is_same = |_, here, there: i64| here == Value::Score(there);
    assert_eq!(compare(solved(Stairs { points }), &table, contour, is_same), 924);
}

#[test]
fn filled_boards_have_the_same_scores() {
    let (_directory, folder) = built(&planned("stake-3"));
    let table = folder.read("stake-3", StakeTable::new).expect("a table");
    let is_same = |_, here, there: i8| here == Value::Score(there.into());
    let board = |cells: [u64; 2]| {
        let rows = cells.map(|cells| (0..3).map(|row| (cells >> (3 * row) & 7) << (8 * row)).sum());
        stake::Position::from_masks(3, rows).expect("a board")
    };
    assert_eq!(compare(solved(Claims { rows: 3 }), &table, board, is_same), 6_046);
}

#[test]
fn bars_by_the_rules_have_the_same_outcomes() {
    let (_directory, folder) = built(&planned("chomp-6x6"));
    let table = folder.read("chomp-6x6", ChompTable::new).expect("a table");
    let is_same = |_, here: Value, there: Outcome| here.outcome() == Some(there);
    assert_eq!(compare(solved(Bars { rows: 6, columns: 6 }), &table, bar, is_same), 924);
}

/// A value of the built-in game.
fn of(outcome: Outcome) -> Value {
    outcome.into()
}

#[test]
fn pieces_have_the_same_outcomes() {
    let (_directory, folder) = built(&planned("tokens-3x3"));
    let table = folder.read("tokens-3x3", TokensTable::new).expect("a table");
    let (_own, own) = solved(Pieces { rows: 3, columns: 3 });
    let mut starts = 0;
    for position in all_positions(own.game()) {
        let start: Position = own.game().show(position).parse().expect("a board");
        assert_eq!(value(&own, position), of(table.value(&start).expect("a value")), "{start}");
        let board = SolvedBoard::new(start.board());
        for reply in own.answer(position).expect("an answer").moves {
            let step = reply.step.parse().expect("a move");
            let known = board.result(start.pieces(), step).expect("a legal move");
            assert_eq!(reply.result, of(known), "{start}: {step}");
        }
        starts += 1;
    }
    assert_eq!(starts, 4_608);
}

/// Random games, in which each position is asked with those before it.
#[test]
fn pieces_have_the_same_outcomes_in_the_middle_of_a_game() {
    let game = Pieces { rows: 3, columns: 4 };
    let (_own, own) = unverified(game);
    let (positions, mut random, mut asked) = (all_positions(&game), Random::with_seed(3), 0);
    for _ in 0..2_000 {
        let mut history: Vec<[u32; 2]> = Vec::new();
        let mut position = random.choice(positions.iter().copied()).expect("a position");
        loop {
            let start: Position = game.show(position).parse().expect("a board");
            let pairs: Vec<Pair> = history
                .iter()
                .map(|&it| game.show(it).parse::<Position>().expect("a board").pieces())
                .collect();
            let known = SolvedBoard::with_history(start.board(), &pairs).expect("a history");
            let answer = own.answer_after(position, &history).expect("an answer");
            let expected = known.outcome(start.pieces()).expect("a position");
            assert_eq!(answer.value, of(expected), "{start} {history:?}");
            for reply in &answer.moves {
                let step = reply.step.parse().expect("a move");
                let expected = known.result(start.pieces(), step).expect("a legal move");
                assert_eq!(reply.result, of(expected), "{start}: {step} {history:?}");
            }
            asked += 1;
            history.push(position);
            let Some(reply) = random.choice(&answer.moves) else { break };
            position = reply.position;
        }
    }
    assert!(asked > 5_000, "{asked}");
}

/// Comments do not count, nor do lines that are empty or only close something. Jenga has twelve methods, which take 24 lines.
#[test]
fn descriptions_are_short() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalogue/src/sources");
    for file in fs::read_dir(folder).expect("a folder") {
        let path = file.expect("a file").path();
        let text = fs::read_to_string(&path).expect("a text");
        let is_code = |line: &&str| {
            let line = line.trim();
            let other = ["//", "use ", "mod ", "pub use ", "#["];
            line.chars().any(char::is_alphanumeric) && !other.iter().any(|it| line.starts_with(it))
        };
        let lines = text.lines().filter(is_code).count();
        let most = if path.ends_with("jenga.rs") { 55 } else { 45 };
        assert!(lines <= most, "{}: {lines} lines", path.display());
    }
}
