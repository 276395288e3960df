//! All tests of this crate in one program, a folder for each game, and modules for what games share.
#![allow(clippy::unwrap_used)]

mod chomp;
mod combinatorics;
mod contour;
mod number;
mod stake;
mod symmetry;
mod texts;
mod tokens;
mod tower;
