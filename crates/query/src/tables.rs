//! The tables that can be read, and which of them comes first.

use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use perfectplay_core::control::Control;
use perfectplay_format::{EXTENSION, TableFile};

use crate::bytes::{Access, Bytes};
use crate::error::{OpenError, Problem};
use crate::folder::TableFolder;
use crate::positioned::ReadAt;
use crate::sections::check_place;
use crate::table_place::TablePlace;

/// The tables that can be read: those of a folder or at an address, and those inside the program. If two have the
/// same name, the one inside the program comes second.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    folder: Option<TableFolder>,
    elsewhere: Option<Elsewhere>,
    /// Those inside the program.
    inside: Vec<(String, Inside)>,
}

/// Tables at an address.
#[derive(Clone, Debug)]
struct Elsewhere {
    /// As it is shown.
    address: String,
    tables: Vec<RemoteTable>,
}

/// One of them: this many bytes, which are read on demand.
#[derive(Clone, Debug)]
struct RemoteTable {
    place: TablePlace,
    bytes: Arc<dyn ReadAt>,
    length: u64,
}

/// The bytes of a table inside the program.
#[derive(Clone, Debug)]
enum Inside {
    Static(&'static [u8]),
    Shared(Arc<[u8]>),
    /// This many bytes, which are read on demand.
    Elsewhere(Arc<dyn ReadAt>, u64),
}

impl Inside {
    /// Static bytes are used where they are. A reader gets its own copy of the others, so that none has to find
    /// out which kind it has.
    fn bytes(&self) -> Result<Bytes, Problem> {
        match self {
            Self::Static(bytes) => Ok(Bytes::from(*bytes)),
            Self::Shared(bytes) => Bytes::read_whole(&**bytes, bytes.len() as u64),
            Self::Elsewhere(bytes, length) => Ok(Bytes::read_at(bytes.clone(), *length)),
        }
    }
}

/// What tables there were at some time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    places: Vec<TablePlace>,
    states: Vec<Option<Result<FileState, io::ErrorKind>>>,
}

impl Snapshot {
    /// Where each table was, as [`Tables::places`] returns them.
    pub fn places(&self) -> &[TablePlace] {
        &self.places
    }
}

/// What changes about a file when it is replaced, written to, or opened to other readers.
#[derive(Clone, Debug, PartialEq, Eq)]
struct FileState {
    length: u64,
    changed: Option<SystemTime>,
    /// Copies keep a file's length and time, but not its number, nor when anything about it last changed.
    #[cfg(unix)]
    identity: (u64, u64, i64, i64),
}

impl FileState {
    fn of(file: &Metadata) -> Self {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt as _;
        Self {
            length: file.len(),
            changed: file.modified().ok(),
            #[cfg(unix)]
            identity: (file.dev(), file.ino(), file.ctime(), file.ctime_nsec()),
        }
    }
}

/// Paths of folders, which need not exist.
macro_rules! from_paths {
    ($($path:ty),*) => {$(
        impl From<$path> for TableFolder {
            fn from(path: $path) -> Self {
                Self::new(path)
            }
        }

        impl From<$path> for Tables {
            fn from(path: $path) -> Self {
                TableFolder::new(path).into()
            }
        }
    )*};
}

from_paths!(&str, String, &Path, PathBuf, &PathBuf);

impl From<&TableFolder> for TableFolder {
    fn from(folder: &TableFolder) -> Self {
        folder.clone()
    }
}

impl From<&TableFolder> for Tables {
    fn from(folder: &TableFolder) -> Self {
        folder.clone().into()
    }
}

impl From<&Tables> for Tables {
    fn from(tables: &Tables) -> Self {
        tables.clone()
    }
}

impl From<TableFolder> for Tables {
    /// The tables of a folder, which need not exist.
    fn from(folder: TableFolder) -> Self {
        Self { folder: Some(folder), ..Self::default() }
    }
}

impl Tables {
    /// Tables at an address, as it is shown, of which there are none yet.
    pub fn at_address(address: impl Into<String>) -> Self {
        let elsewhere = Elsewhere { address: address.into(), tables: Vec::new() };
        Self { elsewhere: Some(elsewhere), ..Self::default() }
    }

    /// Adds a table of this length that is elsewhere, with its own address, as it is shown.
    #[must_use]
    pub fn with_remote(
        mut self,
        name: &str,
        url: &str,
        bytes: Arc<dyn ReadAt>,
        length: u64,
    ) -> Self {
        let place = TablePlace::Elsewhere { name: name.to_owned(), url: url.to_owned() };
        let none = || Elsewhere { address: url.to_owned(), tables: Vec::new() };
        let elsewhere = self.elsewhere.get_or_insert_with(none);
        elsewhere.tables.push(RemoteTable { place, bytes, length });
        self
    }

