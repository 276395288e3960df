//! The published methods, which the benchmarks compare with.
//!
//! Each module is a plain implementation of how a game is solved elsewhere: on one thread, from
//! scratch, for one position. They are as fast as well-written programs of their kind, so that a
//! comparison with them is fair, and they use nothing of the project but its types for positions
//! and its rules for single levels, cells and steps. Every run of a benchmark compares
//! what they find with what the project's solvers find.
//!
//! | module | method | published for |
//! |---|---|---|
//! | [`number`] | memoised search over bit masks | POJ 1143 |
//! | [`tower`] | memoised search with a hash map of packed towers | Codeforces 424E |
//! | [`contour`] | memoised search with an array of all contours | Luogu P4363 |
//! | [`stake`] | alpha-beta search with a transposition table | POJ 3317 |
//! | [`tokens`] | one maximum matching, and a search for one augmenting path | POJ 2990 |
//! | [`chomp`] | memoised search with a hash map of packed bars | textbooks |

pub mod chomp;
pub mod contour;
pub mod number;
pub mod stake;
pub mod tokens;
pub mod tower;

use perfectplay_core::Outcome;
use rustc_hash::FxHashMap;

/// The outcome of a position from whether its player to move wins.
const fn outcome_of(wins: bool) -> Outcome {
    if wins { Outcome::Win } else { Outcome::Loss }
}

/// Whether the player to move wins, for each position that was searched.
type Known = FxHashMap<u64, bool>;

/// Whether the player to move wins. Moves are tried until one wins, and every position is searched once.
fn wins<I>(position: u64, known: &mut Known, moves: impl Fn(u64) -> I + Copy) -> bool
where
    I: Iterator<Item = u64>,
{
    if let Some(&wins) = known.get(&position) {
        return wins;
    }
    let is_won = moves(position).any(|next| !wins(next, known, moves));
    known.insert(position, is_won);
    is_won
}

/// The places of the ones of a word, ascending.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}
