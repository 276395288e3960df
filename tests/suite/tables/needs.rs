//! What a build needs is asked for beforehand: memory, which may be refused, and space on a disk.

use perfectplay_query::Needs;
use perfectplay_tables::OutOfMemory;
use perfectplay_tables::files::DiskFull;
use perfectplay_tables::files::disk::{check, compare, free};
use perfectplay_tables::testing::{check_needs, collect, reserve, with_room};

use super::common::*;

#[test]
fn a_build_that_needs_more_memory_than_the_system_gives_is_refused() {
    let (_directory, folder) = folder();
    let needs = Needs { memory: u64::MAX >> 1, disk: 0 };
    let error = check_needs("t", needs, &folder, Build::default()).expect_err("too much");
    assert!(matches!(error, BuildError::OutOfMemory(_)), "{error}");
    let few = Needs { memory: 1, disk: 0 };
    assert!(check_needs("t", few, &folder, Build::default()).is_ok());
}

#[test]
fn memory_that_no_system_has_is_an_error() {
    let bytes = usize::MAX as u64;
    assert_eq!(with_room::<u8>(usize::MAX), Err(OutOfMemory { bytes }));
    assert_eq!(reserve(&mut vec![1_u64], 1 << 61), Err(OutOfMemory { bytes }));
    assert_eq!(collect(1..4), Ok(vec![1, 2, 3]));
}

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
