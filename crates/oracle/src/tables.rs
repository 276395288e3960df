//! The tables of one oracle, each opened once, when it is first needed.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use perfectplay_core::Game;
use perfectplay_query::{
    Bytes, Family, OpenError, Probe, ProbeError, Problem, TableFile, TableName, TablePlace, Tables,
};

use crate::answer::FoundValue;
use crate::budget::Budget;
use crate::code::Hint;
use crate::error::Error;
use crate::packed::{Packed, PackedError, Tile};
use crate::value::Value;

/// The function that reads a game's tables.
type Reader<T> = fn(TableFile<Bytes>) -> Result<T, Problem>;

/// What reads a table: such a function, or a game that is not built in.
type AnyReader<T> = Box<dyn Fn(TableFile<Bytes>) -> Result<T, Problem> + Send + Sync>;

/// A problem with a table that no answer needed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Warning {
    /// Where the table is.
    pub place: TablePlace,
    /// What is wrong with it, and which table it is.
    pub message: String,
    /// What helps, as [`Error::hints`] says it.
    pub hints: Vec<Hint>,
}

/// A table that may not be open yet.
pub(crate) struct Lazy<T> {
    name: Arc<str>,
    place: TablePlace,
    reader: AnyReader<T>,
    table: OnceLock<Result<Opened<T>, Arc<OpenError>>>,
}

/// A table that is open.
struct Opened<T> {
    table: T,
    /// Whether all its bytes are in memory.
    is_in_memory: bool,
}

/// Tells whether a family's table of some size has a position.
pub(crate) trait Covers<P> {
    fn covers(&self, position: &P) -> bool;
}

/// A game's tables of families, each with its size, in the order in which they are asked.
pub(crate) struct Families<S, T>(pub(crate) Vec<(S, Lazy<T>)>);

/// A game's tables of single boards by name.
pub(crate) struct Boards<T>(BTreeMap<Arc<str>, Vec<Lazy<T>>>);

/// All tables, and the problems found with those that no answer needed.
pub(crate) struct Store {
    tables: Tables,
    /// In the order in which they answer.
    places: Vec<TablePlace>,
    /// Whether tables that are not large are brought into memory when they are opened.
    loads: bool,
    warnings: Mutex<Warnings>,
}

/// Each of them once.
#[derive(Default)]
struct Warnings {
    all: Vec<Warning>,
    /// How many of them have been taken.
    taken: usize,
}

impl Store {
    pub(crate) fn new(tables: Tables, places: Vec<TablePlace>, loads: bool) -> Self {
        Self { tables, places, loads, warnings: Mutex::default() }
    }

