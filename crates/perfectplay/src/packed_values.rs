//! The values of positions that an array holds.

use std::ops::Range;

use perfectplay_core::control::Progress;

use crate::batch::{Quiet, map_all};
use crate::oracle::Oracle;
use crate::question::Question;
use perfectplay_protocol::{
    Budget, Error, GameRef, Limits, PackedError, PackedPositions, Plies, Tile, ValueAnswer,
};
use perfectplay_query::Value;

/// The values of some positions, and the places of those that tables do not have.
type ReadTile<T> = (Vec<T>, Vec<usize>);

/// This many positions are looked up together: their values stay in the nearest cache.
const TILE: usize = 512;

impl Oracle {
    /// The values of positions in an array, each as [`Within::value`](crate::Within::value) gives it with a budget of
    /// these limits, converted by `convert`; on all threads with the feature `rayon`. What tables of families have
    /// is read without making a question of each, so that a value takes little more than its read.
    ///
    /// # Errors
    /// That of a position that has no value: of the first, if none needs more than tables.
    #[doc(hidden)]
    pub fn packed_values<T: Send>(
        &self,
        game: &GameRef,
        positions: &PackedPositions<'_>,
        plies: Plies,
        limits: &Limits,
        progress: &dyn Progress,
        convert: impl Fn(Option<Value>) -> T + Sync,
    ) -> Result<Vec<T>, PackedError> {
        progress.set_length(positions.len() as u64);
        let tiles: Vec<Range<usize>> = (0..positions.len())
            .step_by(TILE)
            .map(|start| start..(start + TILE).min(positions.len()))
            .collect();
        let (games, budget) = (self.games(), Budget::new(limits, progress));
        let read = |places: &Range<usize>| -> Result<ReadTile<T>, PackedError> {
            let mut values = [None; TILE];
            let values = &mut values[..places.len()];
            let of_tile = |error| PackedError { place: places.start, error };
            budget.control().check().map_err(|error| of_tile(error.into()))?;
            if plies == Plies::IfStored {
                let tile = Tile { positions, places: places.clone(), values };
                games.asking(&budget).packed_values(game, tile)?;
            }
            let missing = places.clone().zip(&*values).filter(|(_, value)| value.is_none());
            let missing = missing.map(|(place, _)| place).collect::<Vec<_>>();
            progress.advance((places.len() - missing.len()) as u64);
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
            progress.advance(1);
            Ok(())
        };
        self.values_at(&missing, limits, &Quiet(progress), &question, &mut take)?;
        Ok(values)
    }

    /// The values at places without a table. Compiled once, with this crate.
    fn values_at(
        &self,
        places: &[usize],
        limits: &Limits,
        progress: &dyn Progress,
        read: &(dyn Fn(&usize, &Budget<'_>) -> Result<Question, Error> + Sync),
        take: &mut dyn FnMut(Result<ValueAnswer, Error>) -> Result<(), PackedError>,
    ) -> Result<(), PackedError> {
        self.ask_all(places, limits, progress, read, |_, value| value, take)
    }
}
