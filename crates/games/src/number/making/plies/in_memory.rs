//! How many plies positions of the Number Game last, for bounds whose tables only know outcomes.

use std::sync::atomic::{AtomicU8, Ordering};

use perfectplay_core::Value;

use super::for_each_by_size;
use crate::number::{Index, Move, Path, Position};
use crate::preludes::making::*;

/// The values of all positions of the Number Game with numbers up to a bound, in memory: outcomes
/// and plies.
///
/// A byte each is enough: the winner makes the last move, so the plies are odd for a win and
/// even for a loss.
#[derive(Clone, Debug)]
pub struct NumberValues {
    index: Index,
    trie: Vec<u8>,
    plies: Vec<u8>,
}

impl NumberValues {
    /// The largest bound: up to it the index's 32 bits are enough for all positions.
    pub const MAX_BOUND: u8 = 59;

    /// How many bytes of memory [`solve`](Self::solve) takes at most, apart from some kilobytes.
    pub fn memory(bound: u8) -> u64 {
        let states = Position::count_up_to;
        // The index lists the positions up to the bound, and before them those up to five less, in
        // vectors that double when they are full. Its trie has a word for each of the latter, and
        // for those of the levels above, which are a third as many.
        let list = |positions: u64| 8 * positions.next_power_of_two();
        let (all, shorter) = (states(bound), states(bound.saturating_sub(5).max(2)));
        let trie = 8 * (shorter + shorter / 2) + (1 << 11);
        // Then come the order in which positions are solved, and their plies.
        list(all) + trie + list(shorter).max(all * (4 + 1))
    }

    /// Solves all positions up to a bound on the threads of the current rayon pool.
    ///
    /// # Errors
    /// If it is interrupted, or the system does not give the memory.
    ///
    /// # Panics
    /// If the bound is not 2 to [`MAX_BOUND`](Self::MAX_BOUND).
    pub fn solve(bound: u8, control: Control<'_>) -> Result<Self, SolveError> {
        assert!(bound <= Self::MAX_BOUND, "there are too many positions up to {bound}");
        // Refused now rather than after the index was built.
        let bytes = Self::memory(bound);
        if !can_be_had(bytes) {
            return Err(OutOfMemory { bytes }.into());
        }
        let index = Index::new(bound);
        let (positions, trie) = index.build()?;
        control.set_length(positions.len() as u64);
        let ranks = index.over(&trie).expect("the index reads what it built");
        // As in a table's build, each is stored once, and read only for larger positions.
        let plies = memory::collect(positions.iter().map(|_| AtomicU8::new(0)))?;
        for_each_by_size(&positions, control, |rank| {
            let position = positions[rank as usize];
            let known = |rank: u64| plies[rank as usize].load(Ordering::Relaxed);
            let path = ranks.path(position);
            let found = path.and_then(|path| plies_of(position, &path, known));
            let found = found.expect("moves lead to positions of the index");
            plies[rank as usize].store(found, Ordering::Relaxed);
        })?;
        // In place.
        let plies = plies.into_iter().map(AtomicU8::into_inner).collect();
        Ok(Self { index, trie, plies })
    }

    /// A position's value; `None` if it holds a number above the bound.
    pub fn value(&self, position: Position) -> Option<Value> {
        let rank = self.index.over(&self.trie)?.rank(position)?;
        let plies = *self.plies.get(rank as usize)?;
        let outcome = if is_won(plies) { Outcome::Win } else { Outcome::Loss };
        Some(Value { outcome, plies: Some(plies.into()) })
    }
}

fn is_won(plies: u8) -> bool {
    !plies.is_multiple_of(2)
}

/// The plies of a position from those of the positions that its moves lead to.
fn plies_of(position: Position, path: &Path<'_>, known: impl Fn(u64) -> u8) -> Option<u8> {
    let (mut shortest_win, mut longest_loss) = (None, 0);
    for number in position.numbers() {
        let mine = known(path.after(Move(number))?.1) + 1;
        if is_won(mine) {
            shortest_win = Some(shortest_win.map_or(mine, |least: u8| least.min(mine)));
        } else {
            longest_loss = longest_loss.max(mine);
        }
    }
    Some(shortest_win.unwrap_or(longest_loss))
}
