//! Values of positions and moves, in the metric of their game.

use std::cmp::Ordering;

use derive_more::{Display, From};
use perfectplay_core::Outcome;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// What a position is worth to the player to move, or a move to the player who makes it. Its text is `win in 5`, `+2` or
/// `8.656`.
///
/// ```
/// use perfectplay_core::Outcome;
/// use perfectplay_query::Value;
/// let won = Value::from(perfectplay_core::Value { outcome: Outcome::Win, plies: Some(5) });
/// assert_eq!((won.outcome(), won.plies(), won.score()), (Some(Outcome::Win), Some(5), None));
/// assert_eq!(Value::Score(-2).score(), Some(-2));
/// let minutes = Value::Minutes(8.5);
/// assert_eq!((minutes.expected(), minutes.number()), (Some(8.5), -8.5), "fewer are better");
/// assert_eq!(Value::Grundy(0).wins(), Some(true), "it leaves a lost position");
/// ```
#[derive(Clone, Copy, Debug, Display, From, PartialEq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum Value {
    /// The outcome, and the plies if they are known.
    #[from(Outcome, perfectplay_core::Value)]
    Outcome(perfectplay_core::Value),
    /// Nobody wins.
    #[display("draw")]
    Draw,
    /// The score: in contour from here on, in stake on the full board.
    #[display("{_0:+}")]
    #[from(i8, i64)]
    Score(i64),
    /// Expected minutes until the end, in Colored Jenga.
    #[from]
    Minutes(f64),
    /// What the player to move can expect, exactly but for rounding: the mean of 1, 0 and −1 for a win, a draw and a loss, or
    /// of points.
    Expected(f64),
    /// What the player to move can expect is not below the one and not above the other.
    #[display("{} (±{:.0e})", midpoint(*lower, *upper), (upper - lower) / 2.0)]
    Between { lower: f64, upper: f64 },
    /// The Grundy value; that of a move is the value of the position that it leads to.
    Grundy(u16),
}

impl Value {
    /// The outcome; `None` in games that are not won or lost, of draws and of Grundy values.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Outcome(value) => Some(value.outcome),
            _ => None,
        }
    }

    /// The plies, if the game is won or lost and they are known.
    #[must_use]
    pub fn plies(self) -> Option<u16> {
        match self {
            Self::Outcome(value) => value.plies,
            _ => None,
        }
    }

    /// The score, in games that have scores.
    #[must_use]
    pub fn score(self) -> Option<i64> {
        match self {
            Self::Score(score) => Some(score),
            _ => None,
        }
    }

    /// The expected minutes until the end, or what else can be expected; of bounds the middle.
    #[must_use]
    pub fn expected(self) -> Option<f64> {
        match self {
            Self::Minutes(expected) | Self::Expected(expected) => Some(expected),
            Self::Between { lower, upper } => Some(midpoint(lower, upper)),
            _ => None,
        }
    }

    /// The value as a number, of which more is better for the player: 1, 0 and −1 for a win, a draw and a loss, the
    /// score, what is expected, minutes below 0. A Grundy value is itself.
    #[must_use]
    pub const fn number(self) -> f64 {
        match self {
            Self::Outcome(perfectplay_core::Value { outcome: Outcome::Win, .. }) => 1.0,
            Self::Outcome(perfectplay_core::Value { outcome: Outcome::Loss, .. }) => -1.0,
            Self::Draw => 0.0,
            Self::Score(score) => score as f64,
            Self::Minutes(minutes) => -minutes,
            Self::Expected(expected) => expected,
            Self::Between { lower, upper } => midpoint(lower, upper),
            Self::Grundy(value) => value as f64,
        }
    }

    /// Whether a move that is worth this wins; `None` in games that are not won or lost.
    #[must_use]
    pub const fn wins(self) -> Option<bool> {
        match self {
            Self::Outcome(value) => Some(matches!(value.outcome, Outcome::Win)),
            Self::Draw => Some(false),
            Self::Grundy(value) => Some(value == 0),
            Self::Score(_) | Self::Minutes(_) | Self::Expected(_) | Self::Between { .. } => None,
        }
    }
}

/// What is expected, by bounds.
const fn midpoint(lower: f64, upper: f64) -> f64 {
    f64::midpoint(lower, upper)
}

/// A value that is better for the player is greater: draws are between losses and wins, and fewer expected minutes
/// are better. Values of different games, and different Grundy values, are neither.
impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Outcome(one), Self::Outcome(other)) => Some(one.cmp(other)),
            (Self::Draw, Self::Draw) => Some(Ordering::Equal),
            (Self::Outcome(value), Self::Draw) => Some(match value.outcome {
                Outcome::Win => Ordering::Greater,
                Outcome::Loss => Ordering::Less,
            }),
            (Self::Draw, Self::Outcome(_)) => other.partial_cmp(self).map(Ordering::reverse),
            (Self::Score(one), Self::Score(other)) => Some(one.cmp(other)),
            (Self::Minutes(one), Self::Minutes(other)) => other.partial_cmp(one),
            (Self::Expected(one), Self::Expected(other)) => one.partial_cmp(other),
            (Self::Between { .. }, Self::Between { .. }) => {
                self.number().partial_cmp(&other.number())
            }
            (Self::Grundy(one), Self::Grundy(other)) if one == other => Some(Ordering::Equal),
            _ => None,
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            Self::Outcome(value) => {
                let outcome = match value.outcome {
                    Outcome::Win => "win",
                    Outcome::Loss => "loss",
                };
                map.serialize_entry("outcome", outcome)?;
                if let Some(plies) = value.plies {
                    map.serialize_entry("plies", &plies)?;
                }
            }
            Self::Draw => map.serialize_entry("outcome", "draw")?,
            Self::Score(score) => map.serialize_entry("score", score)?,
            Self::Minutes(expected) | Self::Expected(expected) => {
                map.serialize_entry("expected", expected)?;
            }
            Self::Between { lower, upper } => {
                map.serialize_entry("expected", &midpoint(*lower, *upper))?;
                map.serialize_entry("lower", lower)?;
                map.serialize_entry("upper", upper)?;
            }
            Self::Grundy(value) => map.serialize_entry("grundy", value)?,
        }
        map.end()
    }
}
