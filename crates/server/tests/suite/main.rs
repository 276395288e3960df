//! All tests of this crate in one program, a module for each subject.
#![allow(clippy::unwrap_used, unreachable_pub)]

mod answers;
mod common;
mod disk;
mod limits;
mod openapi;
mod pages;
mod requests;
mod stopping;
mod table_files;
/// Its own tests run here, as the library is compiled once.
#[allow(dead_code)]
#[path = "../../src/work"]
mod work {
    pub(crate) mod cancellation;
    pub(crate) mod solve_time;
}
