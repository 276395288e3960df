//! The tables of one oracle, each opened once, when it is first needed.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use perfectplay_query::{Bytes, OpenError, ProbeError, Problem, TableFile, TablePlace, Tables};

use crate::{
    Budget, Covers, ErasedTable, Error, FoundValue, GameRef, Hint, PackedError, Position, Reach,
    Tile, UsageError,
};

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
pub(crate) struct Lazy {
    name: Arc<str>,
    place: TablePlace,
    game: GameRef,
    table: OnceLock<Result<OpenEntry, Arc<OpenError>>>,
}

/// A table that is open.
struct OpenEntry {
    table: Box<dyn ErasedTable>,
    /// Whether all its bytes are in memory.
    is_in_memory: bool,
}

/// A game's tables.
pub(crate) struct OfGame {
    /// Those of which the name says what they have, in the order in which they are asked.
    sized: Vec<((u64, u8, u8), Covers, Lazy)>,
    /// Those of single boards, by name.
    boards: BTreeMap<Arc<str>, Vec<Lazy>>,
}

/// All tables, and the problems found with those that no answer needed.
#[doc(hidden)]
#[derive(derive_more::Debug)]
#[debug("Store")]
pub struct Store {
    tables: Tables,
    /// In the order in which they answer.
    places: Vec<TablePlace>,
    /// Whether tables that are not large are brought into memory when they are opened.
    loads: bool,
    warnings: Mutex<Warnings>,
    /// The games, and the tables of each, which are listed when it is first asked.
    games: Vec<(GameRef, OnceLock<OfGame>)>,
}

/// Each of them once.
#[derive(Default)]
struct Warnings {
    all: Vec<Warning>,
    /// How many of them have been taken.
    taken: usize,
}

impl Store {
    #[doc(hidden)]
    pub fn new(tables: Tables, places: Vec<TablePlace>, loads: bool, games: &[GameRef]) -> Self {
        let games = games.iter().map(|game| (game.clone(), OnceLock::new())).collect();
        Self { tables, places, loads, warnings: Mutex::default(), games }
    }

    /// These tables, for other games.
    #[doc(hidden)]
    pub fn with_games(&self, games: &[GameRef]) -> Self {
        Self::new(self.tables.clone(), self.places.clone(), self.loads, games)
    }

    /// The tables of a game.
    pub(crate) fn of(&self, game: &GameRef) -> Result<&OfGame, Error> {
        let found = self.games.iter().find(|(one, _)| one == game);
        let (game, tables) = found.ok_or_else(|| UsageError::Unknown(game.clone()))?;
        Ok(tables.get_or_init(|| self.list(game)))
    }

    fn list(&self, game: &GameRef) -> OfGame {
        let (mut sized, mut boards) = (Vec::new(), BTreeMap::<_, Vec<_>>::new());
        for place in &self.places {
            let Some(name) = place.name() else { continue };
            let Some(reach) = game.reach(name) else { continue };
            let (name, place) = (Arc::<str>::from(name), place.clone());
            let lazy = Lazy { name, place, game: game.clone(), table: OnceLock::new() };
            match reach {
                Reach::Some { order, covers } => sized.push((order, covers, lazy)),
                Reach::Board => boards.entry(lazy.name.clone()).or_default().push(lazy),
            }
        }
        sized.sort_by_key(|(order, ..)| *order);
        OfGame { sized, boards }
    }

    /// Where the table with a name is, or would be.
    pub(crate) fn place(&self, name: &str) -> TablePlace {
        self.tables.place(name)
    }

