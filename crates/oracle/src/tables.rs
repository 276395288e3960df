//! The tables of a folder, each opened when it is first needed, and once.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use perfectplay_query::{Family, OpenError, TableFolder};

use crate::Error;

/// How a game opens its tables.
pub(crate) type Open<T> = fn(&TableFolder, &str) -> Result<T, OpenError>;

/// Something is wrong with a table that no answer needed.
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

/// The folder, the names in it, and what was found to be wrong with tables that no answer needed.
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

    /// The tables of families, as far as `size` takes them, the smallest first.
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

    /// A table, opened now if it was not yet.
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

    /// A table of which it is not known beforehand whether it has the position. One that cannot
    /// be opened is told of once, and else as if it were not there.
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

    /// The first of these tables, all of which have the position, that answers it. What is wrong
    /// with others is a warning then, and else an error.
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

    /// What was found since it was last asked.
    pub(crate) fn take_warnings(&self) -> Vec<Warning> {
        std::mem::take(&mut self.warnings.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
