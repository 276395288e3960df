//! Games in which positions are numbered, layer by layer: values lie in the order of the numbers, each by what moves lead to in
//! lower layers. There is nothing to be found, and neither words nor functions are stored.
//!
//! That moves lead to lower layers is checked for each of them, so that play ends, and values that follow from one another are
//! right. Every number is one of a position and the other way round: for each one, the position's word is that number again.

use std::marker::PhantomData;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, PoisonError};

use perfectplay_core::layers::LayeredGame;
use perfectplay_format::{Header, Parameter, Statistic};
use perfectplay_query::{NumberedTable, game_of_name};

use crate::layered::{LayeredTable, StoredEntry};
use crate::recipe::blocks::Blocks;
use crate::solve::header::{VALUES, statistics};
use crate::solve::prelude::*;
use crate::solve::value::{Best, Counts};
use crate::statistics::Tally;

/// More bytes than any disk has.
const MOST: u64 = 1 << 56;
/// How many positions a task has.
const TASK: usize = 1 << 12;

/// Whether a byte has room for the values of a game: play is shorter than there are layers.
pub(crate) fn is_narrow(game: &dyn Described) -> bool {
    let is_short = game.layers().len() <= i8::MAX as usize;
    match game.values() {
        Values::Outcome | Values::Misere => is_short,
        Values::OutcomeOnly | Values::NoRepeat => true,
        Values::Score | Values::Grundy | Values::Expected => false,
    }
}

/// An entry of a table: a value in one byte or two.
pub(crate) trait ValueEntry: StoredEntry + zerocopy::FromZeros {
    const ENCODING: &'static str;

    fn new(value: StoredValue) -> Self;

    fn value(self) -> StoredValue;
}

/// By how much an outcome in two bytes is farther from 0 than in one.
const FARTHER: i16 = i16::MAX - i8::MAX as i16;

impl ValueEntry for i8 {
    const ENCODING: &'static str = NumberedTable::NARROW;

    fn new(value: StoredValue) -> Self {
        (value.0 - value.0.signum() * FARTHER) as Self
    }

    fn value(self) -> StoredValue {
        let entry = i16::from(self);
        StoredValue(entry + entry.signum() * FARTHER)
    }
}

impl ValueEntry for i16 {
    const ENCODING: &'static str = NumberedTable::WIDE;

    fn new(value: StoredValue) -> Self {
        value.0
    }

    fn value(self) -> StoredValue {
        StoredValue(self)
    }
}

/// A table that is to be made.
struct NumberedValues<'a, E> {
    asked: &'a dyn Described,
    rules: &'a str,
    /// Where each layer ends.
    ends: Vec<u64>,
    entry: PhantomData<E>,
    /// Why the description is wrong. Then a panic has ended the work.
    wrong: &'a Mutex<Option<SolveError>>,
}

/// Does something with the table of a game, until its description turns out to be wrong.
pub(crate) fn with_table<T>(
    asked: &dyn Described,
    rules: &str,
    work: impl FnOnce(&dyn Blocks) -> T,
) -> Result<T, SolveError> {
    let (ends, wrong, start) = (ends(asked), Mutex::new(None), asked.start());
    match ends.last() {
        Some(MOST..) => return Err(SolveError::TooLarge),
        Some(&states) if asked.canonical(start)? < states => {}
        _ => return Err(mistake(asked, start, Mistake::Layer)),
    }
    let narrow = NumberedValues { asked, rules, ends, entry: PhantomData::<i8>, wrong: &wrong };
    let done = catch_unwind(AssertUnwindSafe(|| match is_narrow(asked) {
        true => work(&narrow),
        false => work(&NumberedValues {
            asked,
            rules,
            ends: narrow.ends.clone(),
            entry: PhantomData::<i16>,
            wrong: &wrong,
        }),
    }));
    let found = wrong.lock().unwrap_or_else(PoisonError::into_inner).take();
    done.map_err(|panic| found.unwrap_or_else(|| resume_unwind(panic)))
}

/// How many positions a game numbers; 0 if it numbers none.
pub(crate) fn states(game: &dyn Described) -> u64 {
    ends(game).last().copied().unwrap_or_default()
}

/// Where each layer of a game ends.
pub(crate) fn ends(game: &dyn Described) -> Vec<u64> {
    let mut end = 0_u64;
    let next = |states| {
        end = end.saturating_add(states);
        end
    };
    game.layers().into_iter().map(next).collect()
}

impl<E: ValueEntry> LayeredTable for NumberedValues<'_, E> {
    type Entry = E;
    type Solver<'a>
        = &'a Self
    where
        Self: 'a;
    type Statistics = Figures;

    fn solver(&self) -> &Self {
        self
    }

    fn header(&self, found: Figures) -> Header {
        let (name, values) = (self.asked.name(), self.asked.values());
        Header {
            game: game_of_name(&name).unwrap_or_default().to_owned(),
            name,
            rules: self.rules.to_owned(),
            encoding: E::ENCODING.to_owned(),
            parameters: vec![Parameter { name: VALUES.to_owned(), value: values as u64 }],
            board: String::new(),
            states: self.ends.last().copied().unwrap_or_default(),
            sections: Vec::new(),
            checksums: 0,
            statistics: found.statistics(values),
        }
    }
}

