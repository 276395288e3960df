//! The sources of answers, one for each game: the one place in this crate that names all games.

mod chomp;
mod contour;
mod number;
mod own;
mod stake;
mod tokens;
mod tower;

use std::sync::{Arc, OnceLock};

use perfectplay_core::contour::{self as contour_game, Board};
use perfectplay_core::control::{Interrupted, Stopped};
use perfectplay_core::{Game, number as number_game};

use crate::answer::{Answer, FoundValue};
use crate::budget::Budget;
use crate::engine::Engine;
use crate::error::{Error, UsageError};
use crate::limits::Plies;
use crate::own::{GameId, OwnGame, OwnPosition};
use crate::position::{OwnPositionError, Position};
use crate::tables::Store;

use chomp::ChompSource;
use contour::ContourSource;
use number::NumberSource;
use own::OwnSource;
use stake::StakeSource;
use tokens::TokensSource;
use tower::TowerSource;

/// The sources of all games over one store, each created when it is first asked.
pub(crate) struct Games {
    pub(crate) store: Arc<Store>,
    engine: Arc<Engine>,
    number: OnceLock<NumberSource>,
    tower: OnceLock<TowerSource>,
    contour: OnceLock<ContourSource>,
    stake: OnceLock<StakeSource>,
    tokens: OnceLock<TokensSource>,
    chomp: OnceLock<ChompSource>,
    own: Vec<OwnSource>,
}

impl Games {
    pub(crate) fn new(
        store: Arc<Store>,
        engine: Arc<Engine>,
        own: &[&'static dyn OwnGame],
    ) -> Self {
        Self {
            own: own.iter().map(|&game| OwnSource::new(game, &store)).collect(),
            store,
            engine,
            number: OnceLock::new(),
            tower: OnceLock::new(),
            contour: OnceLock::new(),
            stake: OnceLock::new(),
            tokens: OnceLock::new(),
            chomp: OnceLock::new(),
        }
    }

    fn number(&self) -> &NumberSource {
        self.number.get_or_init(|| NumberSource::new(&self.store, &self.engine))
    }

    fn tower(&self) -> &TowerSource {
        self.tower.get_or_init(|| TowerSource::new(&self.store, &self.engine))
    }

    fn contour(&self) -> &ContourSource {
        self.contour.get_or_init(|| ContourSource::new(&self.store, &self.engine))
    }

    fn stake(&self) -> &StakeSource {
        self.stake.get_or_init(|| StakeSource::new(&self.store, &self.engine))
    }

    fn tokens(&self) -> &TokensSource {
        self.tokens.get_or_init(|| TokensSource::new(&self.store, &self.engine))
    }

    pub(crate) fn chomp(&self) -> &ChompSource {
        self.chomp.get_or_init(|| ChompSource::new(&self.store, &self.engine))
    }

    /// The source of a game that is not built in.
    fn own(&self, position: &OwnPosition) -> Result<&OwnSource, Error> {
        let is_its = |source: &&OwnSource| source.game.name() == position.game.name();
        let unknown = || UsageError::Unknown(position.game).into();
        self.own.iter().find(is_its).ok_or_else(unknown)
    }

    /// A position's value and its moves.
    pub(crate) fn answer(
        &self,
        position: &Position,
        plies: Plies,
        budget: &Budget<'_>,
    ) -> Result<Answer, Error> {
        let answer = match position {
            Position::Number(position) => self.number().answer(position, plies, budget),
            Position::Named(named) => self.number().answer_named(named, plies, budget),
            Position::Chomp(position) => self.chomp().answer(position, plies, budget),
            // The values of the other games have no plies.
            Position::Tower(tower) => return self.tower().answer(tower, budget),
            Position::Contour(position, board) => {
                return self.contour().answer(position, board, budget);
            }
            Position::Stake(board) => return self.stake().answer(board, budget),
            Position::Tokens(position) => return self.tokens().answer(position, budget),
            Position::Own(position) => return self.own(position)?.answer(position, budget),
        };
        match plies {
            Plies::Always => answer.map_err(Error::for_plies),
            Plies::IfStored | Plies::IfQuick => answer,
        }
    }

    /// A position's value and its moves where plies do not matter.
    pub(crate) fn answer_without_plies(
        &self,
        position: &Position,
        budget: &Budget<'_>,
    ) -> Result<Answer, Error> {
        match position {
            // To solve it for plies would take more.
            Position::Chomp(position) => self.chomp().answer_without_plies(position, budget),
            Position::Number(_)
            | Position::Named(_)
            | Position::Tower(_)
            | Position::Contour(..)
            | Position::Stake(_)
            | Position::Tokens(_)
            | Position::Own(_) => self.answer(position, Plies::IfStored, budget),
        }
    }

    /// A position's value alone; `None` if that requires the answer with all moves.
    pub(crate) fn value(
        &self,
        position: &Position,
        plies: Plies,
        budget: &Budget<'_>,
    ) -> Result<Option<FoundValue>, Error> {
        let value = match position {
            Position::Number(position) => self.number().value(position, plies, budget),
            Position::Named(_) => return Ok(None),
            Position::Chomp(position) => self.chomp().value(position, plies, budget).map(Some),
            // The values of the other games have no plies.
            Position::Tower(tower) => return self.tower().value(tower, budget).map(Some),
            Position::Contour(position, board) => {
                return self.contour().value(position, board, budget).map(Some);
            }
            Position::Stake(board) => return self.stake().value(board, budget),
            Position::Tokens(position) => return self.tokens().value(position, budget).map(Some),
            Position::Own(position) => {
                return self.own(position)?.value(position, budget).map(Some);
            }
        };
        match plies {
            Plies::Always => value.map_err(Error::for_plies),
            Plies::IfStored | Plies::IfQuick => value,
        }
    }

    /// The values of many positions that the tables of families have; `None` for the others, and for places
    /// without a position.
    pub(crate) fn stored_values(
        &self,
        asked: &[Option<&Position>],
        budget: &Budget<'_>,
    ) -> Vec<Option<FoundValue>> {
        let mut found: Vec<Option<FoundValue>> = asked.iter().map(|_| None).collect();
        let (mut number, mut tower, mut stake, mut tokens, mut chomp) = Default::default();
        /// Puts a position among those of its game.
        fn add<'a, P>(group: &mut (Vec<usize>, Vec<&'a P>), place: usize, position: &'a P) {
            group.0.push(place);
            group.1.push(position);
        }
        for (place, position) in asked.iter().enumerate() {
            match position {
                Some(Position::Number(position)) => add(&mut number, place, position),
                Some(Position::Tower(tower_position)) => add(&mut tower, place, tower_position),
                Some(Position::Stake(board)) => add(&mut stake, place, board),
                Some(Position::Tokens(position)) => add(&mut tokens, place, &**position),
                Some(Position::Chomp(position)) => add(&mut chomp, place, position),
                // These take a search, the table of a board, or the values of their moves.
                Some(Position::Named(_) | Position::Contour(..) | Position::Own(_)) | None => {}
            }
        }
        macro_rules! look_up {
            ($group:ident in $tables:ident) => {
                let (places, positions) = $group;
                if !places.is_empty() {
                    let values = self.$group().$tables.values(&self.store, &positions, budget);
                    places.into_iter().zip(values).for_each(|(place, value)| found[place] = value);
                }
            };
        }
        look_up!(number in tables);
        look_up!(tower in tables);
        look_up!(stake in families);
        look_up!(tokens in families);
        look_up!(chomp in tables);
        found
    }

    /// The board of the `contour` table with this fingerprint, if there is one.
    pub(crate) fn contour_board(
        &self,
        fingerprint: &str,
        budget: &Budget<'_>,
    ) -> Result<Option<Arc<Board>>, Error> {
        self.contour().board(fingerprint, budget)
    }

    /// Adds Grundy values to the answer of a position that has them.
    pub(crate) fn add_grundy(
        &self,
        answer: &mut Answer,
        position: &Position,
        budget: &Budget<'_>,
    ) -> Result<(), Error> {
        match position {
            Position::Chomp(position) => self.chomp().add_grundy(answer, position, budget),
            _ => check_grundy(position),
        }
    }

    /// Why no best play from a position is known, if that can be said beforehand; an error in a game without best
    /// play.
    pub(crate) fn why_no_line(
        &self,
        position: &Position,
        budget: &Budget<'_>,
    ) -> Result<Option<String>, Error> {
        Ok(match position {
            Position::Named(_) => Some(NO_PLIES.to_owned()),
            Position::Tokens(position) => tokens::why_no_line(position, budget),
            Position::Tower(_) => return Err(UsageError::Line.into()),
            Position::Number(_)
            | Position::Contour(..)
            | Position::Stake(_)
            | Position::Chomp(_)
            | Position::Own(_) => None,
        })
    }
}

