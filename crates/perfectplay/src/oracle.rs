//! One question, one answer.

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use perfectplay_core::control::Silent;
use perfectplay_core::threads::Threads;
use perfectplay_query::{Snapshot, Tables};

use crate::question::Question;
use crate::within::{Games, Within};
use perfectplay_protocol::{
    Answer, Budget, Engine, Error, GameRef, Limits, Store, UsageError, ValueAnswer, Warning,
};

/// Answers positions of all games: from the smallest table that has them, or by solving them on the spot. Any
/// number of threads may ask at once.
///
/// It lists the tables of its folder, and opens each when it is first needed. A table inside the program is used
/// if the folder has none with its name, or only a damaged one. Tables that are built later are seen by
/// [`refresh`](Self::refresh).
#[derive(derive_more::Debug)]
#[debug("Oracle")]
pub struct Oracle {
    tables: Tables,
    /// The games that it answers.
    games: Vec<GameRef>,
    pub(crate) engine: Arc<Engine>,
    pub(crate) limits: Limits,
    /// Whether tables that are not large are brought into memory when they are opened.
    loads: bool,
    /// The tables as they were when last looked at, and what answers from them.
    current: RwLock<(Snapshot, Arc<Games>)>,
    /// Held while looking at the tables, so that an older view does not replace a newer one.
    refreshing: Mutex<()>,
}

// Servers and bindings of other languages rely on this.
const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<Oracle>();
    is_shared::<Answer>();
    is_shared::<Error>();
};

