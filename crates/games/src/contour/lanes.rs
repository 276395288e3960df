//! Transposing squares: segments that lie one after the other in memory become vectors with one
//! segment per lane, and back.
//!
//! For i, j < L and at + L ≤ [`SEGMENT_LEN`], `to_states(segments, at, states)` sets `states[at +
//! i][j] = segments[j][at + i]`, and `to_memory(states, at, values, bases)` sets `values[bases[j] +
//! at + i] = states[at + i][j]`, lane after lane.

use super::low::SEGMENT_LEN;
#[cfg(not(any(
    target_arch = "x86_64",
    all(target_family = "wasm", target_feature = "simd128")
)))]
use super::weights::Scalar;

/// `L` segments, one after the other.
pub(super) type Segments<T, const L: usize> = [[T; SEGMENT_LEN]; L];
/// `L` segments state by state: one segment per lane.
pub(super) type States<T, const L: usize> = [[T; L]; SEGMENT_LEN];

/// The portable form, for any type and number of lanes.
#[inline(always)]
pub(super) fn to_states<T: Copy, const L: usize>(
    segments: &Segments<T, L>,
    at: usize,
    states: &mut States<T, L>,
) {
    for (i, state) in states[at..at + L].iter_mut().enumerate() {
        for (number, segment) in state.iter_mut().zip(segments) {
            *number = segment[at + i];
        }
    }
}

/// The portable form, for any type and number of lanes.
#[inline(always)]
pub(super) fn to_memory<T: Copy, const L: usize>(
    states: &States<T, L>,
    at: usize,
    values: &mut [T],
    bases: &[usize; L],
) {
    for (lane, &base) in bases.iter().enumerate() {
        for (value, state) in values[base + at..][..L].iter_mut().zip(&states[at..]) {
            *value = state[lane];
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{SEGMENT_LEN, Segments, States};
    use perfectplay_core::simd::{load4_4, load8, store8};
    use std::arch::x86_64::*;

    /// Transposes 8 × 8 numbers. Halves of two lines are loaded into one vector without a shuffle,
    /// so 16 shuffles are enough.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn square8<'a>(line: impl Fn(usize) -> &'a [i32; 8]) -> [__m256i; 8] {
        let pair = |i: usize, half: usize| {
            let (low, high) = (line(i).as_chunks().0, line(i + 4).as_chunks().0);
            load4_4(&low[half], &high[half])
        };
        let a = halves8(pair(0, 0), pair(1, 0), pair(2, 0), pair(3, 0));
        let b = halves8(pair(0, 1), pair(1, 1), pair(2, 1), pair(3, 1));
        [a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]]
    }

    /// Transposes 4 × 4 squares inside the 128-bit halves of four vectors.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn halves8(r0: __m256i, r1: __m256i, r2: __m256i, r3: __m256i) -> [__m256i; 4] {
        let (t0, t1) = (_mm256_unpacklo_epi32(r0, r1), _mm256_unpackhi_epi32(r0, r1));
        let (t2, t3) = (_mm256_unpacklo_epi32(r2, r3), _mm256_unpackhi_epi32(r2, r3));
        [
            _mm256_unpacklo_epi64(t0, t2),
            _mm256_unpackhi_epi64(t0, t2),
            _mm256_unpacklo_epi64(t1, t3),
            _mm256_unpackhi_epi64(t1, t3),
        ]
    }

    /// [`super::relax4`] for eight lanes, for loops that the compiler would not vectorise.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(crate) fn relax8(best: &mut [i32; 8], weight: &[i32; 8], from: &[i32; 8]) {
        store8(_mm256_max_epi32(load8(best), _mm256_sub_epi32(load8(weight), load8(from))), best);
    }

    /// [`super::to_states`] with intrinsics.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(crate) fn to_states8(segments: &Segments<i32, 8>, at: usize, states: &mut States<i32, 8>) {
        assert!(at <= SEGMENT_LEN - 8);
        let line = |i: usize| segments[i][at..].first_chunk().expect("whole vectors");
        for (i, vector) in square8(line).into_iter().enumerate() {
            store8(vector, &mut states[at + i]);
        }
    }

    /// [`super::to_memory`] with intrinsics.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(crate) fn to_memory8(
        states: &States<i32, 8>,
        at: usize,
        values: &mut [i32],
        bases: &[usize; 8],
    ) {
        assert!(at <= SEGMENT_LEN - 8);
        for (vector, base) in square8(|i| &states[at + i]).into_iter().zip(bases) {
            store8(vector, values[base + at..].first_chunk_mut().expect("whole vectors"));
        }
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::{relax8, to_memory8, to_states8};

/// Every lane of `best` becomes the greater of itself and `weight − from`.
pub(super) use perfectplay_core::simd::max_of_difference4 as relax4;
