//! Random inputs: the same in every run, so that a failure comes again.

use fastrand::Rng;

/// Tries something with many different sources of random numbers.
pub(crate) fn many_times(test: impl Fn(&mut Rng)) {
    (0..256).for_each(|seed| test(&mut Rng::with_seed(seed)));
}

/// Fewer than `end` letters of an alphabet.
pub(crate) fn text(rng: &mut Rng, alphabet: &str, end: usize) -> String {
    let letters: Vec<char> = alphabet.chars().collect();
    (0..rng.usize(..end)).filter_map(|_| rng.choice(&letters)).collect()
}

/// So many bytes.
pub(crate) fn bytes(rng: &mut Rng, length: usize) -> Vec<u8> {
    (0..length).map(|_| rng.u8(..)).collect()
}
