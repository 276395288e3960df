//! Decided positions, in waves: what one wave decides is the next one. A position that is won or lost in p plies is in the
//! wave p, and one with a score or a Grundy value in the wave behind those of all that its moves lead to.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::atomic::{AtomicI16, AtomicU8, AtomicU64};
use std::sync::{Mutex, MutexGuard};

use super::parents::Parents;
use crate::solve::prelude::*;

/// What is known of how many moves of a position lead to positions that are not decided: that many; more than that, see
/// [`Waves::many`]; none, but it is lost in a later wave; or nothing any more, as the position is decided in an even or an odd
/// wave, or was handed on.
const HANDED_ON: u8 = 0;
const MANY: u8 = 252;
const LATER: u8 = 253;
const EVEN: u8 = 254;

/// A value below all others.
const WORST: i16 = i16::MIN;

/// How many positions a thread takes at a time: of a list, and of all.
const LISTED: usize = 1 << 10;
const SCANNED: usize = 1 << 14;
/// A wave of fewer than this part of all positions is listed; others are looked for.
const FEW: usize = 64;

/// Positions by number.
pub(super) struct Waves {
    kind: Values,
    /// Of open positions: the best that moves to positions of later spans lead to, or [`WORST`].
    values: Vec<AtomicI16>,
    left: Vec<AtomicU8>,
    /// Positions that were found to be [`LATER`], with their waves.
    later: Mutex<Vec<(usize, u32)>>,
    /// Of positions with more moves than a byte tells.
    many: Mutex<HashMap<usize, usize>>,
    /// Grundy values below 64 that moves lead to, as bits; and others.
    seen: Vec<AtomicU64>,
    seen_above: Mutex<HashMap<usize, Vec<u64>>>,
}

/// Positions that are decided by what moves to later spans lead to.
#[derive(Default)]
struct Due {
    /// How many there are by wave, and perhaps some that are decided before.
    counts: BTreeMap<usize, usize>,
    /// Those of all waves before this one, by wave.
    listed: BTreeMap<usize, Vec<u32>>,
    listed_until: usize,
}

impl Due {
    fn add(&mut self, more: impl Iterator<Item = (usize, u32)>) {
        for (wave, number) in more {
            *self.counts.entry(wave).or_default() += 1;
            if wave < self.listed_until {
                self.listed.entry(wave).or_default().push(number);
            }
        }
    }
}

/// Whether this is known of a position that is not decided.
const fn is_open(left: u8) -> bool {
    left > HANDED_ON && left <= MANY
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no panic holds it")
}

impl Waves {
    /// Of positions of which nothing is known.
    pub(super) fn new(kind: Values, states: usize, memory: &Memory) -> Result<Self, SolveError> {
        let worst = if kind == Values::Grundy { 0 } else { WORST };
        let grundy = if kind == Values::Grundy { states } else { 0 };
        Ok(Self {
            kind,
            values: memory.filled(states, || AtomicI16::new(worst))?,
            left: memory.filled(states, AtomicU8::default)?,
            later: Mutex::default(),
            many: Mutex::default(),
            seen: memory.filled(grundy, AtomicU64::default)?,
            seen_above: Mutex::default(),
        })
    }

    /// The values, without what else is known: what is not decided is a draw.
    pub(super) fn into_values(mut self, memory: &Memory) -> Vec<AtomicI16> {
        for (value, left) in self.values.iter_mut().zip(&self.left) {
            if is_open(left.load(Relaxed)) {
                *value.get_mut() = StoredValue::DRAW.0;
            }
        }
        memory.give((self.left.len() + size_of::<AtomicU64>() * self.seen.len()) as u64);
        self.values
    }

    /// A position has this many moves.
    pub(super) fn has_moves(&mut self, number: usize, moves: usize) {
        *self.left[number].get_mut() = match u8::try_from(moves) {
            Ok(moves) if moves < MANY => moves,
            _ => {
                locked(&self.many).insert(number, moves);
                MANY
            }
        };
    }

    /// A position has ended with a value.
    pub(super) fn has_ended(&mut self, number: usize, value: StoredValue) {
        *self.values[number].get_mut() = value.0;
        // From a draw nothing follows.
        let is_draw = self.kind.has_plies() && value == StoredValue::DRAW;
        *self.left[number].get_mut() = if is_draw { HANDED_ON } else { EVEN };
    }

    /// Takes into account that a move of a position leads to one of this value in a later span.
    pub(super) fn leads_to(&self, number: usize, value: StoredValue, turn: Turn) {
        if !self.kind.has_plies() {
            self.follows(number, value, turn, EVEN);
            return;
        }
        let result = value.one_ply_before(turn.same_player).0;
        self.values[number].fetch_max(result, Relaxed);
        if result < 0 {
            self.is_last(number, LATER);
        }
    }

