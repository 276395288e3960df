//! The tables inside the program.

use perfectplay_query::EmbeddedTables;

#[cfg(feature = "embedded-tables")]
use perfectplay_embedded::TABLES;

#[cfg(not(feature = "embedded-tables"))]
const TABLES: &[(&str, &[u8])] = &[];

/// The tables that the program was compiled with: none without the feature `embedded-tables`.
pub(crate) const fn tables() -> EmbeddedTables {
    EmbeddedTables::new(TABLES)
}
