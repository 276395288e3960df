//! Answers of a game that is not built in.

use std::sync::Arc;

use crate::answer::{Answer, FoundValue};
use crate::asked::AskedPosition;
use crate::budget::Budget;
use crate::error::Error;
use crate::games::GameSource;
use crate::limits::Plies;
use crate::own::{GameId, OwnGame, OwnPosition, OwnPositionError, OwnTable, Written};
use crate::position::{OfGame, Position};
use crate::tables::{Lazy, Store};

/// With so many bits per position to recognise its positions, a table has no answer for nearly all others.
const SURE: u8 = 7;

/// The tables of one such game, of which the first that is good answers.
pub(crate) struct OwnSource {
    pub(crate) game: &'static dyn OwnGame,
    tables: Vec<Lazy<Box<dyn OwnTable>>>,
    store: Arc<Store>,
}

/// Reads the text of a position.
pub(super) fn read(game: &'static dyn OwnGame, text: &str) -> Result<Position, Error> {
    let error = || Error::position(OwnPositionError::new(GameId::Own(game), text));
    Ok(position(game, game.read(text).ok_or_else(error)?))
}

fn position(game: &'static dyn OwnGame, written: Written) -> Position {
    Position::Own(Box::new(OwnPosition::new(game, written)))
}

impl OwnSource {
    pub(crate) fn new(game: &'static dyn OwnGame, store: &Arc<Store>) -> Self {
        let tables = store.named(game.name(), |file| game.open(file));
        Self { game, tables, store: store.clone() }
    }

    fn missing(&self) -> Error {
        let table = self.store.place(self.game.name());
        Error::NoTable { game: GameId::Own(self.game), table }
    }
}

impl GameSource for OwnSource {
    type Asked = Box<OwnPosition>;

    fn answer(
        &self,
        asked: &Box<OwnPosition>,
        _: Plies,
        budget: &Budget<'_>,
    ) -> Result<Answer, Error> {
        let word = asked.written.word;
        let found = self.store.first(self.tables.iter(), budget, |table| {
            Ok((table.answer(word)?, table.members()))
        })?;
        let ((answer, members), table) = found.ok_or_else(|| self.missing())?;
        let after: Vec<u64> = answer.moves.iter().map(|reply| reply.position.word).collect();
        let mut answer = Answer::of_game(answer, |written| position(self.game, written));
        for (reply, after) in answer.moves.iter_mut().zip(after) {
            reply.again = self.game.same_player(word, after);
        }
        let is_in_doubt = members < SURE && word != self.game.start().word;
        answer.members = is_in_doubt.then_some(members);
        Ok(answer.with_table(table))
    }

    fn value(
        &self,
        asked: &Box<OwnPosition>,
        plies: Plies,
        budget: &Budget<'_>,
    ) -> Result<Option<FoundValue>, Error> {
        // Only with its moves is it seen whether the table has the position.
        let answer = self.answer(asked, plies, budget)?;
        Ok(answer.value.zip(answer.table).map(FoundValue::stored))
    }
}

impl AskedPosition for Box<OwnPosition> {
    fn repeats_as(&self) -> Option<u64> {
        Some(self.written.word)
    }
}

impl OfGame for Box<OwnPosition> {
    fn of(position: &Position) -> Option<&Self> {
        match position {
            Position::Own(position) => Some(position),
            _ => None,
        }
    }
}
