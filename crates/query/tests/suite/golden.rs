//! The committed tables give the expected answers. That FORMAT.md finds the same ones in them is
//! seen by `tables/test_check.py`, which shares nothing with this crate.

use perfectplay_core::Outcome;
use perfectplay_core::chomp;
use perfectplay_core::contour;
use perfectplay_core::number::{Position, rules};
use perfectplay_core::stake;
use perfectplay_core::tokens;
use perfectplay_core::tower;
use perfectplay_query::{
    ChompTable, ContourTable, Entries, NumberPliesTable, NumberTable, Probe, StakeTable, TableFile,
    TableFolder, TokensTable, TowerTable,
};

use crate::golden_folder as golden;

/// What is expected of a table: the lines of the file beside it, without the first one, parsed.
fn expected_of<T>(table: &str, parse: impl Fn(&str) -> T) -> Vec<T> {
    let text = std::fs::read_to_string(golden().join(format!("{table}.csv"))).unwrap();
    text.lines().skip(1).map(parse).collect()
}

fn bytes_of(table: &str) -> Vec<u8> {
    std::fs::read(golden().join(format!("{table}.table"))).unwrap()
}

/// Position, outcome, plies and winning moves of every position up to 12.
fn expected() -> Vec<(Position, String, u16, Vec<u8>)> {
    expected_of("number-12", |line| {
        let fields: Vec<&str> = line.split(',').collect();
        let winning = fields[3].split_ascii_whitespace().map(|word| word.parse().unwrap());
        (
            fields[0].parse().unwrap(),
            fields[1].to_owned(),
            fields[2].parse().unwrap(),
            winning.collect(),
        )
    })
}

#[test]
fn the_expected_answers_are_those_of_the_plain_rules() {
    let mut plain = rules::PlainSolver::default();
    let mut lines = vec!["position,outcome,plies,winning moves".to_owned()];
    rules::for_each_position(12, &mut |available| {
        let position = rules::moves(available).fold(0, |mask, number| mask | 1u64 << number);
        let position = Position::from_mask(position).unwrap();
        let (outcome, plies) = plain.value(available);
        let winning: Vec<String> = rules::moves(available)
            .filter(|&number| plain.value(&rules::after(available, number)).0 == Outcome::Loss)
            .map(|number| number.to_string())
            .collect();
        lines.push(format!("{position},{outcome},{plies},{}", winning.join(" ")));
    });
    let written = std::fs::read_to_string(golden().join("number-12.csv")).unwrap();
    assert_eq!(written.lines().collect::<Vec<_>>(), lines);
}

#[test]
fn the_table_of_version_1_gives_the_expected_answers_from_a_folder_and_from_bytes() {
    let table = TableFolder::new(golden()).read("number-12", NumberTable::new).unwrap();
    let bytes = bytes_of("number-12");
    let of_bytes = NumberPliesTable::new(TableFile::open(&bytes[..]).unwrap()).unwrap();
    assert_eq!(table.header().states, expected().len() as u64);
    for (position, outcome, plies, winning) in expected() {
        let answer = table.answer(&position).unwrap();
        assert_eq!(answer.value.outcome.to_string(), outcome, "{position}");
        assert_eq!(answer.value.plies, Some(plies), "{position}");
        let moves: Vec<u8> = answer.winning_moves().iter().map(|found| found.0).collect();
        assert_eq!(moves, winning, "{position}");
        assert_eq!(of_bytes.answer(&position).unwrap(), answer);
        assert_eq!(of_bytes.entry(&position).unwrap().value(), answer.value);
    }
}

#[test]
fn threads_share_a_table() {
    let table = TableFolder::new(golden()).read("number-12", NumberTable::new).unwrap();
    let expected = expected();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for (position, _, plies, _) in &expected {
                    assert_eq!(table.value(position).unwrap().plies, Some(*plies));
                }
            });
        }
    });
}

