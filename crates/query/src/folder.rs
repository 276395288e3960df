//! A folder of tables.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use perfectplay_format::EXTENSION;

use crate::bytes::open_beginning;
use crate::{
    Access, Beginning, Bytes, ChompTable, ContourTable, NumberTable, OpenError, Problem,
    StakeTable, Table, TableFile, TokensTable, TowerTable,
};

/// A folder of tables, each in a file `NAME.table`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFolder {
    path: PathBuf,
    access: Access,
}

impl TableFolder {
    /// The folder at `path`, which need not exist. Tables are read into memory, unless
    /// [`with_access`](Self::with_access) says otherwise.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), access: Access::read() }
    }

    /// The same folder, with its tables opened in this way.
    #[must_use]
    pub fn with_access(self, access: Access) -> Self {
        Self { access, ..self }
    }

    /// The folder's path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How tables are opened.
    #[must_use]
    pub fn access(&self) -> Access {
        self.access
    }

    /// The path of the table called `name`.
    #[must_use]
    pub fn table(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.{EXTENSION}"))
    }

    /// The paths of all files `*.table` in the folder, sorted by the name without its
    /// ending; empty if the folder does not exist. The files are not opened.
    ///
    /// This includes files whose names are not UTF-8. No table has such a name, so what is in them
    /// cannot be asked for; a program that lists or checks a folder can report them.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn files(&self) -> io::Result<Vec<PathBuf>> {
        let entries = match self.path.read_dir() {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut files = Vec::new();
        for entry in entries {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == EXTENSION) {
                files.push(path);
            }
        }
        files.sort_unstable_by(|one, other| one.file_stem().cmp(&other.file_stem()));
        Ok(files)
    }

    /// The names of all tables in the folder, sorted; empty if the folder does not exist. The files
    /// are not opened. Those whose names are not UTF-8 are left out: [`files`](Self::files) has
    /// them, too.
    ///
    /// # Errors
    /// If the folder cannot be read.
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
        let path = self.table(name);
        let file = self.access.open(&path)?;
        if file.header().name != name {
            let found = file.header().name.clone();
            return Err(Problem::OtherName { found }.of(path.display()));
        }
        Ok(file)
    }

    /// The file of the table called `name`, open to be read as it is, and what it begins with. However large
    /// it is, little of it has been read.
    ///
    /// # Errors
    /// As [`file`](Self::file).
    pub fn beginning(&self, name: &str) -> Result<(File, Beginning), OpenError> {
        let path = self.table(name);
        let open = || match open_beginning(&path)? {
            (_, Beginning { header, .. }) if header.name != name => {
                Err(Problem::OtherName { found: header.name })
            }
            found => Ok(found),
        };
        open().map_err(|problem| problem.of(path.display()))
    }

    /// Opens the table called `name`, of any game.
    ///
    /// # Errors
    /// If the file does not exist, is damaged, or is not a table that this program understands.
    pub fn open(&self, name: &str) -> Result<Table<Bytes>, OpenError> {
        self.read(name, Table::new)
    }

    /// Opens the `number` table called `name`.
    ///
    /// # Errors
    /// As [`open`](Self::open), and if it is of another game.
    pub fn number(&self, name: &str) -> Result<NumberTable<Bytes>, OpenError> {
        self.read(name, NumberTable::new)
    }

    /// Opens the `tower` table called `name`.
    ///
    /// # Errors
    /// As [`open`](Self::open), and if it is of another game.
    pub fn tower(&self, name: &str) -> Result<TowerTable<Bytes>, OpenError> {
        self.read(name, TowerTable::new)
    }

    /// Opens the `contour` table called `name`.
    ///
    /// # Errors
    /// As [`open`](Self::open), and if it is of another game.
    pub fn contour(&self, name: &str) -> Result<ContourTable<Bytes>, OpenError> {
        self.read(name, ContourTable::new)
    }

    /// Opens the `stake` table called `name`.
    ///
    /// # Errors
    /// As [`open`](Self::open), and if it is of another game.
    pub fn stake(&self, name: &str) -> Result<StakeTable<Bytes>, OpenError> {
        self.read(name, StakeTable::new)
    }

    /// Opens the `tokens` table called `name`.
    ///
    /// # Errors
    /// As [`open`](Self::open), and if it is of another game.
    pub fn tokens(&self, name: &str) -> Result<TokensTable<Bytes>, OpenError> {
        self.read(name, TokensTable::new)
    }

    /// Opens the `chomp` table called `name`.
    ///
    /// # Errors
    /// As [`open`](Self::open), and if it is of another game.
    pub fn chomp(&self, name: &str) -> Result<ChompTable<Bytes>, OpenError> {
        self.read(name, ChompTable::new)
    }

    /// Opens the table called `name` with a reader, such as [`NumberTable::new`].
    ///
    /// # Errors
    /// As [`file`](Self::file), and those of the reader.
    pub fn read<T>(
        &self,
        name: &str,
        reader: impl FnOnce(TableFile<Bytes>) -> Result<T, Problem>,
    ) -> Result<T, OpenError> {
        reader(self.file(name)?).map_err(|problem| problem.of(self.table(name).display()))
    }
}
