//! A file that is there when it is complete, and not before.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::failure::Failure;

/// A file under another name, which goes with it unless it is [published](Self::publish).
pub(super) struct Partial {
    file: NamedTempFile,
    path: PathBuf,
    /// Whether to replace what is there.
    force: bool,
}

impl Partial {
    pub(super) fn create(path: &Path, force: bool) -> Result<Self, Failure> {
        let Some(name) = path.file_name() else {
            return Err(Failure::Input(format!("{} is no name of a file", path.display())));
        };
        match path.symlink_metadata() {
            Ok(_) if !force => return Err(is_there(path)),
            // A device, say, which the file would take the place of.
            Ok(there) if !there.is_file() => {
                return Err(Failure::Input(format!("{} is not a file", path.display())));
            }
            Ok(_) | Err(_) => {}
        }
        // Renaming works within a folder.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut prefix = name.to_owned();
        prefix.push(".");
        let file = in_the_users_mode(Builder::new().prefix(&prefix).suffix(".partial"))
            .tempfile_in(folder.unwrap_or(Path::new(".")))
            .map_err(|error| refused("create", path, &error))?;
        Ok(Self { file, path: path.to_owned(), force })
    }

    pub(super) fn file(&self) -> &File {
        self.file.as_file()
    }

    /// Why something could not be written.
    pub(super) fn refused(&self, error: &io::Error) -> Failure {
        refused("write", &self.path, error)
    }

    /// Gives it its name, and tells how many bytes it has.
    pub(super) fn publish(self) -> Result<u64, Failure> {
        let Self { file, path, force } = self;
        let bytes = file.as_file().sync_all().and_then(|()| file.as_file().metadata());
        let bytes = bytes.map_err(|error| refused("write", &path, &error))?.len();
        let published = if force { file.persist(&path) } else { file.persist_noclobber(&path) };
        match published.map_err(|error| error.error) {
            Ok(_) => Ok(bytes),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(is_there(&path)),
            Err(error) => Err(refused("rename to", &path, &error)),
        }
    }
}

/// Files for a moment are for their makers' eyes only, and this one is to stay.
fn in_the_users_mode<'a, 'b, 'c>(builder: &'c mut Builder<'a, 'b>) -> &'c mut Builder<'a, 'b> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder
}

fn is_there(path: &Path) -> Failure {
    let path = path.display();
    Failure::Input(format!("{path} is there already: give another --output, or --force"))
}

fn refused(action: &str, path: &Path, error: &io::Error) -> Failure {
    Failure::Refused(format!("{}: cannot {action}: {error}", path.display()))
}
