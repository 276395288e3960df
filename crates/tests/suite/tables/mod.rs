//! The tests of `perfectplay-tables`, a module for each subject.

mod blocks;
mod build;
mod checksums;
mod chomp;
mod common;
mod damage;
mod needs;
mod number_outcomes;
mod number_outcomes_layers;
mod number_outcomes_sample;
mod plies;
mod sample;
#[cfg(target_os = "linux")]
mod special;
mod stake;
mod tokens;
mod verify;
