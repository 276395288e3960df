//! The sources of all games over one store.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use perfectplay_core::Game;

use super::own::OwnSource;
use super::{GameSource, Source, source};
use crate::answer::{Answer, FoundValue};
use crate::budget::Budget;
use crate::engine::Engine;
use crate::error::{Error, UsageError};
use crate::limits::Plies;
use crate::own::{GameId, OwnGame};
use crate::position::Position;
use crate::tables::Store;

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

    pub(crate) fn built_in(&self, game: Game) -> &dyn Source {
        let source = || source(game, &self.store, &self.engine);
        &**self.built_in[game as usize].get_or_init(source)
    }

    /// The source of a game that is built in, as that game knows it.
    pub(super) fn typed<S: GameSource>(&self, game: Game) -> &S {
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