    /// Adds tables inside the program: the name of each, and the bytes of its file, which are used
    /// where they are. `SMALL_TABLES` in `perfectplay-games` are small ones; a program includes others with [`include_bytes!`].
    #[must_use]
    pub fn with_embedded(mut self, tables: &[(&str, &'static [u8])]) -> Self {
        let tables = tables.iter().map(|&(name, bytes)| (name.to_owned(), Inside::Static(bytes)));
        self.inside.extend(tables);
        self
    }

    /// Adds a table inside the program, whose bytes are copied when it is opened.
    #[must_use]
    pub fn with_bytes(mut self, name: &str, bytes: impl Into<Arc<[u8]>>) -> Self {
        self.inside.push((name.to_owned(), Inside::Shared(bytes.into())));
        self
    }

    /// Adds a table of this length that is read on demand, as a file with [`Access::positioned`]
    /// is.
    ///
    /// ```no_run
    /// use perfectplay_query::Tables;
    /// let file = std::fs::File::open("number-40.table")?;
    /// let length = file.metadata()?.len();
    /// let tables = Tables::default().with_reader("number-40", std::sync::Arc::new(file), length);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn with_reader(mut self, name: &str, bytes: Arc<dyn ReadAt>, length: u64) -> Self {
        self.inside.push((name.to_owned(), Inside::Elsewhere(bytes, length)));
        self
    }

    /// The folder, if there is one.
    pub fn folder(&self) -> Option<&TableFolder> {
        self.folder.as_ref()
    }

    /// The address of the tables that are elsewhere, as it is shown, if there is one.
    pub fn address(&self) -> Option<&str> {
        self.elsewhere.as_ref().map(|elsewhere| &*elsewhere.address)
    }

    /// Does something with the table at a place. If it is elsewhere, this may be done several times, until nothing was
    /// read that was not here: what was found the last time is returned.
    ///
    /// # Errors
    /// If bytes that were read could not be had.
    #[doc(hidden)]
    pub fn together<T>(
        &self,
        place: &TablePlace,
        control: Control<'_>,
        mut attempt: impl FnMut() -> T,
    ) -> Result<T, OpenError> {
        // A page must not wait: there, nothing fetches.
        if cfg!(target_family = "wasm") || !matches!(place, TablePlace::Elsewhere { .. }) {
            return Ok(attempt());
        }
        let mut found = None;
        self.attempt(place, control, &mut || found = Some(attempt()))?;
        Ok(found.expect("it was attempted"))
    }

    fn attempt(
        &self,
        place: &TablePlace,
        control: Control<'_>,
        attempt: &mut dyn FnMut(),
    ) -> Result<(), OpenError> {
        let attempted = match self.remote(place) {
            Some(remote) => remote.bytes.together(control, attempt),
            None => {
                attempt();
                Ok(())
            }
        };
        attempted.map_err(|problem| problem.at(place.clone()))
    }

    fn remote(&self, place: &TablePlace) -> Option<&RemoteTable> {
        self.all_remote().find(|table| table.place == *place)
    }

    fn all_remote(&self) -> impl Iterator<Item = &RemoteTable> {
        self.elsewhere.iter().flat_map(|elsewhere| &elsewhere.tables)
    }

    /// Where all tables are: those of the folder by name, or those at the address, and then those inside the program.
    /// The files are not opened, and may have names that no table can have.
    ///
    /// ```
    /// let tables = perfectplay_query::Tables::default().with_embedded(perfectplay_games::SMALL_TABLES);
    /// assert_eq!(tables.places()?.len(), perfectplay_games::SMALL_TABLES.len());
    /// assert!(tables.folder().is_none());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn places(&self) -> io::Result<Vec<TablePlace>> {
        let files = self.folder.as_ref().map_or(Ok(Vec::new()), TableFolder::files)?;
        let inside = self.inside.iter().map(|(name, _)| TablePlace::Program(name.clone()));
        let remote = self.all_remote().map(|table| table.place.clone());
        Ok(files.into_iter().map(TablePlace::File).chain(remote).chain(inside).collect())
    }

    /// The places of all tables, with what shows whether a table of the folder has been built, replaced or removed
    /// since.
    #[doc(hidden)]
    pub fn snapshot(&self) -> io::Result<Snapshot> {
        let places = self.places()?;
        let state = |place: &TablePlace| {
            let TablePlace::File(path) = place else { return None };
            Some(path.metadata().map(|file| FileState::of(&file)).map_err(|error| error.kind()))
        };
        let states = places.iter().map(state).collect();
        Ok(Snapshot { places, states })
    }

