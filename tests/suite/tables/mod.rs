//! The tests of `perfectplay-tables`, a module for each subject.

mod blocks;
mod build;
mod checksums;
mod common;
mod needs;
mod number_outcomes;
mod parts;
mod plies;
#[cfg(target_os = "linux")]
mod special;
mod tokens;
mod verify;
