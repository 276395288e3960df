//! The sources of answers, one for each game.

pub(crate) mod asked;
mod face;
mod own;

use std::any::Any;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use perfectplay_core::contour::Board;
use perfectplay_core::{Game, for_each_game};
use perfectplay_query::TableId;

use crate::answer::{Answer, FoundValue};
use crate::budget::Budget;
use crate::engine::Engine;
use crate::error::{Error, UsageError};
use crate::limits::Plies;
use crate::own::{GameId, OwnGame};
use crate::position::{Position, PositionError};
use crate::positions::PositionList;
use crate::tables::Store;

use own::OwnSource;

pub(crate) use asked::AskedPosition;
pub(crate) use face::{GameSource, Source};

macro_rules! games {
    ($(($game:ident, $module:ident))*) => {
        $(
            pub(crate) mod $module;
            // Few games have types of their own here.
            #[allow(unused_imports, unreachable_pub)]
            pub use $module::*;
        )*

        /// The source of a game that is built in.
        fn source(game: Game, store: &Arc<Store>, engine: &Arc<Engine>) -> Box<dyn Source> {
            match game {
                $(Game::$game => Box::new($module::source(store, engine)),)*
            }
        }

        /// All positions of a table; `None` if they have no index.
        pub(crate) fn positions(table: &TableId) -> Option<Box<dyn PositionList>> {
            match table.game() {
                $(Game::$game => $module::positions(table),)*
            }
        }

        /// How many states of a game are solved by default: about as many as two cores solve in ten seconds.
        pub(crate) const fn default_states(game: Game) -> u64 {
            match game {
                $(Game::$game => $module::DEFAULT_STATES,)*
            }
        }

        /// Reads the text of a position of a game that is built in.
        fn read_built_in(
            game: Game,
            text: &str,
            board: Option<&Arc<Board>>,
            budget: &Budget<'_>,
        ) -> Result<Position, Error> {
            match game {
                $(Game::$game => $module::read(text, board, budget).map(Position::$game),)*
            }
        }
    };
}

for_each_game!(games);

/// The sources of all games over one store, each created when it is first asked.
pub(crate) struct Games {
    pub(crate) store: Arc<Store>,
    engine: Arc<Engine>,
    built_in: Vec<OnceLock<Box<dyn Source>>>,
    own: Vec<OwnSource>,
}

impl Games {
    pub(crate) fn new(
        store: Arc<Store>,
        engine: Arc<Engine>,
        own: &[&'static dyn OwnGame],
    ) -> Self {
        let own = own.iter().map(|&game| OwnSource::new(game, &store)).collect();
        let built_in = Game::ALL.iter().map(|_| OnceLock::new()).collect();
        Self { store, engine, built_in, own }
    }

    /// The source of a game.
    pub(crate) fn of(&self, game: GameId) -> Result<&dyn Source, Error> {
        match game {
            GameId::BuiltIn(game) => Ok(self.built_in(game)),
            GameId::Own(own) => {
                let mut sources = self.own.iter();
                let found = sources.find(|source| source.game.name() == own.name());
                found
                    .map(|source| source as &dyn Source)
                    .ok_or_else(|| UsageError::Unknown(game).into())
            }
        }
    }

    fn built_in(&self, game: Game) -> &dyn Source {
        let source = || source(game, &self.store, &self.engine);
        &**self.built_in[game as usize].get_or_init(source)
    }

    /// The source of a game that is built in, as that game knows it.
    fn typed<S: GameSource>(&self, game: Game) -> &S {
        let source: &dyn Any = self.built_in(game);
        source.downcast_ref().expect("each game has a source of its own")
    }

    /// A position's value and its moves.
    pub(crate) fn answer(
        &self,
        position: &Position,
        plies: Plies,
        budget: &Budget<'_>,
    ) -> Result<Answer, Error> {
        self.of(position.game())?.answer(position, plies, budget)
    }

    /// A position's value and its moves where plies do not matter.
    pub(crate) fn answer_without_plies(
        &self,
        position: &Position,
        budget: &Budget<'_>,
    ) -> Result<Answer, Error> {
        self.of(position.game())?.answer_without_plies(position, budget)
    }

    /// A position's value alone; `None` if that requires the answer with all moves.
    pub(crate) fn value(
        &self,
        position: &Position,
        plies: Plies,
        budget: &Budget<'_>,
    ) -> Result<Option<FoundValue>, Error> {
        self.of(position.game())?.value(position, plies, budget)
    }

    /// The values of many positions that the tables of families have; `None` for the others, and for places
    /// without a position.
    pub(crate) fn stored_values(
        &self,
        asked: &[Option<&Position>],
        budget: &Budget<'_>,
    ) -> Vec<Option<FoundValue>> {
        let mut found: Vec<Option<FoundValue>> = asked.iter().map(|_| None).collect();
        let mut by_game: Vec<(Vec<usize>, Vec<&Position>)> =
            vec![Default::default(); Game::ALL.len()];
        for (place, position) in asked.iter().enumerate() {
            // Values of other games take those of their moves.
            let game = position.and_then(|position| position.game().built_in());
            if let (Some(position), Some(game)) = (position, game) {
                by_game[game as usize].0.push(place);
                by_game[game as usize].1.push(position);
            }
        }
        for (&game, (places, positions)) in Game::ALL.iter().zip(by_game) {
            if !places.is_empty() {
                let values = self.built_in(game).stored_values(&positions, budget);
                places.into_iter().zip(values).for_each(|(place, value)| found[place] = value);
            }
        }
        found
    }

    /// Checks that positions of a game have Grundy values here.
    pub(crate) fn check_grundy(&self, game: GameId) -> Result<(), Error> {
        if self.of(game)?.has_grundy() {
            return Ok(());
        }
        let with = Game::ALL.iter().copied().filter(|&game| self.built_in(game).has_grundy());
        Err(UsageError::Grundy { game, with: with.collect() }.into())
    }
}

/// Why no best play is known when it takes more than is left of a budget.
pub(crate) const BEYOND: &str =
    "to solve the positions of best play takes more states than one question may";

/// Why no best play is known when it takes more steps than are left.
pub(crate) const TOO_LONG: &str = "best play takes more moves than one question may read";

/// Why no best play is known when it comes back to a position.
pub(crate) const ENDLESS: &str = "best play comes back to the same position, and nobody wins";

/// Why no best play is known when there are no plies.
pub(crate) const NO_PLIES: &str =
    "how many plies the game lasts is not known, so no line of play is known to be best";

/// Reads the text of a position within a budget.
pub(crate) fn read(
    game: GameId,
    text: &str,
    board: Option<&Arc<Board>>,
    budget: &Budget<'_>,
) -> Result<Position, Error> {
    match game {
        GameId::BuiltIn(game) => read_built_in(game, text, board, budget),
        GameId::Own(own) => {
            refuse_board(game, board)?;
            own::read(own, text)
        }
    }
}

/// A position of a game without boards of their own.
fn refuse_board(game: impl Into<GameId>, board: Option<&Arc<Board>>) -> Result<(), Error> {
    match board {
        None => Ok(()),
        Some(_) => Err(UsageError::Board(game.into()).into()),
    }
}

/// Reads the text of a position that is all of it.
fn read_alone<P: FromStr<Err: Into<PositionError>>>(
    game: Game,
    text: &str,
    board: Option<&Arc<Board>>,
) -> Result<P, Error> {
    refuse_board(game, board)?;
    text.parse().map_err(Error::position)
}
