//! A game in progress: its turns, who is to move, and what was played.

use perfectplay::{Move, Moves, RollAnswer, find_move};

use crate::prelude::*;

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

    /// This player's score, seen from your side.
    pub(super) const fn signed(self, score: i64) -> i64 {
        match self {
            Self::You => score,
            Self::Oracle => -score,
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
    /// Its number in the game, from 1.
    pub(super) ply: usize,
    /// Whether the position is drawn, and has come back so often that this is the end.
    pub(super) is_repeated: bool,
    /// What earlier moves have scored, in a game in which they do.
    pub(super) gains: Vec<Gain>,
}

/// A move that has scored something.
#[derive(Clone, Debug)]
pub(super) struct Gain {
    pub(super) step: Move,
    pub(super) player: Player,
    pub(super) points: i64,
}

/// What a move that was not best gave away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Cost {
    Win,
    Draw,
    Points(i64),
    Minutes(f64),
    /// So many points less can be expected.
    Expected(f64),
    /// The same where it is a chance: half of it.
    Chance(f64),
}

impl Turn {
    /// The first turn of a game.
    pub(super) const fn new(answer: Answer, player: Player) -> Self {
        Self {
            answer,
            player,
            roll: None,
            made: None,
            ply: 1,
            is_repeated: false,
            gains: Vec::new(),
        }
    }

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

    /// Whether a roll alone leads on from here, so that nobody moves.
    pub(super) fn is_roll(&self) -> bool {
        self.rolled().and_then(RollAnswer::follows).is_some()
    }

    /// Whether no block of the rolled colour can be moved, so that a minute passes.
    pub(super) fn passes(&self) -> bool {
        self.rolled().is_some_and(|roll| roll.moves.is_empty())
    }

    /// Whether no move can ever be made again, or the one made here has ended the game.
    pub(super) fn is_over(&self) -> bool {
        match &self.answer.moves {
            Moves::Rolls(rolls) => rolls.iter().all(|roll| roll.moves.is_empty()),
            _ => self.moves().is_empty() || self.made.is_some() || self.is_repeated,
        }
    }

    /// The move of this text, in any notation that leaves no doubt.
    pub(super) fn find(&self, text: &str) -> Option<&MoveAnswer> {
        let moves = self.moves();
        find_move(moves.iter().map(|one| (None, &one.step)), text, None).map(|found| &moves[found])
    }

    pub(super) fn best(&self) -> Option<&MoveAnswer> {
        self.moves().first()
    }

    /// What a player has scored before this turn.
    pub(super) fn points(&self, player: Player) -> i64 {
        let own = self.gains.iter().filter(|gain| gain.player == player);
        own.map(|gain| gain.points).sum()
    }

    /// Your lead over the oracle before this turn.
    pub(super) fn ahead(&self) -> i64 {
        self.points(Player::You) - self.points(Player::Oracle)
    }

    /// What the move that was made here has scored.
    fn gain(&self) -> Option<Gain> {
        let made = self.made.as_ref()?;
        Some(Gain { step: made.step.clone(), player: self.player, points: made.gain? })
    }

    /// What moves have scored, including the one that was made here.
    pub(super) fn gains_after(&self) -> Vec<Gain> {
        self.gains.iter().cloned().chain(self.gain()).collect()
    }

    /// What the move that was made gave away; `None` if that is nothing, or not known. Winning later than possible
    /// costs nothing.
    pub(super) fn cost(&self) -> Option<Cost> {
        /// Anything less is rounding.
        const NOTHING: f64 = 1e-9;
        let (best, made) = (self.best()?.result?, self.made.as_ref()?.result?);
        Some(match (best, made) {
            (Value::Score(best), Value::Score(made)) if best > made => Cost::Points(best - made),
            (Value::Minutes(best), Value::Minutes(made)) if made - best > NOTHING => {
                Cost::Minutes(made - best)
            }
            (Value::Expected(_) | Value::Between { .. }, made)
                if best.number() - made.number() > NOTHING =>
            {
                let lost = best.number() - made.number();
                let is_chance = self.answer.game().shared().has_chances();
                if is_chance { Cost::Chance(lost) } else { Cost::Expected(lost) }
            }
            _ if best.wins() == Some(true) && made.wins() == Some(false) => Cost::Win,
            (Value::Draw, made) if made.outcome() == Some(Outcome::Loss) => Cost::Draw,
            _ => return None,
        })
    }

    /// What the player's move gave away here, and a move that would have kept it.
    pub(super) fn mistake(&self) -> Option<(Cost, &MoveAnswer)> {
        Some((self.cost()?, self.best()?))
    }
}
