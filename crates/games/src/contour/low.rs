//! The moves of the low 9 bits, as straight-line code on vectors.
//!
//! A segment has C(9, k) ≤ 126 states; `x[r]` is a vector of the r-th state of several segments,
//! one per lane. The states are solved in descending order of rank, each once: its moves
//! lead to higher ranks, which are final by then. The loop over the states is unrolled by a macro,
//! so that every index is a constant: a loop that the compiler may or may not unroll takes three
//! times as long.

use super::schedule::LOW;
use super::weights::{Scalar, weight_index};
use crate::staircase::{choose, unrank_path};

/// The number of vectors kept for a segment: 126 rounded up to a multiple of every lane count.
pub(super) const SEGMENT_LEN: usize = 128;

/// The weights of the low moves, one vector each: `[i][j − 1]` for the `j`-th one from bit `i` to
/// `i + 1`.
pub(super) type LowWeights<T, const L: usize> = [[[T; L]; LOW]; LOW - 1];

/// The weights of one board in every lane.
pub(super) fn broadcast<T: Scalar, const L: usize>(by_move: &[T]) -> LowWeights<T, L> {
    std::array::from_fn(|i| std::array::from_fn(|j| [by_move[weight_index(i, j + 1)]; L]))
}

/// The moves of one low pattern: target rank, bit, and number of the one from 0.
struct Moves {
    count: usize,
    to: [(usize, usize, usize); 4],
}

const fn moves(k: usize, rank: usize) -> Moves {
    let mut moves = Moves { count: 0, to: [(0, 0, 0); 4] };
    if rank >= choose(LOW, k) {
        return moves;
    }
    let path = unrank_path(LOW, k, rank);
    let (mut bit, mut j) = (0, 0);
    while bit + 1 < LOW {
        if path >> bit & 1 == 1 {
            if path >> (bit + 1) & 1 == 0 {
                moves.to[moves.count] = (rank + choose(bit, j), bit, j);
                moves.count += 1;
            }
            j += 1;
        }
        bit += 1;
    }
    moves
}

/// The low pattern of rank `R` with `K` ones.
struct Pattern<const K: usize, const R: usize>;

impl<const K: usize, const R: usize> Pattern<K, R> {
    const MOVES: Moves = moves(K, R);
}

/// Conditions are constants of their own, so that the compiler sees no code at all for moves that a
/// pattern does not have, which would be two thirds of all code here.
#[inline(always)]
fn state<T: Scalar, const L: usize, const K: usize, const R: usize>(
    x: &mut [[T; L]; SEGMENT_LEN],
    w: &LowWeights<T, L>,
    relax: &impl Fn(&mut [T; L], &[T; L], &[T; L]),
) {
    if const { Pattern::<K, R>::MOVES.count > 0 } {
        let mut best = x[R];
        macro_rules! follow {
            ($($n:literal)*) => { $(
                if const { Pattern::<K, R>::MOVES.count > $n } {
                    let (to, i, j) = const { Pattern::<K, R>::MOVES.to[$n] };
                    relax(&mut best, &w[i][j], &x[to]);
                }
            )* };
        }
        follow!(0 1 2 3);
        x[R] = best;
    }
}

/// Solves `x[..C(9, K)]`: on entry the best over the moves of higher bits (or [`Scalar::LEAST`]),
/// on return the values.
///
/// `relax(best, weight, from)` sets every lane of `best` to the greater of itself and `weight −
/// from`.
#[inline(always)]
pub(super) fn solve_low<T: Scalar, const L: usize, const K: usize>(
    x: &mut [[T; L]; SEGMENT_LEN],
    w: &LowWeights<T, L>,
    relax: &impl Fn(&mut [T; L], &[T; L], &[T; L]),
) {
    macro_rules! states {
        ($($rank:literal)*) => { $( state::<T, L, K, $rank>(x, w, relax); )* };
    }
    if const { choose(LOW, K) > 84 } {
        states!(125 124 123 122 121 120 119 118 117 116 115 114 113 112 111 110 109 108 107 106 105 104
            103 102 101 100 99 98 97 96 95 94 93 92 91 90 89 88 87 86 85 84);
    }
    if const { choose(LOW, K) > 36 } {
        states!(83 82 81 80 79 78 77 76 75 74 73 72 71 70 69 68 67 66 65 64 63 62 61 60 59 58 57 56 55 54
            53 52 51 50 49 48 47 46 45 44 43 42 41 40 39 38 37 36);
    }
    if const { choose(LOW, K) > 9 } {
        states!(35 34 33 32 31 30 29 28 27 26 25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9);
    }
    states!(8 7 6 5 4 3 2 1 0);
}
