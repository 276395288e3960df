//! The recursion over blocks in its plainest form: what the kernel is tested against, and the
//! solver of boards that are too small for the kernel.

use super::board::Board;
use super::weights::{Scalar, WEIGHTS, Weights, weight_index};
use crate::combinatorics::choose;

/// g of every contour of a board by rank, computed slowly and with 64 bits. A
/// [`Solver`](super::Solver) must find the same values.
pub fn solve_plain(board: &Board) -> Vec<i64> {
    let mut values = vec![0; board.contours()];
    let Weights { by_move, terminal } = Weights::new(board);
    fill_plain(&mut values, board.rows() + board.columns(), board.rows(), &by_move, terminal);
    values
}

/// Fills `values` with g of all C(`steps`, `ones`) paths in order of rank.
///
/// `terminal` is g of the last one; `weights` is indexed by [`weight_index`].
pub(super) fn fill_plain<T: Scalar>(
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

/// Solves the C(`steps`, `ones`) paths of one block, whose values are already the best over the
/// moves of higher bits.
pub(super) fn recurse<T: Scalar>(
    values: &mut [T],
    steps: usize,
    ones: usize,
    weights: &[T; WEIGHTS],
) {
    if ones == 0 || ones == steps {
        return;
    }
    // The paths in `lower` have the top bit clear, those in `upper` have it set. A move sets the
    // top bit only from the bit below it. The paths with that bit set are the last ones of `lower`,
    // and lead to as many paths at the start of `upper`, in the same order.
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
