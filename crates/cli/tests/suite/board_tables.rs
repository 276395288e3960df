//! Tables of single boards.

use perfectplay::Budget;
use perfectplay_query::{TableFolder, Tables};

use crate::common::*;

/// Asserts that a table of this game gives the answers that were solved on the spot before.
fn assert_from_table(before: &[Run], after: &[Run], game: &str) {
    assert_eq!(before.len(), after.len());
    for (before, after) in before.iter().zip(after) {
        assert!(before.stdout.ends_with("\"table\":null}\n"), "{before:?}");
        let (answer, table) = after.stdout.rsplit_once("\"table\":").unwrap();
        assert!(before.stdout.starts_with(answer), "{after:?}");
        assert!(table.starts_with(&format!("\"{game}-")), "{after:?}");
    }
}

#[test]
fn a_contours_table_is_built_of_a_board_and_answers_for_it() {
    let program = Program::new();
    program.write("board.txt", "1 2\n3 4\n5 6\n");
    let probe = || [program.run("probe contour --board board.txt 0 --json")];
    let before = probe();
    program.run_well("build contour --board board.txt --json");
    let after = probe();
    assert_from_table(&before, &after, "contour");
    let expected = "{\"game\":\"contour\",\"board\":{\"a\":[[3,4]],\"b\":[[5,6]],\"fingerprint\":";
    assert!(after[0].stdout.starts_with(expected), "{after:?}");
    assert!(after[0].stdout.contains("\"value\":{\"score\":-3}"), "{after:?}");
    program.run_well("verify");
    let piped = program.feed("build contour --board -", b"1 2\n3 4\n5 6\n");
    assert!(piped.stdout.contains("is there already"), "{piped:?}");
}

#[test]
fn a_stake_boards_table_is_built_and_answers_what_the_board_can_become() {
    let program = Program::new();
    program.write("board.txt", "5\n01010\n10101\n0101.\n.....\n....0\n0\n");
    let boards = ["01010/10101/0101./...../....0", "01010/10101/0101./1..../....0"];
    let probe = || boards.map(|board| program.run(format!("probe stake '{board}' --json")));
    let before = probe();
    program.run_well("build stake --board board.txt");
    assert_from_table(&before, &probe(), "stake");
    program.run_well("verify");
}

const TOKENS: &str = "P....#/...#../....../..#..P/......";

#[test]
fn a_tokens_boards_table_is_built_and_answers_all_its_starts() {
    let program = Program::new();
    let board = format!("\r\n5 6\r\n{}\r\n\r\n", TOKENS.replace('/', "\r\n"));
    program.write("board.txt", &board);
    let starts =
        [TOKENS, "PP...#/...#../....../..#.../......", ".....#/..P#../..P.../..#.../......"];
    let probe = |start| program.run(format!("probe tokens '{start}' --json"));
    let before = starts.map(probe);
    let build = program.run("build tokens --board board.txt");
    assert!(build.stdout.starts_with("tokens-"), "{build:?}");
    assert!(build.stdout.contains(" 351 states"), "{build:?}");
    assert_from_table(&before, &starts.map(probe), "tokens");
    // The positions in the middle of a game are solved on the spot, as before.
    let later = format!("{TOKENS} history:0,0+0,1");
    assert!(probe(&later).stdout.ends_with("\"table\":null}\n"));
    // A family's table comes first, also for boards that are kept.
    let small = program.feed("build tokens --board -", b"1 4\n..#.\n");
    assert!(small.stdout.contains(" 3 states"), "{small:?}");
    let run = probe("P.#P");
    assert!(run.stdout.contains("\"table\":\"tokens-"), "{run:?}");
    program.run_well("build tokens-1x4");
    let (answer, _) = run.stdout.rsplit_once("tokens-").unwrap();
    assert_eq!(probe("P.#P").stdout, format!("{answer}tokens-1x4\"}}\n"));
    program.run_well("verify");
    // The board is the same without its pieces.
    let without = board.replace('P', ".");
    let again = program.feed("build tokens --board -", &without);
    assert!(again.stdout.contains("is there already"), "{again:?}");
}

#[test]
fn a_tokens_boards_table_that_contradicts_itself_is_an_error() {
    let program = Program::new();
    let board = format!("5 6\n{}\n", TOKENS.replace('/', "\n"));
    let build = program.feed("build tokens --board - --json", &board);
    let report = build.json();
    let name = report["tables"][0]["table"].as_str().unwrap();
    let file = format!("tables/{name}.table");
    // Everybody loses, from adjacent starts, too.
    program.change(&file, |bytes| bytes[4096..4096 + 43].fill(0xff));
    let build = "perfectplay build tokens --board FILE --force";
    let expected = format!("{name} is damaged; `{build}` builds it anew");
    program.run(format!("probe tokens {TOKENS}")).assert_fails(1, &expected);
    assert_eq!(program.run("verify").code, 1);
    program.write(&file, "short");
    let run = program.run(format!("probe tokens {TOKENS}"));
    run.assert_says(1, &format!("`{build}`"));
}

#[test]
fn a_damaged_table_of_another_board_is_a_warning() {
    let program = Program::with_tables();
    program.write("board.txt", "5\n01010\n10101\n01010\n1010.\n.....\n0\n");
    let report = program.run_well("build stake --board board.txt --json").json();
    let name = report["tables"][0]["table"].as_str().unwrap();
    program.change(&format!("tables/{name}.table"), |bytes| bytes.truncate(100));
    let run = program.run_well("probe stake 01010/10101/01010/0101./..... --json");
    assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
    assert!(run.stderr.starts_with("warning: "), "{run:?}");
    assert!(run.stdout.ends_with("\"table\":null}\n"), "{run:?}");
}

#[test]
fn a_fingerprint_that_two_boards_have_says_neither() {
    let (one, other) = (Program::new(), Program::new());
    for (program, board) in [(&one, "1 2\n71 0\n859 1\n"), (&other, "1 2\n76 0\n447 1\n")] {
        program.write("board.txt", board);
        program.run_well("build contour --board board.txt");
    }
    let bytes = fs::read(other.path("tables/contour-430ccd48.table")).unwrap();
    let tables = Tables::from(TableFolder::new(one.tables()));
    let oracle = Oracle::new(&built_in(), tables.with_bytes("contour-430ccd48", bytes)).unwrap();
    let found = oracle
        .within(&Budget::default())
        .board_named(&perfectplay_tests::game("contour"), "430ccd48");
    let error = found.unwrap_err().to_string();
    assert!(error.starts_with("there are tables of two boards that are called "), "{error}");
}
