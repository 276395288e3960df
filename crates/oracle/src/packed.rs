//! Positions as numbers in arrays: the form in which other languages hold many of them.

use std::ops::Range;
use std::sync::Arc;

use perfectplay_core::Game;
use perfectplay_core::contour::Board;

use crate::answer::ValueAnswer;
use crate::batch::{Quiet, map_all};
use crate::budget::Budget;
use crate::error::Error;
use crate::games;
use crate::limits::{Limits, Observer, Plies};
use crate::oracle::Oracle;
use crate::position::Position;
use crate::question::Question;
use crate::value::Value;

/// Positions of one game as numbers in an array, in the form that the game has.
#[derive(Clone, Copy, Debug)]
pub enum Packed<'a> {
    /// Of `number`: bit x of each mask is set if x is available, as in
    /// [`Position::mask`](perfectplay_core::number::Position::mask).
    Masks(&'a [u64]),
    /// Of `stake`, all with so many rows: the cells that hold 0 and those that hold 1, bit 8 · row + column of each,
    /// as in [`Position::filled`](perfectplay_core::stake::Position::filled).
    Boards {
        /// The number of rows, and of columns.
        size: usize,
        /// The two masks of each.
        masks: &'a [[u64; 2]],
    },
    /// Of `chomp`, the cells left in each row, and of `contour` the cells taken; topmost first.
    Rows {
        /// How many rows each position has in the array, at least 1; those that it lacks are 0.
        rows: usize,
        /// The counts of all rows of all positions.
        counts: &'a [u8],
        /// The board that positions of `contour` belong to.
        board: Option<&'a Arc<Board>>,
    },
}

/// One position in the form that an array of its game has: see [`Packed`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PackedOne {
    /// The numbers that are available.
    Mask(u64),
    /// The cells that hold 0, and those that hold 1.
    Board([u64; 2]),
    /// Cells per row, without those that are empty.
    Rows(Vec<u8>),
}

/// A position of an array has no value.
#[derive(Debug)]
pub struct PackedError {
    /// Its place in the array, from 0.
    pub place: usize,
    /// Why.
    pub error: Error,
}

impl Packed<'_> {
    /// How many positions there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        match self {
            Self::Masks(masks) => masks.len(),
            Self::Boards { masks, .. } => masks.len(),
            Self::Rows { rows, counts, .. } => counts.len() / *rows,
        }
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The position of a game at a place.
    ///
    /// # Errors
    /// If that is no position, or the game has another form, or none.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn position(&self, game: Game, place: usize) -> Result<Position, Error> {
        games::unpack(game, self, place)
    }

    /// The counts of the rows at a place, without empty ones at the end.
    pub(crate) fn rows(&self, place: usize) -> Option<&[u8]> {
        let Self::Rows { rows, counts, .. } = self else { return None };
        let counts = &counts[place * rows..][..*rows];
        let used = counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
        Some(&counts[..used])
    }
}

/// Some positions of an array, and where their values go.
pub(crate) struct Tile<'a> {
    pub(crate) positions: &'a Packed<'a>,
    pub(crate) places: Range<usize>,
    pub(crate) values: &'a mut [Option<Value>],
}

/// The values of some positions, and the places of those that tables do not have.
type ReadTile<T> = (Vec<T>, Vec<usize>);

/// So many positions are looked up together: their values stay in the nearest cache.
const TILE: usize = 512;

impl Oracle {
    /// The values of positions in an array, each as [`value_within`](Self::value_within) gives it with a budget of
    /// these limits, converted by `convert`; on all threads with the feature `rayon`. What tables of families have
    /// is read without making a question of each, so that a value takes little more than its read.
    ///
    /// # Errors
    /// That of a position that has no value: of the first, if none needs more than tables.
    pub fn packed_values<T: Send>(
        &self,
        game: Game,
        positions: &Packed<'_>,
        plies: Plies,
        limits: &Limits,
        observer: &dyn Observer,
        convert: impl Fn(Option<Value>) -> T + Sync,
    ) -> Result<Vec<T>, PackedError> {
        observer.set_length(positions.len() as u64);
        let tiles: Vec<Range<usize>> = (0..positions.len())
            .step_by(TILE)
            .map(|start| start..(start + TILE).min(positions.len()))
            .collect();
        let (games, budget) = (self.games(), Budget::new(limits, observer));
        let read = |places: &Range<usize>| -> Result<ReadTile<T>, PackedError> {
            let mut values = [None; TILE];
            let values = &mut values[..places.len()];
            let of_tile = |error| PackedError { place: places.start, error };
            budget.control().check().map_err(|error| of_tile(error.into()))?;
            if plies == Plies::IfStored {
                let tile = Tile { positions, places: places.clone(), values };
                games.built_in(game).packed_values(tile, &budget)?;
            }
            let missing = places.clone().zip(&*values).filter(|(_, value)| value.is_none());
            let missing = missing.map(|(place, _)| place).collect::<Vec<_>>();
            observer.advance((places.len() - missing.len()) as u64);
            Ok((values.iter().map(|&value| convert(value)).collect(), missing))
        };
        let (mut values, mut missing) = (Vec::with_capacity(positions.len()), Vec::new());
        for tile in map_all(&self.engine.threads, &tiles, 1, read) {
            let (of_tile, missing_there) = tile?;
            values.extend(of_tile);
            missing.extend(missing_there);
        }
        let question = |&place: &usize, _: &Budget<'_>| {
            let question = Question::new(positions.position(game, place)?);
            Ok(question.with_plies(plies))
        };
        let mut places = missing.iter();
        let mut take = |value: Result<ValueAnswer, Error>| {
            let place = *places.next().expect("there is a place for each value");
            let value = value.map_err(|error| PackedError { place, error })?;
            values[place] = convert(value.value);
            observer.advance(1);
            Ok(())
        };
        self.values_at(&missing, limits, &Quiet(observer), &question, &mut take)?;
        Ok(values)
    }

    /// The values at places without a table. Compiled once, with this crate.
    fn values_at(
        &self,
        places: &[usize],
        limits: &Limits,
        observer: &dyn Observer,
        read: &(dyn Fn(&usize, &Budget<'_>) -> Result<Question, Error> + Sync),
        take: &mut dyn FnMut(Result<ValueAnswer, Error>) -> Result<(), PackedError>,
    ) -> Result<(), PackedError> {
        self.value_all(places, limits, observer, read, |_, value| value, take)
    }
}
