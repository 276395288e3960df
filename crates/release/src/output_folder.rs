//! The folder that a release is packed into: all files appear when all are complete.

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Mutex;

use perfectplay_query::folder_entries;
use perfectplay_tables::BuildError;
use perfectplay_tables::files::{FileError, StagedSet, refused};

use crate::TableName;
use crate::error::PackError;
use crate::name::{packed_file, table_of};
use crate::sums::{SUMS, Sums};
use crate::zstd_frame::Hashing;

/// Files that appear once all of them are complete, with `SHA256SUMS` last, which has the hashes of those written
/// so far.
pub(crate) struct OutputFolder {
    files: StagedSet,
    sums: Mutex<Sums>,
}

impl OutputFolder {
    /// Creates the folder if it does not exist, and removes what a killed process left in it.
    pub(crate) fn begin(path: &Path, tables: &[&TableName]) -> Result<Self, PackError> {
        check_foreign(path, tables)?;
        match StagedSet::begin(path, SUMS, is_of_release)? {
            Some(files) => Ok(Self { files, sums: Mutex::default() }),
            None => Err(PackError::Busy(path.to_owned())),
        }
    }

    /// Writes a file, with what `write` puts into it, and also returns the file's length.
    pub(crate) fn write<T>(
        &self,
        name: &str,
        write: impl FnOnce(&mut dyn Write, &dyn Fn(io::Error) -> BuildError) -> Result<T, BuildError>,
    ) -> Result<(T, u64), BuildError> {
        let staged = self.files.create(name)?;
        let mut out = Hashing::new(BufWriter::new(staged.file()));
        let written = write(&mut out, &|error| staged.refused("write")(error).into())?;
        out.flush().map_err(staged.refused("write"))?;
        let hash = out.sha256();
        let length = staged.file().metadata().map_err(staged.refused("measure"))?.len();
        self.files.add(staged)?;
        self.sums.lock().expect("no thread panics with it").insert(name.to_owned(), hash);
        Ok((written, length))
    }

    /// Writes a file with this text.
    pub(crate) fn write_text(&self, name: &str, text: &str) -> Result<(), BuildError> {
        self.write(name, |out, refused| out.write_all(text.as_bytes()).map_err(refused))?;
        Ok(())
    }

    /// Gives all files their names.
    pub(crate) fn publish(self) -> Result<(), FileError> {
        let sums = self.sums.into_inner().expect("no thread panics with it");
        self.files.publish(sums.to_string().as_bytes())
    }
}

/// Whether a file of this name belongs to a release.
fn is_of_release(name: &str) -> bool {
    [crate::MANIFEST, crate::README, SUMS].contains(&name) || table_of(name).is_some()
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
    // The order in a folder is arbitrary.
    foreign.into_iter().min().map_or(Ok(()), |path| Err(PackError::Foreign(path)))
}
