//! What a build needs is asked for beforehand.

use perfectplay_query::{Needs, TableFolder};
use perfectplay_tables::testing::check_needs;
use perfectplay_tables::{Build, BuildError};

#[test]
fn a_build_that_needs_more_memory_than_the_system_gives_is_refused() {
    let directory = tempfile::tempdir().expect("a folder of its own");
    let folder = TableFolder::new(directory.path());
    let needs = Needs { memory: u64::MAX >> 1, disk: 0 };
    let error = check_needs("t", needs, &folder, Build::default()).expect_err("too much");
    assert!(matches!(error, BuildError::OutOfMemory(_)), "{error}");
    let few = Needs { memory: 1, disk: 0 };
    assert!(check_needs("t", few, &folder, Build::default()).is_ok());
}
