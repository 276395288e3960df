//! Drawings of Stake Your Claim.

use perfectplay_core::stake;
use perfectplay_oracle::{Answer, Move, Position};

use crate::drawing::{print_head, print_line, reply_with};
use crate::failure::Failure;
use crate::output::{FAINT, GOOD, Output, styled};

pub(super) fn draw(answer: &Answer, output: &mut Output) -> Result<(), Failure> {
    let Position::Stake(board) = &answer.position else { return Ok(()) };
    let player = board.mover();
    let value = answer.value.map(|value| value.to_string()).unwrap_or_default();
    print_head(output, answer, &format!("{value} for player {player}, who is to move"))?;
    print_board(answer, board, output)?;
    if answer.moves.iter().next().is_none() {
        output.line("")?;
        output.line("The board is full.")?;
    }
    print_line(output, answer, digits)
}

/// A position without results: its digits, empty cells as dots.
pub(super) fn digits(position: &Position) -> Vec<String> {
    let Position::Stake(board) = position else { return Vec::new() };
    let cell = |row, column| match board.get(stake::Move { row, column }) {
        Some(digit) => digit.to_string(),
        None => ".".to_owned(),
    };
    let size = board.size() as u8;
    let line = |row| (0..size).map(|column| cell(row, column)).collect::<Vec<_>>().join(" ");
    (0..size).map(line).collect()
}

/// Digits in brackets, empty cells with the result of filling them, the best with
/// a `*`.
fn print_board(
    answer: &Answer,
    board: &stake::Position,
    output: &mut Output,
) -> Result<(), Failure> {
    const WIDTH: usize = 4;
    let size = board.size() as u8;
    let numbers: String = (0..size).map(|column| format!("{column:>WIDTH$} ")).collect();
    output.line(styled(FAINT, format_args!("{:9}{}", "", numbers.trim_end())))?;
    for row in 0..size {
        let cells: String =
            (0..size).map(|column| cell(answer, board, stake::Move { row, column })).collect();
        let cells = cells.trim_end();
        output.line(format_args!("{}{cells}", styled(FAINT, format_args!("{row:>9}"))))?;
    }
    Ok(())
}

/// Right-aligned in four places, and one for the star.
fn cell(answer: &Answer, board: &stake::Position, cell: stake::Move) -> String {
    if let Some(digit) = board.get(cell) {
        return format!(" [{digit}] ");
    }
    let reply = reply_with(answer, |step| step == Move::Stake(cell));
    match reply.and_then(|reply| Some((reply.result?.score()?, reply.best == Some(true)))) {
        Some((score, true)) => styled(GOOD, format_args!("{score:>+4}*")),
        Some((score, false)) => format!("{score:>+4} "),
        None => "   . ".to_owned(),
    }
}
