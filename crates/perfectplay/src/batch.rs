//! Batches: many questions at once, each with as much effort as it needs.

use std::convert::Infallible;
use std::ops::Range;

use perfectplay_core::control::{Interrupted, Progress, Silent};
use perfectplay_core::parallel::tasks;
use perfectplay_core::threads::Threads;
use perfectplay_protocol::{
    Answer, Budget, Effort, Error, GameRef, Limits, PackedError, PackedPositions, Plies, Tile,
    ValueAnswer,
};
use perfectplay_query::Value;

use crate::{Attempt, Oracle, Question, Within};

impl Oracle {
    /// The answers to many questions in their order, on all threads with the feature `rayon`: each as
    /// [`answer`](Self::answer) gives it.
    ///
    /// ```
    /// use perfectplay::Oracle;
    ///
    /// let oracle = Oracle::open("tables")?;
    /// let questions = [oracle.question("number", "2 3 5")?, oracle.question("stake", "01./.../...")?];
    /// for answer in oracle.answers(&questions) {
    ///     assert!(answer?.best().is_some());
    /// }
    /// # Ok::<(), perfectplay::Error>(())
    /// ```
    pub fn answers(&self, questions: &[Question]) -> Vec<Result<Answer, Error>> {
        let mut answers = Vec::with_capacity(questions.len());
        let take = |answer| -> Result<(), Infallible> {
            answers.push(answer);
            Ok(())
        };
        let (limits, write) = (&self.limits, |_: &Question, answer| answer);
        let Ok(()) = self.ask_all(questions, limits, &Silent, read_already, write, take);
        answers
    }

    /// The values of many positions in their order, on all threads with the feature `rayon`: each as
    /// [`value`](Self::value) gives it. What tables of families have is read together, which is faster than one by one
    /// if the tables are larger than the caches.
    ///
    /// ```
    /// use perfectplay::Oracle;
    ///
    /// let oracle = Oracle::open("tables")?;
    /// let questions = [oracle.question("number", "2 3 5")?, oracle.question("number", "2 5")?];
    /// for value in oracle.values(&questions) {
    ///     println!("{:?}", value?.value);
    /// }
    /// # Ok::<(), perfectplay::Error>(())
    /// ```
    pub fn values(&self, questions: &[Question]) -> Vec<Result<ValueAnswer, Error>> {
        let asked: Vec<&Question> = questions.iter().collect();
        let chunks: Vec<_> = asked.chunks(TOGETHER).collect();
        let stored = map_all(&self.engine.threads, &chunks, 1, |asked| {
            self.within(&Budget::new(&self.limits, &Silent)).stored_values(asked)
        });
        let mut values: Vec<_> = stored.into_iter().flatten().map(|value| value.map(Ok)).collect();
        let places = (0..values.len()).filter(|&place| values[place].is_none());
        let left: Vec<usize> = places.collect();
        let mut places = left.iter();
        let take = |value| -> Result<(), Infallible> {
            values[*places.next().expect("there is a place for each value")] = Some(value);
            Ok(())
        };
        let read = |&place: &usize, _: &Budget<'_>| Ok(questions[place].clone());
        let Ok(()) = self.ask_all(&left, &self.limits, &Silent, read, |_, value| value, take);
        values.into_iter().map(|value| value.expect("every place has a value")).collect()
    }

