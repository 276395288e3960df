//! Internals for this crate's tests, which are separate programs, so that nobody has to compile the library twice.
//! Nothing here is promised to anybody.

pub use crate::http::{part, shown};
pub use crate::name::is_file_name;
pub use crate::sums::{Sha256Hex, Sums};
