//! Batches: many questions at once, each with as much effort as it needs.

use perfectplay_core::control::Progress;
use perfectplay_core::threads::Threads;

use crate::answer::Answer;
use crate::attempt::Attempt;
use crate::budget::Budget;
use crate::error::Error;
use crate::limits::{Effort, Limits, Observer};
use crate::oracle::Oracle;
use crate::question::Question;

impl Oracle {
    /// Answers many questions, on all threads with the feature `rayon`. Each is answered or refused
    /// independently of the others, as [`answer_within`](Self::answer_within) does.
    ///
    /// `read` turns `inputs` into questions and `write` turns answers into results, on the same threads; `take`
    /// receives the results in the order of the inputs, each as soon as it and all before it are ready. Work that
    /// is not quick is done one question at a time, so that the limit on memory holds for all of them together.
    ///
    /// # Errors
    /// That of `take`, which ends the batch.
    pub fn answer_all<Q: Sync, T: Send, E>(
        &self,
        inputs: &[Q],
        limits: &Limits,
        observer: &dyn Observer,
        read: impl Fn(&Q, &Budget<'_>) -> Result<Question, Error> + Sync,
        write: impl Fn(&Q, Result<Answer, Error>) -> T + Sync,
        mut take: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        /// How far a question has got. A question is kept once it has been parsed: with instant effort that is
        /// only done for small ones, and with quick effort for no more at a time than there are threads.
        enum Step<T> {
            Done(T),
            Next(Effort, Attempt),
        }
        let (quiet, threads) = (Quiet(observer), &self.engine.threads);
        let climb = |input: &Q, effort: Effort, mut attempt: Attempt| {
            let next = effort.more();
            let observer: &dyn Observer = if next.is_some() { &quiet } else { observer };
            let budget = Budget::of(limits, effort, observer);
            let question = attempt.read_within(&budget, |budget| read(input, budget));
            let answer = question.and_then(|question| match question {
                Some(question) => self.try_answer(question, &budget),
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

/// Tells whether to stop, and reports no progress.
struct Quiet<'a>(&'a dyn Observer);

impl Progress for Quiet<'_> {
    fn interrupted(&self) -> bool {
        self.0.interrupted()
    }
}

impl Observer for Quiet<'_> {}

/// Waking a thread takes longer than this many answers from tables.
const FEW: usize = 16;

/// Maps at least `least` inputs at a time on each thread.
#[cfg(feature = "rayon")]
fn map_all<Q: Sync, T: Send>(
    threads: &Threads,
    inputs: &[Q],
    least: usize,
    map: impl Fn(&Q) -> T + Sync,
) -> Vec<T> {
    use rayon::prelude::*;
    let parallel = || inputs.par_iter().with_min_len(least).map(&map).collect();
    if inputs.len() > least
        && let Ok(mapped) = threads.install(parallel)
    {
        return mapped;
    }
    inputs.iter().map(map).collect()
}

#[cfg(not(feature = "rayon"))]
fn map_all<Q, T>(_: &Threads, inputs: &[Q], _least: usize, map: impl Fn(&Q) -> T) -> Vec<T> {
    inputs.iter().map(map).collect()
}
