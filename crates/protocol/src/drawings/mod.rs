//! Drawings of every game for people, as lines of text in the styles of terminals.
//!
//! A game draws itself through [`Drawings`]. [`drawn`] draws a whole answer.

mod any;
pub mod parts;

use std::fmt::Debug;

use perfectplay_core::Random;

use crate::{Answer, GameRef, Move, Position, Reason};

pub(crate) use any::Any;
pub use parts::{BAD, FAINT, GOOD, HEADING, chance, labelled, plain, styled};

/// Which player owns the cell that a move takes, as a letter, if it is known.
pub type Owner<'a> = dyn Fn(&Move) -> Option<char> + 'a;

/// How a game is drawn, and what people may type. Positions belong to that game.
pub trait Drawings: Debug + Sync {
    /// Draws an answer without best play and replies.
    fn answer(&self, answer: &Answer, wording: &dyn Wording) -> Vec<String>;

    /// Draws a position in best play from a start, without values.
    fn rows(&self, position: &Position, start: &Position) -> Vec<String>;

    /// Draws a position without values, in lines of at most `width` columns where that is possible; as rows with their numbers
    /// by default.
    fn board(&self, position: &Position, width: usize, owner: &Owner<'_>) -> Vec<String> {
        let _ = (width, owner);
        parts::numbered(self.rows(position, position))
    }

    /// The full board of a size, as `3` or `3x4`, to begin with; `None` if the game has no such boards.
    fn of_size(&self, rows: usize, columns: Option<usize>) -> Option<String> {
        let _ = (rows, columns);
        None
    }

    /// A random position that is small enough to play, with its game if that is on a board; `None` if only moves find
    /// positions.
    fn random(&self, random: &mut Random) -> Option<(String, Option<GameRef>)> {
        let _ = random;
        None
    }

    /// Whether the player who is named second is to move.
    fn is_second_to_move(&self, position: &Position) -> bool {
        let _ = position;
        false
    }

    /// Why a text is not a legal move of a position; `None` if it is not the text of any move.
    fn why_illegal(&self, position: &Position, text: &str) -> Option<String> {
        let _ = (position, text);
        None
    }

    /// Whether several words of a command line may be one position, with spaces between them.
    fn joins(&self, words: &[&str]) -> bool {
        let _ = words;
        false
    }
}

/// How a program words what does not belong to any game.
pub trait Wording {
    /// A count.
    fn count(&self, count: u64) -> String;

    /// Why a value is not known.
    fn reason(&self, reason: &Reason) -> String;
}

/// Draws an answer with whatever it has: the position, its moves, best play and replies.
pub fn drawn(answer: &Answer, wording: &dyn Wording) -> Vec<String> {
    let drawings = answer.game().about().drawings;
    let mut lines = drawings.answer(answer, wording);
    lines.extend(parts::best_play(answer, |position| drawings.rows(position, &answer.position)));
    lines.extend(parts::replies(answer));
    lines
}
