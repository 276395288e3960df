//! Internals for this crate's tests, which are separate programs, so that nobody has to compile the library twice.
//! Nothing here is promised to anybody.

pub use crate::advice::{in_double_quotes, in_shell, in_single_quotes, recipe};
pub use crate::commands::help::{GROUPS, command};
pub use crate::commands::play::{Input, Opponent};