#[test]
fn a_position_beyond_the_bound_is_refused() {
    let table = TableFolder::new(golden()).read("number-12", NumberTable::new).unwrap();
    let error = table.value(&Position::full(13)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "number-12 has no answer for this position: it has positions with numbers up to 12"
    );
}

#[test]
fn the_entries_behind_two_levels_of_nodes_are_those_of_the_rules() {
    let table = TableFolder::new(golden()).read("number-17", NumberTable::new).unwrap();
    let mut plain = rules::PlainSolver::default();
    let mut states = 0;
    rules::for_each_position(17, &mut |available| {
        let position = rules::position(available);
        let (outcome, plies) = plain.value(available);
        let value = table.value(&position).unwrap();
        assert_eq!((value.outcome, value.plies), (outcome, Some(plies.into())), "{position}");
        states += 1;
    });
    assert_eq!(table.header().states, states);
}

#[test]
fn the_outcomes_of_version_1_are_those_of_the_rules() {
    let table = TableFolder::new(golden()).read("number-30", NumberTable::new).unwrap();
    assert!(!table.knows_plies());
    let outcome =
        |available: &rules::Available| table.value(&rules::position(available)).unwrap().outcome;
    let mut states = 0;
    rules::for_each_position(30, &mut |available| {
        let mut moves = rules::moves(available);
        let wins = moves.any(|number| outcome(&rules::after(available, number)) == Outcome::Loss);
        let position = rules::position(available);
        assert_eq!(outcome(available) == Outcome::Win, wins, "{position}");
        states += 1;
    });
    assert_eq!(table.header().states, states);
    let beyond = table.value(&Position::full(31)).unwrap_err().to_string();
    let expected =
        "number-30 has no answer for this position: it has positions with numbers up to 30";
    assert_eq!(beyond, expected);
}

/// Towers and their expected minutes.
fn expected_towers() -> Vec<(tower::Position, f64)> {
    let parse = |line: &str| {
        let (tower, bits) = line.split_once(',').unwrap();
        (tower.parse().unwrap(), f64::from_bits(u64::from_str_radix(bits, 16).unwrap()))
    };
    expected_of("tower-2", parse)
}

#[test]
fn the_tower_table_of_version_1_has_the_expected_doubles() {
    let table = TableFolder::new(golden()).read("tower-2", TowerTable::new).unwrap();
    assert!(expected_towers().len() > 4_000);
    for (tower, expected) in expected_towers() {
        assert_eq!(table.value(&tower).unwrap().to_bits(), expected.to_bits(), "{tower}");
        assert_eq!(table.answer(&tower).unwrap().value.to_bits(), expected.to_bits(), "{tower}");
    }
    let beyond = table.value(&"RGB/RGB/RGB".parse().unwrap()).unwrap_err().to_string();
    let expected =
        "tower-2 has no answer for this position: it has what towers of 2 full levels can become";
    assert_eq!(beyond, expected);
}

/// Tables of boards whose entries have four bytes and eight.
const CONTOURS: [&str; 2] = ["contour-daa36c61", "contour-c42ebed6"];

/// Contours and their scores.
fn expected_contours(table: &str) -> Vec<(contour::Position, i64)> {
    let parse = |line: &str| {
        let (contour, score) = line.rsplit_once(',').unwrap();
        (contour.trim_matches('"').parse().unwrap(), score.parse().unwrap())
    };
    expected_of(table, parse)
}

#[test]
fn the_contour_tables_of_version_1_have_the_expected_scores() {
    for name in CONTOURS {
        let table = TableFolder::new(golden()).read(name, ContourTable::new).unwrap();
        assert_eq!(expected_contours(name).len(), table.board().contours());
        for (contour, expected) in expected_contours(name) {
            assert_eq!(table.value(&contour).unwrap(), expected, "{contour}");
            assert_eq!(table.answer(&contour).unwrap().value, expected, "{contour}");
        }
    }
    let table = TableFolder::new(golden()).read(CONTOURS[0], ContourTable::new).unwrap();
    let beyond = table.value(&"4".parse().unwrap()).unwrap_err().to_string();
    let expected =
        "contour-daa36c61 has no answer for this position: its board has 2 rows and 3 columns";
    assert_eq!(beyond, expected);
}

