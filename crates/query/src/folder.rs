//! A folder of tables.

use std::fs::DirEntry;
use std::io;
use std::path::{Path, PathBuf};

use perfectplay_format::{EXTENSION, TableFile};

use crate::bytes::{Access, Bytes};
use crate::error::{OpenError, Problem};
use crate::sections::check_place;
use crate::table_place::TablePlace;

/// A folder of tables, each in a file `NAME.table`.
///
/// ```
/// use perfectplay_query::{Access, TableFolder};
/// let folder = TableFolder::new("tables");
/// assert_eq!((folder.path().to_str(), folder.access()), (Some("tables"), Access::read()));
/// assert!(folder.table("number-40").ends_with("number-40.table"));
/// let folder = folder.with_access(Access::positioned());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFolder {
    path: PathBuf,
    access: Access,
}

impl TableFolder {
    /// The folder at `path`, which need not exist. Tables are read into memory, unless
    /// [`with_access`](Self::with_access) says otherwise.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), access: Access::read() }
    }

    /// Opens its tables in this way.
    #[must_use]
    pub fn with_access(self, access: Access) -> Self {
        Self { access, ..self }
    }

    /// The folder's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How tables are opened.
    pub fn access(&self) -> Access {
        self.access
    }

    /// The path of the table called `name`.
    pub fn table(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.{EXTENSION}"))
    }

    /// The paths of all files `*.table` in the folder, sorted by the name without its
    /// ending; empty if the folder does not exist. The files are not opened.
    ///
    /// This includes files whose names are not UTF-8. No table has such a name, so they cannot be probed; a
    /// program that lists or checks a folder can report them.
    pub fn files(&self) -> io::Result<Vec<PathBuf>> {
        let entries = folder_entries(&self.path)?.into_iter().map(|entry| entry.path());
        let is_table = |path: &PathBuf| path.extension().is_some_and(|found| found == EXTENSION);
        let mut files: Vec<PathBuf> = entries.filter(is_table).collect();
        files.sort_unstable_by(|one, other| one.file_stem().cmp(&other.file_stem()));
        Ok(files)
    }

    /// The names of all tables in the folder, sorted; empty if the folder does not exist. The files are not
    /// opened. Those whose names are not UTF-8 are left out; [`files`](Self::files) includes them.
    pub fn names(&self) -> io::Result<Vec<String>> {
        let files = self.files()?;
        let names = files.iter().filter_map(|file| file.file_stem()?.to_str());
        Ok(names.map(str::to_owned).collect())
    }

    /// Opens the file of the table called `name`, of any game, known or not.
    ///
    /// # Errors
    /// If the file does not exist, is damaged, or holds a table of another name.
    pub fn file(&self, name: &str) -> Result<TableFile<Bytes>, OpenError> {
        self.read(name, Ok)
    }

    /// Opens the table called `name` with a reader, such as
    /// `NumberTable::new` in `perfectplay-games`.
    ///
    /// # Errors
    /// As [`file`](Self::file), and those of the reader.
    pub fn read<T>(
        &self,
        name: &str,
        reader: impl FnOnce(TableFile<Bytes>) -> Result<T, Problem>,
    ) -> Result<T, OpenError> {
        let path = self.table(name);
        let file = self.access.open(&path)?;
        let place = TablePlace::File(path);
        reader(check_place(file, &place)?).map_err(|problem| problem.at(place))
    }
}

/// What is in a folder; nothing if it does not exist.
pub fn folder_entries(folder: &Path) -> io::Result<Vec<DirEntry>> {
    match folder.read_dir() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        entries => entries?.collect(),
    }
}
