//! `play`: games from the first move to the last, at a pipe as at a terminal.

use std::process::{ChildStdin, ChildStdout};

use crate::common::*;

/// A game with JSON.
struct Session {
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Session {
    fn begin(program: &Program, game: &str) -> Self {
        let Child { stdin, stdout, .. } = program.spawn(format!("play --json {game}"));
        Self { input: stdin.unwrap(), output: BufReader::new(stdout.unwrap()) }
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
        let moves = check_start(&program, &format!("{game} --seed 5"));
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
