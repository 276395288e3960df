//! Contests' inputs that are read line by line.

use std::fmt::Display;

use perfectplay_core::contest::{ContestError, ContestReader, Read};
use perfectplay_core::{number, stake, tokens, tower};

type Cases<R> =
    Result<Vec<<R as ContestReader>::Position>, ContestError<<R as ContestReader>::Problem>>;

fn read<R: ContestReader>(text: &str) -> Cases<R> {
    let (mut reader, mut cases) = (R::default(), Vec::new());
    for (line, text) in (1..).zip(text.lines()) {
        match reader.read(line, text)? {
            Read::More => {}
            Read::Case(case) => cases.push(case),
            Read::End => return Ok(cases),
        }
    }
    cases.extend(reader.end(text.lines().count() + 1)?);
    Ok(cases)
}

/// The texts of the cases, or the error.
fn texts<R: ContestReader<Position: Display, Problem: Display>>(text: &str) -> String {
    match read::<R>(text) {
        Ok(cases) => cases.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        Err(error) => error.to_string(),
    }
}

#[test]
fn number_reads_lines_up_to_a_zero() {
    let read = texts::<number::ContestReader>;
    assert_eq!(read("2 5 2\n\n 1\t2 \n0\n9 9"), "2 5; 2");
    assert_eq!(read("2 2 5"), "2 5");
    for (text, message) in [
        ("3 2 3\n", "line 1, column 6: 3 numbers were promised, and the line ends after 2"),
        ("\n1 2 3\n", "line 2, column 5: 1 numbers were promised, and `3` is one more"),
        ("1 21\n", "line 1, column 3: `21` is not an available number, 2 to 20"),
        ("2 5 5\n", "line 1, column 5: 5 appears twice"),
        ("0 2\n", "line 1, column 3: `2` after the `0` that closes the input"),
        ("1 9\n", "line 1: 9 is available, but 2 and 7 are not: 9 = 2 + 7"),
    ] {
        assert_eq!(read(text), message);
    }
}

#[test]
fn tower_reads_one_tower() {
    let read = texts::<tower::ContestReader>;
    assert_eq!(read("2\n\n RGB\nGRG\n\n"), "RGB/GRG");
    for (text, message) in [
        ("", "line 1: the input ends where the number of levels should be"),
        ("2\nRGB\n", "line 3: the input ends where level 2 of 2 should be"),
        ("7\n", "line 1, column 1: `7` is not the number of levels, 2 to 6"),
        ("2\nRGB GRG\n", "line 2, column 5: `GRG` is one word too many"),
        ("2\nRG\n", "line 2, column 1: level 1 has 2 blocks (`RG`) instead of 3"),
        ("2\nR.B\n", "line 2, column 1: level 1, middle place: `.` is not R, G or B"),
        ("2\nRGB\nGRG\nB\n", "line 4, column 1: `B` after the last level"),
    ] {
        assert_eq!(read(text), message);
    }
}

#[test]
fn stake_reads_boards_up_to_a_zero() {
    let read = texts::<stake::ContestReader>;
    assert_eq!(read("2\n01\n..\n\n1\n.\n0\nx"), "01/..; .");
    for (text, message) in [
        ("9\n", "line 1, column 1: `9` is not the size of a board, 0 to 8"),
        ("2\n01\n", "line 3: the input ends where row 1 of 2 should be"),
        ("2\n01\n.\n", "line 3, column 1: row 1 has 1 cells instead of 2"),
        ("2\n0x\n", "line 2, column 2: `x` is not 0, 1 or . (empty)"),
        ("2\n0 1\n", "line 2, column 3: `1` is one word too many"),
        ("1\n0\n", "line 2: the board has 0 empty cells, and the contest's have 1 to 10"),
    ] {
        assert_eq!(read(text), message);
    }
    assert_eq!(texts::<stake::BoardReader>("1\n0\n0\n"), "0");
}

#[test]
fn tokens_reads_starts_with_any_empty_lines_between() {
    let read = texts::<tokens::ContestReader>;
    assert_eq!(read("\n1 4\nP.#P\n\n\n1 2\nPP"), "P.#P; PP");
    for (text, message) in [
        ("9 1\n", "line 1, column 1: `9` is not the number of rows, 1 to 8"),
        ("2 2\nPP\n", "line 3: the input ends where row 1 of 2 should be"),
    ] {
        assert_eq!(read(text), message);
    }
    assert!(matches!(
        crate::contests::read::<tokens::ContestReader>("1 2\nP.\n"),
        Err(ContestError { line: 2, column: None, problem: tokens::ContestProblem::Position(_) })
    ));
}
