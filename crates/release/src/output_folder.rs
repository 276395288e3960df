//! The folder that a release is packed into: all files appear when all are complete.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use perfectplay_query::folder_entries;
use perfectplay_tables::{BuildError, make_folder, open_own, refused, replace, sync_name};

use crate::TableName;
use crate::error::PackError;
use crate::frame::Hashing;
use crate::name::{packed_file, table_of};
use crate::sums::{SUMS, Sums};

/// The ending of files that are being written.
const PARTIAL: &str = ".partial";

/// Files under other names, which go with it unless they are [published](Self::publish).
///
/// What becomes `SHA256SUMS` is created first, stays locked, and is renamed last. The system drops
/// the lock of a killed process, so partial files beside one without a lock are leftovers.
pub(crate) struct OutputFolder {
    path: PathBuf,
    /// Whether it was not there before.
    is_new: bool,
    sums_file: File,
    /// The hashes of the files written so far.
    sums: Mutex<Sums>,
    published: bool,
}

impl OutputFolder {
    /// Creates the folder if it does not exist, and removes what a killed process left in it.
    pub(crate) fn begin(path: &Path, tables: &[&TableName]) -> Result<Self, PackError> {
        check_foreign(path, tables)?;
        let is_new = !path.exists();
        make_folder(path)?;
        let (path, sums_file, sums) = (path.to_owned(), lock(path)?, Mutex::default());
        let output = Self { path, is_new, sums_file, sums, published: false };
        output.sums_file.set_len(0).map_err(refused("write", &output.partial(SUMS)))?;
        output.remove_partial_files().map_err(refused("clear", &output.path))?;
        Ok(output)
    }

    /// Writes a file, with what `write` puts into it, and returns the file's length, too.
    pub(crate) fn write<T>(
        &self,
        name: &str,
        write: impl FnOnce(&mut dyn Write, &dyn Fn(io::Error) -> BuildError) -> Result<T, BuildError>,
    ) -> Result<(T, u64), BuildError> {
        let path = self.partial(name);
        let mut options = File::options();
        options.write(true).create(true).truncate(true);
        let file = open_own(&path, &mut options).map_err(refused("create", &path))?;
        let mut out = Hashing::new(BufWriter::new(&file));
        let refused = |action| refused(action, &path);
        let written = write(&mut out, &|error| refused("write")(error))?;
        out.flush().map_err(refused("write"))?;
        let hash = out.sha256();
        file.sync_all().map_err(refused("sync"))?;
        let length = file.metadata().map_err(refused("measure"))?.len();
        self.sums.lock().expect("no thread panics with it").insert(name.to_owned(), hash);
        Ok((written, length))
    }

    /// Writes a file with this text.
    pub(crate) fn write_text(&self, name: &str, text: &str) -> Result<(), BuildError> {
        self.write(name, |out, refused| out.write_all(text.as_bytes()).map_err(refused))?;
        Ok(())
    }

    /// Gives all files their names, `SHA256SUMS` last.
    pub(crate) fn publish(mut self) -> Result<(), BuildError> {
        let sums = self.sums.lock().expect("no thread panics with it").clone();
        let path = self.partial(SUMS);
        (&self.sums_file)
            .write_all(sums.to_string().as_bytes())
            .map_err(refused("write", &path))?;
        self.sums_file.sync_all().map_err(refused("sync", &path))?;
        for name in sums.names().chain([SUMS]) {
            let path = self.path.join(name);
            replace(&self.partial(name), &path)?;
        }
        // From here on the partial names are another process's.
        self.published = true;
        sync_name(&self.path.join(SUMS))
    }

    fn partial(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}{PARTIAL}"))
    }

    /// Removes the partial files but for the one that is locked.
    fn remove_partial_files(&self) -> io::Result<()> {
        for entry in self.path.read_dir()? {
            let path = entry?.path();
            if path != self.partial(SUMS) && path.is_file() && is_partial(&path) {
                fs::remove_file(&path)?;
            }
        }
        Ok(())
    }
}

impl Drop for OutputFolder {
    fn drop(&mut self) {
        if !self.published {
            // What cannot be removed now is removed by the next one.
            let _ = self.remove_partial_files();
            let _ = fs::remove_file(self.partial(SUMS));
            if self.is_new {
                // Unless somebody else has put something there.
                let _ = fs::remove_dir(&self.path);
            }
        }
    }
}

/// Whether this is a file of a release that is being written.
fn is_partial(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.and_then(|name| name.strip_suffix(PARTIAL)).is_some_and(|name| {
        let texts = [crate::MANIFEST, crate::README, SUMS];
        texts.contains(&name) || table_of(name).is_some()
    })
}

/// `SHA256SUMS` lists what is in the folder, so other packed tables may not be there.
fn check_foreign(path: &Path, tables: &[&TableName]) -> Result<(), PackError> {
    let mut foreign = Vec::new();
    for entry in folder_entries(path).map_err(refused("read", path))? {
        let file = entry.path();
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if table_of(name).is_some() && !tables.iter().any(|table| packed_file(table) == name) {
            foreign.push(file);
        }
    }
    // The order of a folder is any.
    foreign.into_iter().min().map_or(Ok(()), |path| Err(PackError::Foreign { path }))
}

/// Creates and locks what becomes `SHA256SUMS`.
fn lock(folder: &Path) -> Result<File, PackError> {
    let path = folder.join(format!("{SUMS}{PARTIAL}"));
    loop {
        let file = open_own(&path, File::options().write(true).create(true).truncate(false));
        let file = file.map_err(refused("create", &path))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(PackError::Busy { folder: folder.to_owned() });
            }
            Err(TryLockError::Error(error)) => {
                return Err(PackError::System(refused("lock", &path)(error)));
            }
            // Its last owner may have renamed it before the lock.
            Ok(()) if !path.exists() => {}
            Ok(()) => return Ok(file),
        }
    }
}
