//! The tables of a folder, each opened once, when it is first needed.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use perfectplay_query::{Family, OpenError, TableFolder};

use crate::Error;

/// The function that opens a game's tables.
pub(crate) type Open<T> = fn(&TableFolder, &str) -> Result<T, OpenError>;

/// Something that is wrong with a table that no answer needed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Warning {
    /// The table's name.
    pub table: String,
    /// Which file, and what is wrong with it.
    pub message: String,
}

/// A table that may not be open yet.
pub(crate) struct Lazy<T> {
    name: Arc<str>,
    table: OnceLock<Result<T, OpenError>>,
}

impl<T> Lazy<T> {
    fn new(name: &str) -> Self {
        Self { name: name.into(), table: OnceLock::new() }
    }

    /// The table's name.
    pub(crate) fn name(&self) -> &Arc<str> {
        &self.name
    }
}

/// A folder, the names of its tables, and what was found to be wrong with tables that no answer
/// needed.
pub(crate) struct Folder {
    folder: Option<TableFolder>,
    names: Vec<String>,
    warnings: Mutex<Vec<Warning>>,
}

impl Folder {
    /// No tables.
    pub(crate) fn empty() -> Self {
        Self { folder: None, names: Vec::new(), warnings: Mutex::default() }
    }

    pub(crate) fn new(folder: TableFolder) -> Result<Self, Error> {
        let names = folder.names().map_err(|error| Error::Refused {
            message: format!("{}: cannot be read: {error}", folder.path().display()),
        })?;
        Ok(Self { folder: Some(folder), names, warnings: Mutex::default() })
    }

    /// The tables of the families for which `size` gives a size, the smallest first.
    pub(crate) fn families<T, S: Ord>(
        &self,
        size: impl Fn(Family) -> Option<S>,
    ) -> Vec<(S, Lazy<T>)> {
        let families = self.names.iter().filter_map(|name| Some((name, name.parse().ok()?)));
        let mut tables: Vec<(S, Lazy<T>)> =
            families.filter_map(|(name, family)| Some((size(family)?, Lazy::new(name)))).collect();
        tables.sort_by(|(one, _), (other, _)| one.cmp(other));
        tables
    }

    /// The tables of single boards of a game.
    pub(crate) fn boards<T>(&self, game: perfectplay_core::Game) -> Vec<Lazy<T>> {
        let is_board = |name: &&String| {
            let rest = name.strip_prefix(game.name()).and_then(|rest| rest.strip_prefix('-'));
            rest.is_some() && name.parse::<Family>().is_err()
        };
        self.names.iter().filter(is_board).map(|name| Lazy::new(name)).collect()
    }

    /// A table, which is opened if it is not open yet.
    pub(crate) fn open<'t, T>(
        &self,
        lazy: &'t Lazy<T>,
        open: Open<T>,
    ) -> Result<&'t T, &'t OpenError> {
        let opened = lazy.table.get_or_init(|| match &self.folder {
            Some(folder) => open(folder, &lazy.name),
            None => Err(perfectplay_query::Problem::Missing.of(&lazy.name)),
        });
        opened.as_ref()
    }

    /// A table that may or may not have the position. If it cannot be opened that is a warning, once,
    /// and the table counts as missing.
    pub(crate) fn try_open<'t, T>(&self, lazy: &'t Lazy<T>, open: Open<T>) -> Option<&'t T> {
        let is_new = lazy.table.get().is_none();
        match self.open(lazy, open) {
            Ok(table) => Some(table),
            Err(error) => {
                if is_new {
                    self.warn(&lazy.name, error.to_string());
                }
                None
            }
        }
    }

    /// The answer of the first of these tables that gives one; all of them have the position. What is
    /// wrong with tables before it is a warning. If no table answers, the first trouble is the error.
    pub(crate) fn first<'t, T: 't, A>(
        &self,
        tables: impl Iterator<Item = &'t Lazy<T>>,
        open: Open<T>,
        answer: impl Fn(&T) -> Result<A, perfectplay_query::ProbeError>,
    ) -> Result<Option<(A, Arc<str>)>, Error> {
        let mut trouble: Vec<(&Lazy<T>, Error)> = Vec::new();
        for lazy in tables {
            let answered = match self.open(lazy, open) {
                Ok(table) => answer(table).map_err(Error::from),
                Err(error) => Err(Error::unreadable(error)),
            };
            match answered {
                Ok(answer) => {
                    for (lazy, error) in trouble {
                        self.warn(&lazy.name, error.to_string());
                    }
                    return Ok(Some((answer, lazy.name.clone())));
                }
                Err(error) => trouble.push((lazy, error)),
            }
        }
        trouble.into_iter().next().map_or(Ok(None), |(_, error)| Err(error))
    }

    fn warn(&self, table: &str, message: String) {
        let warning = Warning { table: table.to_owned(), message };
        let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        if !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }

    /// The warnings since the last call.
    pub(crate) fn take_warnings(&self) -> Vec<Warning> {
        std::mem::take(&mut self.warnings.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