    /// The tables of a game's families, the smallest first; `size` gives the key of this order, and the size.
    pub(crate) fn families<T: 'static, S, K: Ord>(
        &self,
        game: Game,
        reader: Reader<T>,
        size: impl Fn(Family) -> Option<(K, S)>,
    ) -> Families<S, T> {
        let sized = |place: &TablePlace| {
            let family =
                place.name()?.parse().ok().filter(|family: &Family| family.game() == game)?;
            let (key, size) = size(family)?;
            Some((key, (size, Lazy::new(place, Box::new(reader))?)))
        };
        let mut tables: Vec<_> = self.places.iter().filter_map(sized).collect();
        tables.sort_by(|(one, _), (other, _)| one.cmp(other));
        Families(tables.into_iter().map(|(_, table)| table).collect())
    }

    /// The tables of single boards of a game.
    pub(crate) fn boards<T: 'static>(&self, game: Game, reader: Reader<T>) -> Boards<T> {
        let mut by_name = BTreeMap::<_, Vec<_>>::new();
        for place in &self.places {
            let name = place.name().and_then(|name| name.parse::<TableName>().ok());
            if name.is_some_and(|name| name.game_of_board() == Some(game))
                && let Some(lazy) = Lazy::new(place, Box::new(reader))
            {
                by_name.entry(lazy.name.clone()).or_default().push(lazy);
            }
        }
        Boards(by_name)
    }

    /// All tables with a name, and how they are read.
    pub(crate) fn named<T: 'static>(
        &self,
        name: &str,
        reader: impl Fn(TableFile<Bytes>) -> Result<T, Problem> + Copy + Send + Sync + 'static,
    ) -> Vec<Lazy<T>> {
        let places = self.places.iter().filter(|place| place.name() == Some(name));
        places.filter_map(|place| Lazy::new(place, Box::new(reader))).collect()
    }

    /// Where the table with a name is, or would be.
    pub(crate) fn place(&self, name: &str) -> TablePlace {
        self.tables.place(name)
    }

    /// A table, which is opened if it is not open yet.
    pub(crate) fn open<'t, T>(
        &self,
        lazy: &'t Lazy<T>,
        budget: &Budget<'_>,
    ) -> Result<&'t T, Error> {
        let open = || -> Result<Opened<T>, OpenError> {
            let mut is_in_memory = false;
            let reader = |file: TableFile<Bytes>| {
                is_in_memory = self.loads && file.source().load();
                (lazy.reader)(file)
            };
            let table = self.tables.read_at(&lazy.place, reader)?;
            Ok(Opened { table, is_in_memory })
        };
        let opened = match (lazy.table.get(), budget.may_wait()) {
            (Some(opened), _) => opened,
            (None, true)
                if cfg!(not(target_family = "wasm"))
                    && matches!(lazy.place, TablePlace::Elsewhere { .. }) =>
            {
                match self.together(lazy, budget, open)? {
                    // Next time the connection may be better.
                    Err(error) if matches!(error.problem, Problem::Io(_)) => {
                        return Err(error.into());
                    }
                    opened => lazy.table.get_or_init(|| opened.map_err(Arc::new)),
                }
            }
            (None, true) => lazy.table.get_or_init(|| open().map_err(Arc::new)),
            (None, false) => return Err(budget.set_would_wait(&lazy.name)),
        };
        match opened {
            Ok(opened) if opened.is_in_memory || budget.may_wait() => Ok(&opened.table),
            Ok(_) => Err(budget.set_would_wait(&lazy.name)),
            Err(error) => Err(error.clone().into()),
        }
    }

    /// Does something with an open table: of one that is elsewhere, until all bytes that it takes have come.
    fn together<T, A>(
        &self,
        lazy: &Lazy<T>,
        budget: &Budget<'_>,
        attempt: impl FnMut() -> A,
    ) -> Result<A, Error> {
        let control = budget.control();
        self.tables
            .together(&lazy.place, control, attempt)
            .map_err(|error| control.check().map_or_else(Error::from, |()| error.into()))
    }

    /// A table that may or may not have the position. If it cannot be opened, that is a warning, once, and the
    /// table counts as missing.
    pub(crate) fn try_open<'t, T>(&self, lazy: &'t Lazy<T>, budget: &Budget<'_>) -> Option<&'t T> {
        let is_new = lazy.table.get().is_none();
        match self.open(lazy, budget) {
            Ok(table) => Some(table),
            Err(error) => {
                if is_new && budget.would_wait().is_none() {
                    self.warn(&lazy.place, &error);
                }
                None
            }
        }
    }

    /// The answer of the first of these tables that gives one; all of them have the position. Problems with tables
    /// before it are warnings. If no table answers, the first problem is the error.
    pub(crate) fn first<'t, T: 't, A>(
        &self,
        tables: impl Iterator<Item = &'t Lazy<T>>,
        budget: &Budget<'_>,
        answer: impl Fn(&T) -> Result<A, ProbeError>,
    ) -> Result<Option<(A, Arc<str>)>, Error> {
        let mut trouble: Vec<(&Lazy<T>, Error)> = Vec::new();
        for lazy in tables {
            let opened = self.open(lazy, budget);
            let asked = |table| self.together(lazy, budget, || answer(table));
            match opened.and_then(|table| Ok(asked(table)??)) {
                Err(error) if budget.would_wait().is_some() => return Err(error),
                Ok(answer) => {
                    for (lazy, error) in trouble {
                        self.warn(&lazy.place, &error);
                    }
                    return Ok(Some((answer, lazy.name.clone())));
                }
                Err(error) => trouble.push((lazy, error)),
            }
        }
        trouble.into_iter().next().map_or(Ok(None), |(_, error)| Err(error))
    }

    /// The value of a position, from the first of these tables that gives one; all of them have it.
    pub(crate) fn value<'t, T: Probe<Value: Into<Value>> + 't>(
        &self,
        tables: impl Iterator<Item = &'t Lazy<T>>,
        position: &T::Position,
        budget: &Budget<'_>,
    ) -> Result<Option<FoundValue>, Error> {
        Ok(self.first(tables, budget, |table| table.value(position))?.map(FoundValue::stored))
    }

    fn warn(&self, place: &TablePlace, error: &Error) {
        let (place, message) = (place.clone(), error.to_string());
        let warning = Warning { place, message, hints: error.hints() };
        let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        if !warnings.all.contains(&warning) {
            warnings.all.push(warning);
        }
    }

    /// The warnings that are new since the last call.
    pub(crate) fn take_warnings(&self) -> Vec<Warning> {
        let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        let new = warnings.all[warnings.taken..].to_vec();
        warnings.taken = warnings.all.len();
        new
    }
}

