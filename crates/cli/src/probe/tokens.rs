//! `probe tokens`.

use perfectplay_core::tokens::{Answer, Cell, Move, MoveAnswer, Position};
use serde::Serialize;

use super::outcome::OutcomeReport;
use super::{Report, print_best_play, print_head};
use crate::failure::Failure;
use crate::output::{FAINT, GOOD, HEADING, Output, as_text, styled};
use crate::sources::TokensSource;

/// Best play is shown on boards of up to so many free cells: it can take as many moves
/// as there are pairs of them, and each is solved anew.
const MOST_CELLS_FOR_LINE: usize = 64;

/// An answer as JSON says it.
#[derive(Debug, Serialize)]
pub(super) struct TokensReport {
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
    /// With the pairs visited so far; none after a capture, which ends the game.
    position: Option<String>,
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
    position: Option<String>,
    value: OutcomeReport,
}

impl TokensReport {
    /// Answers the position that `text` says.
    pub(super) fn read(
        text: &str,
        line: bool,
        source: &mut TokensSource<'_>,
    ) -> Result<Self, Failure> {
        let position: Position =
            text.parse().map_err(|error| Failure::Input(format!("{error}")))?;
        let line = if line { Some(best_play(&position)?) } else { None };
        let (answer, table) = source.answer(&position)?;
        Ok(Self {
            game: "tokens",
            position,
            value: answer.outcome.into(),
            moves: answer.moves.iter().map(MoveReport::of).collect(),
            line,
            table,
        })
    }
}

impl MoveReport {
    fn of(reply: &MoveAnswer) -> Self {
        Self {
            r#move: reply.step,
            position: reply.position.as_ref().map(Position::to_string),
            value: reply.value.into(),
            result: reply.result.into(),
            best: reply.best,
            winning: reply.winning,
        }
    }
}

/// The first of the best moves, and so on to the end.
fn best_play(start: &Position) -> Result<Vec<LineReport>, Failure> {
    let cells = start.board().free_cells();
    if cells > MOST_CELLS_FOR_LINE {
        let what = format!(
            "--line: best play may be too long with {cells} free cells; it is shown for up to {MOST_CELLS_FOR_LINE}"
        );
        return Err(Failure::Input(what));
    }
    let mut line = Vec::new();
    let mut next = Some(start.clone());
    while let Some(position) = next {
        let Some(reply) = Answer::solve(&position).moves.into_iter().next() else { break };
        line.push(LineReport {
            r#move: reply.step,
            position: reply.position.as_ref().map(Position::to_string),
            value: reply.value.into(),
        });
        next = reply.position;
    }
    Ok(line)
}

impl Report for TokensReport {
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let value = format!("{} for the player to move", self.value.drawn());
        print_head(output, &self.position, &value, self.table.as_deref())?;
        self.print_board(output)?;
        output.line("")?;
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

impl TokensReport {
    fn print_board(&self, output: &mut Output) -> Result<(), Failure> {
        let (board, pieces) = (self.position.board(), self.position.pieces());
        for row in 0..board.rows() as u8 {
            let cells: Vec<String> = (0..board.columns() as u8)
                .map(|column| Cell::new(row, column))
                .map(|cell| match board.is_free(cell) {
                    _ if cell == pieces.first() || cell == pieces.second() => styled(GOOD, "P"),
                    true => ".".to_owned(),
                    false => styled(FAINT, "#"),
                })
                .collect();
            output.line(format_args!(
                "{} {}",
                styled(FAINT, format_args!("{row:>9}")),
                cells.join(" ")
            ))?;
        }
        Ok(())
    }

    fn print_moves(&self, output: &mut Output) -> Result<(), Failure> {
        output.line(styled(HEADING, format_args!("{:<12} result", "move")))?;
        for reply in &self.moves {
            let best = if reply.best { "  best" } else { "" };
            output.line(format_args!(
                "{:<12} {}{}",
                reply.r#move.to_string(),
                reply.result.drawn(),
                styled(GOOD, best),
            ))?;
        }
        Ok(())
    }
}
