//! A set of staged files: files of one folder that appear together.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::{fs, io};

use crate::files::durable::make_folder;
use crate::files::error::{FileError, refused};
use crate::files::names::PARTIAL;
use crate::files::own_file::open_own;
use crate::files::staged::{StagedFile, StagedName};

/// Files under temporary names, `NAME.partial`, which are removed with it unless they are
/// [published](Self::publish).
///
/// One of them is created first, stays locked and is renamed last. The system releases the lock of a
/// killed process, so partial files beside an unlocked one are leftovers.
#[derive(Debug)]
pub struct StagedSet {
    // Fields are dropped in this order.
    others: Mutex<Vec<StagedName>>,
    last: StagedFile,
    folder: NewFolder,
}

/// A folder, which is removed with it if it is new and empty.
#[derive(Debug)]
struct NewFolder {
    path: PathBuf,
    is_new: bool,
}

impl StagedSet {
    /// Creates the folder if it does not exist, and the file in it that is renamed last, and removes what a
    /// killed process has left of files of these names. Returns nothing while another program has such a set
    /// in the folder.
    pub fn begin(
        folder: &Path,
        last: &str,
        is_own: impl Fn(&str) -> bool,
    ) -> Result<Option<Self>, FileError> {
        let folder = NewFolder { path: folder.to_owned(), is_new: !folder.exists() };
        make_folder(&folder.path)?;
        let place = folder.path.join(last);
        let path = partial(&place);
        let file = loop {
            let file = open_own(&path, File::options().write(true).create(true).truncate(false));
            let file = file.map_err(refused("create", &path))?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(refused("lock", &path)(error)),
                // Its last owner may have renamed it before we got the lock.
                Ok(()) if !path.exists() => {}
                Ok(()) => break file,
            }
        };
        let last = StagedFile::new(file, path, place);
        let set = Self { others: Mutex::default(), last, folder };
        set.last.file().set_len(0).map_err(set.last.refused("write"))?;
        set.remove_leftovers(is_own).map_err(refused("clear", &set.folder.path))?;
        Ok(Some(set))
    }

    /// A new file of the set. It appears with the others, once it is [added](Self::add).
    pub fn create(&self, name: &str) -> Result<StagedFile, FileError> {
        let place = self.folder.path.join(name);
        let path = partial(&place);
        let mut options = File::options();
        let file = open_own(&path, options.write(true).create(true).truncate(true));
        let file = file.map_err(refused("create", &path))?;
        Ok(StagedFile::new(file, path, place))
    }

    /// Adds a file, all of whose bytes are written, and closes it.
    ///
    /// # Errors
    /// What the system refuses; the file is removed then.
    pub fn add(&self, staged: StagedFile) -> Result<(), FileError> {
        staged.sync()?;
        self.others.lock().expect("no thread panics with it").push(staged.name);
        Ok(())
    }

    /// Writes the file that is renamed last, and gives all files their names.
    ///
    /// # Errors
    /// What the system refuses; files that have no name yet are removed then.
    pub fn publish(self, last: &[u8]) -> Result<(), FileError> {
        // Dropped in reverse order: the folder once its files are gone.
        let Self { folder: _folder, others, last: file } = self;
        io::Write::write_all(&mut file.file(), last).map_err(file.refused("write"))?;
        file.sync()?;
        for mut name in others.into_inner().expect("no thread panics with it") {
            name.rename()?;
        }
        file.name.publish()
    }

    /// Removes partial files of these names, except the locked one.
    fn remove_leftovers(&self, is_own: impl Fn(&str) -> bool) -> io::Result<()> {
        for entry in self.folder.path.read_dir()? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str());
            let is_left = name.and_then(|name| name.strip_suffix(PARTIAL)).is_some_and(&is_own);
            if is_left && path != self.last.path() && path.is_file() {
                fs::remove_file(&path)?;
            }
        }
        Ok(())
    }
}

impl Drop for NewFolder {
    fn drop(&mut self) {
        if self.is_new {
            // Unless somebody else has put something into it.
            let _ = fs::remove_dir(&self.path);
        }
    }
}

fn partial(place: &Path) -> PathBuf {
    let mut path = place.as_os_str().to_owned();
    path.push(PARTIAL);
    path.into()
}
