//! The file of an export: it appears when it is complete, and not before.

use std::fs::File;
use std::io;

use perfectplay_tables::files::StagedFile;

use crate::prelude::*;

/// A file with a temporary name, which is removed with it unless it is [published](Self::publish).
pub(crate) struct PartialFile {
    file: StagedFile,
    path: PathBuf,
    /// Whether to replace what is there.
    force: bool,
}

impl PartialFile {
    pub(crate) fn create(path: &Path, force: bool) -> Result<Self> {
        check(path, force)?;
        StagedFile::remove_abandoned(path, Duration::ZERO);
        // Only the error's kind is kept: its text would name the partial file.
        let file = StagedFile::shared(path)
            .map_err(|error| Failure::cannot("create", path, &error.source.kind().into()))?;
        Ok(Self { file, path: path.to_owned(), force })
    }

    pub(crate) fn file(&self) -> &File {
        self.file.file()
    }

    /// Why something could not be written.
    pub(crate) fn refused(&self, error: &io::Error) -> Failure {
        Failure::cannot("write", &self.path, error)
    }

    /// Gives it its name, and returns how many bytes it has.
    pub(crate) fn publish(self) -> Result<u64> {
        let bytes = self.file().metadata().map_err(|error| self.refused(&error))?.len();
        let Self { file, path, force } = self;
        let published = if force { file.publish().map(|()| None) } else { file.publish_first() };
        match published.map_err(|error| Failure::cannot("write", &path, &error.source))? {
            None => Ok(bytes),
            Some(_) => Err(is_there(&path)),
        }
    }
}

/// Whether a file may be made at this path.
fn check(path: &Path, force: bool) -> Result<()> {
    if path.file_name().is_none() {
        return Err(Failure::usage(format!("{} is not a file name", path.display())));
    }
    match path.symlink_metadata() {
        // The file would replace, for example, a device.
        Ok(there) if !there.is_file() => {
            let what = format!("{} is not a file", path.display());
            return Err(Failure::usage(what).with_hint("give another --output"));
        }
        Ok(_) if !force => return Err(is_there(path)),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        // On Windows it may be the name of a device with any ending.
        Err(error) => return Err(Failure::cannot("create", path, &error)),
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.exists()) {
        Some(folder) => {
            let missing = io::Error::other(format!("there is no folder {}", folder.display()));
            Err(Failure::cannot("create", path, &missing))
        }
        None => Ok(()),
    }
}

fn is_there(path: &Path) -> Failure {
    let path = path.display();
    Failure::usage(format!("{path} is there already"))
        .with_hint("give another --output, or --force")
}
