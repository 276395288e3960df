//! `probe number`.

use perfectplay_core::Outcome;
use perfectplay_core::number::{
    Answer, Move, MoveAnswer, Named, OutcomeAnswer, OutcomeMove, Position, PositionError,
};
use serde::Serialize;

use super::outcome::OutcomeReport;
use super::searched::SearchedReport;
use super::{Report, print_best_play, print_head};
use crate::failure::Failure;
use crate::number_table::NumberAnswer;
use crate::output::{GOOD, HEADING, Output, as_text, styled};
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
        return Err(no_line());
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
    value: OutcomeReport,
    moves: Vec<MoveReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<LineReport>>,
    table: Option<String>,
}

#[derive(Debug, Serialize)]
struct MoveReport {
    #[serde(serialize_with = "as_text")]
    r#move: Move,
    #[serde(serialize_with = "as_text")]
    position: Position,
    value: OutcomeReport,
    result: OutcomeReport,
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
    value: OutcomeReport,
}

impl NumberReport {
    /// Whether a table gave the answer.
    pub(crate) fn is_from_table(&self) -> bool {
        self.table.is_some()
    }

    /// Answers a position that a table has, or that is solved on the spot.
    pub(crate) fn new(position: Position, source: &mut NumberSource<'_>) -> Result<Self, Failure> {
        let (answer, table) = source.answer(position)?;
        Ok(Self::of(&answer, None, table))
    }

    fn of(answer: &NumberAnswer, line: Option<Vec<LineReport>>, table: Option<String>) -> Self {
        let (position, value, moves) = match answer {
            NumberAnswer::Plies(Answer { position, value, moves }) => {
                (*position, (*value).into(), moves.iter().map(MoveReport::from).collect())
            }
            NumberAnswer::Outcomes(OutcomeAnswer { position, outcome, moves }) => {
                let moves = moves.iter().map(|reply| MoveReport::of(reply, *outcome));
                (*position, (*outcome).into(), moves.collect())
            }
        };
        Self { game: "number", position, value, moves, line, table }
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

impl From<&MoveAnswer> for MoveReport {
    fn from(reply: &MoveAnswer) -> Self {
        Self {
            r#move: reply.to_name,
            position: reply.position,
            value: reply.value.into(),
            result: reply.result.into(),
            best: reply.best,
            winning: reply.winning(),
        }
    }
}

impl MoveReport {
    /// A move of a position with this outcome.
    fn of(reply: &OutcomeMove, outcome: Outcome) -> Self {
        let result = reply.value.reversed();
        Self {
            r#move: reply.to_name,
            position: reply.position,
            value: reply.value.into(),
            result: result.into(),
            best: result == outcome,
            winning: reply.winning(),
        }
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

/// The first of the best moves, and so on to the end.
fn best_play(
    mut position: Position,
    source: &mut NumberSource<'_>,
) -> Result<Vec<LineReport>, Failure> {
    let mut line = Vec::new();
    loop {
        let answer = source.with_plies(position)?.ok_or_else(no_line)?;
        let Some(reply) = answer.moves.first() else { return Ok(line) };
        position = reply.position;
        line.push(LineReport { r#move: reply.to_name, position, value: reply.value.into() });
    }
}

/// Where plies are not known.
fn no_line() -> Failure {
    let what = "--line: who wins may be known here, but not how soon, so no line is best; tables \
                up to number-23 and positions solved on the spot know it";
    Failure::Input(what.to_owned())
}
