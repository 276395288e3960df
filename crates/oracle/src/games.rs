//! The sources of answers, one for each game: the one place of this crate that names all games.

mod chomp;
mod contour;
mod number;
mod stake;
mod tokens;
mod tower;

use std::sync::{Arc, OnceLock};

use perfectplay_core::Game;
use perfectplay_core::contour::Board;

use crate::answer::FoundValue;
use crate::limits::Permit;
use crate::tables::Folder;
use crate::{Answer, Effort, Error, Plies, Position};

use chomp::ChompSource;
use contour::ContourSource;
use number::NumberSource;
use stake::StakeSource;
use tokens::TokensSource;
use tower::TowerSource;

/// The sources of all games over one folder, each made when it is first asked.
pub(crate) struct Games {
    folder: Folder,
    number: OnceLock<NumberSource>,
    tower: OnceLock<TowerSource>,
    contour: OnceLock<ContourSource>,
    stake: OnceLock<StakeSource>,
    tokens: OnceLock<TokensSource>,
    chomp: OnceLock<ChompSource>,
}

impl Games {
    pub(crate) const fn new(folder: Folder) -> Self {
        Self {
            folder,
            number: OnceLock::new(),
            tower: OnceLock::new(),
            contour: OnceLock::new(),
            stake: OnceLock::new(),
            tokens: OnceLock::new(),
            chomp: OnceLock::new(),
        }
    }

    fn number(&self) -> &NumberSource {
        self.number.get_or_init(|| NumberSource::new(&self.folder))
    }

    fn tower(&self) -> &TowerSource {
        self.tower.get_or_init(|| TowerSource::new(&self.folder))
    }

    fn contour(&self) -> &ContourSource {
        self.contour.get_or_init(|| ContourSource::new(&self.folder))
    }

    fn stake(&self) -> &StakeSource {
        self.stake.get_or_init(|| StakeSource::new(&self.folder))
    }

    fn tokens(&self) -> &TokensSource {
        self.tokens.get_or_init(|| TokensSource::new(&self.folder))
    }

    fn chomp(&self) -> &ChompSource {
        self.chomp.get_or_init(|| ChompSource::new(&self.folder))
    }

    pub(crate) fn folder(&self) -> &Folder {
        &self.folder
    }

    /// A position's value and its moves.
    pub(crate) fn answer(
        &self,
        position: &Position,
        plies: Plies,
        permit: &Permit<'_>,
    ) -> Result<Answer, Error> {
        let folder = &self.folder;
        let answer = match position {
            Position::Number(position) => self.number().answer(folder, position, plies, permit),
            Position::Named(named) => self.number().answer_named(folder, named, plies, permit),
            Position::Chomp(position) => self.chomp().answer(folder, position, plies, permit),
            // The values of the other games have no plies.
            Position::Tower(tower) => return self.tower().answer(folder, tower, permit),
            Position::Contour(position, board) => {
                return self.contour().answer(folder, position, board, permit);
            }
            Position::Stake(board) => return self.stake().answer(folder, board, permit),
            Position::Tokens(position) => return self.tokens().answer(folder, position, permit),
        };
        match plies {
            Plies::Always => answer.map_err(Error::for_plies),
            Plies::IfStored | Plies::IfQuick => answer,
        }
    }

    /// A position's value alone; `None` if the answer with all moves has to be asked for it.
    pub(crate) fn value(
        &self,
        position: &Position,
        plies: Plies,
        permit: &Permit<'_>,
    ) -> Result<Option<FoundValue>, Error> {
        let folder = &self.folder;
        match position {
            Position::Number(position) if plies == Plies::IfStored => {
                self.number().value(folder, position)
            }
            Position::Chomp(position) if plies == Plies::IfStored => {
                self.chomp().value(folder, position)
            }
            Position::Number(_) | Position::Named(_) | Position::Chomp(_) => Ok(None),
            Position::Tower(tower) => self.tower().value(folder, tower, permit).map(Some),
            Position::Contour(position, board) => {
                self.contour().value(folder, position, board, permit).map(Some)
            }
            Position::Stake(board) => self.stake().value(folder, board),
            Position::Tokens(position) => self.tokens().value(folder, position, permit).map(Some),
        }
    }

    /// The board of the `contour` table with this fingerprint, if there is one.
    pub(crate) fn contour_board(&self, fingerprint: &str) -> Result<Option<Arc<Board>>, Error> {
        self.contour().board(&self.folder, fingerprint)
    }

    /// Why no best play from a position is known, where that can be said beforehand; an error in a
    /// game that has no best play.
    pub(crate) fn why_no_line(
        &self,
        position: &Position,
        permit: &Permit<'_>,
    ) -> Result<Option<String>, Error> {
        Ok(match position {
            Position::Named(_) => Some(NO_PLIES.to_owned()),
            Position::Tokens(position) => tokens::why_no_line(position, permit),
            Position::Tower(_) => {
                let message = "the die decides how a game of tower goes on, so no line is best";
                return Err(Error::Usage { message: message.to_owned() });
            }
            Position::Number(_)
            | Position::Contour(..)
            | Position::Stake(_)
            | Position::Chomp(_) => None,
        })
    }
}

/// Why no best play is known where no plies are.
pub(crate) const NO_PLIES: &str =
    "how many plies the game lasts is not known, so no line of play is known to be best";

/// The effort that reading a text as a position takes.
pub(crate) fn effort_to_read(game: Game, text: &str) -> Effort {
    match game {
        Game::Number => number::effort_to_read(text),
        Game::Tower | Game::Contour | Game::Stake | Game::Tokens | Game::Chomp => Effort::AtOnce,
    }
}
