//! The tables of a folder and of a program, each opened once, when it is first needed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use perfectplay_core::Game;
use perfectplay_query::{
    Bytes, EmbeddedTables, Family, OpenError, ProbeError, Problem, TableFile, TableFolder,
};

use crate::answer::FoundValue;
use crate::{Error, Value};

/// The function that reads a game's tables.
pub(crate) type Reader<T> = fn(TableFile<Bytes>) -> Result<T, Problem>;

/// Something that is wrong with a table that no answer needed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Warning {
    /// The table's name.
    pub table: String,
    /// Which file or table inside the program, and what is wrong with it.
    pub message: String,
}

/// Where a table is.
#[derive(Clone, Copy)]
enum Place {
    Folder,
    Program,
}

/// A table that may not be open yet.
pub(crate) struct Lazy<T> {
    name: Arc<str>,
    place: Place,
    table: OnceLock<Result<T, OpenError>>,
}

impl<T> Lazy<T> {
    fn new(name: &str, place: Place) -> Self {
        Self { name: name.into(), place, table: OnceLock::new() }
    }
}

/// The tables of a folder and those inside the program, by name, and what was found to be wrong with
/// tables that no answer needed.
pub(crate) struct Store {
    folder: Option<TableFolder>,
    embedded: EmbeddedTables,
    /// Those of the folder first, so that they answer before tables of the program with their names.
    names: Vec<(String, Place)>,
    warnings: Mutex<Vec<Warning>>,
}

impl Store {
    /// No tables.
    pub(crate) fn empty() -> Self {
        let embedded = EmbeddedTables::default();
        Self { folder: None, embedded, names: Vec::new(), warnings: Mutex::default() }
    }

    /// The tables of a folder.
    pub(crate) fn new(folder: TableFolder) -> Result<Self, Error> {
        let names = folder.names().map_err(|error| Error::Refused {
            message: format!("{}: cannot be read: {error}", folder.path().display()),
        })?;
        let names = names.into_iter().map(|name| (name, Place::Folder)).collect();
        Ok(Self { folder: Some(folder), names, ..Self::empty() })
    }

    /// The same folder with these tables inside the program.
    pub(crate) fn with_embedded(mut self, embedded: EmbeddedTables) -> Self {
        self.names.retain(|(_, place)| matches!(place, Place::Folder));
        self.names.extend(embedded.names().map(|name| (name.to_owned(), Place::Program)));
        Self { embedded, ..self }
    }

    /// The tables of the families for which `size` gives a size, the smallest first.
    pub(crate) fn families<T, S: Ord>(
        &self,
        size: impl Fn(Family) -> Option<S>,
    ) -> Vec<(S, Lazy<T>)> {
        let sized = |(name, place): &(String, Place)| {
            Some((size(name.parse().ok()?)?, Lazy::new(name, *place)))
        };
        let mut tables: Vec<(S, Lazy<T>)> = self.names.iter().filter_map(sized).collect();
        tables.sort_by(|(one, _), (other, _)| one.cmp(other));
        tables
    }

    /// The tables of single boards of a game.
    pub(crate) fn boards<T>(&self, game: Game) -> Vec<Lazy<T>> {
        let is_board = |(name, _): &&(String, Place)| {
            let rest = name.strip_prefix(game.name()).and_then(|rest| rest.strip_prefix('-'));
            rest.is_some() && name.parse::<Family>().is_err()
        };
        self.names.iter().filter(is_board).map(|(name, place)| Lazy::new(name, *place)).collect()
    }

    /// The tables of single boards of a game by name.
    pub(crate) fn boards_by_name<T>(&self, game: Game) -> HashMap<Arc<str>, Vec<Lazy<T>>> {
        let mut by_name = HashMap::<_, Vec<_>>::new();
        for lazy in self.boards(game) {
            by_name.entry(lazy.name.clone()).or_default().push(lazy);
        }
        by_name
    }

    /// A table, which is opened if it is not open yet.
    pub(crate) fn open<'t, T>(
        &self,
        lazy: &'t Lazy<T>,
        reader: Reader<T>,
    ) -> Result<&'t T, &'t OpenError> {
        let opened = lazy.table.get_or_init(|| match (lazy.place, &self.folder) {
            (Place::Program, _) => self.embedded.read(&lazy.name, reader),
            (Place::Folder, Some(folder)) => folder.read(&lazy.name, reader),
            (Place::Folder, None) => Err(Problem::Missing.of(&lazy.name)),
        });
        opened.as_ref()
    }

    /// A table that may or may not have the position. If it cannot be opened that is a warning, once,
    /// and the table counts as missing.
    pub(crate) fn try_open<'t, T>(&self, lazy: &'t Lazy<T>, reader: Reader<T>) -> Option<&'t T> {
        let is_new = lazy.table.get().is_none();
        match self.open(lazy, reader) {
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
        reader: Reader<T>,
        answer: impl Fn(&T) -> Result<A, ProbeError>,
    ) -> Result<Option<(A, Arc<str>)>, Error> {
        let mut trouble: Vec<(&Lazy<T>, Error)> = Vec::new();
        for lazy in tables {
            let answered = match self.open(lazy, reader) {
                Ok(table) => answer(table).map_err(Error::from),
                Err(error) => Err(Error::unreadable(&lazy.name, error)),
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

    /// The values of many positions, each from the first of these tables that has it, of which `has` says
    /// whether one of its size has a position. `None` for those that no table has, and for those of which
    /// that table gives no value: [`first`](Self::first), asked for one alone, says what is wrong, and
    /// asks the other tables.
    pub(crate) fn first_values<T, S, P, V: Copy + Into<Value>>(
        &self,
        tables: &[(S, Lazy<T>)],
        reader: Reader<T>,
        positions: &[&P],
        has: impl Fn(&S, &P) -> bool,
        values: impl Fn(&T, &[&P], &mut [Option<V>]),
    ) -> Vec<Option<FoundValue>> {
        let mut found: Vec<Option<FoundValue>> = positions.iter().map(|_| None).collect();
        let mut pending: Vec<usize> = (0..positions.len()).collect();
        for (size, lazy) in tables {
            let (asked, others): (Vec<usize>, Vec<usize>) =
                pending.into_iter().partition(|&place| has(size, positions[place]));
            pending = others;
            if asked.is_empty() {
                continue;
            }
            let Ok(table) = self.open(lazy, reader) else { continue };
            let asked_positions: Vec<&P> = asked.iter().map(|&place| positions[place]).collect();
            let mut answers = vec![None; asked.len()];
            values(table, &asked_positions, &mut answers);
            for (place, value) in asked.into_iter().zip(answers) {
                found[place] = value.map(|value| FoundValue::stored((value, lazy.name.clone())));
            }
        }
        found
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
