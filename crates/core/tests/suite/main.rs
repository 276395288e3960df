//! All tests of this crate in one program, a folder for each game.
#![allow(clippy::unwrap_used)]

mod chomp;
mod contour;
mod number;
mod random;
mod stake;
mod tokens;
mod tower;
