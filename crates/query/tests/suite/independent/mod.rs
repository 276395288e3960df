//! Readers written from FORMAT.md alone, with nothing of this project: one file for each encoding.
//!
//! Each has a method `row`, which gives what FORMAT.md's example table of the encoding says of a
//! position, cell by cell.
#![allow(
    unreachable_pub,
    dead_code,
    unused_imports,
    clippy::unwrap_used,
    reason = "every test uses some of it"
)]

mod chomp_losing1;
mod contour_g;
mod file;
mod number_filters_function;
mod number_trie_entry32;
mod stake_lead8;
mod stake_patterns_score8;
mod symmetry;
mod tokens_losing1;
mod tokens_losing1_steps8;
mod tower_f64;

pub use chomp_losing1::ChompLosing1;
pub use contour_g::ContourG;
pub use file::{File, verify};
pub use number_filters_function::NumberFiltersFunction;
pub use number_trie_entry32::NumberTrieEntry32;
pub use stake_lead8::StakeLead8;
pub use stake_patterns_score8::StakePatternsScore8;
pub use tokens_losing1::TokensLosing1;
pub use tokens_losing1_steps8::TokensLosing1Steps8;
pub use tower_f64::TowerF64;

/// C(n, k).
fn choose(n: u64, k: u64) -> u64 {
    if k > n { 0 } else { (0..k).fold(1, |product, i| product * (n - i) / (i + 1)) }
}

/// The unsigned integer of some bytes.
fn integer(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// The words of a section.
fn words(bytes: &[u8]) -> Vec<u64> {
    bytes.chunks(8).map(integer).collect()
}

/// Bit `place` of a section of bits.
fn bit(section: &[u8], place: u64) -> bool {
    section[place as usize / 8] >> (place % 8) & 1 == 1
}

/// Bytes as the document writes them.
fn hex(bytes: &[u8]) -> String {
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    bytes.join(" ")
}

/// The outcome of a position.
fn outcome(loses: bool) -> String {
    if loses { "loss" } else { "win" }.to_owned()
}
