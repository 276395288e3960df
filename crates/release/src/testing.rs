//! Internals that the tests of this crate look at, which are programs of their own, so that nobody has
//! to compile the library twice. Nothing here is promised to anybody.

pub use crate::http::{part, shown};
pub use crate::name::is_file_name;
pub use crate::sums::{Sha256Hex, Sums};
