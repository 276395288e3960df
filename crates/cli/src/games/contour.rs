//! Drawings of contour.

use perfectplay_core::contour;
use perfectplay_oracle::{Answer, Move, Position};

use crate::drawing::{best, print_head, print_line, reply_with};
use crate::failure::Failure;
use crate::output::{FAINT, GOOD, HEADING, Output, styled};

pub(super) fn draw(answer: &Answer, output: &mut Output) -> Result<(), Failure> {
    let Position::Contour(position, board) = &answer.position else { return Ok(()) };
    let player = if position.a_to_move() { "A" } else { "B" };
    let value = answer.value.map(|value| value.to_string()).unwrap_or_default();
    print_head(output, answer, &format!("{value} for {player}, the player to move"))?;
    print_board(answer, position, board, output)?;
    output.line("")?;
    print_moves(answer, output)?;
    print_line(output, answer, claimed)
}

/// A position in best play: taken cells as `#`, others as dots.
fn claimed(position: &Position) -> Vec<String> {
    let Position::Contour(position, board) = position else { return Vec::new() };
    let cell = |row: usize, column: usize| match column < usize::from(position.taken()[row]) {
        true => "#",
        false => ".",
    };
    let columns = board.columns();
    let line = |row| (0..columns).map(|column| cell(row, column)).collect::<Vec<_>>().join(" ");
    (0..board.rows()).map(line).collect()
}

/// A position without results: taken cells as `#`, others with what A and what B scores there.
pub(super) fn scores(position: &contour::Position, board: &contour::Board) -> Vec<String> {
    let cell = |row: usize, column: usize| match column < usize::from(position.taken()[row]) {
        true => "#".to_owned(),
        false => {
            let (a, b) = board.cell(row, column);
            format!("{a}:{b}")
        }
    };
    let (rows, columns) = (board.rows(), board.columns());
    let cells: Vec<Vec<String>> =
        (0..rows).map(|row| (0..columns).map(|column| cell(row, column)).collect()).collect();
    let width = cells.iter().flatten().map(String::len).max().unwrap_or(0);
    let numbers: String = (0..columns).map(|column| format!(" {column:>width$}")).collect();
    let line = |(row, cells): (usize, &Vec<String>)| {
        let cells: String = cells.iter().map(|cell| format!(" {cell:>width$}")).collect();
        format!("{}{cells}", styled(FAINT, format_args!("{row:>9}")))
    };
    let head = styled(FAINT, format_args!("{:9}{numbers}", ""));
    std::iter::once(head).chain(cells.iter().enumerate().map(line)).collect()
}

/// Taken cells as `#`, those that can be claimed with their result, the best with
/// a `*`, others as dots.
fn print_board(
    answer: &Answer,
    position: &contour::Position,
    board: &contour::Board,
    output: &mut Output,
) -> Result<(), Failure> {
    let text = |row: usize, column: usize| {
        let reply = reply_with(answer, |step| match step {
            Move::Contour(step) => (step.row, step.column) == (row, column),
            _ => false,
        });
        match reply.and_then(|reply| Some((reply.result?, reply.best == Some(true)))) {
            Some((result, true)) => (format!("{result}*"), Some(GOOD)),
            Some((result, false)) => (result.to_string(), None),
            None if column < usize::from(position.taken()[row]) => ("#".to_owned(), None),
            None => (".".to_owned(), Some(FAINT)),
        }
    };
    let (rows, columns) = (board.rows(), board.columns());
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
