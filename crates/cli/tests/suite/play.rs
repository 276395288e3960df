//! `play`: games from the first move to the last, at a pipe as at a terminal.

use std::process::{ChildStdin, ChildStdout};

use crate::common::*;

/// A game with JSON.
struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Session {
    fn begin(program: &Program, game: &str) -> Self {
        let seed = if game.contains("--seed") { "" } else { "--seed 5" };
        let mut child = program.spawn(format!("play --json {game} {seed}"));
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
    for (game, winner) in [
        ("number 2 3", Some("oracle")),
        ("number '2 3 4 5 6' --mistakes 100", Some("you")),
        ("number none", Some("oracle")),
        ("chomp 4,4,4", Some("you")),
        ("chomp 1", Some("oracle")),
        ("chomp 1 --second", Some("you")),
        ("stake .../.../...", Some("you")),
        ("stake 01/.0", None),
    ] {
        let mut session = Session::begin(&program, game);
        let end = session.play_hints();
        assert_eq!(end["mistakes"], 0, "{game} {end}");
        if let Some(winner) = winner {
            assert_eq!(end["winner"], winner, "{game} {end}");
        }
        assert_eq!(session.code(), Some(0));
    }
}

#[test]
fn the_score_of_best_play_is_the_value_of_the_start() {
    let program = Program::with_tables();
    for start in [
        "stake .../.../...",
        "stake 01.1/00../.01./...1",
        "contour --board tables/boards/contour-contest.txt",
    ] {
        let end = Session::begin(&program, start).play_hints();
        let answer = program.run(format!("probe --json {start}")).json();
        assert_eq!(end["score"], answer["value"]["score"], "{start}");
    }
}

#[test]
fn minutes_are_what_was_expected_with_mistakes_and_luck() {
    let program = Program::with_tables();
    let mut session = Session::begin(&program, "tower RGB/GRG/BRB");
    let end = session.play_hints();
    assert_eq!((&end["mistakes"], &end["minutes"]["lost"]), (&0.into(), &0.0.into()), "{end}");
    let number = |name: &str| end["minutes"][name].as_f64().unwrap();
    assert!((number("taken") - number("expected") - number("luck")).abs() < 1e-9, "{end}");
    let answer = program.run("probe tower RGB/GRG/BRB --json").json();
    assert_eq!(end["minutes"]["expected"], answer["value"]["expected"]);
}

/// A start is won by who moves first; returns its moves.
fn check_start(program: &Program, game: &str) -> Vec<Value> {
    let mut session = Session::begin(program, game);
    let start = session.event();
    assert_eq!(start["position"]["player"], "you", "{game} {start}");
    session.say("moves");
    let answer = session.event()["answer"].clone();
    session.say("board");
    let end = session.play_hints();
    assert_eq!(end["mistakes"], 0, "{game} {end}");
    if game.starts_with("tower") {
        let rolls = answer["rolls"].as_array().unwrap();
        return rolls.iter().flat_map(|roll| roll["moves"].as_array().unwrap().clone()).collect();
    }
    assert_eq!(end["winner"], "you", "{game} {end}");
    answer["moves"].as_array().unwrap().clone()
}

#[test]
fn who_follows_the_hints_wins_from_the_start_and_from_those_by_chance_which_a_seed_chooses() {
    let program = Program::with_tables();
    for game in GAMES {
        let moves = check_start(&program, game);
        assert!(moves.iter().any(|reply| reply["best"] != true), "{game}: {moves:?}");
        for seed in ["1", "2", "3", "4"] {
            check_start(&program, &format!("{game} --random --seed {seed}"));
        }
        let play = |seed| program.run(format!("play {game} --random --seed {seed}")).stdout;
        assert_eq!(play("1"), play("1"));
        assert_ne!(play("1"), play("2"));
        program.run_well(format!("play {game} --random --second --seed 1"));
    }
}

#[test]
fn every_game_is_played_in_sixty_columns() {
    let program = Program::with_tables();
    for game in GAMES {
        for command in ["play --random --seed 7 --teach", "help"] {
            let mut command = program.command(&format!("{command} {game}"));
            let moves = b"help\nrules\nmoves\nhint\nline\nboard\nwhat\n";
            let run = Program::feed_to(command.env("COLUMNS", "60"), moves);
            assert_eq!(run.code, 0, "{run:?}");
            let longest = run.stdout.lines().max_by_key(|line| line.chars().count()).unwrap();
            assert!(longest.chars().count() <= 60, "{longest}");
        }
    }
}
