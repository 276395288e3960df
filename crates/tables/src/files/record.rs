//! Records: how far a build or a download has got, in a file beside it.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::files::names::{BUILD_RECORD, DOWNLOAD_RECORD};
use crate::files::own_file::{open_own, read_text};
use crate::files::{FileError, StagedFile, refused};

/// The record of a table, which is replaced as a whole: after a power failure either the old or the new one
/// is there. Whoever writes it holds the table's lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its ending, and the ending while it is being written.
    endings: [&'static str; 2],
}

impl Record {
    /// How much of a table's partial file is complete.
    pub const BUILD: Self = Self { endings: BUILD_RECORD };

    /// What a download is of.
    pub const DOWNLOAD: Self = Self { endings: DOWNLOAD_RECORD };

    /// Where it is for a given table.
    #[must_use]
    pub fn path(self, table: &Path) -> PathBuf {
        table.with_extension(self.endings[0])
    }

    /// Reads it. It may contain anything by now.
    ///
    /// # Errors
    /// As [`read_text`].
    pub fn read(self, table: &Path) -> io::Result<String> {
        read_text(&self.path(table))
    }

    /// Writes it, replacing the one that is there.
    ///
    /// # Errors
    /// What the system refuses; the old record is then still there.
    pub fn write(self, table: &Path, text: &str) -> Result<(), FileError> {
        let path = table.with_extension(self.endings[1]);
        let mut options = File::options();
        let file = open_own(&path, options.write(true).create(true).truncate(true));
        let file = file.map_err(refused("write", &path))?;
        let staged = StagedFile::new(file, path, self.path(table));
        staged.file().write_all(text.as_bytes()).map_err(staged.refused("write"))?;
        staged.publish()
    }

    /// Removes it if it is there. What remains is removed by the next build, like other files that nobody
    /// needs.
    pub fn remove(self, table: &Path) {
        for ending in self.endings {
            let _ = fs::remove_file(table.with_extension(ending));
        }
    }
}
