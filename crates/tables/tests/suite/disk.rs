//! Disk space.

use std::path::Path;

use perfectplay_files::DiskFull;
use perfectplay_files::disk::{check, compare, free};

#[test]
fn what_is_more_than_is_free_is_refused_with_both_figures() {
    assert!(compare(4097, Some(4097)).is_ok() && compare(u64::MAX, None).is_ok());
    assert_eq!(compare(4097, Some(4096)), Err(DiskFull { need: 4097, free: 4096 }));
}

#[test]
fn a_folder_that_does_not_exist_yet_is_on_the_disk_of_the_folder_around_it() {
    let directory = tempfile::tempdir().expect("a folder of its own");
    let inner = directory.path().join("one/two");
    assert!(free(directory.path()).is_some_and(|free| free > 0));
    assert!(free(&inner).is_some() && free(Path::new("none/of/these")).is_some());
    assert!(check(1, &inner).is_ok() && check(u64::MAX, &inner).is_err());
    assert!(!directory.path().join("one").exists());
}
