//! What a game has at hand while it answers: the tables of an oracle, what solves, and what the question may cost.

use std::sync::Arc;

use perfectplay_query::{ProbeError, TablePlace};

use crate::tables::Lazy;
use crate::{
    Answer, Budget, Engine, ErasedTable, Error, FoundValue, GameRef, PackedError, Position, Store,
    Tile, UsageError,
};

/// A question on its way through an oracle: where a game finds its tables, and what the question may take.
#[derive(Clone, Copy, derive_more::Debug)]
pub struct Asking<'a> {
    #[debug(skip)]
    store: &'a Store,
    /// What solves, with what earlier questions have left.
    pub engine: &'a Engine,
    /// What the question may take.
    pub budget: &'a Budget<'a>,
}

/// Which tables of single boards may have a position.
#[derive(Clone, Debug)]
pub enum Boards {
    /// None.
    None,
    /// Those with this name: it is the board's.
    Named(String),
    /// All: which of them have it is only known once they are open.
    All,
}

impl<'a> Asking<'a> {
    #[doc(hidden)]
    pub const fn new(store: &'a Store, engine: &'a Engine, budget: &'a Budget<'a>) -> Self {
        Self { store, engine, budget }
    }

    /// The values of many positions that tables have; `None` for the others, and for places without a position.
    pub fn stored_values(&self, asked: &[Option<&Position>]) -> Vec<Option<FoundValue>> {
        let mut found: Vec<Option<FoundValue>> = asked.iter().map(|_| None).collect();
        // Only with its moves is it seen whether a table has the position of a game that is not sure.
        let is_sure = |position: &&Position| position.game().about().sure;
        let places = asked.iter().enumerate();
        let mut left: Vec<(usize, &Position)> =
            places.filter_map(|(place, &asked)| Some((place, asked.filter(is_sure)?))).collect();
        while let Some(&(_, first)) = left.first() {
            let game = first.game();
            let (alike, others) = left.into_iter().partition(|(_, one)| one.game() == game);
            left = others;
            let (places, positions): (Vec<usize>, Vec<&Position>) =
                Vec::<(usize, &Position)>::into_iter(alike).unzip();
            if let Ok(of_game) = self.store.of(game) {
                let values = of_game.values(self.store, &positions, self.budget);
                places.into_iter().zip(values).for_each(|(place, value)| found[place] = value);
            }
        }
        found
    }

    /// Fills in the values of some positions of an array that tables have.
    ///
    /// # Errors
    /// If one is no position of the game.
    pub fn packed_values(&self, game: &GameRef, tile: Tile<'_>) -> Result<(), PackedError> {
        let of_tile = |error| PackedError { place: tile.places.start, error };
        self.store.of(game).map_err(of_tile)?.packed_values(self.store, tile, self.budget)
    }

    /// The answer of the first table that has a position; `None` if no table has it.
    ///
    /// # Errors
    /// If the tables that have it are damaged, or cannot be opened.
    pub fn stored<A>(
        &self,
        position: &Position,
        answer: impl Fn(&dyn ErasedTable) -> Result<A, ProbeError>,
    ) -> Result<Option<(A, Arc<str>)>, Error> {
        self.stored_among(position, &Boards::None, answer)
    }

    /// What a table has of a position, single boards included.
    pub fn stored_among<A>(
        &self,
        position: &Position,
        boards: &Boards,
        answer: impl Fn(&dyn ErasedTable) -> Result<A, ProbeError>,
    ) -> Result<Option<(A, Arc<str>)>, Error> {
        let of_game = self.store.of(position.game())?;
        let families = of_game.having(position.words());
        // A table may be of another board with the same fingerprint, or lack the position.
        let fits = |lazy: &&Lazy| {
            let open = self.store.open(lazy, self.budget);
            open.map_or(true, |table| table.covers(position))
        };
        let opens = |lazy: &&Lazy| {
            let open = self.store.try_open(lazy, self.budget);
            open.is_some_and(|table| table.covers(position))
        };
        match boards {
            Boards::None => self.first(families, answer),
            Boards::Named(name) => {
                self.first(families.chain(of_game.named(name).filter(fits)), answer)
            }
            Boards::All => self.first(families.chain(of_game.boards().filter(opens)), answer),
        }
    }

    /// The answer for a position of the first table that has it.
    pub fn stored_answer(
        &self,
        position: &Position,
        boards: &Boards,
    ) -> Result<Option<Answer>, Error> {
        let stored = self.stored_among(position, boards, |table| table.answer(position))?;
        Ok(stored.map(|(answer, table)| answer.with_table(table)))
    }

    /// The value of a position from the first table that has it.
    pub fn stored_value(
        &self,
        position: &Position,
        boards: &Boards,
    ) -> Result<Option<FoundValue>, Error> {
        let value = |table: &dyn ErasedTable| table.value(position.words());
        Ok(self.stored_among(position, boards, value)?.map(FoundValue::stored))
    }

    /// The game on the board that has a table with this fingerprint, if there is one.
    ///
    /// # Errors
    /// As [`stored`](Self::stored), or if two boards have the fingerprint.
    pub fn board_named(&self, game: &GameRef, fingerprint: &str) -> Result<Option<GameRef>, Error> {
        let (of_game, name) = (self.store.of(game)?, format!("{game}-{fingerprint}"));
        let first = self.first(of_game.named(&name), |table| Ok(table.game().clone()))?;
        let Some((found, _)) = first.filter(|(found, _)| found.board().is_some()) else {
            return Ok(None);
        };
        let is_other = |lazy: &Lazy| {
            let open = self.store.open(lazy, self.budget);
            open.is_ok_and(|table| table.game().board() != found.board())
        };
        if of_game.named(&name).any(is_other) {
            return Err(UsageError::TwoBoards(name).into());
        }
        Ok(Some(found))
    }

    /// The answer of the first of these tables that gives one.
    fn first<'t, A>(
        &self,
        tables: impl Iterator<Item = &'t Lazy>,
        answer: impl Fn(&dyn ErasedTable) -> Result<A, ProbeError>,
    ) -> Result<Option<(A, Arc<str>)>, Error> {
        self.store.first(tables, self.budget, answer)
    }

    /// The answer of the largest table of a game that can be opened; `None` if none can.
    pub fn in_largest<A>(
        &self,
        game: &GameRef,
        answer: impl Fn(&dyn ErasedTable) -> Result<A, ProbeError>,
    ) -> Result<Option<(A, Arc<str>)>, Error> {
        // Of two tables that are as large the first one is asked first.
        let of_game = self.store.of(game)?;
        let can_be_read = |lazy: &&Lazy| self.store.try_open(lazy, self.budget).is_some();
        self.first(of_game.largest().filter(can_be_read), answer)
    }

    /// Whether there are tables of single boards of a game.
    ///
    /// # Errors
    /// If the game is not one of the oracle's.
    pub fn has_boards(&self, game: &GameRef) -> Result<bool, Error> {
        Ok(self.store.of(game)?.has_boards())
    }

    /// Where the table with a name is, or would be.
    pub fn place(&self, name: &str) -> TablePlace {
        self.store.place(name)
    }
}
