//! `probe contour`.

use perfectplay_core::contour::{Answer, Board, Move, MoveAnswer, Position};
use perfectplay_query::contour_table_name;
use serde::Serialize;

use super::{Report, print_best_play, print_head};
use crate::failure::Failure;
use crate::output::{FAINT, GOOD, HEADING, Output, as_text, styled};
use crate::sources::ContourSource;

/// An answer as JSON says it.
#[derive(Debug, Serialize)]
pub(super) struct ContourReport {
    game: &'static str,
    board: BoardReport,
    #[serde(serialize_with = "as_text")]
    position: Position,
    value: ValueReport,
    moves: Vec<MoveReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<LineReport>>,
    table: Option<String>,
}

#[derive(Debug, Serialize)]
struct BoardReport {
    a: Vec<Vec<u32>>,
    b: Vec<Vec<u32>>,
    fingerprint: String,
}

/// What the player to move will get minus what the opponent will get from here on.
#[derive(Clone, Copy, Debug, Serialize)]
struct ValueReport {
    score: i64,
}

#[derive(Debug, Serialize)]
struct MoveReport {
    #[serde(serialize_with = "as_text")]
    r#move: Move,
    gain: i64,
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
    gain: i64,
    #[serde(serialize_with = "as_text")]
    position: Position,
    value: ValueReport,
}

impl ContourReport {
    /// Answers the contour that `text` says.
    pub(super) fn read(text: &str, line: bool, source: &ContourSource) -> Result<Self, Failure> {
        let position: Position =
            text.parse().map_err(|error| Failure::Input(format!("{error}")))?;
        let (answer, table) = source.answer(&position)?;
        let line = if line { Some(best_play(position, source)?) } else { None };
        Ok(Self::of(&answer, source.board(), line, table))
    }

    fn of(
        answer: &Answer,
        board: &Board,
        line: Option<Vec<LineReport>>,
        table: Option<String>,
    ) -> Self {
        Self {
            game: "contour",
            board: BoardReport::of(board),
            position: answer.position,
            value: ValueReport { score: answer.value },
            moves: answer.moves.iter().map(MoveReport::of).collect(),
            line,
            table,
        }
    }
}

impl BoardReport {
    fn of(board: &Board) -> Self {
        let rows = |score: fn((u32, u32)) -> u32| {
            let row =
                |row| (0..board.columns()).map(|column| score(board.cell(row, column))).collect();
            (0..board.rows()).map(row).collect()
        };
        let name = contour_table_name(board);
        let fingerprint = name.rsplit('-').next().unwrap_or_default().to_owned();
        Self { a: rows(|(a, _)| a), b: rows(|(_, b)| b), fingerprint }
    }
}

impl MoveReport {
    fn of(reply: &MoveAnswer) -> Self {
        Self {
            r#move: reply.step,
            gain: reply.gain,
            position: reply.position,
            value: ValueReport { score: reply.value },
            result: ValueReport { score: reply.result },
            best: reply.best,
        }
    }
}

/// The first of the best moves, and so on to the end.
fn best_play(mut position: Position, source: &ContourSource) -> Result<Vec<LineReport>, Failure> {
    let mut line = Vec::new();
    while let Some(&MoveAnswer { step, gain, position: child, value, .. }) =
        source.answer(&position)?.0.moves.first()
    {
        position = child;
        line.push(LineReport { r#move: step, gain, position, value: ValueReport { score: value } });
    }
    Ok(line)
}

impl Report for ContourReport {
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let player = if self.position.a_to_move() { "A" } else { "B" };
        let value = format!("{:+} for {player}, the player to move", self.value.score);
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

impl ContourReport {
    /// Taken cells as `#`, those that can be claimed with their result, the best with
    /// a `*`, others as dots.
    fn print_board(&self, output: &mut Output) -> Result<(), Failure> {
        let text = |row: usize, column: usize| {
            let reply = self
                .moves
                .iter()
                .find(|reply| (reply.r#move.row, reply.r#move.column) == (row, column));
            match reply {
                Some(reply) => {
                    let best = if reply.best { "*" } else { "" };
                    (format!("{:+}{best}", reply.result.score), reply.best.then_some(GOOD))
                }
                None if column < usize::from(self.position.taken()[row]) => ("#".to_owned(), None),
                None => (".".to_owned(), Some(FAINT)),
            }
        };
        let (rows, columns) = (self.board.a.len(), self.board.a[0].len());
        let cells: Vec<Vec<_>> =
            (0..rows).map(|row| (0..columns).map(|column| text(row, column)).collect()).collect();
        let width = cells.iter().flatten().map(|(text, _)| text.len()).max().unwrap_or(0).max(2);
        let numbers: String = (0..columns).map(|column| format!(" {column:>width$}")).collect();
        output.line(styled(FAINT, format_args!("{:9}{numbers}", "")))?;
        for (row, cells) in cells.iter().enumerate() {
            let cells: String = cells
                .iter()
                .map(|(text, style)| match style {
                    Some(style) => format!(" {}", styled(*style, format_args!("{text:>width$}"))),
                    None => format!(" {text:>width$}"),
                })
                .collect();
            output.line(format_args!("{}{cells}", styled(FAINT, format_args!("{row:>9}"))))?;
        }
        Ok(())
    }

    fn print_moves(&self, output: &mut Output) -> Result<(), Failure> {
        let rows: Vec<(String, &MoveReport)> =
            self.moves.iter().map(|reply| (reply.position.to_string(), reply)).collect();
        let leads_to = rows.iter().map(|(position, _)| position.len()).max().unwrap_or(0).max(8);
        let heading = format!("{:>5}  {:>8}  {:<leads_to$}  result", "move", "gain", "leads to");
        output.line(styled(HEADING, heading))?;
        for (position, reply) in &rows {
            let best = if reply.best { "  best" } else { "" };
            output.line(format_args!(
                "{:>5}  {:>8}  {position:<leads_to$}  {:+}{}",
                reply.r#move.to_string(),
                reply.gain,
                reply.result.score,
                styled(GOOD, best),
            ))?;
        }
        Ok(())
    }
}
