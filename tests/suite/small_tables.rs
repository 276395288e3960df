//! The small tables, as a program finds them.

use perfectplay_games::SMALL_TABLES;

use crate::common::*;

/// Default tables are as the manifest says.
#[test]
fn the_tables_are_small_default_ones_as_they_are_built_now() {
    for (name, bytes) in SMALL_TABLES {
        let table = planned(name);
        assert!(default_tables(&built_in()).contains(&table), "{name}");
        assert!(built_bytes(&table) == *bytes, "{name}");
    }
    let bytes: usize = SMALL_TABLES.iter().map(|(_, bytes)| bytes.len()).sum();
    assert!(bytes < 2_000_000, "{bytes}");
}

#[test]
fn tables_begin_at_pages() {
    for (name, bytes) in SMALL_TABLES {
        assert_eq!(bytes.as_ptr().addr() % 4096, 0, "{name}");
    }
}
