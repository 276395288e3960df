//! All tests of this crate in one program, a module for each subject.
#![allow(clippy::unwrap_used, unreachable_pub)]

mod blocks;
mod build;
mod chomp;
mod common;
mod damage;
mod number_outcomes;
mod plies;
mod tokens;
mod verify;
