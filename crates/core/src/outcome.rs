//! Who wins and how soon: the values of games that end with a winner.

use std::cmp::Ordering;
use std::fmt;

/// Who wins under perfect play, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The player to move loses: every move leads to a win of the opponent, or there is no move (a
    /// losing position or P-position).
    Loss,
    /// Nobody wins: no move leads to a loss of the opponent, and some move to a draw.
    Draw,
    /// The player to move wins: some move leads to a loss of the opponent (a winning position or
    /// N-position).
    Win,
}

impl Outcome {
    /// The same outcome seen by the other player.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
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
    /// The plies, up to 511 in the games that are built in; `None` if only the outcome is known, and for a draw.
    pub plies: Option<u16>,
}

impl Value {
    /// The value of an ended game that the player to move has lost.
    pub const LOST: Self = Self::loss(0);

    /// The value of an ended game that the player to move has won.
    pub const WON: Self = Self::win(0);

    /// A win in `plies` plies.
    #[must_use]
    pub const fn win(plies: u16) -> Self {
        Self { outcome: Outcome::Win, plies: Some(plies) }
    }

    /// A loss in `plies` plies.
    #[must_use]
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

    /// The strength of a win in 0 plies, than which there is none greater.
    pub(crate) const MOST_STRENGTH: u32 = 0x2_0000;

    /// A number that is larger for better values: losses by plies, then draws, and above them wins by falling plies.
    pub(crate) const fn strength(self) -> u32 {
        match (self.outcome, self.plies) {
            (Outcome::Loss, Some(plies)) => plies as u32,
            (Outcome::Loss, None) => 0,
            (Outcome::Draw, _) => 0x1_0000,
            (Outcome::Win, Some(plies)) => Self::MOST_STRENGTH - plies as u32,
            (Outcome::Win, None) => 0x1_0001,
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
