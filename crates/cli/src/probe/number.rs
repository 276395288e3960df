//! `probe number`.

use perfectplay_core::Outcome;
use perfectplay_core::number::{Answer, Move, Named, Position, PositionError, Value};
use serde::Serialize;

use super::searched::SearchedReport;
use super::{Report, print_best_play, print_head};
use crate::failure::Failure;
use crate::output::{BAD, GOOD, HEADING, Output, as_text, styled};
use crate::sources::NumberSource;

/// What is wanted beside value and moves.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// Best play to the end.
    pub(super) line: bool,
    /// How many positions a search may visit.
    pub(super) limit: Option<u64>,
}

/// An answer from a table or a solver, or what is found out without them.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum AnyReport {
    Known(NumberReport),
    Searched(SearchedReport),
}

/// Answers the position that `text` says, whatever it takes.
pub(super) fn read(
    text: &str,
    wanted: Wanted,
    source: &mut NumberSource<'_>,
) -> Result<AnyReport, Failure> {
    let named = match text.parse::<Position>() {
        Ok(position) => match source.known(position)? {
            Some((answer, table)) => {
                let line = if wanted.line { Some(best_play(position, source)?) } else { None };
                return Ok(AnyReport::Known(NumberReport::of(&answer, line, table)));
            }
            None => Named::from(position),
        },
        Err(PositionError::Infinite | PositionError::TooLarge { .. }) => {
            text.parse().map_err(|error| Failure::Input(format!("{error}")))?
        }
        Err(error) => return Err(Failure::Input(format!("{error}"))),
    };
    if wanted.line {
        let what = "--line: only tables tell how long a game lasts, so no line is best here";
        return Err(Failure::Input(what.to_owned()));
    }
    let searched = source.search(&named, wanted.limit)?;
    Ok(AnyReport::Searched(SearchedReport::new(&named, searched)))
}

impl Report for AnyReport {
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        match self {
            Self::Known(report) => report.print(output),
            Self::Searched(report) => report.print(output),
        }
    }
}

/// An answer as JSON says it.
#[derive(Debug, Serialize)]
pub(crate) struct NumberReport {
    game: &'static str,
    #[serde(serialize_with = "as_text")]
    position: Position,
    value: ValueReport,
    moves: Vec<MoveReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<LineReport>>,
    table: Option<String>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct ValueReport {
    outcome: &'static str,
    plies: u8,
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
    winning: bool,
}

/// A move of best play and where it leads.
#[derive(Debug, Serialize)]
struct LineReport {
    #[serde(serialize_with = "as_text")]
    r#move: Move,
    #[serde(serialize_with = "as_text")]
    position: Position,
    value: ValueReport,
}

impl NumberReport {
    /// Answers a position that a table has, or that is solved on the spot.
    pub(crate) fn new(position: Position, source: &mut NumberSource<'_>) -> Result<Self, Failure> {
        let (answer, table) = source.answer(position)?;
        Ok(Self::of(&answer, None, table))
    }

    fn of(answer: &Answer, line: Option<Vec<LineReport>>, table: Option<String>) -> Self {
        Self {
            game: "number",
            position: answer.position,
            value: answer.value.into(),
            moves: answer
                .moves
                .iter()
                .map(|reply| MoveReport {
                    r#move: reply.to_name,
                    position: reply.position,
                    value: reply.value.into(),
                    result: reply.result.into(),
                    best: reply.best,
                    winning: reply.winning(),
                })
                .collect(),
            line,
            table,
        }
    }

    fn print_moves(&self, output: &mut Output) -> Result<(), Failure> {
        let rows: Vec<(String, &MoveReport)> =
            self.moves.iter().map(|reply| (reply.position.to_string(), reply)).collect();
        let leads_to = rows.iter().map(|(position, _)| position.len()).max().unwrap_or(0).max(8);
        let heading = format!("{:>4}  {:<leads_to$}  result", "move", "leads to");
        output.line(styled(HEADING, heading))?;
        for (position, reply) in &rows {
            let best = if reply.best { "  best" } else { "" };
            output.line(format_args!(
                "{:>4}  {:<leads_to$}  {}{}",
                reply.r#move,
                position,
                reply.result.drawn(),
                styled(GOOD, best),
            ))?;
        }
        Ok(())
    }
}

impl Report for NumberReport {
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let value = format!("{} for the player to move", self.value.drawn());
        print_head(output, &self.position, &value, self.table.as_deref())?;
        if self.moves.is_empty() {
            output.line("There is no move.")?;
        } else {
            self.print_moves(output)?;
        }
        if let Some(line) = &self.line {
            print_best_play(output, line.iter().map(|step| step.r#move))?;
        }
        Ok(())
    }
}

impl From<Value> for ValueReport {
    fn from(value: Value) -> Self {
        let outcome = match value.outcome {
            Outcome::Win => "win",
            Outcome::Loss => "loss",
        };
        Self { outcome, plies: value.plies }
    }
}

impl ValueReport {
    fn drawn(self) -> String {
        let style = if self.outcome == "win" { GOOD } else { BAD };
        styled(style, format_args!("{} in {}", self.outcome, self.plies))
    }
}

/// The first of the best moves, and so on to the end.
fn best_play(
    mut position: Position,
    source: &mut NumberSource<'_>,
) -> Result<Vec<LineReport>, Failure> {
    let mut line = Vec::new();
    while let Some(reply) = source.answer(position)?.0.moves.first() {
        position = reply.position;
        line.push(LineReport { r#move: reply.to_name, position, value: reply.value.into() });
    }
    Ok(line)
}
