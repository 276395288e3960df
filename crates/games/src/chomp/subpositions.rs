//! Outcome and plies of one position and of all its subpositions, the positions that it can become.

use super::counts::{Children, Counts};
use super::{Answer, Position, answer};
use perfectplay_core::Value;
use perfectplay_core::control::Control;
use perfectplay_core::layers::SolveError;

/// The values of a position and of its subpositions, the positions that it can become.
///
/// Moves lead to lower ranks among them, so one pass in ascending order finds all values.
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

    /// Of the position whose best move is worth this much.
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

/// Whether a byte can hold the plies of each position: a win of 254 at most, a loss of 255. Every move takes a
/// cell.
fn fits_bytes(position: &Position) -> bool {
    position.area() <= u8::MAX.into()
}

impl Subpositions {
    /// The number of positions that a position can become, itself included; 2⁶⁴ − 1 if there are more.
    pub fn count(position: &Position) -> u64 {
        Counts::of(position).all()
    }

    /// How many bytes the values take: one for each position, or two if there are more than 255 cells.
    pub fn bytes(position: &Position) -> u64 {
        let width = if fits_bytes(position) { 1 } else { 2 };
        Self::count(position).saturating_mul(width)
    }

    /// Solves a position and its subpositions; `None` if there are more than `most` of them. It takes
    /// [`bytes`](Self::bytes), and two or three nanoseconds for each move of each of them: 25 ms for 10 × 10.
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
            true => Worths::Bytes(solve(&counts, &position, control)?),
            false => Worths::Words(solve(&counts, &position, control)?),
        };
        Ok(Some(Self { position, counts, worths }))
    }

    /// The number of values: of the position and of its subpositions.
    #[expect(clippy::len_without_is_empty, reason = "the position itself is always among them")]
    pub const fn len(&self) -> usize {
        match &self.worths {
            Worths::Bytes(worths) => worths.len(),
            Worths::Words(worths) => worths.len(),
        }
    }

    /// The value of a position; `None` if the solved position cannot become it.
    pub fn value(&self, position: &Position) -> Option<Value> {
        let rank = self.counts.rank_within(position, &self.position)?;
        Some(match &self.worths {
            Worths::Bytes(worths) => worths[rank].value(),
            Worths::Words(worths) => worths[rank].value(),
        })
    }

    /// The answer for the position.
    pub fn answer(&self) -> Answer {
        let answer = answer(self.position, |child| self.value(child));
        answer.expect("moves lead to subpositions")
    }
}

/// The worths of all subpositions by rank.
fn solve<T: Worth>(
    counts: &Counts,
    position: &Position,
    control: Control<'_>,
) -> Result<Vec<T>, SolveError> {
    // No cell is left: the player to move has won.
    counts.solve(position, control, T::new(0), |worths: &[T], children: Children<'_>| {
        let mut best = T::new(0);
        children.for_each(|rank| best = best.max(worths[rank]));
        T::of(best)
    })
}
