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
