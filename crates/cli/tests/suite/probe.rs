//! `probe`: the contract's forms, many positions, bad input, and searches beyond the tables.

use crate::common::*;
use crate::document;

const ANSWER: &str = r#"{"game":"number","position":"2 3 4 5 6","value":{"outcome":"win","plies":5},"moves":[{"move":"4","position":"2 3 5 6","value":{"outcome":"loss","plies":4},"result":{"outcome":"win","plies":5},"best":true,"winning":true},{"move":"5","position":"2 3 4 6","value":{"outcome":"loss","plies":4},"result":{"outcome":"win","plies":5},"best":true,"winning":true},{"move":"6","position":"2 3 4 5","value":{"outcome":"loss","plies":4},"result":{"outcome":"win","plies":5},"best":true,"winning":true},{"move":"2","position":"3 5","value":{"outcome":"win","plies":1},"result":{"outcome":"loss","plies":2},"best":false,"winning":false},{"move":"3","position":"2 4 5","value":{"outcome":"win","plies":1},"result":{"outcome":"loss","plies":2},"best":false,"winning":false}],"table":"number-20"}"#;

#[test]
fn json_has_the_contracts_form_and_names_the_table_that_answered_or_none() {
    let with = Program::with_tables().run_well("probe number 2 3 4 5 6 --json");
    assert_eq!(with.stdout, format!("{ANSWER}\n"));
    let without = Program::new().run_well("--json probe number '2 3 4 5 6'");
    assert_eq!(without.stdout, format!("{}\n", ANSWER.replace("\"number-20\"", "null")));
}

#[test]
fn a_hundred_thousand_positions_come_out_a_line_each() {
    let program = Program::with_tables();
    let input = "2 3 4 5 6\nafter:4,3\n\nnone\n2\r\n".repeat(25_000);
    let run = program.feed("probe number -", &input);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_eq!(run.stdout.lines().count(), 100_000);
    assert!(run.stdout.lines().step_by(4).all(|line| line == ANSWER));
}

#[test]
fn a_bad_line_is_named_and_what_was_answered_before_it_stays() {
    let run = Program::with_tables().feed("probe number -", b"2 3 4 5 6\n2 3 9\n2\n");
    run.assert_fails(2, "line 2: 9 is available, but 4 and 5 are not: 9 = 4 + 5");
    assert_eq!(run.stdout, format!("{ANSWER}\n"));
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
fn a_size_means_its_full_board() {
    let program = Program::with_tables();
    for (game, size, board) in [
        ("chomp", "3x4", "4,4,4"),
        ("stake", "2", "../.."),
        ("tokens", "2x3", "P../..P"),
        ("tower", "2", "RGB/RGB"),
    ] {
        let answer = program.run_well(format!("probe {game} {size} --json"));
        assert_eq!(answer, program.run_well(format!("probe {game} '{board}' --json")));
    }
}

#[test]
fn a_game_has_the_names_by_which_it_is_known() {
    let program = Program::with_tables();
    for (name, game) in [
        ("Number", "number"),
        ("sylver", "number"),
        ("sylver-coinage", "number"),
        ("JENGA", "tower"),
        ("stake-your-claim", "stake"),
        ("一双木棋", "contour"),
    ] {
        let run = program.run_well(format!("help {name}"));
        assert_eq!(run.stdout, program.run_well(format!("help {game}")).stdout, "{name}");
    }
}

#[test]
fn a_tower_without_its_table_is_solved_on_the_spot_or_names_the_table() {
    let program = Program::new();
    let with = Program::with_tables().run("probe tower RGB/R.G/.B./GR. --json");
    let without = program.run("probe tower RGB/R.G/.B./GR. --json");
    assert_eq!(without.stdout, with.stdout.replace("\"tower-6\"", "null"));
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

#[test]
fn a_damaged_table_is_named() {
    let program = Program::with_tables();
    // The classes, behind the counts.
    program.change("tables/number-40.table", |bytes| bytes[12_288..23_000].fill(0x2a));
    let damaged = "number-40 is damaged; `perfectplay build number-40 --force` builds it anew";
    program.run("probe number after:11,16,58").assert_fails(1, damaged);
}
