//! `probe`: many positions, bad input, and searches beyond the tables.

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

#[test]
fn every_move_of_a_lost_position_is_found_to_lose() {
    let run = Program::with_tables().run_well("probe number after:11,16,58 --json");
    assert_eq!(run.stdout.matches("\"result\":{\"outcome\":\"loss\"}").count(), 60, "{run:?}");
}

#[test]
fn hostile_lists_are_refused_in_one_line() {
    let program = Program::new();
    let descending: Vec<String> = (10_000..20_000).rev().map(|n: u32| n.to_string()).collect();
    // Other short ones are among the texts that all games refuse.
    for position in [
        "after:,",
        "after:-4",
        "after:4;6",
        "after:1048577,1048579,1048583,9999999",
        &format!("after:{}7", "7,".repeat(30_000)),
        &format!("after:{}", "9".repeat(60_000)),
        &format!("after:{}", descending.join(",")),
    ] {
        // Windows has no longer command lines.
        if cfg!(windows) && position.len() > 30_000 {
            continue;
        }
        let run = program.run(format!("probe number '{position}' --limit 100"));
        let shown: String = position.chars().take(40).collect();
        assert_eq!((run.code, run.stderr.lines().count()), (2, 1), "{shown}: {}", run.stderr);
        assert!(run.stderr.len() < 400, "{shown}");
    }
    let spaces = " ".repeat(if cfg!(windows) { 20_000 } else { 60_000 });
    program.run_well(format!("probe number 'after:4{spaces}' --limit 100"));
}
