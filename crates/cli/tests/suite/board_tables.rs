//! Tables of single boards.

use perfectplay::Budget;
use perfectplay_query::{TableFolder, Tables};

use crate::common::*;

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