    /// Decides all that follows. Returns the number of a position that remains undecided. `furthest` is the error for one
    /// whose plies cannot be told.
    pub(super) fn run(
        &self,
        parents: &Parents,
        has_later: bool,
        control: Control<'_>,
        furthest: impl Fn(usize) -> SolveError + Sync,
    ) -> Result<Option<usize>, SolveError> {
        let (mut due, mut wave, mut listed) = (Due::default(), 0, None);
        if has_later && self.kind.has_plies() {
            due.counts = self.count_due();
        }
        loop {
            let now = EVEN | (wave & 1) as u8;
            self.mark_due(&mut due, wave, &mut listed);
            // Parents are read in this order.
            listed.iter_mut().for_each(|listed: &mut Vec<u32>| listed.sort_unstable());
            let next = Mutex::new((Vec::new(), 0));
            let hand_on = |numbers: &mut dyn Iterator<Item = usize>| {
                let (mut decided, mut done) = (Vec::new(), 0);
                let numbers = numbers.inspect(|&number| {
                    self.left[number].store(HANDED_ON, Relaxed);
                    if self.kind == Values::Grundy {
                        self.values[number].store(self.least_unseen(number), Relaxed);
                    }
                    done += 1;
                });
                parents.each(numbers, |number, parent, turn| {
                    let value = StoredValue(self.values[number].load(Relaxed));
                    if value.of_move(self.kind, turn).is_none() {
                        return Err(furthest(parent));
                    }
                    if self.follows(parent, value, turn, now ^ 1) {
                        decided.push(parent as u32);
                    }
                    Ok(())
                })?;
                control.advance(done)?;
                let mut next = locked(&next);
                next.1 += decided.len();
                if next.1 <= self.few() {
                    next.0.append(&mut decided);
                }
                Ok::<_, SolveError>(())
            };
            match &listed {
                Some(listed) => {
                    let listed: &Vec<u32> = listed;
                    let part = |part: &[u32]| hand_on(&mut part.iter().map(|&it| it as usize));
                    listed.par_chunks(LISTED).try_for_each(part)?;
                }
                None => {
                    let is_now = |&it: &usize| self.left[it].load(Relaxed) == now;
                    self.parts().try_for_each(|part| hand_on(&mut part.filter(is_now)))?;
                }
            }
            due.add(locked(&self.later).drain(..));
            let (list, decided) = next.into_inner().expect("no panic held it");
            wave = match decided {
                0 => match due.counts.keys().next() {
                    Some(&wave) => wave,
                    None => return Ok((0..self.left.len()).find(|&number| self.is_open(number))),
                },
                _ => wave + 1,
            };
            listed = (list.len() == decided).then_some(list);
        }
    }

    /// How many positions of a wave are listed at most.
    fn few(&self) -> usize {
        self.left.len() / FEW
    }

    /// All numbers, in parts.
    fn parts(&self) -> impl IndexedParallelIterator<Item = Range<usize>> {
        let all = self.left.len();
        let part = move |part| part * SCANNED..all.min((part + 1) * SCANNED);
        (0..all.div_ceil(SCANNED)).into_par_iter().map(part)
    }

    /// The wave in which a position is decided by what its moves to later spans lead to, if it is not before.
    fn due_in(&self, number: usize) -> Option<usize> {
        let (left, value) = (self.left[number].load(Relaxed), self.values[number].load(Relaxed));
        let is_due = if value > 0 { is_open(left) } else { left == LATER };
        is_due.then(|| StoredValue(value).plies().into())
    }

    /// How many positions are due in each wave.
    fn count_due(&self) -> BTreeMap<usize, usize> {
        let count = |mut counts: BTreeMap<usize, usize>, part: Range<usize>| {
            let waves = part.filter_map(|number| self.due_in(number));
            waves.for_each(|wave| *counts.entry(wave).or_default() += 1);
            counts
        };
        let add = |mut counts: BTreeMap<usize, usize>, others| {
            for (wave, more) in others {
                *counts.entry(wave).or_default() += more;
            }
            counts
        };
        self.parts().fold(BTreeMap::new, count).reduce(BTreeMap::new, add)
    }

