//! The tests of `perfectplay`, a module for each subject.

mod answers;
mod batches;
mod common;
mod conformance;
mod judged;
mod kept;
mod limits;
mod packed;
mod positions;
mod tables;
