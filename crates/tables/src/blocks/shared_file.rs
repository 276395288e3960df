//! Files that get their name when they are complete, in a folder where many programs do the same at once.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::error::refused;
use crate::{BuildError, replace, sync_folder};

/// The ending of a file that is being written.
const PARTIAL: &str = "partial";

/// A partial file that nobody has locked for so long belongs to a program that was killed, and not to
/// one that is about to lock it.
const ABANDONED: Duration = Duration::from_secs(60);

/// A file that is being written, locked, under a name of its own; removed when it is dropped before it
/// has another one.
pub(super) struct SharedFile {
    pub(super) file: File,
    pub(super) path: PathBuf,
    is_published: bool,
}

impl SharedFile {
    /// A new file for what will be called `name`.
    pub(super) fn create(folder: &Path, name: &str) -> Result<Self, BuildError> {
        static FILES: AtomicU32 = AtomicU32::new(0);
        loop {
            let (process, number) = (process::id(), FILES.fetch_add(1, Ordering::Relaxed));
            let path = folder.join(format!("{name}.{process}-{number}.{PARTIAL}"));
            let mut options = File::options();
            match options.read(true).write(true).create_new(true).open(&path) {
                Ok(file) => {
                    // A file system without locks has files that nobody removes.
                    let _ = file.try_lock();
                    return Ok(Self { file, path, is_published: false });
                }
                // That of another machine, or of an earlier process.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(refused("create", &path)(error)),
            }
        }
    }

    /// Gives the file its name, in place of one that has it.
    pub(super) fn publish(mut self, path: &Path) -> Result<(), BuildError> {
        replace(&self.path, path)?;
        self.is_published = true;
        sync_folder(path.parent().unwrap_or(Path::new("")))
    }

    /// Gives the file its name unless there is one that has it: then it is returned.
    pub(super) fn publish_first(self, path: &Path) -> Result<Option<Self>, BuildError> {
        match fs::hard_link(&self.path, path) {
            Ok(()) => sync_folder(path.parent().unwrap_or(Path::new(""))).map(|()| None),
            // A file system without links.
            Err(_) if !path.exists() => self.publish(path).map(|()| None),
            Err(_) => Ok(Some(self)),
        }
    }
}

impl Drop for SharedFile {
    fn drop(&mut self) {
        if !self.is_published {
            // What is left is found by its lock.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Removes partial files of what is called `path` that killed programs have left. Where that is not
/// possible they do no harm.
pub(super) fn remove_abandoned(path: &Path) {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(|n| n.to_str()))
    else {
        return;
    };
    let Ok(entries) = folder.read_dir() else { return };
    for entry in entries.flatten() {
        let file_name = entry.file_name();
        let rest = file_name.to_str().and_then(|file| file.strip_prefix(name));
        let is_partial = rest.is_some_and(|rest| rest.starts_with('.') && rest.ends_with(PARTIAL));
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        if !is_partial || age().is_none_or(|age| age < ABANDONED) {
            continue;
        }
        let is_free = File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok());
        if is_free {
            let _ = fs::remove_file(entry.path());
        }
    }
}