    /// The places, without those that come second.
    #[doc(hidden)]
    pub fn first_places(&self) -> io::Result<Vec<TablePlace>> {
        let mut places = self.places()?;
        places.retain(|place| self.is_first(place));
        Ok(places)
    }

    /// Where the table called `name` is: in the folder or at the address, unless only the program has it.
    pub fn place(&self, name: &str) -> TablePlace {
        if let Some(table) = self.all_remote().find(|table| table.place.name() == Some(name)) {
            return table.place.clone();
        }
        let inside = TablePlace::Program(name.to_owned());
        if let (Some(Elsewhere { address, .. }), None) = (&self.elsewhere, self.inside(name)) {
            let url = format!("{}/{name}.{EXTENSION}", address.trim_end_matches('/'));
            return TablePlace::Elsewhere { name: name.to_owned(), url };
        }
        match &self.folder {
            Some(folder) if self.inside(name).is_none() || !self.is_first(&inside) => {
                TablePlace::File(folder.table(name))
            }
            _ => inside,
        }
    }

    /// Whether no other table of this name takes precedence.
    fn is_first(&self, place: &TablePlace) -> bool {
        match (place, &self.folder) {
            (TablePlace::Program(name), Some(folder)) => {
                matches!(folder.table(name).try_exists(), Ok(false))
            }
            (TablePlace::Program(name), None) => {
                self.all_remote().all(|table| table.place.name() != Some(name))
            }
            _ => true,
        }
    }

    fn inside(&self, name: &str) -> Option<&Inside> {
        self.inside.iter().find(|(found, _)| found == name).map(|(_, bytes)| bytes)
    }

    /// Opens the table at a place, of any game, known or not, with the folder's [access](TableFolder::access).
    ///
    /// # Errors
    /// If there is none, or it is damaged, or it has another name than its place.
    pub fn file(&self, place: &TablePlace) -> Result<TableFile<Bytes>, OpenError> {
        let access = self.folder.as_ref().map_or(Access::read(), TableFolder::access);
        self.file_with(place, access)
    }

    /// Opens the table at a place with this access to files.
    ///
    /// # Errors
    /// As [`file`](Self::file).
    #[doc(hidden)]
    pub fn file_with(
        &self,
        place: &TablePlace,
        access: Access,
    ) -> Result<TableFile<Bytes>, OpenError> {
        let file = match place {
            TablePlace::File(path) => access.open(path)?,
            TablePlace::Program(name) => {
                let bytes = self.inside(name).ok_or(Problem::Missing).and_then(Inside::bytes);
                let opened = bytes.and_then(|bytes| Ok(TableFile::open(bytes)?));
                opened.map_err(|problem| problem.at(place.clone()))?
            }
            TablePlace::Elsewhere { .. } => {
                let missing = || Problem::Missing.at(place.clone());
                let RemoteTable { bytes, length, .. } = self.remote(place).ok_or_else(missing)?;
                let open = || TableFile::open(Bytes::read_at(bytes.clone(), *length));
                let opened = self.together(place, Control::SILENT, open)?;
                opened.map_err(|problem| Problem::from(problem).at(place.clone()))?
            }
        };
        check_place(file, place)
    }

    /// Opens the table called `name` with a reader, such as
    /// `NumberTable::new` in `perfectplay-games`.
    ///
    /// ```
    /// use perfectplay_games::{NumberTable, SMALL_TABLES};
    /// use perfectplay_query::{Probe, Tables};
    /// let tables = Tables::default().with_embedded(SMALL_TABLES);
    /// let table = tables.read("number-20", NumberTable::new)?;
    /// assert_eq!(table.value(&"2 3 4 5 6".parse()?)?.to_string(), "win in 5");
    /// assert_eq!(tables.read_at(&tables.place("number-20"), NumberTable::new)?.name(), "number-20");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`file`](Self::file), and those of the reader.
    pub fn read<T>(
        &self,
        name: &str,
        reader: impl FnOnce(TableFile<Bytes>) -> Result<T, Problem>,
    ) -> Result<T, OpenError> {
        self.read_at(&self.place(name), reader)
    }

    /// Opens the table at a place with a reader.
    pub fn read_at<T>(
        &self,
        place: &TablePlace,
        reader: impl FnOnce(TableFile<Bytes>) -> Result<T, Problem>,
    ) -> Result<T, OpenError> {
        reader(self.file(place)?).map_err(|problem| problem.at(place.clone()))
    }
}
