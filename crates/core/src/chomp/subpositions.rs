//! Outcome and plies of one position and of all its subpositions, the positions that it can become.

use super::{Answer, Position};
use crate::Value;
use crate::control::{Control, Interrupted};
use crate::layers::{OutOfMemory, SolveError};
use crate::staircase::MAX_SIDE;

/// How many positions are solved between two reports to the control.
const PULSE: usize = 1 << 14;

/// By row and length: the number of ways to continue a staircase from that row on downwards with
/// that row shorter than the length.
type Counts = [[u32; MAX_SIDE + 2]; MAX_SIDE];

/// The values of a position and of its subpositions, the positions that it can become: one byte
/// each.
///
/// They are the staircases inside it, ordered by their rows, the topmost first. The rank of one is
/// a sum over its rows, like that of a path in a box ([`Index`](super::Index) is the case of a
/// whole bar), and a move replaces the terms of consecutive rows by the terms of one column: two
/// look-ups for each move. Moves lead to lower ranks, so one pass in ascending order finds all
/// values.
#[derive(Clone, Debug)]
pub struct Subpositions {
    position: Position,
    counts: Box<Counts>,
    /// By rank: what a move to the position is worth, see [`worth`].
    worths: Vec<u8>,
}

impl Subpositions {
    /// The number of positions that a position can become, itself included.
    #[must_use]
    pub fn count(position: &Position) -> u64 {
        counts(position)[0][position.columns() + 1].into()
    }

    /// Solves a position and its subpositions; `None` if they are more than `most` together. It
    /// takes a byte for each of them, and two or three nanoseconds for each of their moves: 25 ms
    /// for 10 × 10.
    ///
    /// # Errors
    /// If it is interrupted, or the memory cannot be allocated.
    pub fn new(
        position: Position,
        most: usize,
        control: Control<'_>,
    ) -> Result<Option<Self>, SolveError> {
        let counts = counts(&position);
        let len = counts[0][position.columns() + 1] as usize;
        if len > most {
            return Ok(None);
        }
        let mut worths = Vec::new();
        worths.try_reserve_exact(len).map_err(|_| OutOfMemory { bytes: len as u64 })?;
        let mut solved = Self { position, counts, worths };
        solved.solve(control)?;
        Ok(Some(solved))
    }

    /// The position that was solved.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The number of values: of the position and of its subpositions.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "the position itself is always among them")]
    pub fn len(&self) -> usize {
        self.worths.len()
    }

    /// The value of a position; `None` if the solved position cannot become it.
    #[must_use]
    pub fn value(&self, position: &Position) -> Option<Value> {
        let rows = position.left().iter().zip(self.position.left());
        let within = rows.clone().all(|(cells, most)| cells <= most);
        let terms = self.counts.iter().zip(position.left());
        let rank: u32 = within.then(|| terms.map(|(row, &cells)| row[usize::from(cells)]).sum())?;
        Some(value(self.worths[rank as usize]))
    }

    /// The answer for the position.
    #[must_use]
    pub fn answer(&self) -> Answer {
        let answer = Answer::new(self.position, |child| self.value(child));
        answer.expect("moves lead to subpositions")
    }

    fn solve(&mut self, control: Control<'_>) -> Result<(), Interrupted> {
        let most = *self.position.left();
        let cut = cut_terms(&self.counts, &most);
        // `terms[i]`: what the rows above row i add to the rank.
        let (mut rows, mut terms) = ([0; MAX_SIDE], [0u32; MAX_SIDE + 1]);
        // No cell is left: the player to move has won.
        self.worths.push(0);
        while let Some(row) = next(&mut rows, &most) {
            for row in row..MAX_SIDE {
                terms[row + 1] = terms[row] + self.counts[row][usize::from(rows[row])];
            }
            let best = self.best(&rows, &terms, &cut);
            self.worths.push(worth(best));
            if self.worths.len().is_multiple_of(PULSE) {
                control.advance(PULSE as u64)?;
            }
        }
        Ok(())
    }

    /// The worth of the best move, when all positions of lower rank are solved.
    fn best(
        &self,
        rows: &[u8; MAX_SIDE],
        terms: &[u32; MAX_SIDE + 1],
        cut: &[[u32; MAX_SIDE + 1]; MAX_SIDE],
    ) -> u8 {
        let (mut best, mut height) = (0, MAX_SIDE);
        for (column, cut) in cut[..rows[0].into()].iter().enumerate() {
            while usize::from(rows[height - 1]) <= column {
                height -= 1;
            }
            let below = terms[MAX_SIDE] - terms[height] + cut[height];
            for (terms, cut) in terms[..height].iter().zip(cut) {
                best = best.max(self.worths[(terms + (below - cut)) as usize]);
            }
        }
        best
    }
}

/// What a move to a position is worth, larger for better moves: 0 to 127 for p/2 if the opponent
/// then wins in p plies, 255 to 128 for 255 − (p − 1)/2 if the opponent then loses in p plies. A
/// win takes an even number of plies, because the player who takes the last cell loses.
///
/// No position takes more than 254 plies. Every move takes a cell, and the only positions with 255
/// cells or more are the largest bar with and without its last cell; there the move 1,1 wins in at
/// most 32 plies, because it leaves 31 cells.
const fn worth(best_move: u8) -> u8 {
    // If the best move is worth 255 − i, it leads to a loss in 2 i + 1, and the position is a win
    // in 2 i + 2. If it is worth i, it leads to a win in 2 i, and the position is a loss in 2 i +
    // 1.
    if best_move >= 128 { u8::MAX - best_move + 1 } else { u8::MAX - best_move }
}

/// The value of a position, from what a move to it is worth.
const fn value(worth: u8) -> Value {
    if worth < 128 {
        Value::win(2 * worth as u16)
    } else {
        Value::loss(2 * (u8::MAX - worth) as u16 + 1)
    }
}

/// See [`Counts`].
fn counts(position: &Position) -> Box<Counts> {
    let mut counts: Box<Counts> = Box::new([[0; MAX_SIDE + 2]; MAX_SIDE]);
    for row in (0..MAX_SIDE).rev() {
        let mut shorter = 0;
        for length in 0..=usize::from(position.left()[row]) {
            counts[row][length] = shorter;
            shorter += match position.left().get(row + 1) {
                Some(&most) => counts[row + 1][length.min(most.into()) + 1],
                None => 1,
            };
        }
        counts[row][usize::from(position.left()[row]) + 1] = shorter;
    }
    counts
}

/// By column and row: what the rows above the row add to the rank when they are cut to `column`
/// cells.
fn cut_terms(counts: &Counts, most: &[u8; MAX_SIDE]) -> [[u32; MAX_SIDE + 1]; MAX_SIDE] {
    let mut cut = [[0; MAX_SIDE + 1]; MAX_SIDE];
    for (column, terms) in cut.iter_mut().enumerate() {
        for row in 0..MAX_SIDE {
            terms[row + 1] = terms[row] + counts[row][column.min(most[row].into())];
        }
    }
    cut
}

/// Changes `rows` to the next staircase inside `most`, and returns the first row that has changed.
/// `None` if there is none.
fn next(rows: &mut [u8; MAX_SIDE], most: &[u8; MAX_SIDE]) -> Option<usize> {
    let longest = |row: usize| if row == 0 { most[0] } else { most[row].min(rows[row - 1]) };
    let row = (0..MAX_SIDE).rev().find(|&row| rows[row] < longest(row))?;
    rows[row] += 1;
    rows[row + 1..].fill(0);
    Some(row)
}
