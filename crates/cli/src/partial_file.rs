//! A file that exists when it is complete, and not before.
//!
//! It is written as `NAME.RANDOM.partial` beside its place, under a lock that the system drops
//! with the process. So a partial file without a lock belongs to an export that was killed, and
//! the next export of the same name removes it.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use perfectplay_tables::sync_folder;
use tempfile::{Builder, NamedTempFile};

use crate::failure::Failure;

/// A file under another name, which goes with it unless it is [published](Self::publish).
pub(crate) struct PartialFile {
    file: NamedTempFile,
    path: PathBuf,
    /// Whether to replace what is there.
    force: bool,
}

impl PartialFile {
    pub(crate) fn create(path: &Path, force: bool) -> Result<Self, Failure> {
        let Some(name) = path.file_name() else {
            return Err(Failure::usage(format!("{} is no name of a file", path.display())));
        };
        match path.symlink_metadata() {
            // The file would take the place of a device, say.
            Ok(there) if !there.is_file() => {
                let what = format!("{} is not a file", path.display());
                return Err(Failure::usage(what).with_hint("give another --output"));
            }
            Ok(_) if !force => return Err(is_there(path)),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            // On Windows the name of a device, say, with any ending.
            Err(error) => return Err(refused("create", path, &error)),
        }
        // Renaming works within a folder.
        let folder = folder_of(path);
        if !folder.exists() {
            let missing = io::Error::other(format!("there is no folder {}", folder.display()));
            return Err(refused("create", path, &missing));
        }
        remove_leftovers(folder, name);
        loop {
            let file = create_in(folder, name)
                // Only the kind of the error: its text would name the partial file.
                .map_err(|error| refused("create", path, &error.kind().into()))?;
            // A file system without locks has no leftovers removed either.
            let _ = file.as_file().lock();
            // Another export may have taken it for a leftover before the lock.
            if file.path().exists() {
                return Ok(Self { file, path: path.to_owned(), force });
            }
        }
    }

    pub(crate) fn file(&self) -> &File {
        self.file.as_file()
    }

    /// Why something could not be written.
    pub(crate) fn refused(&self, error: &io::Error) -> Failure {
        refused("write", &self.path, error)
    }

    /// Gives it its name, and returns how many bytes it has.
    pub(crate) fn publish(self) -> Result<u64, Failure> {
        let Self { file, path, force } = self;
        let bytes = file.as_file().sync_all().and_then(|()| file.as_file().metadata());
        let bytes = bytes.map_err(|error| refused("write", &path, &error))?.len();
        let published = if force { file.persist(&path) } else { file.persist_noclobber(&path) };
        match published.map_err(|error| error.error) {
            // The name is to last, too.
            Ok(_) => match sync_folder(folder_of(&path)) {
                Err(error) => Err(Failure::refused(error.to_string())),
                Ok(()) => Ok(bytes),
            },
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(is_there(&path)),
            Err(error) => Err(refused("put the complete file there", &path, &error)),
        }
    }
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// The ending of files that are being written.
const PARTIAL: &str = ".partial";

/// How many letters and digits make their names differ.
const RANDOM: usize = 6;

fn create_in(folder: &Path, name: &OsStr) -> io::Result<NamedTempFile> {
    let mut prefix = name.to_owned();
    prefix.push(".");
    let mut builder = Builder::new();
    builder.prefix(&prefix).rand_bytes(RANDOM).suffix(PARTIAL);
    // Temporary files are made readable for their owner alone, but this one is to stay, with the
    // permissions that the user's files have.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Removes what exports of this name that were killed left. Where that fails nothing is lost but
/// the space they take.
fn remove_leftovers(folder: &Path, name: &OsStr) {
    let Ok(entries) = folder.read_dir() else { return };
    for entry in entries.flatten().filter(|entry| is_partial(&entry.file_name(), name)) {
        let Ok(file) = File::options().write(true).open(entry.path()) else { continue };
        if file.try_lock().is_ok() {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Whether a file is a partial one of `name`.
fn is_partial(file: &OsStr, name: &OsStr) -> bool {
    let random = || {
        let rest = file.as_encoded_bytes().strip_prefix(name.as_encoded_bytes())?;
        rest.strip_prefix(b".")?.strip_suffix(PARTIAL.as_bytes())
    };
    random().is_some_and(|text| text.len() == RANDOM && text.iter().all(u8::is_ascii_alphanumeric))
}

fn is_there(path: &Path) -> Failure {
    let path = path.display();
    Failure::usage(format!("{path} is there already"))
        .with_hint("give another --output, or --force")
}

fn refused(action: &str, path: &Path, error: &io::Error) -> Failure {
    Failure::refused(format!("{}: cannot {action}: {error}", path.display()))
}
