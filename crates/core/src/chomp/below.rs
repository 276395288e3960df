//! Outcome and plies of one position and of all that it can become, solved on the spot.

use super::{Answer, Position};
use crate::Value;
use crate::control::{Control, Interrupted};
use crate::layers::{OutOfMemory, SolveError};
use crate::staircase::MAX_SIDE;

/// After how many positions it is asked whether to go on.
const PULSE: usize = 1 << 14;

/// How many staircases there are below a row, with that row shorter than a length: by row and
/// length.
type Counts = [[u32; MAX_SIDE + 2]; MAX_SIDE];

/// The values of the positions that a position can become, itself included: a byte for each.
///
/// They are the staircases within it, in the order of their rows, the topmost first. The rank of one
/// is a sum over its rows, as that of a path in a box is ([`Index`](super::Index) is the case of a
/// whole bar), and a move changes the terms of consecutive rows to terms of one column: two
/// look-ups for each move. Moves lead to lower ranks, so that one pass in order knows all values.
#[derive(Clone, Debug)]
pub struct Below {
    position: Position,
    counts: Box<Counts>,
    /// By rank: what a move to the position is worth, see [`worth`].
    worths: Vec<u8>,
}

impl Below {
    /// How many positions a position can become, itself included.
    #[must_use]
    pub fn count(position: &Position) -> u64 {
        counts(position)[0][position.columns() + 1].into()
    }

    /// Solves a position by solving all that it can become; `None` if those are more than `most`.
    /// Takes two or three nanoseconds for each move of each, 25 ms for 10 × 10, and a byte for each.
    ///
    /// # Errors
    /// If it is stopped, or the memory cannot be had.
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
        let mut below = Self { position, counts, worths };
        below.solve(control)?;
        Ok(Some(below))
    }

    /// The position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// How many positions are known.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "nothing left is always among them")]
    pub fn len(&self) -> usize {
        self.worths.len()
    }

    /// A position's value; `None` if the one solved cannot become it.
    #[must_use]
    pub fn value(&self, position: &Position) -> Option<Value> {
        let rows = position.left().iter().zip(self.position.left());
        let within = rows.clone().all(|(cells, most)| cells <= most);
        let terms = self.counts.iter().zip(position.left());
        let rank: u32 = within.then(|| terms.map(|(row, &cells)| row[usize::from(cells)]).sum())?;
        Some(value(self.worths[rank as usize]))
    }

    /// The values of the position and of its moves.
    #[must_use]
    pub fn answer(&self) -> Answer {
        let answer = Answer::new(self.position, |child| self.value(child));
        answer.expect("what a position becomes is below it")
    }

    fn solve(&mut self, control: Control<'_>) -> Result<(), Interrupted> {
        let most = *self.position.left();
        let cut = cut_terms(&self.counts, &most);
        // `terms[i]`: what the rows above row i add to the rank.
        let (mut rows, mut terms) = ([0; MAX_SIDE], [0u32; MAX_SIDE + 1]);
        // Nothing left: the player to move has won.
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

    /// The worth of the best move, when all positions of lower rank are known.
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

/// What a move to a position is worth: larger for what is better, 0 to 127 for p/2 if the opponent
/// wins in p plies, 255 to 128 for (p − 1)/2 if he loses. A win takes an even number of plies here,
/// for who takes the last cell loses.
///
/// None takes more than 254, since every move takes a cell, and of 255 cells or more there are only
/// the largest bar with and without its last cell: where 1,1 wins in no more than 32, for it leaves
/// 31 cells.
const fn worth(best_move: u8) -> u8 {
    // After a move that is worth 255 − i, a loss in 2 i + 1, it is a win in 2 i + 2; after one that is
    // worth i, a win in 2 i, it is a loss in 2 i + 1.
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

/// By column and row: what the rows above the row add to the rank when they are cut to so many
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

/// Makes the next staircase within `most`, and says from which row on it has changed.
fn next(rows: &mut [u8; MAX_SIDE], most: &[u8; MAX_SIDE]) -> Option<usize> {
    let longest = |row: usize| if row == 0 { most[0] } else { most[row].min(rows[row - 1]) };
    let row = (0..MAX_SIDE).rev().find(|&row| rows[row] < longest(row))?;
    rows[row] += 1;
    rows[row + 1..].fill(0);
    Some(row)
}
