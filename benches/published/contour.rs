//! Contour: a memoised search with an array of all contours.
//!
//! This is how programs for Luogu P4363 solve it. A contour is a word of bits, its path from the
//! bottom left to the top right corner, in which a one goes up and a zero goes right. The word is
//! the place of its score in an array. Taking a cell exchanges a one with the zero that follows.

use perfectplay_games::contour::Board;

/// The score, A's total minus B's under best play.
///
/// # Panics
/// If the board has more than 24 rows and columns together, or more than 2³¹ − 1 points. Boards of
/// the contest have up to 20 rows and columns, and 2 · 10⁷ points.
pub fn score(board: &Board) -> i64 {
    let steps = board.rows() + board.columns();
    assert!(steps <= 24, "the array has a place for each word of 24 bits");
    let points = board.cells().map(|(a, b)| u64::from(a) + u64::from(b)).sum::<u64>();
    assert!(i32::try_from(points).is_ok(), "the scores have 32 bits");
    let first = (1 << board.rows()) - 1;
    let mut search = Search {
        rows: board.rows(),
        columns: board.columns(),
        gains: board.cells().map(|(a, b)| [a as i32, b as i32]).collect(),
        known: vec![UNKNOWN; 1 << steps],
    };
    search.known[first << board.columns()] = 0;
    search.score(first, 0).into()
}

/// This is not a score, because scores are no larger than the points of the board.
const UNKNOWN: i32 = i32::MIN;

struct Search {
    rows: usize,
    columns: usize,
    /// By cell, row by row, the points that it gives to A and to B.
    gains: Vec<[i32; 2]>,
    /// By contour, the score of the rest of the game for the player to move.
    known: Vec<i32>,
}

impl Search {
    fn score(&mut self, contour: usize, mover: usize) -> i32 {
        let mut best = UNKNOWN;
        let mut ones = contour;
        for row in (0..self.rows).rev() {
            let step = ones.trailing_zeros() as usize;
            ones &= ones - 1;
            let column = step - (self.rows - 1 - row);
            if column == self.columns || contour >> (step + 1) & 1 == 1 {
                continue;
            }
            let after = contour + (1 << step);
            let mut rest = self.known[after];
            if rest == UNKNOWN {
                rest = self.score(after, 1 - mover);
            }
            best = best.max(self.gains[row * self.columns + column][mover] - rest);
        }
        self.known[contour] = best;
        best
    }
}
