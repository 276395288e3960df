//! The kernels, compiled once per instruction set and width: one line of code each.

use super::batch::{BatchPlan, solve_lanes};
use super::kernel::{BlockJob, Vectors, solve_block};
use super::lanes::{relax, to_memory, to_states};
#[cfg(target_arch = "x86_64")]
use super::lanes::{relax8, relax16, to_memory8, to_states8};
use super::weights::Weights;

/// 4 rows at a time, whatever the compiler makes of it.
pub(crate) fn block_portable_i32(values: &mut [i32], job: &BlockJob<'_, i32>) {
    solve_block::<i32, 4>(values, job, Vectors { to_states, to_memory, relax });
}

/// 8 rows at a time.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
pub(crate) fn block_avx2_i32(values: &mut [i32], job: &BlockJob<'_, i32>) {
    let vectors = Vectors {
        to_states: |rows: &_, at, states: &mut _| to_states8(rows, at, states),
        to_memory: |states: &_, at, values: &mut [i32], bases: &_| {
            to_memory8(states, at, values, bases);
        },
        relax: |best: &mut _, weight: &_, from: &_| relax8(best, weight, from),
    };
    solve_block::<i32, 8>(values, job, vectors);
}

/// 8 rows at a time.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2")]
pub(crate) fn block_avx512_i32(values: &mut [i32], job: &BlockJob<'_, i32>) {
    let vectors = Vectors {
        to_states: |rows: &_, at, states: &mut _| to_states8(rows, at, states),
        to_memory: |states: &_, at, values: &mut [i32], bases: &_| {
            to_memory8(states, at, values, bases);
        },
        relax: |best: &mut _, weight: &_, from: &_| relax8(best, weight, from),
    };
    solve_block::<i32, 8>(values, job, vectors);
}

/// 4 boards at a time.
pub(crate) fn batch_portable_i32(
    plan: &BatchPlan,
    boards: &[Weights<i32>],
    memory: &mut Vec<i32>,
) -> Vec<i32> {
    solve_lanes::<i32, 4>(plan, boards, memory, relax).to_vec()
}

/// 8 boards at a time.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
pub(crate) fn batch_avx2_i32(
    plan: &BatchPlan,
    boards: &[Weights<i32>],
    memory: &mut Vec<i32>,
) -> Vec<i32> {
    solve_lanes::<i32, 8>(plan, boards, memory, |best, weight, from| relax8(best, weight, from))
        .to_vec()
}

/// 16 boards at a time.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2")]
pub(crate) fn batch_avx512_i32(
    plan: &BatchPlan,
    boards: &[Weights<i32>],
    memory: &mut Vec<i32>,
) -> Vec<i32> {
    solve_lanes::<i32, 16>(plan, boards, memory, |best, weight, from| relax16(best, weight, from))
        .to_vec()
}
