//! Checks beforehand that the disk has room for a file.

use std::path::Path;

use crate::files::error::DiskFull;

/// Checks that the file system of a folder, which need not exist yet, has so many bytes free. If
/// that cannot be found out the check passes: the write itself will tell.
///
/// # Errors
/// Both figures.
pub fn check(need: u64, folder: &Path) -> Result<(), DiskFull> {
    compare(need, free(folder))
}

/// Checks a need against what is free, if that is known.
///
/// # Errors
/// Both figures.
pub fn compare(need: u64, free: Option<u64>) -> Result<(), DiskFull> {
    match free.filter(|&free| free < need) {
        Some(free) => Err(DiskFull { need, free }),
        None => Ok(()),
    }
}

/// How many bytes this user may still write on the file system where the folder is, or will be
/// made.
pub fn free(folder: &Path) -> Option<u64> {
    // The last ancestor of a relative path is empty and stands for the current folder.
    let ancestors = folder.ancestors().map(|path| match path.as_os_str().is_empty() {
        true => Path::new("."),
        false => path,
    });
    let system = fs4::statvfs(ancestors.into_iter().find(|path| path.exists())?).ok()?;
    // Some file systems report no size; those do not know what is free either.
    (system.total_space() > 0).then(|| system.available_space())
}
