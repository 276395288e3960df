//! The tables inside the program.

/// The tables that the program was compiled with.
#[cfg(feature = "embedded-tables")]
pub(crate) use perfectplay_embedded::TABLES;

/// There are none without the feature `embedded-tables`.
#[cfg(not(feature = "embedded-tables"))]
pub(crate) const TABLES: &[(&str, &[u8])] = &[];
