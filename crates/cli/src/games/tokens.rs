//! Drawings of Board Game.

use perfectplay_core::tokens::{self, Cell};
use perfectplay_oracle::{Answer, Position};

use crate::drawing::{best, drawn, for_the_mover, print_head, print_line};
use crate::failure::Failure;
use crate::output::{FAINT, GOOD, HEADING, Output, styled};

pub(super) fn draw(answer: &Answer, output: &mut Output) -> Result<(), Failure> {
    let Position::Tokens(position) = &answer.position else { return Ok(()) };
    print_head(output, answer, &for_the_mover(answer.value))?;
    print_board(position, output)?;
    output.line("")?;
    print_moves(answer, output)?;
    print_line(output, answer, |position| match position {
        Position::Tokens(position) => rows(position),
        _ => Vec::new(),
    })
}

/// The rows of a board with its pieces.
pub(super) fn rows(position: &tokens::Position) -> Vec<String> {
    let (board, pieces) = (position.board(), position.pieces());
    let cell = |cell: Cell| match board.is_free(cell) {
        _ if cell == pieces.first() || cell == pieces.second() => styled(GOOD, "P"),
        true => ".".to_owned(),
        false => styled(FAINT, "#"),
    };
    let columns = board.columns() as u8;
    let line = |row: u8| {
        let cells: Vec<String> = (0..columns).map(|column| cell(Cell::new(row, column))).collect();
        cells.join(" ")
    };
    (0..board.rows() as u8).map(line).collect()
}

fn print_board(position: &tokens::Position, output: &mut Output) -> Result<(), Failure> {
    for (row, cells) in rows(position).iter().enumerate() {
        output.line(format_args!("{} {cells}", styled(FAINT, format_args!("{row:>9}"))))?;
    }
    Ok(())
}

/// Without the positions that they lead to, which carry the whole history.
fn print_moves(answer: &Answer, output: &mut Output) -> Result<(), Failure> {
    if answer.moves.iter().next().is_none() {
        return output.line("There is no move.");
    }
    output.line(styled(HEADING, format_args!("{:<12} result", "move")))?;
    answer.moves.iter().try_for_each(|reply| {
        let step = reply.step.to_string();
        output.line(format_args!("{step:<12} {}{}", drawn(reply.result), best(reply)))
    })
}