impl<T> Lazy<T> {
    /// `None` for a file without a table's name.
    fn new(place: &TablePlace, reader: AnyReader<T>) -> Option<Self> {
        let (name, place) = (place.name()?.into(), place.clone());
        Some(Self { name, place, reader, table: OnceLock::new() })
    }
}

impl<S: Covers<T::Position>, T: Probe> Families<S, T> {
    /// Those that have a position.
    pub(crate) fn having(&self, position: &T::Position) -> impl Iterator<Item = &Lazy<T>> {
        self.0.iter().filter(|(size, _)| size.covers(position)).map(|(_, lazy)| lazy)
    }

    /// The values of many positions, each from the first table that has it. `None` for those that no table has,
    /// and for those whose table gives no value: [`Store::first`], asked for a single one, says what is wrong, and
    /// asks the other tables.
    pub(crate) fn values(
        &self,
        store: &Store,
        positions: &[&T::Position],
        budget: &Budget<'_>,
    ) -> Vec<Option<FoundValue>>
    where
        T::Value: Into<Value>,
    {
        let mut found: Vec<Option<FoundValue>> = positions.iter().map(|_| None).collect();
        let mut pending: Vec<usize> = (0..positions.len()).collect();
        for (size, lazy) in &self.0 {
            let (asked, others): (Vec<usize>, Vec<usize>) =
                pending.into_iter().partition(|&place| size.covers(positions[place]));
            pending = others;
            if asked.is_empty() {
                continue;
            }
            let Ok(table) = store.open(lazy, budget) else { continue };
            let asked_positions: Vec<_> = asked.iter().map(|&place| positions[place]).collect();
            let mut values = vec![None; asked.len()];
            let ask = || table.values(&asked_positions, &mut values);
            if store.together(lazy, budget, ask).is_err() {
                continue;
            }
            for (place, value) in asked.into_iter().zip(values) {
                found[place] = value.map(|value| FoundValue::stored((value, lazy.name.clone())));
            }
        }
        found
    }
}

impl<S: Covers<T::Position>, T: Probe<Value: Into<Value>>> Families<S, T> {
    /// The values of the positions at some places of an array, as [`values`](Self::values) finds them. `None` stays
    /// where it finds none.
    pub(crate) fn packed_values(
        &self,
        store: &Store,
        tile: Tile<'_>,
        unpack: impl Fn(&Packed<'_>, usize) -> Result<T::Position, Error>,
        budget: &Budget<'_>,
    ) -> Result<(), PackedError> {
        let Tile { positions: packed, places, values } = tile;
        let mut positions = Vec::with_capacity(places.len());
        for place in places {
            positions.push(unpack(packed, place).map_err(|error| PackedError { place, error })?);
        }
        let mut found: Vec<Option<T::Value>> = vec![None; positions.len()];
        let mut pending: Vec<usize> = (0..positions.len()).collect();
        let mut asked = pending.clone();
        for (size, lazy) in &self.0 {
            // Without a branch, as which positions a table has is hard to foresee.
            let (mut asked_count, mut pending_count) = (0, 0);
            for place in 0..pending.len() {
                let at = pending[place];
                let is_covered = size.covers(&positions[at]);
                (asked[asked_count], pending[pending_count]) = (at, at);
                asked_count += usize::from(is_covered);
                pending_count += usize::from(!is_covered);
            }
            if asked_count == 0 {
                continue;
            }
            pending.truncate(pending_count);
            let Ok(table) = store.open(lazy, budget) else { continue };
            if asked_count == positions.len() {
                if store.together(lazy, budget, || table.values(&positions, &mut found)).is_err() {
                    break;
                }
                values.iter_mut().zip(found).for_each(|(to, value)| *to = value.map(Into::into));
                break;
            }
            let asked = &asked[..asked_count];
            let of_asked: Vec<&T::Position> = asked.iter().map(|&at| &positions[at]).collect();
            let ask = || table.values(&of_asked, &mut found[..asked_count]);
            if store.together(lazy, budget, ask).is_err() {
                continue;
            }
            for (&at, value) in asked.iter().zip(&found) {
                values[at] = value.map(Into::into);
            }
        }
        Ok(())
    }
}

impl<T> Boards<T> {
    /// Those with a name, which is made only if there are any tables.
    pub(crate) fn named(&self, name: impl FnOnce() -> String) -> impl Iterator<Item = &Lazy<T>> {
        let tables = if self.0.is_empty() { None } else { self.0.get(name().as_str()) };
        tables.into_iter().flatten()
    }

    /// All of them.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Lazy<T>> {
        self.0.values().flatten()
    }
}
