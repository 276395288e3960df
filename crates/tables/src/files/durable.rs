//! Durable names: a complete file takes its name, replacing any file that had it, and the name survives a power
//! failure.

use std::fs;
use std::path::Path;

use crate::files::error::{FileError, refused};

/// Renames a file to `to`, in the same folder. Programs that have the replaced file open keep it;
/// on a system that does not allow this, nothing changes and the error says so.
pub(crate) fn replace(from: &Path, to: &Path) -> Result<(), FileError> {
    system::rename(from, to).map_err(refused("put the complete file there", to))
}

/// Makes a folder and its parents, durably.
pub fn make_folder(folder: &Path) -> Result<(), FileError> {
    let missing: Vec<&Path> = folder.ancestors().take_while(|folder| !folder.exists()).collect();
    fs::create_dir_all(folder).map_err(refused("create the folder", folder))?;
    // The current folder has no name and is always there.
    missing.into_iter().filter(|made| made.file_name().is_some()).try_for_each(sync_name)
}

/// Makes the name of a file durable, along with all other names in its folder. The files themselves are
/// synced elsewhere.
pub fn sync_name(file: &Path) -> Result<(), FileError> {
    let folder = folder_of(file);
    system::sync_folder(folder).map_err(refused("sync", folder))
}

pub(crate) fn folder_of(file: &Path) -> &Path {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Protects a file from programs that write in place.
pub(crate) use system::make_read_only;

#[cfg(unix)]
mod system {
    use std::fs::{File, Permissions};
    use std::io;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    pub(super) use std::fs::rename;

    /// A folder is a file of names.
    pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
        File::open(folder)?.sync_all()
    }

    /// Those who may read it stay those that the user's umask allowed when it was made.
    pub(crate) fn make_read_only(file: &File) -> io::Result<()> {
        let mode = file.metadata()?.permissions().mode();
        file.set_permissions(Permissions::from_mode(mode & 0o444 | 0o400))
    }
}

/// On Windows.
#[cfg(not(unix))]
mod system {
    use std::fs::{self, File};
    use std::io;
    use std::path::Path;

    pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
        let Err(error) = fs::rename(from, to) else { return Ok(()) };
        let Ok(there) = fs::metadata(to) else { return Err(error) };
        // A read-only file is not replaced either. Tables are not made read-only here, but copies
        // from other systems may be.
        let (kept, mut writable) = (there.permissions(), there.permissions());
        if kept.readonly() {
            writable.set_readonly(false);
            if fs::set_permissions(to, writable).is_ok() {
                if fs::rename(from, to).is_ok() {
                    return Ok(());
                }
                let _ = fs::set_permissions(to, kept);
            }
        }
        let what = format!("{error}; another program may have it open");
        Err(io::Error::new(error.kind(), what))
    }

    /// Folders cannot be synced.
    pub(super) fn sync_folder(_: &Path) -> io::Result<()> {
        Ok(())
    }

    /// A read-only file would have to be made writable before it can be replaced or removed, and a
    /// mapped file cannot be shortened anyway.
    pub(crate) fn make_read_only(_: &File) -> io::Result<()> {
        Ok(())
    }
}
