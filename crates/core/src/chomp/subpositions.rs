//! Outcome and plies of one position and of all its subpositions, the positions that it can become.

use super::{Answer, Position};
use crate::Value;
use crate::control::Control;
use crate::layers::{OutOfMemory, SolveError};

/// How many positions are solved between two reports to the control.
const PULSE: usize = 1 << 14;

/// By row and length, up to one more than the row has cells: the number of ways to continue a staircase
/// from that row on downwards with that row shorter than the length. Beyond 2⁶⁴ these are 2⁶⁴ − 1.
#[derive(Clone, Debug)]
struct Counts {
    rows: usize,
    /// How many lengths a row has.
    lengths: usize,
    counts: Vec<u64>,
}

/// The values of a position and of its subpositions, the positions that it can become.
///
/// They are the staircases inside it, ordered by their rows, the topmost first. The rank of one is
/// a sum over its rows, like that of a path in a box ([`Index`](super::Index) is the case of a
/// whole bar), and a move replaces the terms of consecutive rows by the terms of one column: two
/// look-ups for each move. Moves lead to lower ranks, so one pass in ascending order finds all
/// values.
#[derive(Clone, Debug)]
pub struct Subpositions {
    position: Position,
    counts: Counts,
    worths: Worths,
}

/// By rank: what a move to the position is worth.
#[derive(Clone, Debug)]
enum Worths {
    /// No play of the position takes more plies than a [`u8`] can say.
    Bytes(Vec<u8>),
    Words(Vec<u16>),
}

/// What a move to a position is worth, larger for better moves: p/2 if the opponent then wins in p
/// plies, [`MAX`](Self::MAX) − (p − 1)/2 if the opponent then loses in p plies. The latter are larger
/// than half of the maximum. A win takes an even number of plies, because the player who takes the
/// last cell loses.
trait Worth: Copy + Ord + Into<u16> {
    const MAX: u16;

    fn new(worth: u16) -> Self;

    /// Of the position whose best move is worth so much.
    #[inline(always)]
    fn of(best_move: Self) -> Self {
        // If the best move is worth MAX − i, it leads to a loss in 2 i + 1, and the position is a win
        // in 2 i + 2. If it is worth i, it leads to a win in 2 i, and the position is a loss in 2 i +
        // 1.
        let best: u16 = best_move.into();
        Self::new(Self::MAX - best + u16::from(best > Self::MAX / 2))
    }

    /// The value of the position.
    fn value(self) -> Value {
        let worth: u16 = self.into();
        if worth > Self::MAX / 2 {
            Value::loss(2 * (Self::MAX - worth) + 1)
        } else {
            Value::win(2 * worth)
        }
    }
}

impl Worth for u8 {
    const MAX: u16 = u8::MAX as u16;

    #[inline(always)]
    fn new(worth: u16) -> Self {
        worth as u8
    }
}

impl Worth for u16 {
    const MAX: u16 = u16::MAX;

    #[inline(always)]
    fn new(worth: u16) -> Self {
        worth
    }
}

/// Whether a byte can say the plies of each position: a win of 254 at most, a loss of 255. Every move
/// takes a cell.
fn fits_bytes(position: &Position) -> bool {
    position.area() <= u8::MAX.into()
}

impl Subpositions {
    /// The number of positions that a position can become, itself included; 2⁶⁴ − 1 if they are more.
    #[must_use]
    pub fn count(position: &Position) -> u64 {
        Counts::of(position).all()
    }

    /// How many bytes the values take: one for each position, or two if there are more than 255 cells.
    #[must_use]
    pub fn bytes(position: &Position) -> u64 {
        let width = if fits_bytes(position) { 1 } else { 2 };
        Self::count(position).saturating_mul(width)
    }

