//! All tests of this crate in one program, a module for each subject.
#![allow(clippy::unwrap_used, unreachable_pub)]

mod access;
mod batches;
mod document;
mod embedded;
mod folder;
mod golden;
mod hostile;
mod independent;
