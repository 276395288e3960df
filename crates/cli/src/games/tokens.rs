//! Drawings of Two Tokens.

use perfectplay_core::Random;
use perfectplay_core::contour;
use perfectplay_core::tokens::{Cell, Move, Position};
use perfectplay_oracle::{Answer, Move as AnyMove, Position as AnyPosition, Worded as _};

use crate::failure::Failure;
use crate::games::illegal::read;
use crate::terminal::drawing::{
    best, drawn, for_the_mover, letters, numbered, print_head, print_text,
};
use crate::terminal::output::{FAINT, GOOD, HEADING, Output, styled};

pub(super) struct Shown;

impl crate::games::face::Shown for Shown {
    fn draw(&self, answer: &Answer, output: &mut Output) -> Result<(), Failure> {
        draw(answer, &Position::of(answer.position.words()), output)
    }

    fn rows(&self, position: &AnyPosition, _: &AnyPosition) -> Vec<String> {
        rows(&Position::of(position.words()))
    }

    fn board(
        &self,
        position: &AnyPosition,
        _: usize,
        _: &dyn Fn(&AnyMove) -> Option<char>,
    ) -> Vec<String> {
        numbered(self.rows(position, position))
    }

    fn of_size(&self, rows: usize, columns: Option<usize>) -> Option<String> {
        let columns = columns.filter(|columns| rows * columns > 1)?;
        let mut cells = vec![vec!["."; columns]; rows];
        cells[0][0] = "P";
        cells[rows - 1][columns - 1] = "P";
        Some(cells.iter().map(|row| row.concat()).collect::<Vec<_>>().join("/"))
    }

    fn random(&self, rng: &mut Random) -> Option<(String, Option<contour::Board>)> {
        Some((random(rng), None))
    }

    fn why_illegal(&self, position: &AnyPosition, text: &str) -> Option<String> {
        let position = Position::of(position.words());
        let Move { from, to } = read(text)?;
        let pieces = [position.pieces().first(), position.pieces().second()];
        Some(match position.board().is_free(to) {
            _ if !pieces.contains(&from) => format!("no piece stands on {from}"),
            false => format!("{to} is removed, or outside the board"),
            true => "the pieces have stood on these two cells before".to_owned(),
        })
    }
}

/// A board of four or five rows and columns with three in ten cells removed.
fn random(random: &mut Random) -> String {
    let side = random.within(4..=5);
    let cells = side * side;
    let mut letters = vec!['.'; cells];
    letters[..cells * 3 / 10].fill('#');
    letters[cells - 2..].fill('P');
    random.shuffle(&mut letters);
    letters.chunks(side).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

fn draw(answer: &Answer, position: &Position, output: &mut Output) -> Result<(), Failure> {
    print_head(output, answer, &for_the_mover(answer.value))?;
    // Without the numbers of columns.
    print_text(output, &numbered(rows(position))[1..])?;
    output.line("")?;
    print_moves(answer, output)
}

/// The rows of a board with its pieces.
fn rows(position: &Position) -> Vec<String> {
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
