//! Words with their hashes.

use perfectplay_core::retrieval::mix;

/// A word, and its hash.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// The word.
    pub word: u64,
    hash: u64,
}

impl Key {
    /// The key of a word.
    #[inline]
    pub const fn new(word: u64) -> Self {
        Self { word, hash: mix(word) }
    }

    #[inline]
    pub(crate) const fn hash(self) -> u64 {
        self.hash
    }
}
