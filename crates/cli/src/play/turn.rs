//! A game as it is played: its turns, who is to move, and what was made of them.

use perfectplay_oracle::{Answer, MoveAnswer, Moves, RollAnswer, Value};

/// Who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Player {
    You,
    Oracle,
}

impl Player {
    pub(super) const fn other(self) -> Self {
        match self {
            Self::You => Self::Oracle,
            Self::Oracle => Self::You,
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::You => "you",
            Self::Oracle => "oracle",
        }
    }
}

/// A position with its answer, and the move that was made there.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub(super) answer: Answer,
    pub(super) player: Player,
    /// The roll of the die, in a game that has one: the number of the colour.
    pub(super) roll: Option<usize>,
    pub(super) made: Option<MoveAnswer>,
}

impl Turn {
    /// The moves that may be made now.
    pub(super) fn moves(&self) -> &[MoveAnswer] {
        match (&self.answer.moves, self.rolled()) {
            (_, Some(roll)) => &roll.moves,
            (Moves::All(moves), None) => moves,
            _ => &[],
        }
    }

    pub(super) fn rolled(&self) -> Option<&RollAnswer> {
        match (&self.answer.moves, self.roll) {
            (Moves::Rolls(rolls), Some(number)) => rolls.get(number),
            _ => None,
        }
    }

    /// Whether no block of the rolled colour can be moved, so that a minute passes.
    pub(super) fn passes(&self) -> bool {
        self.rolled().is_some_and(|roll| roll.moves.is_empty())
    }

    /// Whether no move can ever be made again, or the one made here has ended the game.
    pub(super) fn is_over(&self) -> bool {
        match &self.answer.moves {
            Moves::Rolls(rolls) => rolls.iter().all(|roll| roll.moves.is_empty()),
            _ => self.moves().is_empty() || self.made.is_some(),
        }
    }

    /// The move with this text.
    pub(super) fn find(&self, text: &str) -> Option<&MoveAnswer> {
        let plain: String = text.split_whitespace().collect();
        self.moves().iter().find(|reply| reply.step.to_string().eq_ignore_ascii_case(&plain))
    }

    pub(super) fn best(&self) -> Option<&MoveAnswer> {
        self.moves().first()
    }

    /// What the move that was made cost: points, or minutes; `None` if it was best, or if the game
    /// is won or lost.
    pub(super) fn loss(&self) -> Option<f64> {
        let worth = |reply: &MoveAnswer| match reply.result? {
            Value::Score(score) => Some(score as f64),
            Value::Expected(minutes) => Some(-minutes),
            _ => None,
        };
        let made = self.made.as_ref().filter(|made| made.best != Some(true))?;
        Some(worth(self.best()?)? - worth(made)?)
    }

    /// Whether the move that was made was not best.
    pub(super) fn is_mistake(&self) -> bool {
        self.made.as_ref().is_some_and(|made| made.best == Some(false))
    }
}
