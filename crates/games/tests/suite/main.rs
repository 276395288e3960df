//! The tests of this crate and of `core`, which it stands on, in one program: a folder for each game, and modules for
//! what games share.
#![allow(clippy::unwrap_used)]

mod chomp;
mod coded;
mod combinatorics;
mod contour;
mod layers;
mod number;
mod random;
mod simd;
mod stake;
mod texts;
mod threads;
mod tokens;
mod tower;
mod values;

/// The lines of a file of `published` without remarks, each with what stands before and behind a colon.
fn lines(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_once(": ").unwrap())
}
