//! Checks beforehand that the disk has room for a file.

use std::path::Path;

use crate::files::error::DiskFull;

/// Checks that the file system of a folder, which need not exist yet, has this many bytes free. If
/// that cannot be found out the check passes: the write itself will tell.
pub fn check(need: u64, folder: &Path) -> Result<(), DiskFull> {
    compare(need, free(folder))
}

/// Checks a need against what is free, if that is known.
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
    // Some file systems report no size; those do not know what is free either.
    let (size, free) = space(ancestors.into_iter().find(|path| path.exists())?)?;
    (size > 0).then_some(free)
}

/// How many blocks a file system has, and how many bytes of it are free.
#[cfg(target_os = "linux")]
fn space(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::ffi::OsStrExt;

    let path = std::ffi::CString::new(path.as_os_str().as_bytes()).ok()?;
    let mut system = std::mem::MaybeUninit::uninit();
    #[expect(unsafe_code, reason = "the system is asked")]
    // SAFETY: the path ends with a zero, and the system fills what it is given unless it returns an error.
    let system: libc::statvfs = unsafe {
        if libc::statvfs(path.as_ptr(), system.as_mut_ptr()) != 0 {
            return None;
        }
        system.assume_init()
    };
    Some((system.f_blocks as u64, (system.f_bavail as u64).saturating_mul(system.f_frsize as u64)))
}

#[cfg(target_family = "wasm")]
fn space(_: &Path) -> Option<(u64, u64)> {
    None
}

#[cfg(not(any(target_os = "linux", target_family = "wasm")))]
fn space(path: &Path) -> Option<(u64, u64)> {
    let system = fs4::statvfs(path).ok()?;
    Some((system.total_space(), system.available_space()))
}