    /// Solves a position and its subpositions; `None` if they are more than `most` together. It takes
    /// [`bytes`](Self::bytes), and two or three nanoseconds for each move of each of them: 25 ms for
    /// 10 × 10.
    ///
    /// # Errors
    /// If it is interrupted, or the memory cannot be allocated.
    pub fn new(
        position: Position,
        most: usize,
        control: Control<'_>,
    ) -> Result<Option<Self>, SolveError> {
        let counts = Counts::of(&position);
        if counts.all() > most as u64 {
            return Ok(None);
        }
        let worths = match fits_bytes(&position) {
            true => Worths::Bytes(counts.solve(&position, control)?),
            false => Worths::Words(counts.solve(&position, control)?),
        };
        Ok(Some(Self { position, counts, worths }))
    }

    /// The position that was solved.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The number of values: of the position and of its subpositions.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "the position itself is always among them")]
    pub const fn len(&self) -> usize {
        match &self.worths {
            Worths::Bytes(worths) => worths.len(),
            Worths::Words(worths) => worths.len(),
        }
    }

    /// The value of a position; `None` if the solved position cannot become it.
    #[must_use]
    pub fn value(&self, position: &Position) -> Option<Value> {
        let rows = position.left().iter().zip(self.position.left());
        let within = rows.clone().all(|(cells, most)| cells <= most);
        let rank = within.then(|| self.counts.rank(position.left()))?;
        Some(match &self.worths {
            Worths::Bytes(worths) => worths[rank].value(),
            Worths::Words(worths) => worths[rank].value(),
        })
    }

    /// The answer for the position.
    #[must_use]
    pub fn answer(&self) -> Answer {
        let answer = Answer::new(self.position, |child| self.value(child));
        answer.expect("moves lead to subpositions")
    }
}

/// The worth of the best move, when all positions of lower rank are solved.
fn best<T: Worth>(worths: &[T], rows: &[u8], terms: &[usize], cut: &[usize]) -> T {
    let (mut best, mut height) = (T::new(0), rows.len());
    let columns = cut.chunks_exact(rows.len() + 1).take(rows[0].into());
    for (column, cut) in columns.enumerate() {
        while usize::from(rows[height - 1]) <= column {
            height -= 1;
        }
        let below = terms[rows.len()] - terms[height] + cut[height];
        for (terms, cut) in terms[..height].iter().zip(cut) {
            best = best.max(worths[terms + (below - cut)]);
        }
    }
    best
}

impl Counts {
    fn of(position: &Position) -> Self {
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
    fn all(&self) -> u64 {
        if self.rows == 0 { 1 } else { self.at(0, self.lengths - 1) }
    }

    /// By rank: what a move to each staircase is worth.
    fn solve<T: Worth>(
        &self,
        position: &Position,
        control: Control<'_>,
    ) -> Result<Vec<T>, SolveError> {
        let (most, len) = (&position.left()[..self.rows], self.all());
        let mut worths = Vec::new();
        let reserved = usize::try_from(len).ok().and_then(|len| worths.try_reserve_exact(len).ok());
        reserved.ok_or(OutOfMemory { bytes: len.saturating_mul(size_of::<T>() as u64) })?;
        let cut = self.cut_terms(most);
        // `terms[i]`: what the rows above row i add to the rank.
        let (mut rows, mut terms) = (vec![0; most.len()], vec![0; most.len() + 1]);
        // No cell is left: the player to move has won.
        worths.push(T::new(0));
        while let Some(row) = next(&mut rows, most) {
            for row in row..rows.len() {
                terms[row + 1] = terms[row] + self.term(row, rows[row]);
            }
            let best = best(&worths, &rows, &terms, &cut);
            worths.push(T::of(best));
            if worths.len().is_multiple_of(PULSE) {
                control.advance(PULSE as u64)?;
            }
        }
        Ok(worths)
    }

    /// What a row adds to the rank.
    fn term(&self, row: usize, cells: u8) -> usize {
        self.at(row, cells.into()) as usize
    }

    /// The rank of a staircase among those within the position.
    fn rank(&self, left: &[u8]) -> usize {
        (0..self.rows).zip(left).map(|(row, &cells)| self.term(row, cells)).sum()
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