/// The table of all boards up to 3 x 3, and that of one board.
const STAKES: [&str; 2] = ["stake-3", "stake-71354c83"];

/// Boards and their scores.
fn expected_boards(table: &str) -> Vec<(stake::Position, i8)> {
    let parse = |line: &str| {
        let (board, score) = line.split_once(',').unwrap();
        (board.parse().unwrap(), score.parse().unwrap())
    };
    expected_of(table, parse)
}

#[test]
fn the_stake_tables_of_version_1_have_the_expected_scores() {
    for name in STAKES {
        let table = TableFolder::new(golden()).read(name, StakeTable::new).unwrap();
        assert_eq!(expected_boards(name).len() as u64, table.raw_states());
        for (board, expected) in expected_boards(name) {
            assert_eq!(table.value(&board).unwrap(), expected, "{board}");
            assert_eq!(table.answer(&board).unwrap().value, expected, "{board}");
        }
    }
}

/// Starts of boards up to 2 x 3, and their outcomes.
fn expected_starts() -> Vec<(tokens::Position, String)> {
    let parse = |line: &str| {
        let (start, outcome) = line.split_once(',').unwrap();
        (start.parse().unwrap(), outcome.to_owned())
    };
    expected_of("tokens-2x3", parse)
}

#[test]
fn the_tokens_table_of_version_1_has_the_expected_outcomes() {
    let table = TableFolder::new(golden()).read("tokens-2x3", TokensTable::new).unwrap();
    for (start, expected) in expected_starts() {
        let answer = table.answer(&start).unwrap();
        assert_eq!(table.value(&start), Ok(answer.value));
        assert_eq!(answer.value.to_string(), expected, "{start}");
    }
    let beyond = table.value(&"P../.../..P".parse().unwrap()).unwrap_err().to_string();
    let expected =
        "tokens-2x3 has no answer for this position: it has starts of boards up to 2 x 3";
    assert_eq!(beyond, expected);
}

const TOKENS_BOARD: &str = "tokens-56e2dff9";

/// A start of the board with its outcome, its winning moves, and the one to follow.
struct ExpectedStart {
    start: tokens::Position,
    outcome: String,
    winning: Vec<String>,
    strategy: Option<String>,
}

fn expected_starts_of_a_board() -> Vec<ExpectedStart> {
    let parse = |line: &str| {
        // Moves have commas and stand in quotes.
        let fields: Vec<&str> = line.split('"').collect();
        let (start, outcome) = fields[0].trim_end_matches(',').split_once(',').unwrap();
        ExpectedStart {
            start: start.parse().unwrap(),
            outcome: outcome.to_owned(),
            winning: fields[1].split_ascii_whitespace().map(str::to_owned).collect(),
            strategy: Some(fields[3].to_owned()).filter(|step| !step.is_empty()),
        }
    };
    expected_of(TOKENS_BOARD, parse)
}

#[test]
fn the_expected_starts_of_a_board_are_those_of_the_plain_rules_and_their_strategy_wins() {
    use perfectplay_core::Outcome;
    use tokens::rules::{self, Effect};
    let expected = expected_starts_of_a_board();
    let mut plain = rules::PlainSolver::default();
    for ExpectedStart { start, outcome, winning, strategy } in &expected {
        assert_eq!(plain.outcome(start).to_string(), *outcome, "{start}");
        let moves = rules::moves(start);
        let wins = moves.iter().filter(|(_, effect)| plain.result(effect) == Outcome::Win);
        let mut wins: Vec<String> = wins.map(|(step, _)| step.to_string()).collect();
        wins.sort_unstable();
        assert_eq!(wins, *winning, "{start}");
        let Some(strategy) = strategy else {
            assert_eq!(outcome, "loss", "{start}");
            continue;
        };
        assert!(outcome == "loss" || winning.contains(strategy), "{start}");
        // It leads to a start whose strategy leads back: together they are a matching.
        let step = moves.iter().find(|(step, _)| step.to_string() == *strategy).unwrap();
        if let Effect::Continue(next) = &step.1 {
            let partner = expected.iter().find(|other| other.start.pieces() == next.pieces());
            let (from, to) = strategy.split_once('>').unwrap();
            assert_eq!(partner.unwrap().strategy, Some(format!("{to}>{from}")));
        }
    }
}

