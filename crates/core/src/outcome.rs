//! Who wins and how soon: the values of games that end with a winner.

use std::cmp::Ordering;
use std::fmt;

/// Who wins under perfect play, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The player to move loses: every move leads to a win of the opponent, or there is no move (a
    /// losing position or P-position).
    Loss,
    /// The player to move wins: some move leads to a loss of the opponent (a winning position or
    /// N-position).
    Win,
}

impl Outcome {
    /// This outcome as the other player sees it.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::Win => "win",
        })
    }
}

/// Who wins and, if known, in how many plies: the number of moves until the end if the winner hurries and the
/// loser stalls (the *remoteness* of combinatorial game theory).
///
/// Values are ordered: a value that is better for the player to move is greater. A win in fewer
/// plies is better, and a loss in more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    /// Who wins, seen by the player to move.
    pub outcome: Outcome,
    /// The plies, up to 511 in games that are built in; `None` if only the outcome is known.
    pub plies: Option<u16>,
}

impl Value {
    /// The value of an ended game that the player to move has lost.
    pub const LOST: Self = Self::loss(0);

    /// The value of an ended game that the player to move has won.
    pub const WON: Self = Self::win(0);

    /// A win in `plies` plies.
    pub const fn win(plies: u16) -> Self {
        Self { outcome: Outcome::Win, plies: Some(plies) }
    }

    /// A loss in `plies` plies.
    pub const fn loss(plies: u16) -> Self {
        Self { outcome: Outcome::Loss, plies: Some(plies) }
    }

    /// The result of a move to a position of this value, for the player who makes the move: the
    /// outcome reversed, and one ply more.
    #[must_use]
    pub const fn reversed(self) -> Self {
        let plies = match self.plies {
            Some(plies) => Some(plies.saturating_add(1)),
            None => None,
        };
        Self { outcome: self.outcome.reversed(), plies }
    }

    /// A number below 1024 that is larger for better values: losses by plies, and above them wins by
    /// falling plies.
    pub const fn strength(self) -> u16 {
        match (self.outcome, self.plies) {
            (Outcome::Win, Some(plies)) => 0x3ff - if plies < 0x1ff { plies } else { 0x1ff },
            (Outcome::Win, None) => 0x200,
            (Outcome::Loss, Some(plies)) => {
                if plies < 0x1ff {
                    plies
                } else {
                    0x1ff
                }
            }
            (Outcome::Loss, None) => 0,
        }
    }
}

impl From<Outcome> for Value {
    #[inline]
    fn from(outcome: Outcome) -> Self {
        Self { outcome, plies: None }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        // Strengths are the same from 511 plies on.
        self.strength().cmp(&other.strength()).then_with(|| match self.outcome {
            Outcome::Loss => self.plies.cmp(&other.plies),
            Outcome::Win => {
                let plies = |value: &Self| value.plies.unwrap_or(u16::MAX);
                plies(other).cmp(&plies(self))
            }
        })
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies {
            Some(plies) => write!(f, "{} in {plies}", self.outcome),
            None => self.outcome.fmt(f),
        }
    }
}