impl<E: ValueEntry> LayeredGame for NumberedValues<'_, E> {
    type Entry = E;
    type Task = Range<u64>;
    const TASK: usize = TASK;

    fn layers(&self) -> usize {
        self.ends.len()
    }

    fn layer(&self, layer: usize) -> Range<u64> {
        let start = layer.checked_sub(1).map_or(0, |before| self.ends[before]);
        start..self.ends[layer]
    }

    fn tasks(&self, layer: usize, states: usize) -> impl Iterator<Item = Range<u64>> {
        let Range { start, end } = self.layer(layer);
        (start..end).step_by(states).map(move |first| first..end.min(first + states as u64))
    }

    fn task_len(&self, task: &Range<u64>) -> usize {
        (task.end - task.start) as usize
    }

    fn fill(&self, task: &Range<u64>, lower: &[E], out: &mut [E]) {
        if let Err(error) = self.fill_or_fail(task, lower, out) {
            *self.wrong.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            resume_unwind(Box::new("the description is wrong"));
        }
    }
}

impl<E: ValueEntry> NumberedValues<'_, E> {
    fn fill_or_fail(
        &self,
        task: &Range<u64>,
        lower: &[E],
        out: &mut [E],
    ) -> Result<(), SolveError> {
        let (asked, kind) = (self.asked, self.asked.values());
        let (mut batch, mut best, mut out) = (Batch::default(), Best::new(kind), out.iter_mut());
        let words: Vec<u64> = task.clone().collect();
        for words in words.chunks(asked.together()) {
            asked.ask(words, Purpose::Solve, &mut batch)?;
            for (visited, out) in batch.visited().zip(&mut out) {
                for child in visited.children {
                    let child_at = usize::try_from(child.key.word).unwrap_or(usize::MAX);
                    let Some(value) = lower.get(child_at) else {
                        return Err(mistake(asked, child.key.word, Mistake::Layer));
                    };
                    let added = best.add(value.value(), child.turn);
                    added.ok_or_else(|| mistake(asked, visited.word, Mistake::of_size(kind)))?;
                }
                let ended = || ended(asked, visited.word, visited.end);
                let value = best.take().map_or_else(ended, Ok)?;
                if kind.has_plies() && value.is_furthest() {
                    return Err(mistake(asked, visited.word, Mistake::Plies));
                }
                *out = E::new(value);
            }
        }
        Ok(())
    }
}

/// What a header says of entries.
#[derive(Clone, Copy, Debug, Default)]
struct Figures {
    /// How many are below, at and above 0, and the value of each kind that is nearest to 0.
    counts: [u64; 3],
    nearest: [i16; 3],
    least: Option<i16>,
    most: Option<i16>,
}

impl Figures {
    fn statistics(self, values: Values) -> Vec<Statistic> {
        let outcomes = self.nearest.map(i16::cast_unsigned).into_iter().zip(self.counts);
        let ends = [self.least, self.most].into_iter().flatten();
        let counts: Counts = match values {
            Values::Score | Values::Grundy => ends.map(|it| (it.cast_unsigned(), 1)).collect(),
            _ => outcomes.filter(|&(_, count)| count > 0).collect(),
        };
        let mut statistics = statistics(values, 0, &counts);
        // Moves are not counted.
        statistics.remove(0);
        statistics
    }
}

impl<E: ValueEntry> Tally<E> for Figures {
    fn add(&mut self, entry: E) {
        let value = entry.value().0;
        let of_kind = (value.signum() + 1) as usize;
        let nearest = &mut self.nearest[of_kind];
        if self.counts[of_kind] == 0 || value.abs() < nearest.abs() {
            *nearest = value;
        }
        self.counts[of_kind] += 1;
        self.least = Some(self.least.map_or(value, |least| least.min(value)));
        self.most = Some(self.most.map_or(value, |most| most.max(value)));
    }

    fn merged(mut self, other: Self) -> Self {
        for kind in 0..3 {
            let (own, others) = (self.nearest[kind], other.nearest[kind]);
            let is_nearer = others.abs() < own.abs() || self.counts[kind] == 0;
            self.nearest[kind] = if is_nearer && other.counts[kind] > 0 { others } else { own };
            self.counts[kind] += other.counts[kind];
        }
        self.least = self.least.into_iter().chain(other.least).min();
        self.most = self.most.into_iter().chain(other.most).max();
        self
    }
}

/// Whether a value is one of a kind.
pub(crate) fn is_of_kind(value: u16, values: Values) -> bool {
    let outcome = value.cast_signed().unsigned_abs();
    values != Values::OutcomeOnly || matches!(outcome, 0 | 32_767)
}

/// Compares entries with what the header says of them.
pub(crate) fn check_unknown(table: &NumberedTable) -> Result<(), &'static str> {
    const KINDS: [Values; 5] =
        [Values::Outcome, Values::Misere, Values::Score, Values::Grundy, Values::OutcomeOnly];
    let (mut found, values) = (Figures::default(), KINDS[usize::from(table.kind())]);
    for number in 0..table.header().states {
        let value = table.value(number).filter(|&value| is_of_kind(value, values));
        let value = value.ok_or("one of its entries is no value")?;
        Tally::<i16>::add(&mut found, value.cast_signed());
    }
    match found.statistics(values) == table.header().statistics {
        true => Ok(()),
        false => Err("its statistics are not those of its entries"),
    }
}