/// Checks that moves of a position's game have best replies.
pub(crate) fn check_replies(position: &Position) -> Result<(), Error> {
    match position {
        Position::Tower(_) => Err(UsageError::Replies.into()),
        Position::Number(_)
        | Position::Named(_)
        | Position::Contour(..)
        | Position::Stake(_)
        | Position::Tokens(_)
        | Position::Chomp(_)
        | Position::Own(_) => Ok(()),
    }
}

/// Checks that a position has Grundy values here.
pub(crate) fn check_grundy(position: &Position) -> Result<(), Error> {
    match position {
        Position::Chomp(_) => Ok(()),
        _ => Err(UsageError::Grundy(position.game()).into()),
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
    if board.is_some() && game != Game::Contour {
        return Err(UsageError::Board(game).into());
    }
    let game = match game {
        GameId::BuiltIn(game) => game,
        GameId::Own(own) => {
            let error = || Error::position(OwnPositionError::new(game, text));
            return own::read(own, text).ok_or_else(error);
        }
    };
    Ok(match game {
        Game::Number => number_position(text, budget)?,
        Game::Tower => Position::Tower(text.parse().map_err(Error::position)?),
        Game::Contour => {
            let board = board.ok_or(Error::NoBoard)?;
            let contour: contour_game::Position = text.parse().map_err(Error::position)?;
            contour.check(board.rows(), board.columns()).map_err(Error::position)?;
            Position::Contour(contour, board.clone())
        }
        Game::Stake => Position::Stake(text.parse().map_err(Error::position)?),
        Game::Tokens => Position::Tokens(Box::new(text.parse().map_err(Error::position)?)),
        Game::Chomp => Position::Chomp(text.parse().map_err(Error::position)?),
    })
}

/// Reads the available numbers if none is above 63, and otherwise the numbers named so far, which are read only
/// once because computing their sums takes time.
fn number_position(text: &str, budget: &Budget<'_>) -> Result<Position, Error> {
    if !text.trim_start().starts_with("after:") {
        return text.parse().map(Position::Number).map_err(Error::position);
    }
    let named = number_game::Named::read(text, budget.control()).map_err(|error| match error {
        number_game::PositionError::Stopped(Stopped::Interrupted) => Interrupted.into(),
        number_game::PositionError::Stopped(Stopped::Spent) => {
            Error::position(number_game::PositionError::TooLargeForSums)
        }
        error => Error::position(error),
    })?;
    Ok(match named.position() {
        Some(position) => Position::Number(position),
        None => Position::Named(Box::new(named)),
    })
}
