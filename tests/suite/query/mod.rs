//! The tests of `perfectplay-query`, a module for each subject.

mod access;
mod batches;
mod embedded;
mod folder;
mod golden;
mod hostile;
mod positions;
pub(crate) mod remote;
mod withdrawn;
