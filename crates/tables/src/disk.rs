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

/// Checks a need against what is free, if that is known.
///
/// # Errors
/// [`BuildError::Disk`] with both figures.
pub fn compare(need: u64, free: Option<u64>) -> Result<(), BuildError> {
    match free.filter(|&free| free < need) {
        Some(free) => Err(BuildError::Disk { need, free }),
        None => Ok(()),
    }
}

/// How many bytes this user may still write on the file system where the folder is or will be made.
pub fn free(folder: &Path) -> Option<u64> {
    // The last ancestor of a relative path is empty, and means the current folder.
    let ancestors = folder.ancestors().map(|path| match path.as_os_str().is_empty() {
        true => Path::new("."),
        false => path,
    });
    let system = fs4::statvfs(ancestors.into_iter().find(|path| path.exists())?).ok()?;
    // A file system without a size, which some are, does not know what is free either.
    (system.total_space() > 0).then(|| system.available_space())
}
