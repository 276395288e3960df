//! Values in sixteen bits, and how the value of a position follows from those that its moves lead to.
//!
//! An outcome with plies is a number that is larger for a better one: a win in p plies is `MOST` − p, a draw is 0 and
//! a loss in p plies p − `MOST`. A score is itself, and so is a Grundy value.

use perfectplay_core::{Outcome, Value as Decided};
use perfectplay_query::Value;

use crate::solve::game::{End, Turn, Values};

/// A win in 0 plies.
const MOST: i16 = i16::MAX;

/// A value as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct StoredValue(pub(crate) i16);

/// Values as they are stored, ascending, and how often each occurs.
pub(crate) type Counts = Vec<(u16, u64)>;

/// Room for how often each value occurs.
pub(crate) fn no_counts() -> Vec<u64> {
    vec![0; usize::from(u16::MAX) + 1]
}

/// How often each value occurs in both.
pub(crate) fn added(mut one: Vec<u64>, other: Vec<u64>) -> Vec<u64> {
    one.iter_mut().zip(other).for_each(|(one, other)| *one += other);
    one
}

/// The values that occur.
pub(crate) fn listed(counts: Vec<u64>) -> Counts {
    (0..=u16::MAX).zip(counts).filter(|&(_, count)| count > 0).collect()
}

impl StoredValue {
    pub(crate) const DRAW: Self = Self(0);
    pub(crate) const LOST: Self = Self(-MOST);
    pub(crate) const WON: Self = Self(MOST);

    /// Whether an outcome is in so many plies that one more cannot be told.
    #[inline]
    pub(crate) const fn is_furthest(self) -> bool {
        matches!(self.0, 1 | -1)
    }

    /// What a move to a position of this value is worth to the player who makes it, but for Grundy values; `None` if that is
    /// more than can be told.
    #[inline]
    pub(crate) fn of_move(self, values: Values, turn: Turn) -> Option<Self> {
        let value = if turn.same_player { self.0 } else { -self.0 };
        match values {
            Values::Outcome | Values::Misere => {
                (!self.is_furthest()).then(|| self.one_ply_before(turn.same_player))
            }
            Values::Score => {
                value.checked_add(turn.gain).filter(|&score| score != i16::MIN).map(Self)
            }
            _ => Some(Self(value)),
        }
    }

    /// In how many plies a decided position ends.
    #[inline]
    pub(crate) const fn plies(self) -> u16 {
        (MOST - self.0.abs()).cast_unsigned()
    }

    /// The value of an ended game; `None` if values of this kind have no such end.
    pub(crate) fn of_end(end: End, values: Values) -> Option<Self> {
        match (values, end) {
            (_, End::Loss) if values.are_outcomes() => Some(Self::LOST),
            (_, End::Draw) if values.are_outcomes() && values != Values::NoRepeat => {
                Some(Self::DRAW)
            }
            (_, End::Win) if values.are_outcomes() => Some(Self::WON),
            (Values::Score, End::Score(score)) if score != i16::MIN => Some(Self(score)),
            (Values::Grundy, End::Loss) => Some(Self(0)),
            _ => None,
        }
    }

    /// The value of a position without a move that no end decides; `None` in games with scores.
    pub(crate) const fn without_moves(values: Values) -> Option<Self> {
        match values {
            Values::Outcome | Values::OutcomeOnly | Values::NoRepeat => Some(Self::LOST),
            Values::Misere => Some(Self::WON),
            Values::Grundy => Some(Self(0)),
            Values::Score | Values::Expected => None,
        }
    }

    /// What an outcome is worth one ply earlier, to the player who moves there.
    #[inline]
    pub(crate) const fn one_ply_before(self, same_player: bool) -> Self {
        let value = if same_player { self.0 } else { -self.0 };
        Self(value - value.signum())
    }

    /// The value as it is answered.
    pub(crate) fn solved(self, values: Values) -> Value {
        match values {
            Values::Score | Values::Expected => Value::Score(self.0.into()),
            Values::Grundy => Value::Grundy(self.0.cast_unsigned()),
            Values::Outcome | Values::Misere | Values::OutcomeOnly | Values::NoRepeat => {
                // Selected rather than jumped to: nobody can predict it.
                let outcome = if self.0 > 0 { Outcome::Win } else { Outcome::Loss };
                let plies = values.has_plies().then_some(self.plies());
                if self.0 == 0 { Value::Draw } else { Decided { outcome, plies }.into() }
            }
        }
    }
}

/// The value of a position, as far as its moves have been looked at.
#[derive(Clone, Debug)]
pub(crate) struct Best {
    values: Values,
    best: Option<i16>,
    /// Grundy values that moves lead to, as bits.
    seen: Vec<u64>,
}

impl Best {
    pub(crate) const fn new(values: Values) -> Self {
        Self { values, best: None, seen: Vec::new() }
    }

    /// Takes a move to a position of this value into account; `None` if it is worth more than can be told.
    #[inline]
    pub(crate) fn add(&mut self, child: StoredValue, turn: Turn) -> Option<()> {
        let value = if self.values == Values::Grundy {
            let (word, bit) = (child.0.cast_unsigned() / 64, child.0.cast_unsigned() % 64);
            if self.seen.len() <= word.into() {
                self.seen.resize(usize::from(word) + 1, 0);
            }
            self.seen[usize::from(word)] |= 1 << bit;
            0
        } else {
            child.of_move(self.values, turn)?.0
        };
        self.best = Some(self.best.map_or(value, |best| best.max(value)));
        Some(())
    }

    /// The value, after which this begins anew; `None` if there was no move.
    #[inline]
    pub(crate) fn take(&mut self) -> Option<StoredValue> {
        let best = self.best.take()?;
        if self.values != Values::Grundy {
            return Some(StoredValue(best));
        }
        let full = self.seen.iter().take_while(|&&word| word == u64::MAX).count();
        let next = self.seen.get(full).map_or(0, |word| word.trailing_ones());
        self.seen.clear();
        Some(StoredValue(((64 * full) as u32 + next) as i16))
    }
}
