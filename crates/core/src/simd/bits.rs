//! Instructions for bits and for caches, written out where the compiler may not use them.
//!
//! A [`BitInstructions`] is proof that the processor has those that it writes out. A prefetch is in the base
//! instruction set, and safe for every address.

#[cfg(target_arch = "x86_64")]
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

#[cfg(target_arch = "x86_64")]
use super::may_use;

/// Counts and gathers bits, by instructions if this processor has them.
///
/// The base instruction set of `x86_64` has none for this, and a function that is compiled for
/// another one cannot be inlined, which costs a probe more than it gains. So the instructions are
/// written out, behind a branch that is always predicted.
#[derive(Clone, Copy, Debug)]
pub struct BitInstructions(#[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))] u8);

impl BitInstructions {
    #[cfg(target_arch = "x86_64")]
    const POPCNT: u8 = 1;
    #[cfg(target_arch = "x86_64")]
    const FAST_PEXT: u8 = 2;

    /// Those of this processor.
    #[inline(always)]
    pub fn here() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            // One load instead of the several that the features take one by one.
            static FOUND: AtomicU8 = AtomicU8::new(0);
            let found = FOUND.load(Relaxed);
            Self(if found == 0 { Self::find(&FOUND) } else { found })
        }
        #[cfg(not(target_arch = "x86_64"))]
        Self(0)
    }

    #[cfg(target_arch = "x86_64")]
    #[cold]
    fn find(found: &AtomicU8) -> u8 {
        // AMD's processors before Zen 3 take a step for each bit. SSE4a tells AMD's from others, VAES
        // the newer ones from the older ones.
        let has_fast_pext = may_use("pext")
            && is_x86_feature_detected!("bmi2")
            && (!is_x86_feature_detected!("sse4a") || is_x86_feature_detected!("vaes"));
        let mut features = 1 << 7;
        if may_use("popcnt") && is_x86_feature_detected!("popcnt") {
            features |= Self::POPCNT;
        }
        if has_fast_pext {
            features |= Self::FAST_PEXT;
        }
        found.store(features, Relaxed);
        features
    }

    /// The number of set bits.
    #[inline(always)]
    pub fn count(self, word: u64) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if self.0 & Self::POPCNT != 0 {
            let count: u64;
            #[allow(unsafe_code)]
            // SAFETY: the processor has the instruction, which reads one register and writes another
            // one and the flags.
            unsafe {
                std::arch::asm!(
                    "popcnt {count}, {word}",
                    word = in(reg) word,
                    count = out(reg) count,
                    options(pure, nomem, nostack),
                );
            }
            return count;
        }
        word.count_ones().into()
    }

    /// The bits of `word` at the places of the set bits of `mask`, made consecutive; `otherwise` computes them
    /// where there is no fast instruction.
    #[inline(always)]
    pub fn gather(self, word: u64, mask: u64, otherwise: impl FnOnce() -> u64) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if self.0 & Self::FAST_PEXT != 0 {
            let gathered: u64;
            #[allow(unsafe_code)]
            // SAFETY: the processor has the instruction, which reads two registers and writes a
            // third.
            unsafe {
                std::arch::asm!(
                    "pext {gathered}, {word}, {mask}",
                    word = in(reg) word,
                    mask = in(reg) mask,
                    gathered = out(reg) gathered,
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            return gathered;
        }
        let _ = (word, mask);
        otherwise()
    }
}

/// Makes the processor fetch up to a few dozen bytes that will be read soon: the cache lines of the first and the
/// last byte. Elsewhere than on `x86_64` this does nothing.
#[inline(always)]
pub fn prefetch<T>(items: &[T]) {
    #[cfg(target_arch = "x86_64")]
    if let [first, ..] = items {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let first: *const i8 = std::ptr::from_ref(first).cast();
        let last = first.wrapping_add(size_of_val(items) - 1);
        #[allow(unsafe_code)]
        // SAFETY: the instruction is part of the base instruction set. It changes nothing but what
        // is in the caches, and may be given any address.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(first);
            _mm_prefetch::<_MM_HINT_T0>(last);
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = items;
}
