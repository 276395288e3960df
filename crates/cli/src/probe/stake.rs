//! `probe stake`.

use perfectplay_core::stake::{Answer, Move, MoveAnswer, Position};
use serde::Serialize;

use super::{Report, print_best_play, print_head};
use crate::failure::Failure;
use crate::output::{FAINT, GOOD, Output, as_text, styled};
use crate::sources::StakeSource;

/// An answer as JSON says it.
#[derive(Debug, Serialize)]
pub(super) struct StakeReport {
    game: &'static str,
    #[serde(serialize_with = "as_text")]
    position: Position,
    value: ValueReport,
    moves: Vec<MoveReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<LineReport>>,
    table: Option<String>,
}

/// The mover's largest region minus the opponent's on the full board.
#[derive(Clone, Copy, Debug, Serialize)]
struct ValueReport {
    score: i8,
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

/// A move of best play and where it leads.
#[derive(Debug, Serialize)]
struct LineReport {
    #[serde(serialize_with = "as_text")]
    r#move: Move,
    #[serde(serialize_with = "as_text")]
    position: Position,
    value: ValueReport,
}

impl StakeReport {
    /// Answers the board that `text` says.
    pub(super) fn read(
        text: &str,
        line: bool,
        source: &mut StakeSource<'_>,
    ) -> Result<Self, Failure> {
        let board: Position = text.parse().map_err(|error| Failure::Input(format!("{error}")))?;
        let (answer, table) = source.answer(&board)?;
        let line = if line { Some(best_play(&answer, source)?) } else { None };
        Ok(Self {
            game: "stake",
            position: answer.position,
            value: ValueReport { score: answer.score },
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
            position: reply.position,
            value: ValueReport { score: reply.value },
            result: ValueReport { score: reply.result },
            best: reply.best,
        }
    }
}

/// The first of the best moves, and so on to the end.
fn best_play(start: &Answer, source: &mut StakeSource<'_>) -> Result<Vec<LineReport>, Failure> {
    let mut line = Vec::new();
    let mut next = start.moves.first().copied();
    while let Some(MoveAnswer { step, position, value, .. }) = next {
        line.push(LineReport { r#move: step, position, value: ValueReport { score: value } });
        next = source.answer(&position)?.0.moves.first().copied();
    }
    Ok(line)
}

impl Report for StakeReport {
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let player = self.position.mover();
        let value = format!("{:+} for player {player}, who is to move", self.value.score);
        print_head(output, &self.position, &value, self.table.as_deref())?;
        self.print_board(output)?;
        if self.moves.is_empty() {
            output.line("")?;
            output.line("The board is full.")?;
        }
        if let Some(line) = &self.line {
            print_best_play(output, line.iter().map(|step| step.r#move))?;
        }
        Ok(())
    }
}

impl StakeReport {
    /// Digits as they are, empty cells with the result of filling them, the best with
    /// a `*`.
    fn print_board(&self, output: &mut Output) -> Result<(), Failure> {
        const WIDTH: usize = 4;
        let size = self.position.size() as u8;
        let numbers: String = (0..size).map(|column| format!("{column:>WIDTH$} ")).collect();
        output.line(styled(FAINT, format_args!("{:9}{}", "", numbers.trim_end())))?;
        for row in 0..size {
            let cells: String = (0..size).map(|column| self.cell(Move { row, column })).collect();
            let cells = cells.trim_end();
            output.line(format_args!("{}{cells}", styled(FAINT, format_args!("{row:>9}"))))?;
        }
        Ok(())
    }

    /// Right-aligned in four places, and one for the star.
    fn cell(&self, cell: Move) -> String {
        match (self.position.get(cell), self.moves.iter().find(|reply| reply.r#move == cell)) {
            (Some(digit), _) => format!("{digit:>4} "),
            (None, Some(reply)) if reply.best => {
                styled(GOOD, format_args!("{:>+4}*", reply.result.score))
            }
            (None, Some(reply)) => format!("{:>+4} ", reply.result.score),
            (None, None) => "   . ".to_owned(),
        }
    }
}
