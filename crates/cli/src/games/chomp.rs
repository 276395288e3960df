//! Drawings of Chomp.

use perfectplay_core::chomp;
use perfectplay_oracle::{Answer, Move, Outcome, Position};

use crate::drawing::{for_the_mover, print_head, print_line, print_lines, reply_with};
use crate::failure::Failure;
use crate::output::{BAD, FAINT, GOOD, Output, styled};

pub(super) fn draw(answer: &Answer, output: &mut Output) -> Result<(), Failure> {
    let Position::Chomp(position) = &answer.position else { return Ok(()) };
    print_head(output, answer, &for_the_mover(answer.value))?;
    if *position == chomp::Position::NOTHING {
        output.line("Nothing is left: the other player took the corner.")?;
    } else {
        print_bar(answer, position, output)?;
        output.line("")?;
        let best = answer.moves.iter().filter(|reply| reply.best == Some(true));
        let best: Vec<String> = best.map(|reply| reply.step.to_string()).collect();
        print_lines(output, &[("best", best.join(" "))])?;
    }
    let (rows, columns) = (position.rows() as u8, position.columns() as u8);
    print_line(output, answer, |position| board(position, rows, columns))
}

/// A position: its cells.
pub(super) fn bar(position: &chomp::Position) -> Vec<String> {
    board(&Position::Chomp(*position), position.rows() as u8, position.columns() as u8)
}

/// A position in best play: the cells that are left of the bar as it was at the start.
fn board(position: &Position, rows: u8, columns: u8) -> Vec<String> {
    let Position::Chomp(position) = position else { return Vec::new() };
    let left = |row: u8| position.left().get(usize::from(row)).copied().unwrap_or(0);
    let cell = |row: u8, column: u8| if column < left(row) { "o" } else { "." };
    let line = |row| (0..columns).map(|column| cell(row, column)).collect::<Vec<_>>().join(" ");
    (0..rows).map(line).collect()
}

/// Cells with what taking them comes to and in how many plies, `W6` or `L3`, the best with a `*`,
/// the corner with a `!`; those that are gone as dots.
fn print_bar(
    answer: &Answer,
    position: &chomp::Position,
    output: &mut Output,
) -> Result<(), Failure> {
    let (rows, columns) = (position.rows() as u8, position.columns() as u8);
    let cells: Vec<Vec<(String, bool)>> = (0..rows)
        .map(|row| (0..columns).map(|column| cell(answer, chomp::Move { row, column })).collect())
        .collect();
    let width = cells.iter().flatten().map(|(text, _)| text.len()).max().unwrap_or(0).max(2);
    let numbers: String = (0..columns).map(|column| format!(" {column:>width$} ")).collect();
    output.line(styled(FAINT, format_args!("{:9}{}", "", numbers.trim_end())))?;
    for (row, cells) in cells.iter().enumerate() {
        let cells: String = cells
            .iter()
            .map(|(text, is_best)| {
                let style = match text.trim_start_matches('!').chars().next() {
                    Some('W') => GOOD,
                    Some('L') => BAD,
                    _ => FAINT,
                };
                match is_best {
                    true => format!(" {}", styled(style, format_args!("{text:>width$}*"))),
                    false => format!(" {} ", styled(style, format_args!("{text:>width$}"))),
                }
            })
            .collect();
        let cells = cells.trim_end();
        output.line(format_args!("{}{cells}", styled(FAINT, format_args!("{row:>9}"))))?;
    }
    Ok(())
}

/// A cell's text, and whether taking it is best.
fn cell(answer: &Answer, cell: chomp::Move) -> (String, bool) {
    let reply = reply_with(answer, |step| step == Move::Chomp(cell));
    let Some((reply, result)) = reply.and_then(|reply| Some((reply, reply.result?))) else {
        return (".".to_owned(), false);
    };
    let corner = if (cell.row, cell.column) == (0, 0) { "!" } else { "" };
    let letter = if result.outcome() == Some(Outcome::Win) { 'W' } else { 'L' };
    let plies = result.plies().map(|plies| plies.to_string()).unwrap_or_default();
    (format!("{corner}{letter}{plies}"), reply.best == Some(true))
}
