//! The positions that a position can become, their ranks, and a pass over all of them.

use super::Position;
use perfectplay_core::control::Control;
use perfectplay_core::layers::{OutOfMemory, SolveError};

/// How many positions are solved between two reports to the control.
const PULSE: usize = 1 << 14;

/// The ranks of the staircases inside a position, ordered by their rows, the topmost first. The rank of
/// one is a sum over its rows, like that of a path in a box ([`Index`](super::Index) is the case of a
/// whole bar), and a move replaces the terms of consecutive rows by the terms of one column: two
/// look-ups for each move. Moves lead to lower ranks.
///
/// By row and length, up to one more than the row has cells: the number of ways to continue a staircase
/// from that row on downwards with that row shorter than the length. Beyond 2⁶⁴ these are 2⁶⁴ − 1.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    rows: usize,
    /// How many lengths a row has.
    lengths: usize,
    counts: Vec<u64>,
}

/// The ranks of the positions that the moves of a position lead to.
pub(super) struct Children<'a> {
    rows: &'a [u8],
    /// By row: what the rows above it add to the rank.
    terms: &'a [usize],
    /// By column and row: the same when these rows are cut to this many cells.
    cut: &'a [usize],
}

impl Children<'_> {
    /// Calls `visit` with the rank of each. That of the position without a cell is 0.
    #[inline(always)]
    pub(super) fn for_each(&self, mut visit: impl FnMut(usize)) {
        let Self { rows, terms, cut } = self;
        let mut height = rows.len();
        let columns = cut.chunks_exact(rows.len() + 1).take(rows[0].into());
        for (column, cut) in columns.enumerate() {
            while usize::from(rows[height - 1]) <= column {
                height -= 1;
            }
            let below = terms[rows.len()] - terms[height] + cut[height];
            for (terms, cut) in terms[..height].iter().zip(cut) {
                visit(terms + (below - cut));
            }
        }
    }
}

impl Counts {
    pub(super) fn of(position: &Position) -> Self {
        let (rows, lengths) = (position.rows(), position.columns() + 2);
        let mut counts = Self { rows, lengths, counts: vec![0; rows.max(1) * lengths] };
        let left = &position.left()[..=rows];
        for row in (0..rows).rev() {
            let mut shorter: u64 = 0;
            for length in 0..=usize::from(left[row]) {
                counts.counts[row * lengths + length] = shorter;
                let below = match row + 1 < rows {
                    true => counts.at(row + 1, length.min(left[row + 1].into()) + 1),
                    false => 1,
                };
                shorter = shorter.saturating_add(below);
            }
            counts.counts[row * lengths + usize::from(left[row]) + 1] = shorter;
        }
        counts
    }

    fn at(&self, row: usize, length: usize) -> u64 {
        self.counts[row * self.lengths + length]
    }

    /// The number of all staircases.
    pub(super) fn all(&self) -> u64 {
        if self.rows == 0 { 1 } else { self.at(0, self.lengths - 1) }
    }

    /// The values of all staircases by rank: `value` finds each from those of lower ranks, of which
    /// `first` is that of the one without a cell.
    #[inline(always)]
    pub(super) fn solve<T: Copy>(
        &self,
        position: &Position,
        control: Control<'_>,
        first: T,
        mut value: impl FnMut(&[T], Children<'_>) -> T,
    ) -> Result<Vec<T>, SolveError> {
        let (most, len) = (&position.left()[..self.rows], self.all());
        let mut values = Vec::new();
        let reserved = usize::try_from(len).ok().and_then(|len| values.try_reserve_exact(len).ok());
        reserved.ok_or(OutOfMemory { bytes: len.saturating_mul(size_of::<T>() as u64) })?;
        let cut = self.cut_terms(most);
        let (mut rows, mut terms) = (vec![0; most.len()], vec![0; most.len() + 1]);
        values.push(first);
        while let Some(row) = next(&mut rows, most) {
            for row in row..rows.len() {
                terms[row + 1] = terms[row] + self.term(row, rows[row]);
            }
            values.push(value(&values, Children { rows: &rows, terms: &terms, cut: &cut }));
            if values.len().is_multiple_of(PULSE) {
                control.advance(PULSE as u64)?;
            }
        }
        Ok(values)
    }

    /// What a row adds to the rank.
    fn term(&self, row: usize, cells: u8) -> usize {
        self.at(row, cells.into()) as usize
    }

    /// The rank of a position among those inside `outer`, which these are the counts of; `None` if it is
    /// not inside.
    pub(super) fn rank_within(&self, position: &Position, outer: &Position) -> Option<usize> {
        let mut rows = position.left().iter().zip(outer.left());
        let is_within = rows.all(|(cells, most)| cells <= most);
        let terms = (0..self.rows).zip(position.left()).map(|(row, &cells)| self.term(row, cells));
        is_within.then(|| terms.sum())
    }

    /// By column and row: what the rows above the row add to the rank when they are cut to `column`
    /// cells.
    fn cut_terms(&self, most: &[u8]) -> Vec<usize> {
        let mut cut = Vec::new();
        for column in 0..most.first().copied().unwrap_or(0) {
            let mut sum = 0;
            cut.push(sum);
            for (row, &most) in most.iter().enumerate() {
                sum += self.term(row, column.min(most));
                cut.push(sum);
            }
        }
        cut
    }
}

/// Changes `rows` to the next staircase inside `most`, and returns the first row that has changed.
/// `None` if there is none.
fn next(rows: &mut [u8], most: &[u8]) -> Option<usize> {
    let longest = |row: usize| if row == 0 { most[0] } else { most[row].min(rows[row - 1]) };
    let row = (0..rows.len()).rev().find(|&row| rows[row] < longest(row))?;
    rows[row] += 1;
    rows[row + 1..].fill(0);
    Some(row)
}
