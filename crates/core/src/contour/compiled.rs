//! The kernels, compiled for each instruction set.

use super::kernel::{BlockJob, Vectors, solve_block};
use super::lanes::{relax4, to_memory, to_states};
#[cfg(target_arch = "x86_64")]
use super::lanes::{relax8, relax16, to_memory8, to_states8};
use super::levels::{Levels, solve_levels};
use super::weights::Weights;
use crate::simd::{Isa, compiled};

/// How many boards [`solve_boards`] solves at once.
pub(super) fn boards_at_once(isa: Isa) -> usize {
    isa.lanes()
}

/// How many segments of a block [`solve_segments`] solves at once. More than 8 lanes would often be
/// empty, see `schedule`.
pub(super) fn segments_at_once(isa: Isa) -> usize {
    isa.lanes().min(8)
}

compiled! {
    /// Solves a block of 32-bit values.
    pub(super) fn solve_segments(values: &mut [i32], job: &BlockJob<'_, i32>) {
        portable: solve_block::<i32, 4>(values, job, Vectors { to_states, to_memory, relax: relax4 }),
        avx2: {
            let vectors = Vectors {
                to_states: |segments: &_, at, states: &mut _| to_states8(segments, at, states),
                to_memory: |states: &_, at, values: &mut [i32], bases: &_| {
                    to_memory8(states, at, values, bases);
                },
                relax: |best: &mut _, weight: &_, from: &_| relax8(best, weight, from),
            };
            solve_block::<i32, 8>(values, job, vectors);
        },
        // Of no use with 8 lanes: as fast, and twice the code.
        avx512: avx2(values, job),
    }
}

compiled! {
    /// g of the empty board for each of at most [`boards_at_once`] boards, with 32-bit values.
    pub(super) fn solve_boards(
        levels: &Levels,
        boards: &[Weights<i32>],
        memory: &mut Vec<i32>,
    ) -> Vec<i32> {
        portable: solve_levels::<i32, 4>(levels, boards, memory, relax4).to_vec(),
        avx2: {
            let relax = |best: &mut _, weight: &_, from: &_| relax8(best, weight, from);
            solve_levels::<i32, 8>(levels, boards, memory, relax).to_vec()
        },
        avx512: {
            let relax = |best: &mut _, weight: &_, from: &_| relax16(best, weight, from);
            solve_levels::<i32, 16>(levels, boards, memory, relax).to_vec()
        },
    }
}
