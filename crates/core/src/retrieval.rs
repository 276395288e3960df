//! Hashes of the keys of retrieval structures, which give each key of a set a value without storing the keys, and why some
//! keys have no such structure. [`coded`](crate::coded) has the structures.

use thiserror::Error;

use crate::layers::OutOfMemory;

/// Why some keys have no static function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RetrievalError {
    /// Two keys have the same hash, so they are the same key. That is an error even if their values
    /// are the same, because counts of the keys would be wrong.
    #[error("two keys have the hash {0:#018x}: each key of a function may occur only once")]
    Repeated(u64),
    /// Too many keys belong together. That does not happen with different keys whose hashes are well
    /// mixed.
    #[error("{0} keys belong to the same lines, which cannot have so many")]
    Crowded(usize),
    /// There are more lines than the format can number.
    #[error("the functions take more lines than can be numbered")]
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

/// ⌊hash · size / 2⁶⁴⌋: from 0 to below `size`.
#[inline]
pub const fn scale(hash: u64, size: u64) -> u64 {
    ((hash as u128 * size as u128) >> 64) as u64
}
