//! All tests of this crate in one program, a module for each subject.
#![allow(clippy::unwrap_used, unreachable_pub)]

mod answers;
mod batches;
mod common;
mod judged;
mod kept;
mod limits;
mod packed;
mod positions;
mod seventh;
mod tables;
