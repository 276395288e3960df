//! Tables with plies and winning moves; and values in memory, for larger bounds.

mod build;
mod by_size;
mod in_memory;
mod statistics;
mod verify;

pub(super) use build::build;
pub use in_memory::NumberValues;
pub(super) use verify::verify;
