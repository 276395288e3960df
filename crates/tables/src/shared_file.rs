//! Files that get their name when they are complete, in a folder where others may do the same at once.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::error::refused;
use crate::{BuildError, open_own, replace, sync_name};

/// The ending of a file that is being written.
const PARTIAL: &str = ".partial";

/// A file that is being written, locked, as `NAME.NUMBER-NUMBER.partial` beside its place; removed when it is
/// dropped before it is published.
///
/// The system drops the lock of a killed process, so a partial file without a lock belongs to nobody.
#[derive(Debug)]
pub struct SharedFile {
    file: File,
    path: PathBuf,
    /// Where it will be.
    place: PathBuf,
    is_published: bool,
}

impl SharedFile {
    /// A new file for what will be at `place`.
    ///
    /// # Errors
    /// If the system does not let it be created.
    pub fn create(place: &Path) -> Result<Self, BuildError> {
        static FILES: AtomicU32 = AtomicU32::new(0);
        loop {
            let (process, number) = (process::id(), FILES.fetch_add(1, Ordering::Relaxed));
            let mut name = place.file_name().unwrap_or_default().to_owned();
            name.push(format!(".{process}-{number}{PARTIAL}"));
            let path = place.with_file_name(name);
            match File::options().read(true).write(true).create_new(true).open(&path) {
                Ok(file) => {
                    // A file system without locks has files that nobody removes.
                    let _ = file.lock();
                    // Before the lock somebody may have taken it for an abandoned one.
                    if path.exists() {
                        return Ok(Self {
                            file,
                            path,
                            place: place.to_owned(),
                            is_published: false,
                        });
                    }
                }
                // That of another machine, or of an earlier process.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(refused("create", &path)(error)),
            }
        }
    }

    /// The file, to be written.
    #[must_use]
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Its path until it is published.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file its name, in place of one that has it. Its bytes have their own sync.
    ///
    /// # Errors
    /// What the system refuses; the file is removed then.
    pub fn publish(mut self) -> Result<(), BuildError> {
        replace(&self.path, &self.place)?;
        self.is_published = true;
        sync_name(&self.place)
    }

    /// Gives the file its name unless there is one that has it: then it is returned.
    ///
    /// # Errors
    /// What the system refuses; the file is removed then.
    pub fn publish_first(self) -> Result<Option<Self>, BuildError> {
        match fs::hard_link(&self.path, &self.place) {
            Ok(()) => sync_name(&self.place).map(|()| None),
            // A file system without links.
            Err(_) if !self.place.exists() => self.publish().map(|()| None),
            Err(_) => Ok(Some(self)),
        }
    }

    /// Removes partial files for `place` that killed programs have left, and that nobody has written for so
    /// long. Where that is not possible they do no harm.
    pub fn remove_abandoned(place: &Path, idle: Duration) {
        let Ok(entries) = folder_of(place).read_dir() else { return };
        let name = place.file_name().unwrap_or_default();
        for entry in entries.flatten().filter(|entry| is_partial(&entry.file_name(), name)) {
            let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
            if age().unwrap_or_default() < idle {
                continue;
            }
            let path = entry.path();
            // Some file systems lock only what may be written.
            let file = open_own(&path, File::options().write(true))
                .or_else(|_| open_own(&path, File::options().read(true)));
            if file.is_ok_and(|file| file.try_lock().is_ok()) {
                let _ = fs::remove_file(path);
            }
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

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Whether a file is a partial one of `name`.
fn is_partial(file: &OsStr, name: &OsStr) -> bool {
    let numbers = || {
        let rest = file.as_encoded_bytes().strip_prefix(name.as_encoded_bytes())?;
        let numbers = rest.strip_prefix(b".")?.strip_suffix(PARTIAL.as_bytes())?;
        let hyphen = numbers.iter().position(|&byte| byte == b'-')?;
        Some((&numbers[..hyphen], &numbers[hyphen + 1..]))
    };
    let is_number = |digits: &[u8]| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    numbers().is_some_and(|(process, number)| is_number(process) && is_number(number))
}
