//! The block recursion in its plainest form: the kernel's twin for tests, and the solver of boards
//! too small for it.

use super::board::Board;
use super::weights::{Score, WEIGHTS, Weights, weight_index};
use crate::combinatorics::choose;

/// g of every contour of a board by rank, slowly and with 64 bits whatever its scores: what a
/// [`Solver`](super::Solver) must find as well.
#[must_use]
pub fn solve_plain(board: &Board) -> Vec<i64> {
    let mut values = vec![0; board.contours()];
    let Weights { by_move, terminal } = Weights::new(board);
    fill_plain(&mut values, board.rows() + board.columns(), board.rows(), &by_move, terminal);
    values
}

/// Fills `values` with g of all C(`steps`, `ones`) paths in order of rank.
///
/// `terminal` is g of the last one. `weights` is by [`weight_index`].
pub(super) fn fill_plain<T: Score>(
    values: &mut [T],
    steps: usize,
    ones: usize,
    weights: &[T; WEIGHTS],
    terminal: T,
) {
    values.fill(T::LEAST);
    values[choose(steps, ones) - 1] = terminal;
    recurse(values, steps, ones, weights);
}

/// Finishes the C(`steps`, `ones`) paths of one block that already hold the best over the moves of
/// higher bits.
pub(super) fn recurse<T: Score>(
    values: &mut [T],
    steps: usize,
    ones: usize,
    weights: &[T; WEIGHTS],
) {
    if ones == 0 || ones == steps {
        return;
    }
    // Top bit clear below, set above. The top one can only come from the bit below it, which the
    // paths at the end of the lower part have set; they lead to as many paths at the beginning of
    // the upper part, in the same order.
    let (lower, upper) = values.split_at_mut(choose(steps - 1, ones));
    recurse(upper, steps - 1, ones - 1, weights);
    if steps >= 2 {
        let len = choose(steps - 2, ones - 1);
        let weight = weights[weight_index(steps - 2, ones)];
        let start = lower.len() - len;
        for (best, &from) in lower[start..].iter_mut().zip(&upper[..len]) {
            *best = (*best).max(weight.minus(from));
        }
    }
    recurse(lower, steps - 1, ones, weights);
}
