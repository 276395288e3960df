//! Who wins, and how soon: the values of games that end with a winner.

use std::cmp::Ordering;
use std::fmt;

/// Who wins under perfect play, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// Every move of the player to move loses, or there is none (a P-position).
    Loss,
    /// The player to move has a move that wins (an N-position).
    Win,
}

impl Outcome {
    /// The same outcome seen by the other player.
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

/// Who wins, and after how many moves if the winner hurries and the loser stalls (the
/// *remoteness* of combinatorial game theory), where that is known.
///
/// Values are ordered: better ones for the player to move are greater. A quick win is better
/// than a slow one, a slow loss better than a quick one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    /// Who wins, seen by the player to move.
    pub outcome: Outcome,
    /// Moves until the end, up to 511; `None` where only the outcome is known.
    pub plies: Option<u16>,
}

impl Value {
    /// The game has just ended, and the player to move has lost.
    pub const LOST: Self = Self::loss(0);

    /// The game has just ended, and the player to move has won.
    pub const WON: Self = Self::win(0);

    /// A win in so many plies.
    #[must_use]
    pub const fn win(plies: u16) -> Self {
        Self { outcome: Outcome::Win, plies: Some(plies) }
    }

    /// A loss in so many plies.
    #[must_use]
    pub const fn loss(plies: u16) -> Self {
        Self { outcome: Outcome::Loss, plies: Some(plies) }
    }

    /// What a position of this value is worth to the player who moves to it: the outcome
    /// reversed, and one ply more.
    #[must_use]
    pub const fn reversed(self) -> Self {
        let plies = match self.plies {
            Some(plies) => Some(plies.saturating_add(1)),
            None => None,
        };
        Self { outcome: self.outcome.reversed(), plies }
    }

    /// Larger for what is better, below 1024: losses by plies, above them wins against plies.
    pub(crate) const fn strength(self) -> u16 {
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
    fn from(outcome: Outcome) -> Self {
        Self { outcome, plies: None }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.strength().cmp(&other.strength()).then(self.plies.cmp(&other.plies))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_wins_are_best_and_quick_losses_worst() {
        let order = [Value::loss(0), Value::loss(2), Value::win(3), Value::win(1)];
        assert!(order.is_sorted());
        assert!(Value::from(Outcome::Loss) < Value::from(Outcome::Win));
        assert!(Value::loss(500) < Value::from(Outcome::Win));
    }
}
