//! Internals for this crate's tests, which are separate programs, so that nobody has to compile the library twice.
//! Nothing here is promised to anybody.

pub use crate::build::check_needs;
pub use crate::memory::{collect, reserve, with_room};
pub use crate::proof::entries::{Sample, parts};
pub use crate::statistics::{Tally, count};
pub use crate::write::checksums::Checksums;
