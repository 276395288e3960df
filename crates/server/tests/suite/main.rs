//! All tests of this crate in one program, a module for each subject.
#![allow(clippy::unwrap_used, unreachable_pub)]

mod answers;
mod common;
mod limits;
mod openapi;
mod stopping;
mod table_files;
