//! Retrieval: k bits for each key of a set, and any bits for all other keys, in 1.6 % more than
//! k bits a key.
//!
//! The keys are not stored, only what a *static function* has for them. Each key stands for an
//! equation over GF(2): of 128 consecutive rows of bits, those that its hash says add up (exclusive
//! or) to its value. As all equations are this narrow, Gaussian elimination in the order of the rows
//! takes linear time; an answer takes one read of neighbouring words (Dillinger, Walzer, "Ribbon
//! filter: practically smaller than Bloom and Xor", 2021).
//!
//! A system of equations with about 16,000 keys, a *shard*, needs 0.8 % more rows than it has
//! keys, and 127 more because the last equations need their room. It may still have no
//! solution; then other hashes are tried, whose number, the *seed*, is kept. The
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
//! A function that gives each key the low k bits of its own hash is a *filter*: all keys pass it,
//! anything else with probability 2⁻ᵏ. Where few of many candidates are marked, a filter of the
//! marked ones, and a function of one bit for all candidates that pass, take less than one bit a
//! candidate: with R marked ones and S others R k + R + S / 2ᵏ bits, which is least near 2ᵏ = S / R ·
//! ln 2 and comes within a tenth of the entropy. (The two stages are those of "Clubcards for the
//! WebPKI", Schanck, 2025; a cascade of Bloom filters does the same with more.)
//!
//! # Rooms
//!
//! `ribbon` is one shard, its equations and their solution; `functions` are many functions in three
//! arrays of words, as tables have them, and their builder; `keys` sorts keys into shards.

mod functions;
mod keys;
mod ribbon;

use thiserror::Error;

pub(crate) use functions::{Functions, FunctionsBuilder};
pub(crate) use keys::{Hashed, ShardedKeys};
pub use ribbon::Shard;

/// Why there is no function of some keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RetrievalError {
    /// Two keys have one hash, so they are the same key. That is an error even if their values are
    /// the same: who counts the keys would count wrong.
    #[error("two keys have the hash {hash:#018x}: each key of a function must come once")]
    Repeated {
        /// The hash.
        hash: u64,
    },
    /// So many keys have hashes of one shard that it would have more rows than can be told. Mixed
    /// hashes of different keys do not do that.
    #[error("{keys} keys fall into one shard, which cannot have so many rows")]
    Crowded {
        /// How many keys these are.
        keys: usize,
    },
    /// There are more shards, or more words, than a place can tell.
    #[error("the functions take more words than can be numbered")]
    Full,
}

/// A bijection of 64-bit numbers that mixes all bits (Steele, Lea, Flood, "Fast splittable
/// pseudorandom number generators", 2014).
#[inline]
pub(crate) const fn mix(mut key: u64) -> u64 {
    key = (key ^ key >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    key = (key ^ key >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ key >> 31
}

/// What a filter of so many bits has for a key: the low bits of its hash. (Which shard it is in,
/// and its equation, are matters of other bits.)
#[inline]
pub(crate) const fn fingerprint(hash: u64, bits: u8) -> u8 {
    (hash & ((1 << bits) - 1)) as u8
}

/// The size of a filter of so many bits for the marked keys and a function of one bit behind it,
/// times 128.
pub(crate) const fn cost(bits: usize, marked: u64, others: u64) -> u128 {
    marked as u128 * (bits as u128 + 1) * 128 + others as u128 * (128 >> bits)
}
