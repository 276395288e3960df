//! Instruction sets: which ones this processor has, and how kernels are compiled for each of them
//! and the best one is called. This is the only unsafe code of the crate.
//!
//! Calling a safe `#[target_feature]` function is unsafe for one reason: the processor must have
//! the features. An [`Isa`] can only be obtained from [`Isa::available`] and [`Isa::best`], which
//! ask the processor, so an [`Isa`] is proof that the processor has them. Likewise a
//! `BitInstructions` is proof for the instructions that it writes out. A prefetch is in the base
//! instruction set, and safe for every address.
//!
//! Tests turn wider instructions off by the environment variable `PERFECTPLAY_INSTRUCTIONS`: it names the
//! last of `WIDER` that is used, and any other word, such as `portable`, none of them.

#[cfg(target_arch = "x86_64")]
use std::sync::LazyLock;
#[cfg(target_arch = "x86_64")]
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// What is used beyond the base instruction set of `x86_64`, in an order in which processors have it: those that
/// stop after `avx2` are AMD's before Zen 3.
#[cfg(target_arch = "x86_64")]
const WIDER: [&str; 3] = ["popcnt", "avx2", "pext"];

/// Whether a test has left these instructions of [`WIDER`] on.
#[cfg(target_arch = "x86_64")]
fn may_use(instructions: &str) -> bool {
    static USED: LazyLock<&[&str]> = LazyLock::new(|| {
        let last = std::env::var_os("PERFECTPLAY_INSTRUCTIONS").filter(|last| !last.is_empty());
        let used = last.map_or(WIDER.len(), |last| {
            WIDER.iter().position(|&name| last == name).map_or(0, |place| place + 1)
        });
        WIDER.split_at(used).0
    });
    USED.contains(&instructions)
}

/// An instruction set that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Isa(Kind);

/// The instruction sets that [`compiled`] compiles for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Isa {
    /// The base instruction set of the target that the program is compiled for.
    pub const PORTABLE: Isa = Isa(Kind::Portable);

    /// The instruction sets that this processor has, the fastest last; at least one. A test may have turned
    /// some off.
    pub fn available() -> Vec<Isa> {
        #[allow(unused_mut)]
        let mut all = vec![Isa::PORTABLE];
        #[cfg(target_arch = "x86_64")]
        if may_use("avx2") && is_x86_feature_detected!("avx2") {
            all.push(Isa(Kind::Avx2));
        }
        all
    }

    /// The fastest instruction set that this processor has.
    pub fn best() -> Isa {
        Isa::available().pop().unwrap_or(Isa::PORTABLE)
    }

    /// `portable` or `avx2`.
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "avx2",
        }
    }

    /// The number of 32-bit numbers in a vector. [`PORTABLE`](Self::PORTABLE) has no vectors of its
    /// own; there it is the number for which the compiler makes the fastest code.
    pub(crate) fn lanes(self) -> usize {
        match self.0 {
            Kind::Portable => 4,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => 8,
        }
    }

    /// The kind that [`compiled`] calls a body by.
    pub(crate) fn kind(self) -> Kind {
        self.0
    }
}

/// Counts and gathers bits, by instructions if this processor has them.
///
/// The base instruction set of `x86_64` has none for this, and a function that is compiled for
/// another one cannot be inlined, which costs a probe more than it gains. So the instructions are
/// written out, behind a branch that is always predicted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BitInstructions(#[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))] u8);

impl BitInstructions {
    #[cfg(target_arch = "x86_64")]
    const POPCNT: u8 = 1;
    #[cfg(target_arch = "x86_64")]
    const FAST_PEXT: u8 = 2;

    /// Those of this processor.
    #[inline(always)]
    pub(crate) fn new() -> Self {
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
    pub(crate) fn count(self, word: u64) -> u64 {
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

    /// The bits of `word` at the places of the set bits of `mask`, made consecutive; `otherwise` says
    /// them where no fast instruction does.
    #[inline(always)]
    pub(crate) fn gather(self, word: u64, mask: u64, otherwise: impl FnOnce() -> u64) -> u64 {
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

/// Has the processor fetch what will be read soon, of at most a few dozen bytes: the lines of its
/// cache that the first and the last byte are in. Elsewhere than on `x86_64` this does nothing.
#[inline(always)]
pub(crate) fn prefetch<T>(items: &[T]) {
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

/// Defines a function with two bodies, each compiled for an instruction set. Its first argument
/// is the [`Isa`] whose body is run:
///
/// ```text
/// compiled! {
///     fn name(argument: Type) -> Output { portable: …, avx2: … }
/// }
/// ```
///
/// A body may call the functions that its features make safe to call. It is safe code itself: the
/// compiler checks it as the body of a `#[target_feature]` function.
macro_rules! compiled {
    (
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $output:ty)? {
            portable: $portable:expr, avx2: $avx2:expr $(,)?
        }
    ) => {
        $(#[$attribute])*
        $visibility fn $name(isa: $crate::simd::Isa, $($argument: $type),*) $(-> $output)? {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2")]
            fn avx2($($argument: $type),*) $(-> $output)? {
                $avx2
            }
            match isa.kind() {
                $crate::simd::Kind::Portable => $portable,
                #[cfg(target_arch = "x86_64")]
                #[allow(unsafe_code)]
                // SAFETY: `Isa::available` returns this kind only after detecting avx2, which is
                // all that this function requires.
                $crate::simd::Kind::Avx2 => unsafe { avx2($($argument),*) },
            }
        }
    };
}
pub(crate) use compiled;

/// Loads and stores of vectors.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod vectors {
    use std::arch::x86_64::*;

    /// In every lane the greater of `best` and `one − other`.
    #[inline(always)]
    pub(crate) fn max_of_difference4(best: &mut [i32; 4], one: &[i32; 4], other: &[i32; 4]) {
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

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(crate) fn load8(from: &[i32; 8]) -> __m256i {
        // SAFETY: `from` is valid for reading its 32 bytes, and the load needs no alignment.
        unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(crate) fn load4_4(low: &[i32; 4], high: &[i32; 4]) -> __m256i {
        // SAFETY: both are valid for reading their 16 bytes, and the loads need no alignment.
        unsafe { _mm256_loadu2_m128i(high.as_ptr().cast(), low.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(crate) fn store8(vector: __m256i, to: &mut [i32; 8]) {
        // SAFETY: `to` is valid for writing its 32 bytes, and the store needs no alignment.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), vector) }
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use vectors::{load4_4, load8, max_of_difference4, store8};