    /// Asks many questions, on all threads with the feature `rayon`, for answers or for values alone.
    ///
    /// `read` turns `inputs` into questions and `write` turns answers into results, on the same threads; `take`
    /// receives the results in the order of the inputs, each as soon as it and all before it are ready. Work that
    /// is not quick is done one question at a time, so that the limit on memory holds for all of them together.
    ///
    /// # Errors
    /// That of `take`, which ends the batch.
    #[doc(hidden)]
    pub fn ask_all<Q: Sync, A: Wanted, T: Send, E>(
        &self,
        inputs: &[Q],
        limits: &Limits,
        progress: &dyn Progress,
        read: impl Fn(&Q, &Budget<'_>) -> Result<Question, Error> + Sync,
        write: impl Fn(&Q, Result<A, Error>) -> T + Sync,
        mut take: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        /// How far a question has got. A question is kept once it has been parsed: with instant effort that is
        /// only done for small ones, and with quick effort for no more at a time than there are threads.
        enum Step<T> {
            Done(T),
            Next(Effort, Attempt),
        }
        let (quiet, threads) = (Quiet(progress), &self.engine.threads);
        let climb = |input: &Q, effort: Effort, mut attempt: Attempt| {
            // Each of many may take too little for its budget to ask.
            if progress.interrupted() {
                return Step::Done(write(input, Err(Interrupted.into())));
            }
            let next = effort.more();
            let progress: &dyn Progress = if next.is_some() { &quiet } else { progress };
            let budget = Budget::of(limits, effort, progress);
            let question = attempt.read_within(&budget, |budget| read(input, budget));
            let answer = question.and_then(|question| match question {
                Some(question) => A::ask(&self.within(&budget), question),
                None => Ok(None),
            });
            match (answer.transpose(), next) {
                (Some(answered), _) => Step::Done(write(input, answered)),
                (None, Some(more)) => Step::Next(more, attempt),
                (None, None) => unreachable!("full effort is enough"),
            }
        };
        let mut steps: Vec<Step<T>> =
            map_all(threads, inputs, FEW, |input| climb(input, Effort::AtOnce, Attempt::default()));
        // Answers are taken from the end.
        steps.reverse();
        while let Some(step) = steps.pop() {
            let first = inputs.len() - 1;
            let input = &inputs[first - steps.len()];
            match step {
                Step::Done(done) => take(done)?,
                Step::Next(Effort::Full, attempt) => {
                    steps.push(climb(input, Effort::Full, attempt));
                }
                Step::Next(effort, _) => {
                    steps.push(step);
                    // One for each thread at a time, so that no result waits long for others.
                    let open = steps.iter_mut().enumerate().rev();
                    let open = open.filter_map(|(at, step)| match step {
                        Step::Next(next, attempt) if *next == effort => {
                            Some((at, &inputs[first - at], std::mem::take(attempt)))
                        }
                        _ => None,
                    });
                    let group: Vec<_> = open.take(threads.number()).collect();
                    let tried = map_all(threads, &group, 1, |(at, input, attempt)| {
                        (*at, climb(input, effort, attempt.clone()))
                    });
                    tried.into_iter().for_each(|(at, step)| steps[at] = step);
                }
            }
        }
        Ok(())
    }
}

/// What a batch is asked for: answers, or values alone.
pub trait Wanted: Sized {
    /// Asks a question; `None` where the effort of the budget is not enough.
    fn ask(within: &Within<'_>, question: &Question) -> Result<Option<Self>, Error>;
}

impl Wanted for Answer {
    fn ask(within: &Within<'_>, question: &Question) -> Result<Option<Self>, Error> {
        within.try_answer(question)
    }
}

impl Wanted for ValueAnswer {
    fn ask(within: &Within<'_>, question: &Question) -> Result<Option<Self>, Error> {
        within.try_value(question)
    }
}

/// A question that has been read before.
pub(crate) fn read_already(question: &Question, _: &Budget<'_>) -> Result<Question, Error> {
    Ok(question.clone())
}

/// Tells whether to stop, and reports no progress.
struct Quiet<'a>(pub(crate) &'a dyn Progress);

impl Progress for Quiet<'_> {
    fn interrupted(&self) -> bool {
        self.0.interrupted()
    }
}

/// This many values are read from tables together.
const TOGETHER: usize = 1024;

/// Waking a thread takes longer than this many answers from tables.
const FEW: usize = 16;

/// Maps at least `least` inputs at a time on each thread.
fn map_all<Q: Sync, T: Send>(
    threads: &Threads,
    inputs: &[Q],
    least: usize,
    map: impl Fn(&Q) -> T + Sync,
) -> Vec<T> {
    if inputs.len() <= least {
        return inputs.iter().map(map).collect();
    }
    let parts: Vec<&[Q]> = inputs.chunks(least).collect();
    let part = |number: usize| Ok::<_, Infallible>(parts[number].iter().map(&map).collect());
    let mapped: Vec<Vec<T>> = match threads.install(|| tasks(parts.len()).collect(part)) {
        Ok(Ok(mapped)) => mapped,
        Err(_) => return inputs.iter().map(map).collect(),
    };
    mapped.into_iter().flatten().collect()
}

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
