//! All tests of this crate in one program, a module for each subject.
#![allow(clippy::unwrap_used, unreachable_pub)]

mod blocks;
mod board_tables;
mod common;
mod custom_games;
#[path = "../../../games/tests/suite/texts/document.rs"]
mod document;
#[cfg(unix)]
mod documents;
mod errors;
mod export;
mod help;
mod input;
mod judge;
mod machine_limits;
mod pack;
mod parts;
mod play;
mod positions;
mod probe;
mod serve;
mod tables;
mod transcripts;
