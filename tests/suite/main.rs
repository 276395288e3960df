//! The tests of several crates in one program, a module for each crate, and one for damage to all kinds of files.
#![allow(clippy::unwrap_used, unreachable_pub)]

mod common;
mod damage;
mod oracle;
mod query;
mod small_tables;
mod tables;
