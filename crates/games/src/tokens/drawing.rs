//! Drawings of Two Tokens.

use perfectplay_protocol::drawings::parts::coloured;

use crate::preludes::drawing::*;
use crate::tokens::{Cell, Move, Position};

/// The drawings of the game.
#[derive(Debug)]
pub(crate) struct Painter;

impl Drawings for Painter {
    fn answer(&self, answer: &Answer, _: &dyn Wording) -> Vec<String> {
        let mut lines = head(answer, &for_the_mover(answer.value));
        // Without the numbers of columns.
        lines.extend(numbered(self.rows(&answer.position, &answer.position)).into_iter().skip(1));
        [lines, vec![String::new()], moves(answer)].concat()
    }

    /// The cells of the board with its pieces.
    fn rows(&self, position: &AnyPosition, _: &AnyPosition) -> Vec<String> {
        let position = Position::of(position.words());
        let (board, pieces) = (position.board(), position.pieces());
        letters((board.rows(), board.columns()), |row, column| {
            let cell = Cell::new(row, column);
            match board.is_free(cell) {
                _ if cell == pieces.first() || cell == pieces.second() => styled(GOOD, "P"),
                true => ".".to_owned(),
                false => styled(FAINT, "#"),
            }
        })
    }

    fn of_size(&self, rows: usize, columns: Option<usize>) -> Option<String> {
        let columns = columns.filter(|columns| rows * columns > 1)?;
        let mut cells = vec![vec!["."; columns]; rows];
        cells[0][0] = "P";
        cells[rows - 1][columns - 1] = "P";
        Some(cells.iter().map(|row| row.concat()).collect::<Vec<_>>().join("/"))
    }

    /// The board, and the history behind it.
    fn joins(&self, words: &[&str]) -> bool {
        matches!(words, [_, history] if history.starts_with("history:"))
    }

    /// A board of four or five rows and columns with three in ten cells removed.
    fn random(&self, random: &mut Random) -> Option<(String, Option<GameRef>)> {
        let side = random.within(4..=5);
        let cells = side * side;
        let mut letters = vec!['.'; cells];
        letters[..cells * 3 / 10].fill('#');
        letters[cells - 2..].fill('P');
        Some((shuffled(letters, side, random), None))
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

/// Without the positions that they lead to, which carry the whole history.
fn moves(answer: &Answer) -> Vec<String> {
    let row = |reply: &MoveAnswer| {
        let step = reply.step.to_string();
        format!("{step:<12} {}{}", coloured(reply.result), best(reply))
    };
    listed(&format!("{:<12} result", "move"), answer.moves.iter().map(row))
}
