//! Decided positions, in waves: what one wave decides is the next one. A position that is won or lost in p plies is in the
//! wave p, and one with a score or a Grundy value in the wave behind those of all that its moves lead to.

use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicI16, AtomicU8, AtomicU64};
use std::sync::{Mutex, MutexGuard};

use perfectplay_core::control::Control;
use rayon::prelude::*;

use super::parents::Parents;
use crate::solve::error::SolveError;
use crate::solve::game::Values;
use crate::solve::memory::Memory;
use crate::solve::value::StoredValue;

/// What is known of how many moves of a position lead to positions that are not decided: that many; more than that, see
/// [`Waves::many`]; or nothing any more, as the position is decided in an even or an odd wave, or was handed on.
const HANDED_ON: u8 = 0;
const MANY: u8 = 253;
const EVEN: u8 = 254;

/// How many positions a thread takes at a time: of a list, and of all.
const LISTED: usize = 1 << 10;
const SCANNED: usize = 1 << 14;
/// A wave of fewer than this part of all positions is listed; others are looked for.
const FEW: usize = 64;

/// Positions by number.
pub(super) struct Waves {
    kind: Values,
    values: Vec<AtomicI16>,
    left: Vec<AtomicU8>,
    /// Of positions with more moves than a byte tells.
    many: Mutex<HashMap<usize, usize>>,
    /// Grundy values below 64 that moves lead to, as bits; and others.
    seen: Vec<AtomicU64>,
    seen_above: Mutex<HashMap<usize, Vec<u64>>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no panic holds it")
}

impl Waves {
    /// Of positions of which nothing is known.
    pub(super) fn new(kind: Values, states: usize, memory: &Memory) -> Result<Self, SolveError> {
        let worst = if kind == Values::Score { i16::MIN } else { 0 };
        let grundy = if kind == Values::Grundy { states } else { 0 };
        Ok(Self {
            kind,
            values: memory.filled(states, || AtomicI16::new(worst))?,
            left: memory.filled(states, AtomicU8::default)?,
            many: Mutex::default(),
            seen: memory.filled(grundy, AtomicU64::default)?,
            seen_above: Mutex::default(),
        })
    }

    /// The values, without what else is known.
    pub(super) fn into_values(self, memory: &Memory) -> Vec<AtomicI16> {
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

    /// Decides all that follows. Returns the number of a position that remains undecided. `furthest` is the error for one
    /// whose plies cannot be told.
    pub(super) fn run(
        &self,
        parents: &Parents,
        control: Control<'_>,
        furthest: impl Fn(usize) -> SolveError + Sync,
    ) -> Result<Option<usize>, SolveError> {
        let (mut now, mut listed) = (EVEN, None);
        loop {
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
                parents.each(numbers, |number, parent, same_player| {
                    let value = StoredValue(self.values[number].load(Relaxed));
                    if self.kind.has_plies() && value.is_furthest() {
                        return Err(furthest(parent));
                    }
                    if self.follows(parent, value, same_player, now ^ 1) {
                        decided.push(parent as u32);
                    }
                    Ok(())
                })?;
                control.advance(done)?;
                let mut next = locked(&next);
                next.1 += decided.len();
                if next.1 <= self.left.len() / FEW {
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
                    let part = |part: usize| {
                        let part = part * SCANNED..self.left.len().min((part + 1) * SCANNED);
                        hand_on(&mut part.filter(|&it| self.left[it].load(Relaxed) == now))
                    };
                    let parts = self.left.len().div_ceil(SCANNED);
                    (0..parts).into_par_iter().try_for_each(part)?;
                }
            }
            let (mut list, decided) = next.into_inner().expect("no panic held it");
            if decided == 0 {
                return Ok((0..self.left.len()).find(|&number| self.is_open(number)));
            }
            list.sort_unstable();
            listed = (list.len() == decided).then_some(list);
            now ^= 1;
        }
    }

    /// Whether a position is not decided.
    pub(super) fn is_open(&self, number: usize) -> bool {
        (1..EVEN).contains(&self.left[number].load(Relaxed))
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
    fn follows(&self, parent: usize, value: StoredValue, same_player: bool, next: u8) -> bool {
        let signed = if same_player { value.0 } else { -value.0 };
        match self.kind {
            Values::Score => {
                self.values[parent].fetch_max(signed, Relaxed);
            }
            Values::Grundy => self.see(parent, value.0.cast_unsigned()),
            _ => {
                let result = value.one_ply_before(same_player).0;
                let is_decided = match result > 0 {
                    true => self.is_first(parent, next),
                    false => self.is_last(parent, next),
                };
                if is_decided {
                    self.values[parent].store(result, Relaxed);
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
        let decided = |left| (1..EVEN).contains(&left).then_some(next);
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
