//! Drawings of Colored Jenga.

use perfectplay_core::Random;
use perfectplay_core::contour::Board;
use perfectplay_core::tower::{Color, Level, Move, Place, Position as Tower, rules};
use perfectplay_oracle::{Answer, MoveAnswer, Moves, Position, RollAnswer, Value, Worded as _};

use crate::failure::Failure;
use crate::games::illegal::read;
use crate::terminal::drawing::{print_head, print_text};
use crate::terminal::output::{BLUE, FAINT, GOOD, GREEN, HEADING, Output, RED, styled};

pub(super) struct Shown;

impl crate::games::face::Shown for Shown {
    fn draw(&self, answer: &Answer, output: &mut Output) -> Result<(), Failure> {
        draw(answer, &Tower::of(answer.position.words()), output)
    }

    fn rows(&self, position: &Position, _: &Position) -> Vec<String> {
        levels(&Tower::of(position.words()))
    }

    fn of_size(&self, levels: usize, columns: Option<usize>) -> Option<String> {
        columns.is_none().then(|| vec!["RGB"; levels].join("/"))
    }

    fn random(&self, rng: &mut Random) -> Option<(String, Option<Board>)> {
        Some((random(rng), None))
    }

    fn why_illegal(&self, position: &Position, text: &str) -> Option<String> {
        Some(match rules::play(&Tower::of(position.words()), read::<Move>(text)?) {
            Err(reason) => reason.to_string(),
            Ok(_) => "the die shows another colour".to_owned(),
        })
    }
}

/// A full tower of three to five levels.
fn random(random: &mut Random) -> String {
    let levels = random.within(3..=5);
    let level = |_| (0..3).map(|_| ["R", "G", "B"][random.within(0..=2)]).collect::<String>();
    (0..levels).map(level).collect::<Vec<_>>().join("/")
}

fn draw(answer: &Answer, tower: &Tower, output: &mut Output) -> Result<(), Failure> {
    let minutes = minutes(answer.value);
    print_head(output, answer, &format!("{minutes} minutes expected until the end"))?;
    print_text(output, &levels(tower))?;
    output.line("")?;
    let row = format!("{:<6} {:<7} {:<10} moves", "roll", "chance", "minutes");
    output.line(styled(HEADING, row))?;
    match &answer.moves {
        Moves::Rolls(rolls) => rolls.iter().try_for_each(|roll| print_roll(roll, output)),
        _ => Ok(()),
    }
}

/// The levels with their numbers, the top first.
fn levels(tower: &Tower) -> Vec<String> {
    let line = |(number, &level): (usize, &Level)| {
        let top = if number + 1 == tower.levels().len() { "  top" } else { "" };
        format!("{:>9} {}{top}", number + 1, drawn(level))
    };
    tower.levels().iter().enumerate().map(line).rev().collect()
}

/// The moves, grouped by result, best first.
fn print_roll(roll: &RollAnswer, output: &mut Output) -> Result<(), Failure> {
    let mut head = format!("{:<6} {:<7}", roll.roll, roll.probability);
    if roll.moves.is_empty() {
        return output.line(format_args!("{head} {}", styled(FAINT, "the minute passes")));
    }
    let equal = |one: &MoveAnswer, other: &MoveAnswer| one.result == other.result;
    for group in roll.moves.chunk_by(equal) {
        let moves: Vec<String> = group.iter().map(|reply| reply.step.to_string()).collect();
        let minutes = format!("{:<10}", minutes(group[0].result));
        let style = if group[0].best == Some(true) { GOOD } else { FAINT };
        output.line(format_args!("{head} {} {}", styled(style, minutes), moves.join(" ")))?;
        head = format!("{:14}", "");
    }
    Ok(())
}

/// Minutes to six digits after the point; JSON has them exactly.
fn minutes(value: Option<Value>) -> String {
    value.and_then(Value::expected).map_or_else(String::new, |minutes| format!("{minutes:.6}"))
}

/// A level's three places in their colours.
fn drawn(level: Level) -> String {
    let block = |place| match level.get(place) {
        None => styled(FAINT, "."),
        Some(Color::Red) => styled(RED, "R"),
        Some(Color::Green) => styled(GREEN, "G"),
        Some(Color::Blue) => styled(BLUE, "B"),
    };
    Place::ALL.map(block).join(" ")
}
