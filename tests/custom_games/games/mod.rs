//! Games as somebody would describe them.

mod scrambled;
mod sliding;

pub(crate) use scrambled::Scrambled;
pub(crate) use sliding::Sliding;
