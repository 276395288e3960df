//! Vectors: loads, stores, and what is written out for each instruction set. Intrinsics compile several times as fast
//! as a loop that the compiler has to vectorise.
#![allow(unsafe_code)]

#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
use std::arch::wasm32::*;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// In every lane the greater of `best` and `one − other`.
#[cfg(not(any(target_arch = "x86_64", all(target_family = "wasm", target_feature = "simd128"))))]
#[inline(always)]
pub fn max_of_difference4(best: &mut [i32; 4], one: &[i32; 4], other: &[i32; 4]) {
    for lane in 0..4 {
        best[lane] = best[lane].max(one[lane].wrapping_sub(other[lane]));
    }
}

/// In every lane the greater of `best` and `one − other`.
#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
#[inline(always)]
pub fn max_of_difference4(best: &mut [i32; 4], one: &[i32; 4], other: &[i32; 4]) {
    // SAFETY: the module is compiled for simd128. All are valid for reading and `best` for writing 16 bytes, which
    // need no alignment.
    unsafe {
        let load = |from: &[i32; 4]| v128_load(from.as_ptr().cast());
        let max = i32x4_max(load(best), i32x4_sub(load(one), load(other)));
        v128_store(best.as_mut_ptr().cast(), max);
    }
}

/// In every lane the greater of `best` and `one − other`.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn max_of_difference4(best: &mut [i32; 4], one: &[i32; 4], other: &[i32; 4]) {
    // SAFETY: SSE2 belongs to the base instruction set. All are valid for reading and `best` for
    // writing 16 bytes, which need no alignment.
    unsafe {
        let load = |from: &[i32; 4]| _mm_loadu_si128(from.as_ptr().cast());
        let (old, new) = (load(best), _mm_sub_epi32(load(one), load(other)));
        let is_more = _mm_cmpgt_epi32(new, old);
        let max = _mm_or_si128(_mm_and_si128(is_more, new), _mm_andnot_si128(is_more, old));
        _mm_storeu_si128(best.as_mut_ptr().cast(), max);
    }
}

/// Eight numbers in one vector.
///
/// # Safety
/// The processor has AVX2, as in the bodies that [`compiled`](super::compiled) calls.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
pub fn load8(from: &[i32; 8]) -> __m256i {
    // SAFETY: `from` is valid for reading its 32 bytes, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

/// Four numbers in the low half of a vector, and four in the high half.
///
/// # Safety
/// The processor has AVX2, as in the bodies that [`compiled`](super::compiled) calls.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
pub fn load4_4(low: &[i32; 4], high: &[i32; 4]) -> __m256i {
    // SAFETY: both are valid for reading their 16 bytes, and the loads need no alignment.
    unsafe { _mm256_loadu2_m128i(high.as_ptr().cast(), low.as_ptr().cast()) }
}

/// Writes the eight numbers of a vector.
///
/// # Safety
/// The processor has AVX2, as in the bodies that [`compiled`](super::compiled) calls.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
pub fn store8(vector: __m256i, to: &mut [i32; 8]) {
    // SAFETY: `to` is valid for writing its 32 bytes, and the store needs no alignment.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), vector) }
}
