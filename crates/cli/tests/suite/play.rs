//! `play`: games from the first move to the last, at a pipe as at a terminal.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use crate::common::Program;
use serde_json::Value;

/// What the program prints with `--json`.
fn json(program: &Program, arguments: &[&str]) -> Value {
    serde_json::from_str(&program.run(arguments).stdout).unwrap()
}

/// A game with JSON.
struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Session {
    fn begin(program: &Program, arguments: &[&str]) -> Self {
        let mut command = program.command();
        command.args(["play", "--json", "--seed", "5"]).args(arguments);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, input, output }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn event(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line:?}"))
    }

    /// What comes next that is not a position at which the oracle moves, nor its move.
    fn yours(&mut self) -> Value {
        loop {
            let event = self.event();
            let is_oracles = |kind: &str| event[kind]["player"] == "oracle";
            if !is_oracles("position") && !is_oracles("move") {
                return event;
            }
        }
    }

    /// Plays hints to the end, and returns that.
    fn play_hints(&mut self) -> Value {
        loop {
            let event = self.yours();
            if event["end"].is_object() {
                return event["end"].clone();
            }
            if event["position"].is_object() {
                self.say("hint");
                // A position is shown only where a move is waited for.
                let hint = self.event();
                self.say(hint["hint"]["move"].as_str().unwrap_or_else(|| panic!("{hint}")));
            }
        }
    }

    fn code(mut self) -> Option<i32> {
        drop(self.input);
        self.child.wait().unwrap().code()
    }
}

#[test]
fn who_plays_the_hints_wins_won_positions_and_makes_no_mistake() {
    let program = Program::with_tables();
    for (arguments, winner) in [
        (&["number"][..], Some("you")),
        (&["number", "2", "3"], Some("oracle")),
        (&["number", "2 3 4 5 6", "--mistakes", "100"], Some("you")),
        (&["number", "none"], Some("oracle")),
        (&["chomp", "4,4,4"], Some("you")),
        (&["chomp"], Some("you")),
        (&["chomp", "1"], Some("oracle")),
        (&["chomp", "1", "--second"], Some("you")),
        (&["tokens"], None),
        (&["stake", ".../.../..."], Some("you")),
        (&["stake"], None),
        (&["stake", "01/.0"], None),
    ] {
        let mut session = Session::begin(&program, arguments);
        let end = session.play_hints();
        assert_eq!(end["mistakes"], 0, "{arguments:?} {end}");
        if let Some(winner) = winner {
            assert_eq!(end["winner"], winner, "{arguments:?} {end}");
        }
        assert_eq!(session.code(), Some(0));
    }
}

#[test]
fn the_score_of_best_play_is_the_value_of_the_start() {
    let program = Program::with_tables();
    for (arguments, position) in [
        (&["stake", ".../.../..."][..], ".../.../..."),
        (&["stake", "01.1/00../.01./...1"], "01.1/00../.01./...1"),
    ] {
        let end = Session::begin(&program, arguments).play_hints();
        let answer = json(&program, &["probe", "stake", position, "--json"]);
        assert_eq!(end["score"], answer["value"]["score"], "{arguments:?}");
    }
    let board = "tables/boards/contour-contest.txt";
    let end = Session::begin(&program, &["contour", "--board", board]).play_hints();
    let answer = json(&program, &["probe", "contour", "--board", board, "--json"]);
    assert_eq!(end["score"], answer["value"]["score"]);
}

#[test]
fn minutes_are_what_was_expected_with_mistakes_and_luck() {
    let program = Program::with_tables();
    let mut session = Session::begin(&program, &["tower", "RGB/GRG/BRB"]);
    let end = session.play_hints();
    assert_eq!((&end["mistakes"], &end["minutes"]["lost"]), (&0.into(), &0.0.into()), "{end}");
    let number = |name: &str| end["minutes"][name].as_f64().unwrap();
    assert!((number("taken") - number("expected") - number("luck")).abs() < 1e-9, "{end}");
    let answer = json(&program, &["probe", "tower", "RGB/GRG/BRB", "--json"]);
    assert_eq!(end["minutes"]["expected"], answer["value"]["expected"]);
}

#[test]
fn moves_can_be_taken_back_and_what_is_none_is_refused() {
    let program = Program::with_tables();
    let mut session = Session::begin(&program, &["chomp", "3,3"]);
    let start = session.event();
    for nonsense in ["9,9", "what", "0,0,0", "\u{1b}[2J"] {
        session.say(nonsense);
    }
    session.say("undo");
    session.say("1,2");
    assert_eq!(session.yours()["move"]["move"], "1,2");
    assert_ne!(session.yours(), start);
    session.say("undo");
    assert_eq!(session.yours(), start);
    session.say("quit");
    assert_eq!(session.code(), Some(0));
}

#[test]
fn a_game_in_text_says_how_good_moves_are() {
    let program = Program::with_tables();
    let run = program.feed(&["play", "chomp", "2,2", "--seed", "1"], b"help\n1,0\n");
    assert_eq!(run.code, 0, "{run:?}");
    for text in ["takes back", "1,0  loss in 3, 1,1 was better: win in 4", "not finished"] {
        assert!(run.stdout.contains(text), "{text}: {run:?}");
    }
    let wrong = program.feed(&["play", "chomp", "2,2"], b"3,3\n");
    assert_eq!((wrong.code, wrong.stderr.lines().count()), (0, 1), "{wrong:?}");
    assert!(wrong.stderr.contains("`3,3` is no move here"), "{wrong:?}");
}

#[test]
fn every_line_of_json_is_an_object() {
    let program = Program::with_tables();
    let arguments = ["play", "chomp", "2,2", "--json"];
    let run = program.feed(&arguments, b"moves\nline\nposition\nhelp\nhint\n1,1\n");
    let kinds: Vec<String> = run
        .stdout
        .lines()
        .map(|line| {
            let event: serde_json::Map<String, Value> = serde_json::from_str(line).unwrap();
            event.keys().next().unwrap().clone()
        })
        .collect();
    let first = ["position", "answer", "answer", "position", "help", "hint", "move", "position"];
    assert_eq!((run.code, &kinds[..first.len()]), (0, &first.map(str::to_owned)[..]), "{run:?}");
}

#[test]
fn what_cannot_be_played_is_refused() {
    let program = Program::with_tables();
    for (arguments, code) in [
        (&["play", "number", "after:4"][..], 2),
        (&["play", "chomp", "1,2"], 2),
        (&["play", "number", "--board", "x"], 2),
        (&["play", "contour", "--board", "x"], 3),
        (&["play", "chomp", "--mistakes", "101"], 2),
        (&["play", "poker"], 2),
    ] {
        let run = program.run(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{run:?}");
    }
}
