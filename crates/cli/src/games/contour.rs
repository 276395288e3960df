//! Drawings of contour.

use anstyle::Style;
use perfectplay_core::contour::{Board, Position};
use perfectplay_oracle::{Answer, Move};

use crate::drawing::{best, letters, print_head, print_text, reply_with, with_numbers};
use crate::failure::Failure;
use crate::output::{FAINT, GOOD, HEADING, Output, styled};

pub(super) fn draw(
    answer: &Answer,
    position: &Position,
    board: &Board,
    output: &mut Output,
) -> Result<(), Failure> {
    let player = if position.a_to_move() { "A" } else { "B" };
    let value = answer.value.map(|value| value.to_string()).unwrap_or_default();
    print_head(output, answer, &format!("{value} for {player}, the player to move"))?;
    print_text(output, &results(answer, position, board))?;
    output.line("")?;
    print_moves(answer, output)
}

fn is_taken(position: &Position, row: usize, column: usize) -> bool {
    column < usize::from(position.taken()[row])
}

/// A position in best play: taken cells as `#`, others as dots.
pub(super) fn claimed(position: &Position, board: &Board) -> Vec<String> {
    let is_taken = |row: u8, column: u8| is_taken(position, row.into(), column.into());
    let letter = |row, column| if is_taken(row, column) { "#" } else { "." };
    letters(board.rows(), board.columns(), letter)
}

/// A position without results: taken cells as `#`, others with what A and what B scores there.
pub(super) fn scores(position: &Position, board: &Board) -> Vec<String> {
    aligned(board, 0, |row, column| match is_taken(position, row, column) {
        true => ("#".to_owned(), Style::new()),
        false => {
            let (a, b) = board.cell(row, column);
            (format!("{a}:{b}"), Style::new())
        }
    })
}

/// Taken cells as `#`, those that can be claimed with their result, the best with
/// a `*`, others as dots.
fn results(answer: &Answer, position: &Position, board: &Board) -> Vec<String> {
    aligned(board, 2, |row, column| {
        let reply = reply_with(answer, |step| match step {
            Move::Contour(step) => (step.row, step.column) == (row, column),
            _ => false,
        });
        match reply.and_then(|reply| Some((reply.result?, reply.best == Some(true)))) {
            Some((result, true)) => (format!("{result}*"), GOOD),
            Some((result, false)) => (result.to_string(), Style::new()),
            None if is_taken(position, row, column) => ("#".to_owned(), Style::new()),
            None => (".".to_owned(), FAINT),
        }
    })
}

/// The cells of a board, all as wide as the widest, and at least so wide.
fn aligned(
    board: &Board,
    least: usize,
    cell: impl Fn(usize, usize) -> (String, Style),
) -> Vec<String> {
    let (rows, columns) = (board.rows(), board.columns());
    let cells: Vec<Vec<_>> =
        (0..rows).map(|row| (0..columns).map(|column| cell(row, column)).collect()).collect();
    let width = cells.iter().flatten().map(|(text, _)| text.len()).max().unwrap_or(0).max(least);
    let drawn = |(text, style): &(String, Style)| {
        format!(" {}", styled(*style, format_args!("{text:>width$}")))
    };
    let numbers: String = (0..columns).map(|column| format!(" {column:>width$}")).collect();
    with_numbers(&numbers, cells.iter().map(|row| row.iter().map(drawn).collect()))
}

fn print_moves(answer: &Answer, output: &mut Output) -> Result<(), Failure> {
    let rows: Vec<_> = answer
        .moves
        .iter()
        .filter_map(|reply| Some((reply.position.as_ref()?.to_string(), reply)))
        .collect();
    if rows.is_empty() {
        return output.line("There is no move.");
    }
    let leads_to = rows.iter().map(|(position, _)| position.len()).max().unwrap_or(0).max(8);
    let heading = format!("{:>5}  {:>8}  {:<leads_to$}  result", "move", "gain", "leads to");
    output.line(styled(HEADING, heading))?;
    for (position, reply) in &rows {
        output.line(format_args!(
            "{:>5}  {:>8}  {position:<leads_to$}  {}{}",
            reply.step.to_string(),
            reply.gain.unwrap_or_default(),
            reply.result.map(|result| result.to_string()).unwrap_or_default(),
            best(reply),
        ))?;
    }
    Ok(())
}
