//! The face by which the program shows any game.

use perfectplay_core::Random;
use perfectplay_core::contour::Board;
use perfectplay_oracle::{Answer, Move, Position};

use crate::failure::Failure;
use crate::terminal::output::Output;

/// What the program adds to a game. Positions are of that game.
pub(crate) trait Shown {
    /// Draws an answer for people, without the line and the replies.
    fn draw(&self, answer: &Answer, output: &mut Output) -> Result<(), Failure>;

    /// A position in best play from a start, without values.
    fn rows(&self, position: &Position, start: &Position) -> Vec<String>;

    /// A position as lines of at most so many columns where that can be, without values; taken cells with their
    /// owner if it is known.
    fn board(
        &self,
        position: &Position,
        width: usize,
        owner: &dyn Fn(&Move) -> Option<char>,
    ) -> Vec<String> {
        let _ = (width, owner);
        self.rows(position, position)
    }

    /// The full board of a size, as `3` or `3x4`, to begin with; `None` if the game has no such boards.
    fn of_size(&self, rows: usize, columns: Option<usize>) -> Option<String> {
        let _ = (rows, columns);
        None
    }

    /// A random position of such a size, with the board that it needs; `None` if positions are found by playing.
    fn random(&self, random: &mut Random) -> Option<(String, Option<Board>)>;

    /// Whether the player who is named second is to move.
    fn is_second_to_move(&self, position: &Position) -> bool {
        let _ = position;
        false
    }

    /// Why a text is not a legal move of a position; `None` if it is not the text of any move.
    fn why_illegal(&self, position: &Position, text: &str) -> Option<String>;

}
