//! The tables of the games that come with this crate, each behind the face of any table.

use perfectplay_protocol::{
    Answer, ErasedTable, GameRef, LISTS, PackedError, PackedPositions, Position, PositionError,
    PositionList, WordForm, not_packed,
};
use perfectplay_query::{EntryArray, Header, ProbeError, TableId, TableReader, Value};

use crate::erased::{Result, any};

#[cfg(feature = "build")]
use perfectplay_tables::{Content, RowSource, Verification, VerifyError};

#[cfg(feature = "build")]
pub(crate) use perfectplay_tables::GameTable as BuildableTable;

/// A table that can be made, in a program that makes tables.
#[cfg(not(feature = "build"))]
pub(crate) trait BuildableTable {}

#[cfg(not(feature = "build"))]
impl<T> BuildableTable for T {}

/// What a game's reader is to an oracle.
pub(crate) trait TypedTable:
    TableReader<Value: Into<Value>, Position: WordForm> + BuildableTable + Send + Sync + 'static
{
    /// All positions of a table of this kind, in the order of its entries; `None` if they have no index.
    fn positions(game: GameRef, table: &TableId<Self::Board>) -> Option<Box<dyn PositionList>>;

    /// The board with this text; `None` if the game has no tables of single boards.
    fn board(text: &str) -> Option<Result<Self::Board>> {
        let _ = text;
        None
    }

    /// A position that the table of a board has: its game, on the board if that is not a part of it, and its text.
    fn example(game: &GameRef, board: &Self::Board) -> Option<(GameRef, String)> {
        let _ = (game, board);
        None
    }

    /// The answer of the reader as one of any game; `asked` is the position.
    fn converted(answer: Self::Answer, asked: &Position) -> Answer;

    /// The position at a place of an array, or what is wrong with it; `None` if arrays have no such positions.
    fn packed(_: &PackedPositions<'_>, _: usize) -> Option<Result<Self::Position, String>> {
        None
    }

    /// The position at a place of an array.
    fn unpack(
        game: &GameRef,
        positions: &PackedPositions<'_>,
        place: usize,
    ) -> Result<Self::Position> {
        let packed = if LISTS { Self::packed(positions, place) } else { None };
        let position = packed.ok_or_else(|| not_packed(game.about()))?;
        position.map_err(|error| PositionError::new(game, error).into())
    }
}

/// A reader, and the game whose positions it reads.
pub(crate) struct TypedReader<T> {
    pub(crate) table: T,
    pub(crate) game: GameRef,
}

impl<T: TypedTable> TypedReader<T> {
    /// The reader as a table of any game.
    pub(crate) fn erased(table: T, game: GameRef) -> Box<dyn ErasedTable> {
        Box::new(Self { table, game })
    }
}

impl<T: TypedTable> ErasedTable for TypedReader<T> {
    fn header(&self) -> &Header {
        self.table.header()
    }

    fn game(&self) -> &GameRef {
        &self.game
    }

    fn covers(&self, position: &Position) -> bool {
        position.is_of(&self.game) && self.table.covers(&T::Position::of(position.words()))
    }

    fn index_of(&self, words: &[u64]) -> Option<u64> {
        if LISTS { self.table.index_of(&T::Position::of(words)) } else { None }
    }

    fn position_at(&self, index: u64) -> Option<Position> {
        if LISTS { Some(any(&self.game, &self.table.position_at(index)?)) } else { None }
    }

    fn entry_array(&self) -> Option<EntryArray<'_>> {
        self.table.entry_array()
    }

    fn value(&self, words: &[u64]) -> Result<Value, ProbeError> {
        Ok(self.table.value(&T::Position::of(words))?.into())
    }

    fn values(&self, positions: &[&Position], values: &mut [Option<Value>]) {
        let own: Vec<T::Position> =
            positions.iter().map(|position| T::Position::of(position.words())).collect();
        let mut found = vec![None; own.len()];
        self.table.values(&own, &mut found);
        values.iter_mut().zip(found).for_each(|(to, value)| *to = value.map(Into::into));
    }

    fn packed_values(
        &self,
        positions: &PackedPositions<'_>,
        first: usize,
        places: &mut Vec<usize>,
        values: &mut [Option<Value>],
    ) -> Result<(), PackedError> {
        if !LISTS {
            return Ok(());
        }
        let mut own = Vec::with_capacity(places.len());
        for &place in &*places {
            let position = T::unpack(&self.game, positions, place);
            own.push(position.map_err(|error| PackedError { place, error })?);
        }
        // Without a branch, as which positions a table has is hard to foresee.
        let (all, mut has, mut lacks) = (places.clone(), (0..own.len()).collect::<Vec<_>>(), 0);
        for at in 0..own.len() {
            let is_covered = self.table.covers(&own[at]);
            has[at - lacks] = at;
            places[lacks] = all[at];
            lacks += usize::from(!is_covered);
        }
        has.truncate(own.len() - lacks);
        places.truncate(lacks);
        let mut found: Vec<Option<T::Value>> = vec![None; has.len()];
        if lacks == 0 {
            self.table.values(&own, &mut found);
        } else {
            let covered: Vec<&T::Position> = has.iter().map(|&at| &own[at]).collect();
            self.table.values(&covered, &mut found);
        }
        for (at, value) in has.into_iter().zip(found) {
            values[all[at] - first] = value.map(Into::into);
        }
        Ok(())
    }

    fn answer(&self, position: &Position) -> Result<Answer, ProbeError> {
        Ok(T::converted(self.table.answer(&T::Position::of(position.words()))?, position))
    }

    #[cfg(feature = "build")]
    fn verify(&self, how: Verification<'_>) -> Result<u64, VerifyError> {
        BuildableTable::verify(&self.table, how)
    }

    #[cfg(feature = "build")]
    fn rows(&self, content: Content, has_text: bool) -> Option<Box<dyn RowSource + '_>> {
        BuildableTable::rows(&self.table, content, has_text)
    }
}
