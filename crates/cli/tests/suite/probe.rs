//! `probe`: bad input.

use crate::common::*;
use crate::document;

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
