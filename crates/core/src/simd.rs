//! The calls of functions compiled for more than the base instruction set: the only unsafe code.
//!
//! Calling a safe `#[target_feature]` function is unsafe for one reason: the processor must have
//! the features. An [`Isa`] can only be obtained from [`Isa::available`] and [`Isa::best`], which
//! ask the processor, so holding one is the proof.
#![allow(unsafe_code)]

use crate::contour::batch::BatchPlan;
use crate::contour::compiled;
use crate::contour::kernel::BlockJob;
use crate::contour::weights::Weights;

/// An instruction set that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Isa(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Isa {
    /// No more than the target's base instruction set.
    pub const PORTABLE: Isa = Isa(Kind::Portable);

    /// All that this processor has, the fastest last. Never empty.
    pub fn available() -> Vec<Isa> {
        #[allow(unused_mut)]
        let mut all = vec![Isa::PORTABLE];
        #[cfg(target_arch = "x86_64")]
        {
            let avx2 = is_x86_feature_detected!("avx2");
            if avx2 {
                all.push(Isa(Kind::Avx2));
            }
            if avx2
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
            {
                all.push(Isa(Kind::Avx512));
            }
        }
        all
    }

    /// The fastest that this processor has.
    pub fn best() -> Isa {
        Isa::available().pop().unwrap_or(Isa::PORTABLE)
    }

    /// `portable`, `avx2` or `avx512`.
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "avx512",
        }
    }

    /// How many boards a batch solves at once.
    pub fn boards_at_once(self) -> usize {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => 16,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => 8,
            Kind::Portable => 4,
        }
    }

    /// How many rows of a block are solved at once.
    pub(crate) fn rows_at_once(self) -> usize {
        match self.0 {
            Kind::Portable => 4,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 | Kind::Avx512 => 8,
        }
    }

    /// g of the empty board for each of at most [`Isa::boards_at_once`] boards, with 32-bit values.
    pub(crate) fn batch_i32(
        self,
        plan: &BatchPlan,
        boards: &[Weights<i32>],
        memory: &mut Vec<i32>,
    ) -> Vec<i32> {
        match self.0 {
            Kind::Portable => compiled::batch_portable_i32(plan, boards, memory),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Isa::available` made this kind only after finding avx2.
            Kind::Avx2 => unsafe { compiled::batch_avx2_i32(plan, boards, memory) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Isa::available` made this kind only after finding avx2 and avx512f, bw, dq
            // and vl.
            Kind::Avx512 => unsafe { compiled::batch_avx512_i32(plan, boards, memory) },
        }
    }

    /// Solves a block of 32-bit values.
    pub(crate) fn block_i32(self, values: &mut [i32], job: &BlockJob<'_, i32>) {
        match self.0 {
            Kind::Portable => compiled::block_portable_i32(values, job),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Isa::available` made this kind only after finding avx2.
            Kind::Avx2 => unsafe { compiled::block_avx2_i32(values, job) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Isa::available` made this kind only after finding avx2 and avx512f, bw, dq
            // and vl.
            Kind::Avx512 => unsafe { compiled::block_avx512_i32(values, job) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod vectors {
    use std::arch::x86_64::*;

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(crate) fn load8(from: &[i32; 8]) -> __m256i {
        // SAFETY: `from` is valid for reading its 32 bytes, and the load asks for no alignment.
        unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(crate) fn load4_4(low: &[i32; 4], high: &[i32; 4]) -> __m256i {
        // SAFETY: both are valid for reading their 16 bytes, and the loads ask for no alignment.
        unsafe { _mm256_loadu2_m128i(high.as_ptr().cast(), low.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(crate) fn store8(vector: __m256i, to: &mut [i32; 8]) {
        // SAFETY: `to` is valid for writing its 32 bytes, and the store asks for no alignment.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), vector) }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(crate) fn load16(from: &[i32; 16]) -> __m512i {
        // SAFETY: `from` is valid for reading its 64 bytes, and the load asks for no alignment.
        unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(crate) fn store16(vector: __m512i, to: &mut [i32; 16]) {
        // SAFETY: `to` is valid for writing its 64 bytes, and the store asks for no alignment.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), vector) }
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use vectors::{load4_4, load8, load16, store8, store16};
