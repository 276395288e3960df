//! The input of the kernels from a board: w = a + b by move, and the terminal constant.

use super::board::Board;

/// The types that a kernel computes with: `i32` where [`fits_i32`] allows it, else `i64`.
pub trait Scalar: Copy + Default + Ord + Send + Sync + 'static {
    /// Less than every value.
    const LEAST: Self;
    /// `weight − from`, wrapping. Exact for values of states (see the bound in the
    /// [module](super)); unused lanes and padding may wrap.
    fn minus(self, from: Self) -> Self;
    /// The low bits of `value`.
    fn narrow(value: i64) -> Self;
}

macro_rules! score {
    ($type:ty) => {
        impl Scalar for $type {
            const LEAST: Self = <$type>::MIN;
            #[inline(always)]
            fn minus(self, from: Self) -> Self {
                self.wrapping_sub(from)
            }
            #[inline(always)]
            fn narrow(value: i64) -> Self {
                value as $type
            }
        }
    };
}
score!(i32);
score!(i64);

/// Number of entries of [`Weights`]: bits 0..31 times 16 ones.
pub(super) const WEIGHTS: usize = 32 * 16;

/// The place in [`Weights::by_move`] of moving the `j`-th one (from 1) from bit `i` to bit `i + 1`.
pub(super) const fn weight_index(i: usize, j: usize) -> usize {
    i * 16 + j - 1
}

/// w = a + b of every move and the value of the full board.
#[derive(Clone, Debug)]
pub(super) struct Weights<T> {
    /// By [`weight_index`]; 0 where the move claims no cell.
    pub by_move: [T; WEIGHTS],
    /// g of the full board: Σ (a − b), negated when B would be to move.
    pub terminal: T,
}

impl<T: Scalar> Weights<T> {
    pub(super) fn new(board: &Board) -> Weights<T> {
        let (n, m) = (board.rows(), board.columns());
        let mut by_move = [T::default(); WEIGHTS];
        for j in 1..=n {
            for column in 0..m {
                let (a, b) = board.cell(n - j, column);
                by_move[weight_index(column + j - 1, j)] = T::narrow(i64::from(a) + i64::from(b));
            }
        }
        Weights { by_move, terminal: T::narrow(terminal(board)) }
    }
}

/// g of the full board.
fn terminal(board: &Board) -> i64 {
    let sum: i64 = board.cells().map(|(a, b)| i64::from(a) - i64::from(b)).sum();
    if (board.rows() * board.columns()).is_multiple_of(2) { sum } else { -sum }
}

/// Whether 32 bits hold every value of the computation, that is 2 · Σ max(a, b) ≤ 2³¹ − 1 (see the
/// proof in the [module](super)). They do for every contest board: 2 · 100 · 100,000 = 2 · 10⁷.
pub fn fits_i32(board: &Board) -> bool {
    let bound: i64 = board.cells().map(|(a, b)| 2 * i64::from(a.max(b))).sum();
    bound <= i64::from(i32::MAX)
}
