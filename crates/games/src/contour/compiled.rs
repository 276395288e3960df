//! The kernels, compiled for each instruction set.

use super::kernel::{BlockJob, Vectors, solve_block};
use super::lanes::{relax4, to_memory, to_states};
#[cfg(target_arch = "x86_64")]
use super::lanes::{relax8, to_memory8, to_states8};
use perfectplay_core::simd::{Isa, compiled};

/// How many segments of a block [`solve_segments`] solves at once.
pub(super) fn segments_at_once(isa: Isa) -> usize {
    isa.lanes()
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
    }
}
