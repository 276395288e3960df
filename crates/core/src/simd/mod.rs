//! Instruction sets: which ones this processor has, and how kernels are compiled for each of them
//! and the best one is called. This folder has the only unsafe code of the crate, and [`compiled`]
//! makes all that games have.
//!
//! Calling a safe `#[target_feature]` function is unsafe for one reason: the processor must have
//! the features. An [`Isa`] can only be obtained from [`Isa::available`] and [`Isa::best`], which
//! ask the processor, so an [`Isa`] is proof that the processor has them.
//!
//! Tests turn wider instructions off by the environment variable `PERFECTPLAY_INSTRUCTIONS`: it names the
//! last of `WIDER` that is used, and any other word, such as `portable`, none of them.

mod bits;
mod vectors;

#[cfg(target_arch = "x86_64")]
use std::sync::LazyLock;

pub use bits::BitInstructions;
pub use bits::prefetch;
pub use vectors::max_of_difference4;
#[cfg(target_arch = "x86_64")]
pub use vectors::{load4_4, load8, store8};

/// What is used beyond the base instruction set of `x86_64`, in the order in which processors acquired it: those
/// that stop after `avx2` are AMD's before Zen 3.
#[cfg(target_arch = "x86_64")]
const WIDER: [&str; 3] = ["popcnt", "avx2", "pext"];

/// Whether these instructions of [`WIDER`] may be used, as a test may have turned them off.
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
pub enum Kind {
    /// The base instruction set of the target.
    Portable,
    /// 256-bit vectors.
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
    #[inline]
    pub fn lanes(self) -> usize {
        match self.0 {
            Kind::Portable => 4,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => 8,
        }
    }

    /// The kind that [`compiled`] calls a body by.
    #[inline]
    pub fn kind(self) -> Kind {
        self.0
    }
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
#[doc(hidden)]
#[macro_export]
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
pub use crate::compiled;