    /// A table, which is opened if it is not open yet.
    pub(crate) fn open<'t>(
        &self,
        lazy: &'t Lazy,
        budget: &Budget<'_>,
    ) -> Result<&'t dyn ErasedTable, Error> {
        let open = || -> Result<OpenEntry, OpenError> {
            let mut is_in_memory = false;
            let reader = |file: TableFile<Bytes>| -> Result<_, Problem> {
                is_in_memory = self.loads && file.source().load();
                lazy.game.shared().open(file)
            };
            let table = self.tables.read_at(&lazy.place, reader)?;
            Ok(OpenEntry { table, is_in_memory })
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
            Ok(opened) if opened.is_in_memory || budget.may_wait() => Ok(&*opened.table),
            Ok(_) => Err(budget.set_would_wait(&lazy.name)),
            Err(error) => Err(error.clone().into()),
        }
    }

    /// Does something with an open table: of one that is elsewhere, until all bytes that it takes have come.
    fn together<A>(
        &self,
        lazy: &Lazy,
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
    pub(crate) fn try_open<'t>(
        &self,
        lazy: &'t Lazy,
        budget: &Budget<'_>,
    ) -> Option<&'t dyn ErasedTable> {
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
    pub(crate) fn first<'t, A>(
        &self,
        tables: impl Iterator<Item = &'t Lazy>,
        budget: &Budget<'_>,
        answer: impl Fn(&dyn ErasedTable) -> Result<A, ProbeError>,
    ) -> Result<Option<(A, Arc<str>)>, Error> {
        let mut trouble: Vec<(&Lazy, Error)> = Vec::new();
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

    fn warn(&self, place: &TablePlace, error: &Error) {
        let (place, message) = (place.clone(), error.to_string());
        let warning = Warning { place, message, hints: error.hints() };
        let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        if !warnings.all.contains(&warning) {
            warnings.all.push(warning);
        }
    }

    /// The warnings that are new since the last call.
    #[doc(hidden)]
    pub fn take_warnings(&self) -> Vec<Warning> {
        let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        let new = warnings.all[warnings.taken..].to_vec();
        warnings.taken = warnings.all.len();
        new
    }
}

impl OfGame {
    /// Those that have a position, by their names.
    pub(crate) fn having(&self, words: &[u64]) -> impl Iterator<Item = &Lazy> {
        self.sized.iter().filter(move |(_, covers, _)| covers(words)).map(|(.., lazy)| lazy)
    }

    /// The largest ones, of which the first that can be opened is asked.
    pub(crate) fn largest(&self) -> impl Iterator<Item = &Lazy> {
        let last = self.sized.last().map(|(order, ..)| *order);
        self.sized.iter().filter(move |(order, ..)| Some(*order) == last).map(|(.., lazy)| lazy)
    }

    /// Those of single boards with a name.
    pub(crate) fn named(&self, name: &str) -> impl Iterator<Item = &Lazy> {
        self.boards.get(name).into_iter().flatten()
    }

    /// Whether there are any of single boards.
    pub(crate) fn has_boards(&self) -> bool {
        !self.boards.is_empty()
    }

    /// All those of single boards.
    pub(crate) fn boards(&self) -> impl Iterator<Item = &Lazy> {
        self.boards.values().flatten()
    }

    /// The values of many positions, each from the first table that has it. `None` for those that no table has,
    /// and for those whose table gives no value: [`Store::first`], asked for a single one, says what is wrong, and
    /// asks the other tables.
    pub(crate) fn values(
        &self,
        store: &Store,
        positions: &[&Position],
        budget: &Budget<'_>,
    ) -> Vec<Option<FoundValue>> {
        let mut found: Vec<Option<FoundValue>> = positions.iter().map(|_| None).collect();
        let mut pending: Vec<usize> = (0..positions.len()).collect();
        for (_, covers, lazy) in &self.sized {
            let (asked, others): (Vec<usize>, Vec<usize>) =
                pending.into_iter().partition(|&place| covers(positions[place].words()));
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

    /// The values of the positions at some places of an array. `None` stays where no table has one.
    pub(crate) fn packed_values(
        &self,
        store: &Store,
        tile: Tile<'_>,
        budget: &Budget<'_>,
    ) -> Result<(), PackedError> {
        let Tile { positions, places, values } = tile;
        let (first, mut pending) = (places.start, places.collect::<Vec<usize>>());
        for (.., lazy) in &self.sized {
            if pending.is_empty() {
                break;
            }
            let Ok(table) = store.open(lazy, budget) else { continue };
            let ask = || table.packed_values(positions, first, &mut pending, values);
            match store.together(lazy, budget, ask) {
                Ok(asked) => asked?,
                Err(_) => break,
            }
        }
        Ok(())
    }
}
