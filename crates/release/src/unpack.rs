//! Puts a packed table into the folder of tables.

use std::fs;
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};

use perfectplay_query::{Problem, Table, TableFolder};
use perfectplay_tables::{
    BuildError, Control, Interrupted, PartialTable, TableLock, Threads, check_disk_space, refused,
    remove_leftovers,
};

use crate::download::{Download, Wanted, is_proven_wrong};
use crate::error::{PackedProblem, UnpackError};
use crate::frame::{Frame, Hashes, most_packed};
use crate::release::{Expected, PackedFile, Source, failed, open};

/// A table that exists now.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unpacked {
    /// Its file.
    pub path: PathBuf,
    /// Whether it was unpacked now; else it existed before, and was right.
    pub anew: bool,
}

impl Source {
    /// Whether the folder has the table, with all its bytes. Takes about as long as reading it.
    ///
    /// # Errors
    /// If it is interrupted.
    pub fn exists(&self, folder: &TableFolder, control: Control<'_>) -> Result<bool, Interrupted> {
        let Ok(file) = folder.file(self.name.as_str()) else { return Ok(false) };
        if file.layout().file_length() != self.bytes() {
            return Ok(false);
        }
        match &self.expected {
            Expected::Known(entry) | Expected::Released(entry) => {
                let (mut hasher, threads) = (blake3::Hasher::new(), Threads::default());
                file.source().read_in_order(|| {
                    file.pieces().try_for_each(|piece| {
                        // Bytes that cannot be read are not those of the table.
                        let piece = piece.unwrap_or_default();
                        let hash = || {
                            hasher.update_rayon(&piece);
                        };
                        if threads.install(hash).is_err() {
                            hasher.update(&piece);
                        }
                        control.check()
                    })
                })?;
                Ok(hasher.finalize().to_string() == entry.blake3)
            }
            Expected::Sealed(_) => {
                let verify = || file.verify_bytes(|_| control.check().is_ok());
                let sound = file.source().read_in_order(verify).is_ok();
                control.check()?;
                Ok(sound && Table::new(file).is_ok())
            }
        }
    }

    /// Unpacks the table into `folder`, which is created if it does not exist. If another process
    /// or thread is making the same table, calls `waiting` and waits. A table that exists is kept
    /// if it is right, and replaced if not, or if `force` says so.
    ///
    /// Hashes and lengths are checked while the table is written under another name; it is renamed
    /// when all is right. A download that was cut off goes on where it stopped.
    ///
    /// # Errors
    /// See [`UnpackError`]. No table of the folder has changed then.
    pub fn unpack(
        &self,
        folder: &TableFolder,
        force: bool,
        control: Control<'_>,
        waiting: impl FnOnce(),
    ) -> Result<Unpacked, UnpackError> {
        let path = folder.table(self.name.as_str());
        let was_there = path.exists();
        // Asked before anything is written: the folder may be read-only.
        if !force && self.exists(folder, control)? {
            TableLock::remove_unfinished_of(folder, self.name.as_str());
            return Ok(Unpacked { path, anew: false });
        }
        check_disk_space(self.bytes(), folder.path())?;
        fs::create_dir_all(folder.path()).map_err(refused("create the folder", folder.path()))?;
        remove_leftovers(folder)?;
        let mut waited = false;
        let lock = TableLock::wait(folder, self.name.as_str(), control, || {
            waited = true;
            waiting();
        })?;
        // A wrong one that nobody has replaced need not be read again.
        if (waited || !was_there) && !force && self.exists(folder, control)? {
            return Ok(Unpacked { path, anew: false });
        }
        let path = match &self.file {
            PackedFile::Local(file) => {
                let hashes =
                    |partial: &PartialTable| self.expand(open(file)?, partial, file, control);
                self.install(&lock, folder, control, hashes)?
            }
            PackedFile::Remote { url, client } => {
                let sha256 = self.sha256.as_ref().expect("every release lists its files");
                let wanted = Wanted {
                    client,
                    url: url.clone(),
                    sha256,
                    most: most_packed(self.bytes()),
                    table: self.bytes(),
                };
                let (mut file, downloaded) = Download::fetch(&path, &wanted, control)?.into_parts();
                file.rewind().map_err(refused("read", downloaded.path()))?;
                let hashes = |partial: &PartialTable| {
                    self.expand(&file, partial, downloaded.path(), control)
                };
                let installed = self.install(&lock, folder, control, hashes);
                if installed.as_ref().is_err_and(|error| !is_proven_wrong(error)) {
                    downloaded.keep();
                }
                installed?
            }
        };
        lock.remove_unfinished();
        Ok(Unpacked { path, anew: true })
    }

    /// Writes the table, checks it, and gives it its name.
    fn install(
        &self,
        lock: &TableLock,
        folder: &TableFolder,
        control: Control<'_>,
        write: impl FnOnce(&PartialTable) -> Result<Hashes, UnpackError>,
    ) -> Result<PathBuf, UnpackError> {
        control.set_length(self.bytes());
        let partial = PartialTable::create(lock)?;
        let hashes = write(&partial)?;
        let wrong = |problem| UnpackError::Packed { file: self.origin(), problem };
        if self.sha256.as_ref().is_some_and(|expected| *expected != hashes.sha256) {
            return Err(wrong(PackedProblem::OtherSha256));
        }
        if let Expected::Known(entry) | Expected::Released(entry) = &self.expected
            && hashes.blake3.to_string() != entry.blake3
        {
            return Err(wrong(PackedProblem::OtherBlake3));
        }
        if !matches!(self.expected, Expected::Known(_)) {
            self.check(partial.path(), folder, control)?.map_err(|error| wrong(error.into()))?;
        }
        Ok(partial.publish()?)
    }

    fn expand(
        &self,
        packed: impl Read,
        partial: &PartialTable,
        path: &Path,
        control: Control<'_>,
    ) -> Result<Hashes, UnpackError> {
        let failed = |error| failed(error, path, self.origin());
        let frame = Frame::open(packed).map_err(failed)?;
        let (expected, found) = (self.bytes(), frame.length);
        if found != expected {
            let problem = PackedProblem::OtherLength { expected, found };
            return Err(UnpackError::Packed { file: self.origin(), problem });
        }
        frame.expand(&mut partial.file(), control, |error| partial.refused(error)).map_err(failed)
    }

    /// Whether a file that no manifest of this program knows is a table of this name. The outer
    /// error stops the check, the inner one is its result.
    fn check(
        &self,
        path: &Path,
        folder: &TableFolder,
        control: Control<'_>,
    ) -> Result<Result<(), Problem>, BuildError> {
        let check = || {
            let file = folder.access().open(path).map_err(|error| error.problem)?;
            if file.header().name != self.name.as_str() {
                return Err(Problem::OtherName { found: file.header().name.clone() });
            }
            let verify = || file.verify_bytes(|_| control.check().is_ok());
            file.source().read_in_order(verify)?;
            Table::new(file).map(drop)
        };
        let checked = check();
        control.check()?;
        Ok(checked)
    }
}
