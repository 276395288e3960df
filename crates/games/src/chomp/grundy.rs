//! Grundy values of one position and of all its subpositions.

use super::Position;
use super::counts::{Children, Counts};
use perfectplay_core::control::Control;
use perfectplay_core::layers::SolveError;

/// The most moves of a position, and so the largest Grundy value.
const MOST: usize = 32 * 32;

/// The Grundy values of a position and of its subpositions, those that it can become and that have a cell.
///
/// The player who takes a corner loses, so nobody does while there is another move: the same player wins if
/// the corner may not be taken and a player without a move loses. That is a game of normal play, in which
/// the Grundy value of a position is the least number that no move leads to. It is 0 if and only if the
/// position is lost, and the exclusive or of such values is that of several bars side by side, where each
/// move is made in one of them and the last to move wins.
#[derive(Clone, Debug)]
pub struct Grundy {
    position: Position,
    counts: Counts,
    /// By rank; that of rank 0, which has no cell, is meaningless.
    values: Vec<u16>,
}

impl Grundy {
    /// How many bytes the values take: two for each position.
    pub fn bytes(position: &Position) -> u64 {
        Counts::of(position).all().saturating_mul(2)
    }

    /// The Grundy values of a position and its subpositions; `None` if there are more than `most` of them. It
    /// takes [`bytes`](Self::bytes), and some nanoseconds for each move of each of them.
    pub fn new(
        position: Position,
        most: usize,
        control: Control<'_>,
    ) -> Result<Option<Self>, SolveError> {
        let counts = Counts::of(&position);
        if counts.all() > most as u64 {
            return Ok(None);
        }
        let used = position.area() / 64 + 1;
        let values = counts.solve(&position, control, 0, |values, children: Children<'_>| {
            let mut seen = [0u64; MOST / 64 + 1];
            children.for_each(|rank| {
                if rank > 0 {
                    let value = values[rank];
                    seen[usize::from(value / 64)] |= 1 << (value % 64);
                }
            });
            least_not_in(&seen[..used])
        })?;
        Ok(Some(Self { position, counts, values }))
    }

    /// The Grundy value of a position; `None` if it has no cell, or the first position cannot become it.
    pub fn value(&self, position: &Position) -> Option<u16> {
        let rank = self.counts.rank_within(position, &self.position).filter(|&rank| rank > 0);
        Some(self.values[rank?])
    }
}

/// The place of the first bit that is not set.
fn least_not_in(words: &[u64]) -> u16 {
    let full = words.iter().take_while(|&&word| word == u64::MAX).count();
    let rest = words.get(full).map_or(0, |word| word.trailing_ones());
    (64 * full) as u16 + rest as u16
}
