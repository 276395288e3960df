//! Staged files: a file has a temporary name until it is complete.

use std::ffi::OsStr;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use std::{fs, io, process};

use crate::files::durable::{folder_of, make_read_only, replace, sync_name};
use crate::files::error::{FileError, refused};
use crate::files::names::{PARTIAL, PARTIAL_TABLE};
use crate::files::own_file::{claim, open_own};

/// A file that is being written and takes its name when it is [published](Self::publish). If it is dropped
/// before that, it is removed, unless it is [kept](Self::keep).
#[derive(Debug)]
pub struct StagedFile {
    file: File,
    pub(crate) name: StagedName,
}

/// The two names of a file that may be complete.
#[derive(Debug)]
pub(crate) struct StagedName {
    path: PathBuf,
    /// What it becomes.
    place: PathBuf,
    /// Whether it stays if it is dropped.
    is_kept: bool,
}

impl StagedFile {
    pub(crate) fn new(file: File, path: PathBuf, place: PathBuf) -> Self {
        Self { file, name: StagedName { path, place, is_kept: false } }
    }

    /// An empty file for a table, or for any file of its folder: *exclusive*. The caller is making the table
    /// with [`make_table`](crate::files::make_table), which holds its lock. A process that is killed leaves
    /// `NAME.table.partial`, and the next build removes it, or goes on from it where there is a record of what
    /// it has.
    ///
    /// # Errors
    /// If the system does not let it be created, or another program is writing it.
    pub fn exclusive(table: &Path) -> Result<Self, FileError> {
        let path = table.with_extension(PARTIAL_TABLE);
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let file = open_own(&path, &mut options).map_err(refused("create", &path))?;
        claim(&file).map_err(refused("create", &path))?;
        // From here on it is nobody else's, so it is removed if something fails.
        let staged = Self::new(file, path, table.to_owned());
        staged.file.set_len(0).map_err(staged.refused("create"))?;
        Ok(staged)
    }

    /// What an earlier build of the table has left, if it has this length.
    pub fn resumed(table: &Path, length: u64) -> Option<Self> {
        let path = table.with_extension(PARTIAL_TABLE);
        let file = open_own(&path, File::options().read(true).write(true)).ok()?;
        claim(&file).ok()?;
        let is_whole = file.metadata().ok()?.len() == length;
        is_whole.then(|| Self::new(file, path, table.to_owned()))
    }

    /// An empty file for what will be at `place`: *shared*. Others may make the same thing at the same time,
    /// each in its own locked file, `NAME.NUMBER-NUMBER.partial`. The system releases the lock of a killed
    /// process, so an unlocked file belongs to nobody.
    ///
    /// # Errors
    /// If the system does not let it be created.
    pub fn shared(place: &Path) -> Result<Self, FileError> {
        static FILES: AtomicU32 = AtomicU32::new(0);
        loop {
            let (process, number) = (process::id(), FILES.fetch_add(1, Ordering::Relaxed));
            let mut name = place.file_name().unwrap_or_default().to_owned();
            name.push(format!(".{process}-{number}{PARTIAL}"));
            let path = place.with_file_name(name);
            match File::options().read(true).write(true).create_new(true).open(&path) {
                Ok(file) => {
                    // Where a file system has no locks, such files are never removed.
                    let _ = file.lock();
                    // Before it was locked, somebody may have taken it for an abandoned one.
                    if path.exists() {
                        return Ok(Self::new(file, path, place.to_owned()));
                    }
                }
                // It belongs to another machine, or to an earlier process.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(refused("create", &path)(error)),
            }
        }
    }

    /// Removes [shared](Self::shared) files for `place` that killed programs have left and nobody has
    /// written to for so long. Where that is not possible they do no harm.
    pub fn remove_abandoned(place: &Path, idle: Duration) {
        for (path, _) in begun(place).filter(|&(_, age)| age.is_ok_and(|age| age >= idle)) {
            // Some file systems lock only files that are open for writing.
            let file = open_own(&path, File::options().write(true))
                .or_else(|_| open_own(&path, File::options().read(true)));
            if file.is_ok_and(|file| file.try_lock().is_ok()) {
                let _ = fs::remove_file(path);
            }
        }
    }

