//! `probe tower`.

use perfectplay_core::tower::{Answer, Color, Level, Move, Place, Position, RollAnswer};
use serde::Serialize;

use super::{Report, print_head};
use crate::failure::Failure;
use crate::output::{BLUE, FAINT, GOOD, GREEN, HEADING, Output, RED, as_text, styled};
use crate::sources::TowerSource;

/// An answer as JSON says it.
#[derive(Debug, Serialize)]
pub(super) struct TowerReport {
    game: &'static str,
    #[serde(serialize_with = "as_text")]
    position: Position,
    value: ValueReport,
    rolls: Vec<RollReport>,
    table: Option<String>,
}

/// Minutes until the end.
#[derive(Clone, Copy, Debug, Serialize)]
struct ValueReport {
    expected: f64,
}

#[derive(Debug, Serialize)]
struct RollReport {
    roll: String,
    probability: &'static str,
    moves: Vec<MoveReport>,
}

#[derive(Debug, Serialize)]
struct MoveReport {
    #[serde(serialize_with = "as_text")]
    r#move: Move,
    #[serde(serialize_with = "as_text")]
    position: Position,
    value: ValueReport,
    result: ValueReport,
    best: bool,
}

impl TowerReport {
    /// Answers the tower that `text` says.
    pub(super) fn read(
        text: &str,
        line: bool,
        source: &mut TowerSource<'_>,
    ) -> Result<Self, Failure> {
        if line {
            let why = "--line: the die decides how a game of tower goes on, so no line is best";
            return Err(Failure::Input(why.to_owned()));
        }
        let tower: Position = text.parse().map_err(|error| Failure::Input(format!("{error}")))?;
        let (answer, table) = source.answer(&tower)?;
        Ok(Self::of(answer, table))
    }

    fn of(answer: Answer, table: Option<String>) -> Self {
        Self {
            game: "tower",
            position: answer.position,
            value: ValueReport { expected: answer.value },
            rolls: answer.rolls.into_iter().map(RollReport::of).collect(),
            table,
        }
    }
}

impl RollReport {
    fn of(answer: RollAnswer) -> Self {
        let moves = answer.moves.into_iter().map(|reply| MoveReport {
            r#move: reply.step,
            position: reply.position,
            value: ValueReport { expected: reply.value },
            result: ValueReport { expected: reply.result },
            best: reply.best,
        });
        Self {
            roll: answer.roll.to_string(),
            probability: answer.roll.probability(),
            moves: moves.collect(),
        }
    }
}

impl Report for TowerReport {
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let value = format!("{} minutes expected until the end", self.value.expected);
        print_head(output, &self.position, &value, self.table.as_deref())?;
        for (number, &level) in self.position.levels().iter().enumerate().rev() {
            let top = if number + 1 == self.position.levels().len() { "  top" } else { "" };
            output.line(format_args!("{:>9} {}{top}", number + 1, drawn(level)))?;
        }
        output.line("")?;
        let row = format!("{:<6} {:<7} {:<19} moves", "roll", "chance", "minutes");
        output.line(styled(HEADING, row))?;
        self.rolls.iter().try_for_each(|roll| roll.print(output))
    }
}

impl RollReport {
    /// The moves, those of equal results together, best first.
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let mut roll = format!("{:<6} {:<7}", self.roll, self.probability);
        if self.moves.is_empty() {
            return output.line(format_args!("{roll} {}", styled(FAINT, "the minute passes")));
        }
        let equal =
            |one: &MoveReport, other: &MoveReport| one.result.expected == other.result.expected;
        for group in self.moves.chunk_by(equal) {
            let moves: Vec<String> = group.iter().map(|reply| reply.r#move.to_string()).collect();
            let minutes = format!("{:<19}", group[0].result.expected);
            let style = if group[0].best { GOOD } else { FAINT };
            output.line(format_args!("{roll} {} {}", styled(style, minutes), moves.join(" ")))?;
            roll = format!("{:14}", "");
        }
        Ok(())
    }
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
