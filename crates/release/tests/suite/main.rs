//! All tests of this crate in one program, a module for each subject.
#![allow(clippy::unwrap_used, unreachable_pub)]

mod common;
mod download;
mod hostile;
mod pack;
mod remote;
mod texts;
