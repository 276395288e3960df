//! Drawings of Board Game.

use perfectplay_core::tokens::{Cell, Position};
use perfectplay_oracle::Answer;

use crate::drawing::{best, drawn, for_the_mover, letters, numbered, print_head, print_text};
use crate::failure::Failure;
use crate::output::{FAINT, GOOD, HEADING, Output, styled};

pub(super) fn draw(
    answer: &Answer,
    position: &Position,
    output: &mut Output,
) -> Result<(), Failure> {
    print_head(output, answer, &for_the_mover(answer.value))?;
    // Without the numbers of columns.
    print_text(output, &numbered(rows(position))[1..])?;
    output.line("")?;
    print_moves(answer, output)
}

/// The rows of a board with its pieces.
pub(super) fn rows(position: &Position) -> Vec<String> {
    let (board, pieces) = (position.board(), position.pieces());
    letters(board.rows(), board.columns(), |row, column| {
        let cell = Cell::new(row, column);
        match board.is_free(cell) {
            _ if cell == pieces.first() || cell == pieces.second() => styled(GOOD, "P"),
            true => ".".to_owned(),
            false => styled(FAINT, "#"),
        }
    })
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
