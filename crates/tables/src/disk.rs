//! Disk space that a table will take, asked for beforehand.

use std::path::Path;

use crate::BuildError;

/// Checks that the file system of a folder, which need not exist yet, has so many bytes free. What
/// cannot be found out is no reason to refuse: writing will show it.
///
/// # Errors
/// [`BuildError::Disk`] with both figures.
pub fn check(need: u64, folder: &Path) -> Result<(), BuildError> {
    compare(need, free(folder))
}

fn compare(need: u64, free: Option<u64>) -> Result<(), BuildError> {
    match free.filter(|&free| free < need) {
        Some(free) => Err(BuildError::Disk { need, free }),
        None => Ok(()),
    }
}

/// How many bytes this user may still write on the file system where the folder is or will be made.
fn free(folder: &Path) -> Option<u64> {
    // The last ancestor of a relative path is empty, and means the current folder.
    let ancestors = folder.ancestors().map(|path| match path.as_os_str().is_empty() {
        true => Path::new("."),
        false => path,
    });
    let system = fs4::statvfs(ancestors.into_iter().find(|path| path.exists())?).ok()?;
    // A file system without a size, which some are, does not know what is free either.
    (system.total_space() > 0).then(|| system.available_space())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_more_than_is_free_is_refused_with_both_figures() {
        assert!(compare(4097, Some(4097)).is_ok() && compare(u64::MAX, None).is_ok());
        let error = compare(4097, Some(4096)).expect_err("one byte is missing");
        assert!(matches!(error, BuildError::Disk { need: 4097, free: 4096 }));
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
}
