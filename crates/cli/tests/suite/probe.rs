//! `probe`: many positions, and bad input.

use crate::common::*;
use crate::document;

#[test]
fn a_hundred_thousand_positions_come_out_a_line_each() {
    let program = Program::with_tables();
    let input = "2 3 4 5 6\nafter:4,3\n\nnone\n2\r\n".repeat(25_000);
    let run = program.feed("probe number -", &input);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_eq!(run.stdout.lines().count(), 100_000);
    let answer = program.run_well("probe number 2 3 4 5 6 --json").stdout;
    assert!(run.stdout.lines().step_by(4).all(|line| line == answer.trim_end()));
}

#[test]
fn bad_positions_are_refused_in_one_line() {
    let program = Program::with_tables();
    let board = "--board tables/boards/contour-contest.txt";
    for (reader, text, read) in document::rows() {
        let (game, is_position) = match reader.split_once("::") {
            // The program takes a size for its full board.
            Some(("stake" | "tower", _)) if text.parse::<u8>().is_ok() => ("", false),
            Some((game, "Position" | "Named")) if reader != "number::Position" => (game, true),
            _ => ("", false),
        };
        if let (true, Err(message)) = (is_position, read) {
            let board = if game == "contour" { board } else { "" };
            let mut probe = program.command(&format!("probe {game} {board}"));
            Run::of(probe.args(["--", &text])).assert_fails(2, &message);
        }
    }
}
