//! Values in sixteen bits, and how the value of a position follows from those that its moves lead to.
//!
//! An outcome with plies is a number that is larger for a better one: a win in p plies is `MOST` − p, a draw is 0 and
//! a loss in p plies p − `MOST`. A score is itself, and so is a Grundy value.

use std::fmt;

use perfectplay_core::{Outcome, Value};

use crate::game::{End, Values};

/// A win in 0 plies.
const MOST: i16 = i16::MAX;

/// A value as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Stored(pub(crate) i16);

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solved {
    /// The player to move wins or loses, in so many plies.
    Decided(Value),
    /// With best play nobody wins.
    Draw,
    /// The points of the player to move minus the opponent's.
    Score(i16),
    /// The Grundy value.
    Grundy(u16),
}

impl From<Solved> for perfectplay_oracle::Value {
    fn from(solved: Solved) -> Self {
        match solved {
            Solved::Decided(value) => Self::Outcome(value),
            Solved::Draw => Outcome::Draw.into(),
            Solved::Score(score) => Self::Score(score.into()),
            Solved::Grundy(value) => Self::Grundy(value),
        }
    }
}

impl Solved {
    /// Whether the player to move wins.
    pub const fn is_win(&self) -> bool {
        matches!(self, Self::Decided(Value { outcome: Outcome::Win, .. }))
    }

    /// Whether the player to move loses.
    pub const fn is_loss(&self) -> bool {
        matches!(self, Self::Decided(Value { outcome: Outcome::Loss, .. }))
    }

    /// In how many plies the player to move wins or loses.
    pub const fn plies(&self) -> Option<u16> {
        match self {
            Self::Decided(value) => value.plies,
            _ => None,
        }
    }

    /// What a move to a position of this value is worth to the player who makes it. `same_player` says whether that
    /// player moves again. A move to a Grundy value is worth what it leads to.
    pub(crate) fn result(self, same_player: bool) -> Self {
        match self {
            Self::Decided(Value { outcome, plies }) => {
                let outcome = if same_player { outcome } else { outcome.reversed() };
                Self::Decided(Value { outcome, plies: plies.map(|plies| plies.saturating_add(1)) })
            }
            Self::Score(score) if !same_player => Self::Score(score.saturating_neg()),
            other => other,
        }
    }

    /// Larger for better results. Of moves to Grundy values those to 0 win.
    pub(crate) fn rank(self) -> i32 {
        match self {
            Self::Decided(Value { outcome, plies }) => {
                let fast = i32::from(u16::MAX) + 1 - i32::from(plies.unwrap_or_default());
                if outcome == Outcome::Win { fast } else { -fast }
            }
            Self::Draw => 0,
            Self::Score(score) => score.into(),
            Self::Grundy(value) => i32::from(value == 0),
        }
    }
}

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

/// `win in 5`, `draw`, `+2`, `3`.
impl fmt::Display for Solved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decided(value) => value.fmt(f),
            Self::Draw => f.write_str("draw"),
            Self::Score(score) => write!(f, "{score:+}"),
            Self::Grundy(value) => value.fmt(f),
        }
    }
}

impl Stored {
    pub(crate) const DRAW: Self = Self(0);
    pub(crate) const LOST: Self = Self(-MOST);
    pub(crate) const WON: Self = Self(MOST);

    /// Whether an outcome is in so many plies that one more cannot be told.
    #[inline]
    pub(crate) const fn is_furthest(self) -> bool {
        matches!(self.0, 1 | -1)
    }

    /// The value of an ended game; `None` if values of this kind have no such end.
    pub(crate) fn of_end(end: End, values: Values) -> Option<Self> {
        match (values, end) {
            (Values::Outcome | Values::Misere, End::Loss) => Some(Self::LOST),
            (Values::Outcome | Values::Misere, End::Draw) => Some(Self::DRAW),
            (Values::Outcome | Values::Misere, End::Win) => Some(Self::WON),
            (Values::Score, End::Score(score)) if score != i16::MIN => Some(Self(score)),
            (Values::Grundy, End::Loss) => Some(Self(0)),
            _ => None,
        }
    }

    /// The value of a position without a move that no end decides; `None` in games with scores.
    pub(crate) const fn without_moves(values: Values) -> Option<Self> {
        match values {
            Values::Outcome => Some(Self::LOST),
            Values::Misere => Some(Self::WON),
            Values::Grundy => Some(Self(0)),
            Values::Score => None,
        }
    }

    /// What an outcome is worth one ply earlier, to the player who moves there.
    #[inline]
    pub(crate) const fn one_ply_before(self, same_player: bool) -> Self {
        let value = if same_player { self.0 } else { -self.0 };
        Self(value - value.signum())
    }

    pub(crate) fn solved(self, values: Values) -> Solved {
        match values {
            Values::Score => Solved::Score(self.0),
            Values::Grundy => Solved::Grundy(self.0.cast_unsigned()),
            Values::Outcome | Values::Misere => match self.0 {
                0 => Solved::Draw,
                value => {
                    let outcome = if value > 0 { Outcome::Win } else { Outcome::Loss };
                    let plies = Some((MOST - value.abs()).cast_unsigned());
                    Solved::Decided(Value { outcome, plies })
                }
            },
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

    /// Takes a move to a position of this value into account.
    #[inline]
    pub(crate) fn add(&mut self, child: Stored, same_player: bool) {
        let value = match self.values {
            Values::Outcome | Values::Misere => child.one_ply_before(same_player).0,
            Values::Score => {
                if same_player {
                    child.0
                } else {
                    -child.0
                }
            }
            Values::Grundy => {
                let (word, bit) = (child.0.cast_unsigned() / 64, child.0.cast_unsigned() % 64);
                if self.seen.len() <= word.into() {
                    self.seen.resize(usize::from(word) + 1, 0);
                }
                self.seen[usize::from(word)] |= 1 << bit;
                0
            }
        };
        self.best = Some(self.best.map_or(value, |best| best.max(value)));
    }

    /// The value, after which this begins anew; `None` if there was no move.
    #[inline]
    pub(crate) fn take(&mut self) -> Option<Stored> {
        let best = self.best.take()?;
        if self.values != Values::Grundy {
            return Some(Stored(best));
        }
        let full = self.seen.iter().take_while(|&&word| word == u64::MAX).count();
        let next = self.seen.get(full).map_or(0, |word| word.trailing_ones());
        self.seen.clear();
        Some(Stored(((64 * full) as u32 + next) as i16))
    }
}
