//! Tables of single boards.

use perfectplay::Budget;
use perfectplay_query::{TableFolder, Tables};

use crate::common::*;

const TOKENS: &str = "P....#/...#../....../..#..P/......";

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
