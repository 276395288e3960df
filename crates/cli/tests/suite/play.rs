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
        ("number", Some("you")),
        ("number 2 3", Some("oracle")),
        ("number '2 3 4 5 6' --mistakes 100", Some("you")),
        ("number none", Some("oracle")),
        ("chomp 4,4,4", Some("you")),
        ("chomp", Some("you")),
        ("chomp 1", Some("oracle")),
        ("chomp 1 --second", Some("you")),
        ("tokens", None),
        ("stake .../.../...", Some("you")),
        ("stake", None),
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

#[test]
fn moves_can_be_taken_back_and_what_is_none_is_refused() {
    let program = Program::with_tables();
    let mut session = Session::begin(&program, "chomp 3,3");
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
fn a_game_begins_with_its_rules_and_ends_with_a_review() {
    let program = Program::with_tables();
    let asked = b"help\nrules\nmoves\n3,3\n1,0\nundo\n1,0\n0,0\n";
    let run = program.feed("play chomp 2,2 --seed 1 --teach", asked);
    assert_eq!(run.code, 0, "{run:?}");
    for text in [
        "Chomp\nBite off a cell of a chocolate bar, and everything below and to the right of it.\n",
        "Whoever takes the poisoned corner, `!`, loses.",
        "A move is a cell: its row and its column, counted from 0, as `1,2`.\n",
        "        0 ! o\n        1 o o\n",
        "takes back",
        "You win in 4 moves          1,1\nThe oracle wins in 3 moves  0,1 1,0\n",
        "  1. you     1,0\n     This gives the win away: 1,1 kept it.\n",
        "  2. oracle  0,1\n",
        "You lost.\n1 mistake, at move 1: 1,0 where 1,1 kept the win.\n",
    ] {
        assert!(run.stdout.contains(text), "{text}: {}", run.stdout);
    }
    let illegal =
        "error: `3,3` is not a legal move: that cell is not left; `moves` shows all that are\n";
    assert_eq!(run.stderr, illegal);

    let untaught = program.feed("play chomp 2,2 --seed 1", b"1,0\n");
    assert!(!untaught.stdout.contains("This gives"), "{untaught:?}");
    assert!(untaught.stdout.ends_with("The game is not finished.\n"), "{untaught:?}");
}

#[test]
fn after_a_game_its_mistakes_are_gone_through_and_made_good() {
    let program = Program::with_tables();
    let game = "2,0\n0,2\n1,3\n2,3\n";
    let play = |more: &str| {
        let run = program.feed("play stake --seed 1", game.to_owned() + more);
        assert_eq!(run.code, 0, "{run:?}");
        run.stdout.split_once("2 mistakes, the first at move 1: 2,0 where ").unwrap().1.to_owned()
    };
    // What the table says of the first mistake: the better move, and best play after it.
    let answer = program.run("probe stake 01.1/00../.01./...1 --json").json();
    let (best, wrong) = (&answer["moves"][0], &answer["moves"][1]);
    let after = best["position"].as_str().unwrap();
    let line = program.run(format!("probe stake '{after}' --line --json")).json();
    let line = line["line"].as_array().unwrap().iter().map(|step| step["move"].as_str().unwrap());
    let line = line.collect::<Vec<_>>().join(" ");
    let text = |step: &Value| step["move"].as_str().unwrap().to_owned();
    let (best, wrong) = (text(best), text(wrong));

    let said = play(&format!("review\n9,9\n{wrong}\n{best}\nquit\n"));
    let mut rest = said.as_str();
    for expected in [
        "Mistake 1 of 2, at move 1: 2,0 costs 2 points.\n",
        "`9,9` is not a legal move here.\n",
        &format!("{wrong} costs 1 point. Try another move.\n"),
        &format!("Right: {best}, you end 2 ahead.\nbest play {line}\n"),
        "Mistake 2 of 2, at move 7: 2,3 costs 1 point.\n",
    ] {
        rest = rest.split_once(expected).unwrap_or_else(|| panic!("{expected}: {said}")).1;
    }
    // Back and forth, and shown at once.
    let said = play("review\nnext\nback\nshow\nnext\n");
    assert_eq!(said.matches("Mistake 1 of 2").count(), 2, "{said}");
    assert_eq!(said.matches("Mistake 2 of 2").count(), 2, "{said}");
    assert!(said.contains(&format!("{best}: you end 2 ahead.\nbest play {line}\n")), "{said}");
    assert!(said.ends_with("These were all of your mistakes.\n"), "{said}");
    // Another game, and none with what is no answer; without a mistake there is nothing to see.
    assert!(play("y\n").contains("Type a move, or hint"));
    assert!(!play("no\nreview\n").contains("Mistake"));
    let run = program.feed("play chomp 1 --second --seed 1", b"review\n");
    assert!(run.stdout.ends_with("gave anything away.\n"), "{}", run.stdout);
}

#[test]
fn a_mistake_says_what_it_cost_in_points_and_in_minutes() {
    let program = Program::with_tables();
    for (game, moves, lesson) in [
        ("contour", "0,3", "This costs 11 points: 1,2 kept +5."),
        // What was gained before counts, as it does in the score at the end.
        ("contour", "1,2\n0,3", "This costs 3 points: 2,1 kept +5."),
        ("stake", "2,0", "This costs 2 points: 1,2 kept +2."),
        ("tower", "1R>M", "This costs 1.824 minutes: with 3M>M there were 12.723 minutes to go."),
    ] {
        let run = program.feed(format!("play {game} --teach --seed 1"), moves);
        assert!(run.stdout.contains(lesson), "{lesson}: {}", run.stdout);
        assert_eq!(run.stdout.matches("This costs").count(), 1, "{}", run.stdout);
    }
    let mut session = Session::begin(&program, "contour");
    session.event();
    session.say("0,3");
    let end = session.play_hints();
    let expected = (&json!(-6), &json!(1), &json!("oracle"));
    assert_eq!((&end["score"], &end["mistakes"], &end["winner"]), expected);
    assert_eq!(end["first_mistake"], json!({"ply": 1, "move": "0,3", "best": "1,2"}));
}

#[test]
fn a_game_begins_on_a_full_board_of_the_size_asked_for() {
    let program = Program::with_tables();
    for (game, size, position) in [
        ("stake", "3", ".../.../..."),
        ("chomp", "3x4", "4,4,4"),
        ("tokens", "2x3", "P../..P"),
        ("tower", "3", "RGB/RGB/RGB"),
    ] {
        let start = Session::begin(&program, &format!("{game} {size}")).event();
        assert_eq!(start["position"]["position"], position, "{start}");
    }
}

#[test]
fn contours_show_who_owns_a_cell_and_the_points_so_far() {
    let run = Program::with_tables().feed("play contour --seed 1", b"1,2\n");
    assert!(run.stdout.contains("\npoints    you, A "), "{}", run.stdout);
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
fn who_follows_the_hints_wins_from_the_start_that_is_chosen() {
    let program = Program::with_tables();
    for game in GAMES {
        let moves = check_start(&program, game);
        assert!(moves.iter().any(|reply| reply["best"] != true), "{game}: {moves:?}");
    }
}

#[test]
fn starts_by_chance_are_won_and_the_same_for_the_same_seed() {
    let program = Program::with_tables();
    for game in GAMES {
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

#[test]
fn every_line_of_json_is_an_object() {
    let program = Program::with_tables();
    let asked = "moves\nline\nposition\nhelp\nhint\n1,1\n";
    let run = program.feed("play chomp 2,2 --json", asked);
    let rows = run.rows();
    let kinds = rows.iter().map(|event| event.as_object().unwrap().keys().next().unwrap());
    let kinds: Vec<&String> = kinds.collect();
    let first = ["position", "answer", "answer", "position", "help", "hint", "move", "position"];
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(kinds[..first.len()], first, "{run:?}");
}