    /// Whether somebody is making what will be at `place`: has written to a [shared](Self::shared) file for it not so
    /// long ago.
    pub fn is_begun(place: &Path, idle: Duration) -> bool {
        begun(place).any(|(_, Ok(age) | Err(age))| age < idle)
    }

    /// Keeps it when it is dropped, so that the next build can resume from it.
    pub fn keep(&mut self) {
        self.name.is_kept = true;
    }

    /// The file, to be written.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Its path until it is published.
    pub fn path(&self) -> &Path {
        &self.name.path
    }

    /// Why an operation on it failed, for `map_err`.
    pub fn refused(&self, action: &'static str) -> impl FnOnce(io::Error) -> FileError {
        refused(action, self.path())
    }

    /// Gives the file its name durably, replacing any file that has it.
    ///
    /// # Errors
    /// What the system refuses; the file is removed then.
    pub fn publish(self) -> Result<(), FileError> {
        self.sync()?;
        self.name.publish()
    }

    /// Publishes a table, which is read-only on Unix. Returns its path.
    ///
    /// # Errors
    /// What the system refuses; the file is removed then.
    pub fn publish_table(self) -> Result<PathBuf, FileError> {
        self.sync()?;
        make_read_only(&self.file).map_err(self.refused("make read-only"))?;
        let table = self.name.place.clone();
        self.name.publish()?;
        Ok(table)
    }

    /// Gives the file its name, unless another file has it: that one is then returned.
    ///
    /// # Errors
    /// What the system refuses; the file is removed then.
    pub fn publish_first(self) -> Result<Option<Self>, FileError> {
        self.sync()?;
        let place = &self.name.place;
        match fs::hard_link(self.path(), place) {
            Ok(()) => sync_name(place).map(|()| None),
            // A file system without links.
            Err(_) if !place.exists() => self.name.publish().map(|()| None),
            Err(_) => Ok(Some(self)),
        }
    }

    pub(crate) fn sync(&self) -> Result<(), FileError> {
        self.file.sync_all().map_err(self.refused("sync"))
    }
}

impl StagedName {
    /// Gives the file, which is synced, its name.
    pub(crate) fn rename(&mut self) -> Result<(), FileError> {
        replace(&self.path, &self.place)?;
        // From here on the other name may be somebody else's.
        self.is_kept = true;
        Ok(())
    }

    /// Renames it durably.
    pub(crate) fn publish(mut self) -> Result<(), FileError> {
        self.rename()?;
        sync_name(&self.place)
    }
}

impl Drop for StagedName {
    fn drop(&mut self) {
        if !self.is_kept {
            // What went wrong earlier matters more than whether this does too; the next program that looks
            // removes what is left.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The shared files for `place`, and how long ago somebody has written to each; an error says how far ahead of
/// ours the clock was by which somebody has.
fn begun(place: &Path) -> impl Iterator<Item = (PathBuf, Result<Duration, Duration>)> {
    let entries = folder_of(place).read_dir().into_iter().flatten().flatten();
    let shared = entries
        .filter(|entry| is_shared(&entry.file_name(), place.file_name().unwrap_or_default()));
    shared.filter_map(|entry| {
        let written = entry.metadata().ok()?.modified().ok()?;
        Some((entry.path(), written.elapsed().map_err(|error| error.duration())))
    })
}

/// Whether a file is a shared one for `name`.
fn is_shared(file: &OsStr, name: &OsStr) -> bool {
    let numbers = || {
        let rest = file.as_encoded_bytes().strip_prefix(name.as_encoded_bytes())?;
        let numbers = rest.strip_prefix(b".")?.strip_suffix(PARTIAL.as_bytes())?;
        let hyphen = numbers.iter().position(|&byte| byte == b'-')?;
        Some((&numbers[..hyphen], &numbers[hyphen + 1..]))
    };
    let is_number = |digits: &[u8]| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    numbers().is_some_and(|(process, number)| is_number(process) && is_number(number))
}