#[test]
fn the_tokens_table_of_a_board_of_version_1_gives_the_expected_answers() {
    let table = TableFolder::new(golden()).read(TOKENS_BOARD, TokensTable::new).unwrap();
    assert_eq!(expected_starts_of_a_board().len(), table.board().unwrap().starts());
    for ExpectedStart { start, outcome, winning, strategy } in expected_starts_of_a_board() {
        let answer = table.answer(&start).unwrap();
        assert_eq!(table.value(&start), Ok(answer.value));
        assert_eq!(answer.value.to_string(), outcome, "{start}");
        let wins: Vec<String> =
            answer.winning_moves().iter().map(|step| step.to_string()).collect();
        assert_eq!(wins, winning, "{start}");
        let step = table.strategy(&start).unwrap();
        assert_eq!(step.map(|step| step.to_string()), strategy, "{start}");
    }
    let board = "..#./...#/.#..";
    assert_eq!(table.board().unwrap().to_string(), board);
    for beyond in ["P.#./...#/.#.P history:0,0+0,1", "P..P/...#/.#..", "PP"] {
        let beyond = table.answer(&beyond.parse().unwrap()).unwrap_err().to_string();
        let expected = "has no answer for this position: it has starts of one board of 3 x 4";
        assert_eq!(beyond, format!("{TOKENS_BOARD} {expected}"));
    }
    let family = TableFolder::new(golden()).read("tokens-2x3", TokensTable::new).unwrap();
    assert_eq!(
        family.strategy(&"P.P".parse().unwrap()).unwrap_err().to_string(),
        "tokens-2x3 has no answer for this position: it has outcomes only, and not the results of moves"
    );
}

#[test]
fn a_tokens_table_whose_bytes_contradict_themselves_is_damaged() {
    let file = bytes_of(TOKENS_BOARD);
    let steps = TableFile::open(&file[..]).unwrap().section("steps").unwrap();
    let steps = steps.start as usize..steps.end as usize;
    let mut damaged = file.clone();
    damaged[steps].fill(0xff);
    let table = TokensTable::new(TableFile::open(&damaged[..]).unwrap()).unwrap();
    let error = table.strategy(&"P.#./...#/P#..".parse().unwrap()).unwrap_err().to_string();
    assert_eq!(error, format!("{TOKENS_BOARD} is damaged"));
}

/// Every position of a bar of 3 x 4, and its outcome.
fn expected_bars() -> Vec<(chomp::Position, String)> {
    let parse = |line: &str| {
        let (position, outcome) = line.rsplit_once(',').unwrap();
        (position.trim_matches('"').parse().unwrap(), outcome.to_owned())
    };
    expected_of("chomp-3x4", parse)
}

#[test]
fn the_chomp_table_of_version_1_has_the_expected_outcomes_transposed_or_not() {
    let table = TableFolder::new(golden()).read("chomp-3x4", ChompTable::new).unwrap();
    assert_eq!(expected_bars().len() as u64, table.header().states);
    for (position, expected) in expected_bars() {
        for position in [position, position.transposed()] {
            let answer = table.answer(&position).unwrap();
            assert_eq!(table.value(&position).unwrap(), answer.value.outcome);
            assert_eq!(answer.value.to_string(), expected, "{position}");
        }
    }
    let beyond = table.value(&"4,4,4,4".parse().unwrap()).unwrap_err().to_string();
    let expected = "chomp-3x4 has no answer for this position: it has positions of a bar of 3 x 4";
    assert_eq!(beyond, expected);
}
