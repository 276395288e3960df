//! Answers of a game that is not built in.

use std::sync::Arc;

use crate::answer::{Answer, FoundValue};
use crate::budget::Budget;
use crate::error::Error;
use crate::own::{GameId, OwnGame, OwnPosition, OwnTable, Written};
use crate::position::Position;
use crate::tables::{Lazy, Store};

/// The tables of one such game, of which the first that is good answers.
pub(crate) struct OwnSource {
    pub(crate) game: &'static dyn OwnGame,
    tables: Vec<Lazy<Box<dyn OwnTable>>>,
    store: Arc<Store>,
}

/// The text of a position.
pub(crate) fn read(game: &'static dyn OwnGame, text: &str) -> Option<Position> {
    Some(position(game, game.read(text)?))
}

fn position(game: &'static dyn OwnGame, written: Written) -> Position {
    Position::Own(Box::new(OwnPosition { game: GameId::Own(game), written }))
}

impl OwnSource {
    pub(crate) fn new(game: &'static dyn OwnGame, store: &Arc<Store>) -> Self {
        let tables = store.named(game.name(), |file| game.open(file));
        Self { game, tables, store: store.clone() }
    }

    /// A position's value and its moves.
    pub(crate) fn answer(&self, asked: &OwnPosition, budget: &Budget<'_>) -> Result<Answer, Error> {
        let word = asked.written.word;
        let found = self.store.first(self.tables.iter(), budget, |table| table.answer(word))?;
        let (answer, table) = found.ok_or_else(|| self.missing())?;
        let after: Vec<u64> = answer.moves.iter().map(|reply| reply.position.word).collect();
        let mut answer = Answer::of_game(answer, |written| position(self.game, written));
        for (reply, after) in answer.moves.iter_mut().zip(after) {
            reply.again = self.game.same_player(word, after);
        }
        Ok(answer.with_table(table))
    }

    /// A position's value.
    pub(crate) fn value(
        &self,
        asked: &OwnPosition,
        budget: &Budget<'_>,
    ) -> Result<FoundValue, Error> {
        // Only with its moves is it seen whether the table has the position.
        let answer = self.answer(asked, budget)?;
        let value = answer.value.expect("every answer of such a game has one");
        Ok(FoundValue::stored((value, answer.table.expect("a table has answered"))))
    }

    fn missing(&self) -> Error {
        let table = self.store.place(self.game.name());
        Error::NoTable { game: GameId::Own(self.game), table }
    }
}