impl Oracle {
    /// Answers positions of these games: from these tables, such as those of a folder, which need not exist, and otherwise
    /// on the spot.
    ///
    /// ```
    /// use perfectplay::{Oracle, built_in};
    /// let number = built_in().into_iter().filter(|game| game.name() == "number").collect::<Vec<_>>();
    /// let oracle = Oracle::new(&number, "tables")?;
    /// assert!(oracle.ask("number", "2 3").is_ok() && oracle.ask("stake", "01/..").is_err());
    /// # Ok::<(), perfectplay::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn new(games: &[GameRef], tables: impl Into<Tables>) -> Result<Self, Error> {
        let (tables, engine) = (tables.into(), Arc::new(Engine::on(Threads::default())));
        let games = games.to_vec();
        let current = RwLock::new(current(&tables, &engine, &games, false)?);
        let refreshing = Mutex::default();
        let limits = Limits::default();
        Ok(Self { tables, games, engine, limits, loads: false, current, refreshing })
    }

    /// Answers positions of the six games that are built in, from the tables of a folder, which need not exist, and
    /// otherwise on the spot.
    ///
    /// # Errors
    /// If the folder cannot be read.
    #[cfg(feature = "games")]
    pub fn open(tables: impl Into<Tables>) -> Result<Self, Error> {
        Self::new(&perfectplay_games::built_in(), tables)
    }

    /// Sets the limits of every question that has no budget of its own.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Answers without any table.
    pub fn without_tables(games: &[GameRef]) -> Self {
        Self::new(games, Tables::default()).expect("there is no folder that cannot be read")
    }

    /// Answers on these threads, instead of one per processor. A caller on a rayon pool stays there. What it
    /// keeps from earlier questions is dropped.
    ///
    /// ```
    /// use perfectplay::{Limits, Oracle, Threads};
    /// let oracle = Oracle::open("tables")?.on(Threads::new(std::num::NonZero::new(1)));
    /// let oracle = oracle.with_limits(Limits::default().with_memory(1 << 30));
    /// # Ok::<(), perfectplay::Error>(())
    /// ```
    #[must_use]
    pub fn on(self, threads: Threads) -> Self {
        let (snapshot, games) = self.current.into_inner().unwrap_or_else(PoisonError::into_inner);
        let engine = Arc::new(Engine::on(threads));
        let games = Arc::new(Games { store: games.store.clone(), engine: engine.clone() });
        Self { engine, current: RwLock::new((snapshot, games)), ..self }
    }

    /// Adds games to those that it has. Their names must differ.
    #[must_use]
    pub fn with_games(self, more: &[GameRef]) -> Self {
        let (snapshot, current) = self.current.into_inner().unwrap_or_else(PoisonError::into_inner);
        let games = [self.games, more.to_vec()].concat();
        let store = Arc::new(current.store.with_games(&games));
        let current = Arc::new(Games { store, engine: self.engine.clone() });
        Self { games, current: RwLock::new((snapshot, current)), ..self }
    }

    /// The games that it answers.
    pub fn known_games(&self) -> &[GameRef] {
        &self.games
    }

    /// The game with a name.
    ///
    /// # Errors
    /// If there is none, as far as this oracle knows.
    pub fn game_named(&self, name: &str) -> Result<GameRef, UsageError> {
        let found = self.games.iter().find(|game| game.name() == name).cloned();
        found.ok_or_else(|| {
            let games = self.games.iter().map(|game| game.name().to_owned()).collect();
            UsageError::NoGame { name: name.to_owned(), games }
        })
    }

    /// The question about a position of the game with a name, that belongs to no board.
    ///
    /// # Errors
    /// If there is no such game, or the text is not one of its positions.
    pub fn question(&self, game: &str, text: &str) -> Result<Question, Error> {
        Question::parse(self.game_named(game)?, text)
    }

    /// The game with a name, if there is one.
    pub fn game(&self, name: &str) -> Option<GameRef> {
        self.game_named(name).ok()
    }

    /// Brings tables of up to 16 MiB into memory when it opens them: then they answer
    /// [without waiting](Budget::without_waiting) for a disk.
    ///
    /// # Errors
    /// If the folder cannot be read.
    #[doc(hidden)]
    pub fn loading(self) -> Result<Self, Error> {
        let current = RwLock::new(current(&self.tables, &self.engine, &self.games, true)?);
        Ok(Self { loads: true, current, ..self })
    }

    /// The tables that it answers from.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Checks whether tables have been built, replaced or removed, and returns whether that is so: from then on
    /// they answer the questions. This reads the folder and opens no file.
    ///
    /// # Errors
    /// If the folder cannot be read. It then continues with the tables that it has.
    pub fn refresh(&self) -> Result<bool, Error> {
        let _refreshing = self.refreshing.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.tables.snapshot().map_err(|error| Error::folder(&self.tables, error))?;
        if self.current.read().unwrap_or_else(PoisonError::into_inner).0 == now {
            return Ok(false);
        }
        let current = current(&self.tables, &self.engine, &self.games, self.loads)?;
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = current;
        Ok(true)
    }

    pub(crate) fn games(&self) -> Arc<Games> {
        self.current.read().unwrap_or_else(PoisonError::into_inner).1.clone()
    }

    /// The value and the moves of a position of a game, both given as text.
    ///
    /// ```
    /// use perfectplay::Oracle;
    /// let answer = Oracle::open("tables")?.ask("number", "2 3 4 5 6")?;
    /// let best = answer.best().expect("the game is not over");
    /// assert_eq!(best.step.to_string(), "4");
    /// # Ok::<(), perfectplay::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such game or position, and see [`Error`].
    pub fn ask(&self, game: &str, position: &str) -> Result<Answer, Error> {
        self.answer(&self.question(game, position)?)
    }

    /// Answers a question.
    pub fn answer(&self, question: &Question) -> Result<Answer, Error> {
        self.within(&Budget::new(&self.limits, &Silent)).answer(question)
    }

    /// A position's value alone.
    ///
    /// ```
    /// use perfectplay::Oracle;
    /// let oracle = Oracle::open("tables")?;
    /// let value = oracle.value(&oracle.question("stake", "01./.../...")?)?.value;
    /// assert_eq!(value.and_then(|value| value.score()), Some(1));
    /// # Ok::<(), perfectplay::Error>(())
    /// ```
    pub fn value(&self, question: &Question) -> Result<ValueAnswer, Error> {
        self.within(&Budget::new(&self.limits, &Silent)).value(question)
    }

    /// Asks within a budget: with limits of its own, and with progress that can interrupt it.
    ///
    /// ```
    /// use perfectplay::{Budget, Limits, Oracle, Silent};
    /// let oracle = Oracle::open("tables")?;
    /// let budget = Budget::new(&Limits::default().with_states(1_000_000), &Silent);
    /// let (within, question) = (oracle.within(&budget), oracle.question("number", "2 3 5")?);
    /// assert_eq!(within.answer(&question)?.value, within.value(&question)?.value);
    /// # Ok::<(), perfectplay::Error>(())
    /// ```
    pub fn within<'a>(&'a self, budget: &'a Budget<'a>) -> Within<'a> {
        Within { known: &self.games, games: self.games(), budget }
    }

    /// How many bytes of memory are kept from earlier questions: they make later ones faster, and are freed when
    /// new work needs the memory that limits allow.
    #[doc(hidden)]
    pub fn kept_bytes(&self) -> u64 {
        self.engine.kept_bytes()
    }

    /// The problems found with tables that no answer needed, since the last call; of the tables that there are
    /// now, each once.
    ///
    /// ```
    /// let oracle = perfectplay::Oracle::open("tables")?;
    /// oracle.ask("number", "2 3")?;
    /// oracle.take_warnings().iter().for_each(|warning| eprintln!("{warning:?}"));
    /// # Ok::<(), perfectplay::Error>(())
    /// ```
    pub fn take_warnings(&self) -> Vec<Warning> {
        self.games().store.take_warnings()
    }
}

/// The current tables, and what answers from them.
fn current(
    tables: &Tables,
    engine: &Arc<Engine>,
    games: &[GameRef],
    loads: bool,
) -> Result<(Snapshot, Arc<Games>), Error> {
    let snapshot = tables.snapshot().map_err(|error| Error::folder(tables, error))?;
    let store = Store::new(tables.clone(), snapshot.places().to_vec(), loads, games);
    Ok((snapshot, Arc::new(Games { store: Arc::new(store), engine: engine.clone() })))
}
