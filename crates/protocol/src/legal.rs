//! Moves by the rules alone.

use perfectplay_core::Outcome;

use crate::position::{Move, Position};
use perfectplay_query::Value;

/// What the rules allow in a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Legal {
    /// These moves, in the order of the game's rules; in a game with a die those of every roll, and none for a roll after
    /// which nothing can be moved.
    Moves(Vec<LegalMove>),
    /// No move: the game is over, and worth this to the player whose turn it would be.
    Over(Value),
}

/// A move that the rules allow; nothing of what it is worth.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LegalMove {
    /// The roll of the die that it needs, in a game with one: its colour.
    pub roll: Option<&'static str>,
    /// The move.
    pub step: Move,
    /// What the player who moves scores at once, in games that count points.
    pub gain: Option<i64>,
    /// The position that it leads to; `None` if it ends the game by capturing a piece.
    pub position: Option<Position>,
}

impl LegalMove {
    /// A move to a position.
    #[doc(hidden)]
    pub fn new(step: impl std::fmt::Display, position: impl Into<Option<Position>>) -> Self {
        Self { roll: None, step: Move::new(step), gain: None, position: position.into() }
    }

    /// Whether it ends the game by capturing a piece.
    pub const fn captures(&self) -> bool {
        self.position.is_none()
    }
}

impl Legal {
    /// These moves; without any the game is over and worth what `end` says.
    pub fn of(moves: impl IntoIterator<Item = LegalMove>, end: impl FnOnce() -> Value) -> Self {
        let moves: Vec<LegalMove> = moves.into_iter().collect();
        if moves.is_empty() { Self::Over(end()) } else { Self::Moves(moves) }
    }

    /// These moves, in a game that a player without a move has lost.
    pub fn or_lost(moves: impl IntoIterator<Item = LegalMove>) -> Self {
        Self::of(moves, || Outcome::Loss.into())
    }
}

impl Position {
    /// Every move that the rules allow, in the order of the game's rules; in a game with a die those of every roll,
    /// and none for a roll after which nothing can be moved. `None` if they cannot be listed without a table: of the
    /// numbers named so far in `number`, of a custom game, and without the feature `lists`.
    ///
    /// ```
    /// let position = perfectplay::Oracle::open("tables")?.question("number", "2 3")?.position;
    /// let moves = position.legal_moves().expect("they are listed");
    /// assert!(moves.len() == 2 && moves.iter().all(|step| !step.captures()));
    /// assert_ne!(position.after(&moves[0].step), None);
    /// assert_eq!(position.end_value(), None, "the game goes on");
    /// # Ok::<(), perfectplay::Error>(())
    /// ```
    pub fn legal_moves(&self) -> Option<Vec<LegalMove>> {
        match self.game().legal(self)? {
            Legal::Moves(moves) => Some(moves),
            Legal::Over(_) => Some(Vec::new()),
        }
    }

    /// The position that a legal move leads to; `None` if it is not legal, or ends the game by capturing a piece, and
    /// where [`legal_moves`](Self::legal_moves) are not listed.
    pub fn after(&self, step: &Move) -> Option<Self> {
        self.legal_moves()?.into_iter().find(|legal| legal.step == *step)?.position
    }

    /// What the position is worth by the rules alone, if no move is left; `None` if there is one, and where
    /// [`legal_moves`](Self::legal_moves) are not listed.
    pub fn end_value(&self) -> Option<Value> {
        match self.game().legal(self)? {
            Legal::Moves(_) => None,
            Legal::Over(value) => Some(value),
        }
    }
}
