//! Drawings of Colored Jenga.

use anstyle::AnsiColor;
use perfectplay_protocol::RollAnswer;
use perfectplay_query::Value;

use crate::preludes::drawing::*;
use crate::tower::{Color, Level, Move, Place, Position, rules};

const BLUE: Style = AnsiColor::Blue.on_default().bold();

/// The drawings of the game.
#[derive(Debug)]
pub(crate) struct Painter;

impl Drawings for Painter {
    fn answer(&self, answer: &Answer, _: &dyn Wording) -> Vec<String> {
        let minutes = minutes(answer.value);
        let mut lines = head(answer, &format!("{minutes} minutes expected until the end"));
        lines.extend(self.rows(&answer.position, &answer.position));
        let heading = format!("{:<6} {:<7} {:<10} moves", "roll", "chance", "minutes");
        lines.extend([String::new(), styled(HEADING, heading)]);
        if let Moves::Rolls(rolls) = &answer.moves {
            lines.extend(rolls.iter().flat_map(of_roll));
        }
        lines
    }

    /// The levels with their numbers, the top first.
    fn rows(&self, position: &AnyPosition, _: &AnyPosition) -> Vec<String> {
        let tower = Position::of(position.words());
        let line = |(number, &level): (usize, &Level)| {
            let top = if number + 1 == tower.levels().len() { "  top" } else { "" };
            format!("{:>9} {}{top}", number + 1, drawn(level))
        };
        tower.levels().iter().enumerate().map(line).rev().collect()
    }

    fn board(&self, position: &AnyPosition, _: usize, _: &Owner<'_>) -> Vec<String> {
        self.rows(position, position)
    }

    fn of_size(&self, levels: usize, columns: Option<usize>) -> Option<String> {
        columns.is_none().then(|| vec!["RGB"; levels].join("/"))
    }

    /// A full tower of three to five levels.
    fn random(&self, random: &mut Random) -> Option<(String, Option<GameRef>)> {
        let levels = random.within(3..=5);
        let level = |_| (0..3).map(|_| ["R", "G", "B"][random.within(0..=2)]).collect::<String>();
        Some(((0..levels).map(level).collect::<Vec<_>>().join("/"), None))
    }

    fn why_illegal(&self, position: &AnyPosition, text: &str) -> Option<String> {
        Some(match rules::play(&Position::of(position.words()), read::<Move>(text)?) {
            Err(reason) => reason.to_string(),
            Ok(_) => "the die shows another colour".to_owned(),
        })
    }
}

/// The moves, grouped by result, best first.
fn of_roll(roll: &RollAnswer) -> Vec<String> {
    let mut head = format!("{:<6} {:<7}", roll.roll, roll.probability);
    if roll.moves.is_empty() {
        return vec![format!("{head} {}", styled(FAINT, "the minute passes"))];
    }
    let row = |group: &[MoveAnswer]| {
        let minutes = format!("{:<10}", minutes(group[0].result));
        let style = if group[0].is_best() { GOOD } else { FAINT };
        let head = std::mem::replace(&mut head, format!("{:14}", ""));
        let steps = joined(group.iter().map(|reply| &reply.step));
        format!("{head} {} {steps}", styled(style, minutes))
    };
    roll.moves.chunk_by(|one, other| one.result == other.result).map(row).collect()
}

/// Minutes to six digits after the point; JSON has them exactly.
fn minutes(value: Option<Value>) -> String {
    value.and_then(Value::expected).map_or_else(String::new, |minutes| format!("{minutes:.6}"))
}

/// A level's three places in their colours.
fn drawn(level: Level) -> String {
    let block = |place| match level.get(place) {
        None => styled(FAINT, "."),
        Some(Color::Red) => styled(BAD.bold(), "R"),
        Some(Color::Green) => styled(GOOD, "G"),
        Some(Color::Blue) => styled(BLUE, "B"),
    };
    Place::ALL.map(block).join(" ")
}
