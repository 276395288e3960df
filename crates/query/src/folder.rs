//! A folder of tables.

use std::io;
use std::path::{Path, PathBuf};

use perfectplay_format::EXTENSION;

#[cfg(feature = "mmap")]
use crate::{
    ContourTable, Map, NumberOutcomesTable, NumberTable, OpenError, Problem, StakeTable, TableFile,
    TokensTable, TowerTable,
};

/// The folder in which a program keeps its tables, each as `NAME.table`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFolder {
    path: PathBuf,
}

impl TableFolder {
    /// The folder at `path`, which need not exist yet.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// The folder itself.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file of the table called `name`.
    #[must_use]
    pub fn table(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.{EXTENSION}"))
    }

    /// The names of all tables that are there, sorted; empty without the folder.
    /// The files are not looked into.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn names(&self) -> io::Result<Vec<String>> {
        let entries = match self.path.read_dir() {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut names = Vec::new();
        for entry in entries {
            let path = PathBuf::from(entry?.file_name());
            if path.extension().is_some_and(|extension| extension == EXTENSION) {
                names.extend(path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned));
            }
        }
        names.sort_unstable();
        Ok(names)
    }

    /// Opens the table called `name`.
    ///
    /// # Errors
    /// If it is not there, not sound, or holds a table of another name.
    #[cfg(feature = "mmap")]
    pub fn open(&self, name: &str) -> Result<TableFile<Map>, OpenError> {
        let path = self.table(name);
        let file = crate::open(&path)?;
        if file.header().name != name {
            let found = file.header().name.clone();
            return Err(Problem::OtherName { found }.of(path.display()));
        }
        Ok(file)
    }

    /// Opens the `number` table called `name`.
    ///
    /// # Errors
    /// As [`open`](Self::open), and if it is not a table of this game.
    #[cfg(feature = "mmap")]
    pub fn number(&self, name: &str) -> Result<NumberTable<Map>, OpenError> {
        NumberTable::new(self.open(name)?).map_err(|problem| problem.of(self.table(name).display()))
    }

    /// Opens the `number` table called `name` that knows only who wins.
    ///
    /// # Errors
    /// As [`open`](Self::open), and if it is not such a table.
    #[cfg(feature = "mmap")]
    pub fn number_outcomes(&self, name: &str) -> Result<NumberOutcomesTable<Map>, OpenError> {
        NumberOutcomesTable::new(self.open(name)?)
            .map_err(|problem| problem.of(self.table(name).display()))
    }

    /// Opens the `tower` table called `name`.
    ///
    /// # Errors
    /// As [`open`](Self::open), and if it is not a table of this game.
    #[cfg(feature = "mmap")]
    pub fn tower(&self, name: &str) -> Result<TowerTable<Map>, OpenError> {
        TowerTable::new(self.open(name)?).map_err(|problem| problem.of(self.table(name).display()))
    }

    /// Opens the `contour` table called `name`.
    ///
    /// # Errors
    /// As [`open`](Self::open), and if it is not a table of this game.
    #[cfg(feature = "mmap")]
    pub fn contour(&self, name: &str) -> Result<ContourTable<Map>, OpenError> {
        ContourTable::new(self.open(name)?)
            .map_err(|problem| problem.of(self.table(name).display()))
    }

    /// Opens the `stake` table called `name`.
    ///
    /// # Errors
    /// As [`open`](Self::open), and if it is not a table of this game.
    #[cfg(feature = "mmap")]
    pub fn stake(&self, name: &str) -> Result<StakeTable<Map>, OpenError> {
        StakeTable::new(self.open(name)?).map_err(|problem| problem.of(self.table(name).display()))
    }

    /// Opens the `tokens` table called `name`.
    ///
    /// # Errors
    /// As [`open`](Self::open), and if it is not a table of this game.
    #[cfg(feature = "mmap")]
    pub fn tokens(&self, name: &str) -> Result<TokensTable<Map>, OpenError> {
        TokensTable::new(self.open(name)?).map_err(|problem| problem.of(self.table(name).display()))
    }
}
