//! The tables of the games that come with this crate, each behind the face of any table.

use std::sync::Arc;

use perfectplay_core::contour::Board;
use perfectplay_query::{EntryArray, Header, Probe, ProbeError};

use crate::answer::Answer;
use crate::error::Error;
use crate::game::{ErasedTable, GameRef, LISTS};
use crate::packed::{Packed, PackedError};
use crate::position::Position;
use crate::value::Value;

/// What a game's reader is to an oracle.
pub(super) trait TypedTable: Probe<Value: Into<Value>> + Send + Sync {
    /// The position of some words, as the reader knows it.
    fn own(words: &[u64]) -> Self::Position;

    /// A position of the reader as one of any game.
    fn erased(game: &GameRef, position: Self::Position) -> Position;

    /// Whether a position belongs to the table's board, if it belongs to one.
    fn is_of_board(&self, position: &Position) -> bool {
        let _ = position;
        true
    }

    /// The answer of the reader as one of any game; `asked` is the position.
    fn converted(answer: Self::Answer, asked: &Position) -> Answer;

    /// The position at a place of an array.
    fn unpack(
        game: &GameRef,
        positions: &Packed<'_>,
        place: usize,
    ) -> Result<Self::Position, Error>;
}

/// A reader, and the game whose positions it reads.
pub(super) struct Typed<T> {
    pub(super) table: T,
    pub(super) game: GameRef,
}

impl<T: TypedTable> Typed<T> {
    /// The reader as a table of any game.
    pub(super) fn erased(table: T, game: GameRef) -> Box<dyn ErasedTable>
    where
        T: 'static,
    {
        Box::new(Self { table, game })
    }
}

impl<T: TypedTable> ErasedTable for Typed<T> {
    fn header(&self) -> &Header {
        self.table.header()
    }

    fn board(&self) -> Option<&Arc<Board>> {
        self.game.board()
    }

    fn covers(&self, position: &Position) -> bool {
        self.table.is_of_board(position) && self.table.covers(&T::own(position.words()))
    }

    fn index_of(&self, words: &[u64]) -> Option<u64> {
        if LISTS { self.table.index_of(&T::own(words)) } else { None }
    }

    fn position_at(&self, index: u64) -> Option<Position> {
        if LISTS { Some(T::erased(&self.game, self.table.position_at(index)?)) } else { None }
    }

    fn entry_array(&self) -> Option<EntryArray<'_>> {
        self.table.entry_array()
    }

    fn value(&self, words: &[u64]) -> Result<Value, ProbeError> {
        Ok(self.table.value(&T::own(words))?.into())
    }

    fn values(&self, positions: &[&Position], values: &mut [Option<Value>]) {
        let own: Vec<T::Position> =
            positions.iter().map(|position| T::own(position.words())).collect();
        let mut found = vec![None; own.len()];
        self.table.values(&own, &mut found);
        values.iter_mut().zip(found).for_each(|(to, value)| *to = value.map(Into::into));
    }

    fn packed_values(
        &self,
        positions: &Packed<'_>,
        first: usize,
        places: &mut Vec<usize>,
        values: &mut [Option<Value>],
    ) -> Result<(), PackedError> {
        if !LISTS {
            return Ok(());
        }
        let mut own = Vec::with_capacity(places.len());
        // Without a branch, as which positions a table has is hard to foresee.
        let (mut has, mut lacks) = (vec![0; places.len()], 0);
        for at in 0..places.len() {
            let place = places[at];
            let position = T::unpack(&self.game, positions, place)
                .map_err(|error| PackedError { place, error })?;
            let is_covered = self.table.covers(&position);
            has[at - lacks] = place;
            places[lacks] = place;
            lacks += usize::from(!is_covered);
            if is_covered {
                own.push(position);
            }
        }
        places.truncate(lacks);
        let mut found: Vec<Option<T::Value>> = vec![None; own.len()];
        self.table.values(&own, &mut found);
        for (place, value) in has.into_iter().zip(found) {
            values[place - first] = value.map(Into::into);
        }
        Ok(())
    }

    fn answer(&self, position: &Position) -> Result<Answer, ProbeError> {
        Ok(T::converted(self.table.answer(&T::own(position.words()))?, position))
    }
}