    /// Decides what is due in a wave, and adds it to what is listed.
    fn mark_due(&self, due: &mut Due, wave: usize, listed: &mut Option<Vec<u32>>) {
        let Some(count) = due.counts.remove(&wave) else { return };
        let is_now = |&number: &usize| {
            let is_due = self.due_in(number) == Some(wave);
            if is_due {
                self.left[number].store(EVEN | (wave & 1) as u8, Relaxed);
            }
            is_due
        };
        if count > self.few() {
            self.parts().for_each(|part| part.filter(is_now).for_each(drop));
            *listed = None;
            return;
        }
        if wave >= due.listed_until {
            let mut all = count;
            let mut later = due.counts.iter().take_while(|(_, more)| {
                all += **more;
                all <= self.few()
            });
            due.listed_until = later.by_ref().last().map_or(wave, |(&last, _)| last) + 1;
            let waves = wave..due.listed_until;
            let found = self.parts().flat_map_iter(|part| {
                let due = |number| Some((self.due_in(number)?, number as u32));
                part.filter_map(due).filter(|(wave, _)| waves.contains(wave))
            });
            due.listed = BTreeMap::new();
            for (wave, number) in found.collect::<Vec<_>>() {
                due.listed.entry(wave).or_default().push(number);
            }
        }
        let own = due.listed.remove(&wave).unwrap_or_default().into_iter();
        let own = own.filter(|&number| is_now(&(number as usize)));
        match listed {
            Some(listed) => listed.extend(own),
            None => own.for_each(drop),
        }
    }

    /// Whether a position is not decided.
    pub(super) fn is_open(&self, number: usize) -> bool {
        is_open(self.left[number].load(Relaxed))
    }

    /// The least Grundy value that no move leads to.
    fn least_unseen(&self, number: usize) -> i16 {
        let low = self.seen[number].load(Relaxed).trailing_ones();
        if low < u64::BITS {
            return low as i16;
        }
        let above = locked(&self.seen_above);
        let words = above.get(&number).map_or(&[][..], |words| words);
        let full = words.iter().take_while(|&&word| word == u64::MAX).count();
        let ones = words.get(full).map_or(0, |word| word.trailing_ones() as usize);
        (64 * (full + 1) + ones) as i16
    }

    /// Takes into account that a move of a position leads to one of this value; whether that decides it, for the wave `next`.
    #[inline]
    fn follows(&self, parent: usize, value: StoredValue, turn: Turn, next: u8) -> bool {
        match self.kind {
            Values::Score => {
                let score = value.of_move(self.kind, turn).map_or(i16::MAX, |it| it.0);
                self.values[parent].fetch_max(score, Relaxed);
            }
            Values::Grundy => self.see(parent, value.0.cast_unsigned()),
            _ => {
                let result = value.one_ply_before(turn.same_player).0;
                if result > 0 {
                    let is_first = self.is_first(parent, next);
                    if is_first {
                        self.values[parent].store(result, Relaxed);
                    }
                    return is_first;
                }
                if !self.is_last(parent, next) {
                    return false;
                }
                // A move to a later span may put off the end for longer.
                let longest = self.values[parent].fetch_max(result, Relaxed);
                let is_decided = longest <= result;
                if !is_decided {
                    self.left[parent].store(LATER, Relaxed);
                    let wave = StoredValue(longest).plies().into();
                    locked(&self.later).push((wave, parent as u32));
                }
                return is_decided;
            }
        }
        self.is_last(parent, next)
    }

    fn see(&self, parent: usize, value: u16) {
        let (word, bit) = (usize::from(value / 64), 1 << (value % 64));
        let Some(word) = word.checked_sub(1) else {
            self.seen[parent].fetch_or(bit, Relaxed);
            return;
        };
        let mut above = locked(&self.seen_above);
        let words = above.entry(parent).or_default();
        words.resize(words.len().max(word + 1), 0);
        words[word] |= bit;
    }

    /// Whether a position was not decided, and is from now on.
    fn is_first(&self, number: usize, next: u8) -> bool {
        let decided = |left| is_open(left).then_some(next);
        self.left[number].fetch_update(Relaxed, Relaxed, decided).is_ok()
    }

    /// Whether a move of a position was the last one that was not known, so that it is decided.
    fn is_last(&self, number: usize, next: u8) -> bool {
        let one_less = |left| match left {
            1 => Some(next),
            2..MANY => Some(left - 1),
            _ => None,
        };
        match self.left[number].fetch_update(Relaxed, Relaxed, one_less) {
            Ok(before) => before == 1,
            Err(MANY) => {
                let mut many = locked(&self.many);
                let left = many.get_mut(&number).expect("it has many moves");
                *left -= 1;
                *left == 0 && self.is_first(number, next)
            }
            Err(_) => false,
        }
    }
}
