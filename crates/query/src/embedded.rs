//! Tables inside a program.

use perfectplay_format::TableFile;

use crate::{Beginning, Bytes, OpenError, Problem, Table};

/// Tables inside a program: the name of each, and the bytes of its file, which are read where they
/// are. `perfectplay-embedded` has small ones; others a program includes by [`include_bytes!`], or
/// makes of a vector by [`Vec::leak`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EmbeddedTables(&'static [(&'static str, &'static [u8])]);

impl EmbeddedTables {
    /// These tables, which are not opened. Of two with the same name the first counts.
    #[must_use]
    pub const fn new(tables: &'static [(&'static str, &'static [u8])]) -> Self {
        Self(tables)
    }

    /// Their names.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|(name, _)| *name)
    }

    /// The bytes of the file of the table called `name`, which are not looked at.
    #[must_use]
    pub fn bytes(self, name: &str) -> Option<&'static [u8]> {
        self.0.iter().find(|(found, _)| *found == name).map(|(_, bytes)| *bytes)
    }

    /// Opens the table called `name`, of any game, known or not.
    ///
    /// # Errors
    /// If there is none with this name, or its bytes are damaged, or hold a table of another name.
    pub fn file(self, name: &str) -> Result<TableFile<Bytes>, OpenError> {
        let open = || {
            let bytes = self.bytes(name).ok_or(Problem::Missing)?;
            let file = TableFile::open(Bytes::from(bytes))?;
            if file.header().name != name {
                return Err(Problem::OtherName { found: file.header().name.clone() });
            }
            Ok(file)
        };
        open().map_err(|problem| problem.of(origin(name)))
    }

    /// What the file of the table called `name` begins with.
    ///
    /// # Errors
    /// As [`file`](Self::file).
    pub fn beginning(self, name: &str) -> Result<Beginning, OpenError> {
        let file = self.file(name)?;
        Ok(file.into_beginning())
    }

    /// Opens the table called `name`, of any game.
    ///
    /// # Errors
    /// As [`file`](Self::file), and if it is not a table that this program understands.
    pub fn open(self, name: &str) -> Result<Table<Bytes>, OpenError> {
        self.read(name, Table::new)
    }

    /// Opens the table called `name` with a reader, such as
    /// [`NumberTable::new`](crate::NumberTable::new).
    ///
    /// # Errors
    /// As [`file`](Self::file), and those of the reader.
    pub fn read<T>(
        self,
        name: &str,
        reader: impl FnOnce(TableFile<Bytes>) -> Result<T, Problem>,
    ) -> Result<T, OpenError> {
        reader(self.file(name)?).map_err(|problem| problem.of(origin(name)))
    }
}

/// What errors call the table.
fn origin(name: &str) -> String {
    format!("{name} inside the program")
}
