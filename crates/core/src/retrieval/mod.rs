//! Static functions (retrieval structures): k bits for each key of a set, in 1.6 % more than
//! k bits a key.
//!
//! A *static function* does not store its keys. It returns the value of each of them, and arbitrary
//! bits for anything else. Each key stands for an
//! equation over GF(2): of 128 consecutive rows of bits, some chosen by the hash of the key have
//! its value as their sum (exclusive or). As all equations are this narrow, Gaussian elimination in
//! the order of the rows takes linear time, and a value takes one read of neighbouring words
//! (Dillinger, Walzer, "Ribbon filter: practically smaller than Bloom and Xor", 2021).
//!
//! The keys are divided into *shards* of about 16,000 keys, each a system of equations of its own.
//! It needs 0.8 % more rows than it has keys, and 127 more for the width of the last equations. If
//! it still has no solution other hashes are tried; their number, the *seed*, is stored. The
//! shards of a function can be solved on different threads.
//!
//! - The *hash* of a key is `mix(key)`; 128-bit products of hashes and sizes give the
//!   shard, ⌊hash · shards / 2⁶⁴⌋.
//! - With g = mix(hash xor (seed + 1) · φ), an equation starts at row ⌊g · (rows − 127) /
//!   2⁶⁴⌋; its coefficients are mix(g + φ) with bit 0 set, and above that mix(g + 2φ).
//! - Bit j of a value is found in column j; bit r mod 64 of word ⌊r / 64⌋ · columns + j of
//!   a shard is row r of its column j.
//!
//! # Filters
//!
//! A static function that has the low k bits of each key's own hash as its value is a *filter*: all
//! keys pass it, anything else with probability 2⁻ᵏ. Where few of many candidates are marked, a
//! filter of the marked ones and a function of one bit for all candidates that pass it take less
//! than one bit a candidate: with R marked ones and S others R k + R + S / 2ᵏ bits, which is least
//! near 2ᵏ = S / R · ln 2 and comes within a tenth of the entropy. (The two stages are those of
//! "Clubcards for the WebPKI", Schanck, 2025; a cascade of Bloom filters does the same in more
//! space.)
//!
//! # Modules
//!
//! `ribbon` has one shard, its equations and their solution; `functions` has many functions in three
//! arrays of words, as tables store them, and their builder; `keys` sorts keys into shards.

mod functions;
pub(crate) mod keys;
pub(crate) mod ribbon;

use thiserror::Error;

pub use functions::Functions;
pub use functions::FunctionsBuilder;
pub use keys::shards;
pub use keys::{HashKey, ShardedKeys, shard_bytes};
pub use ribbon::Window;
pub use ribbon::{Shard, scale, solve};

use crate::layers::OutOfMemory;

/// Why some keys have no static function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RetrievalError {
    /// Two keys have the same hash, so they are the same key. That is an error even if their values
    /// are the same, because counts of the keys would be wrong.
    #[error("two keys have the hash {hash:#018x}: each key of a function may occur only once")]
    Repeated {
        /// The hash.
        hash: u64,
    },
    /// A shard has too many keys. That does not happen with different keys whose hashes are well
    /// mixed.
    #[error("{keys} keys fall into one shard, which cannot have this many rows")]
    Crowded {
        /// How many keys.
        keys: usize,
    },
    /// There are more shards, or more words, than the format can number.
    #[error("the functions take more words than can be numbered")]
    Full,
    /// The system does not grant the memory.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// A bijection of 64-bit numbers that mixes all bits (Steele, Lea, Flood, "Fast splittable
/// pseudorandom number generators", 2014).
#[inline]
pub const fn mix(mut key: u64) -> u64 {
    key = (key ^ key >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    key = (key ^ key >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ key >> 31
}

/// The value of a key in a filter of `bits` bits: the low bits of its hash. (The shard depends on
/// the high bits, and the equation on all bits mixed anew.)
#[inline]
pub const fn fingerprint(hash: u64, bits: u8) -> u8 {
    (hash & ((1 << bits) - 1)) as u8
}

/// The size, in 1/128 bits, of a filter of `bits` bits for the marked keys and of a function of one
/// bit for the keys that pass it.
pub const fn cost(bits: usize, marked: u64, others: u64) -> u128 {
    marked as u128 * (bits as u128 + 1) * 128 + others as u128 * (128 >> bits)
}
