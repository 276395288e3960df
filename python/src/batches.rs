//! Answers many positions on all threads, a part at a time.

use std::num::NonZeroUsize;
use std::sync::Arc;

use perfectplay::{
    Budget, Error, GameRef, Limits, Oracle as AnyOracle, Value, ValueAnswer, Wanted,
};
use perfectplay_core::control::Progress;
use perfectplay_core::layers::OutOfMemory;
use perfectplay_query::memory::can_be_had;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::answer::Answer;
use crate::arguments::{Batch, Positions};
use crate::arrays::Unread;
use crate::custom::asking;
use crate::errors;
use crate::options::Options;
use crate::position::listed;
use crate::watch::{Reporter, Watch, long};

/// How many positions of an array are copied and read at a time: enough for many threads, few enough for caches.
const MANY: usize = 1 << 18;

/// How many texts and objects are read and answered at a time.
const SOME: usize = 1 << 14;

/// `SOME` answers take less memory than this.
const ROOM: u64 = 128 << 20;

/// What questions about many positions have in common.
pub(crate) struct BatchContext<'a> {
    pub(crate) oracle: &'a AnyOracle,
    pub(crate) game: GameRef,
    pub(crate) asked: Options,
    pub(crate) limits: Limits,
    /// Whether errors stand in the places of answers.
    pub(crate) keep: bool,
}

/// The questions about many positions.
pub(crate) struct Many<'a, 'py> {
    pub(crate) py: Python<'py>,
    pub(crate) alike: BatchContext<'a>,
    pub(crate) given: Positions<'py>,
    /// How many positions there are, if the caller's object has a length.
    pub(crate) all: Option<usize>,
    pub(crate) progress: Option<&'a Bound<'py, PyAny>>,
    /// Raises the exception of a game that Python describes.
    pub(crate) check_raised: &'a dyn Fn() -> PyResult<()>,
}

/// An error, and the place of its position.
type PlaceError = (usize, Error);

impl BatchContext<'_> {
    /// What is asked about some positions: answers, or values alone.
    fn ask<A: Wanted + Send>(
        &self,
        batch: &Batch<'_>,
        watch: &Watch,
    ) -> Result<Vec<Result<A, Error>>, PlaceError> {
        let places: Vec<usize> = (0..batch.len()).collect();
        let mut kept = Vec::with_capacity(places.len());
        let read = |&place: &usize, budget: &Budget<'_>| {
            Ok(self.asked.question(batch.read(&self.game, place, budget)?))
        };
        let take = |answer: Result<A, Error>| {
            watch.one_more(places.len());
            match answer {
                Err(error) if !self.keep || matches!(error, Error::Interrupted(_)) => {
                    Err((kept.len(), error))
                }
                answer => {
                    kept.push(answer);
                    Ok(())
                }
            }
        };
        let write = |_: &_, answer| answer;
        let ask = || self.oracle.ask_all(&places, &self.limits, watch, read, write, take);
        // Where Python is asked, on one thread, as it lets no second one go on.
        match listed(&self.game) {
            Some(_) => ask()?,
            None => asking(NonZeroUsize::new(1), ask)
                .unwrap_or_else(|refused| Err((0, refused.into())))?,
        }
        Ok(kept)
    }

    /// The values of some positions.
    fn values<T: Send>(
        &self,
        batch: &Batch<'_>,
        watch: &Watch,
        convert: impl Fn(Option<Value>) -> T + Sync,
    ) -> Result<Vec<T>, PlaceError> {
        if let Batch::Packed(packed) = batch {
            let (oracle, plies) = (self.oracle, self.asked.plies);
            match oracle.packed_values(&self.game, packed, plies, &self.limits, watch, &convert) {
                // One by one, the others have their values.
                Err(_) if self.keep && !watch.interrupted() => {}
                read => return read.map_err(|error| (error.place, error.error)),
            }
        }
        let value = |kept: Result<ValueAnswer, Error>| convert(kept.ok().and_then(|of| of.value));
        Ok(self.ask(batch, watch)?.into_iter().map(value).collect())
    }
}

impl<'py> Many<'_, 'py> {
    /// The answers, and in their places the errors that are kept.
    pub(crate) fn answers(mut self) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(self.py);
        while let Some(batch) = self.given.next(self.py, SOME)? {
            let before = list.len();
            let failed = |(place, error): PlaceError| errors::oracle(&error, Some(before + place));
            check_memory(ROOM)?;
            let told = Reporter::of(self.progress).part(before, self.all);
            let answers = long(self.py, told, |watch| self.alike.ask(&batch, watch))?;
            (self.check_raised)()?;
            for answer in answers.map_err(failed)? {
                match answer {
                    Ok(answer) => list.append(Answer(Arc::new(answer)))?,
                    // It stands in its place, so that it need not say which.
                    Err(error) => list.append(errors::oracle(&error, None).value(self.py))?,
                }
            }
        }
        Ok(list)
    }
}

impl Unread for Many<'_, '_> {
    fn read<T: Send>(mut self, convert: impl Fn(Option<Value>) -> T + Sync) -> PyResult<Vec<T>> {
        // An object's length may be wrong.
        let mut values = Vec::with_capacity(self.all.unwrap_or_default().min(MANY));
        let most = if matches!(self.given, Positions::Packed(_)) { MANY } else { SOME };
        while let Some(batch) = self.given.next(self.py, most)? {
            let before = values.len();
            let told = Reporter::of(self.progress).part(before, self.all);
            let read = long(self.py, told, |watch| self.alike.values(&batch, watch, &convert))?;
            (self.check_raised)()?;
            let failed = |(place, error): PlaceError| errors::oracle(&error, Some(before + place));
            values.extend(read.map_err(failed)?);
        }
        Ok(values)
    }
}

/// Raises an error if the system does not grant this much memory. Without that, many small allocations would end the
/// process.
pub(crate) fn check_memory(bytes: u64) -> PyResult<()> {
    if can_be_had(bytes) {
        return Ok(());
    }
    Err(errors::oracle(&OutOfMemory { bytes }.into(), None))
}
