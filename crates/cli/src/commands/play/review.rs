//! How a game ended, and what the player's moves gave away.

use perfectplay::drawings::chance;

use super::turn::{Cost, Player, Turn};
use super::words::{count_of, kept, number_of};
use crate::prelude::*;

/// How a game went.
#[derive(Serialize)]
pub(super) struct Review {
    /// Who has won; `None` for a tie, and in the game without an opponent.
    winner: Option<&'static str>,
    /// Your points minus the oracle's, in games with scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minutes: Option<Minutes>,
    /// How many of your moves gave something away.
    mistakes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_mistake: Option<Mistake>,
}

/// A move that gave something away.
#[derive(Serialize)]
struct Mistake {
    /// Which move of the game it was, from 1; in a game with a die, which minute.
    ply: usize,
    #[serde(rename = "move")]
    made: String,
    best: String,
    #[serde(skip)]
    kept: String,
}

/// For a game with a die: what was expected, how long it took, and why.
#[derive(Serialize)]
struct Minutes {
    taken: u64,
    expected: f64,
    /// What your moves that were not best cost.
    lost: f64,
    /// What the die cost beyond expectation; less than 0 is good luck.
    luck: f64,
}

impl Review {
    pub(super) fn of(turns: &[Turn]) -> Self {
        let yours = || turns.iter().filter(|turn| turn.player == Player::You);
        let mistakes = yours().filter(|turn| turn.mistake().is_some()).count();
        let minutes = Minutes::of(turns);
        let score = if minutes.is_some() { None } else { score(turns) };
        let winner = match score {
            Some(score) if score > 0 => Some(Player::You),
            Some(score) if score < 0 => Some(Player::Oracle),
            _ => winner(turns),
        };
        let first_mistake = yours().find_map(Mistake::of);
        Self { winner: winner.map(Player::name), score, minutes, mistakes, first_mistake }
    }

    /// How the game ended, in one sentence, and what was given away, in another.
    pub(super) fn sentences(&self) -> [String; 2] {
        [self.ending(), self.mistakes()]
    }

    fn ending(&self) -> String {
        let won = self.winner == Some(Player::You.name());
        match (&self.minutes, self.score) {
            (Some(minutes), _) => minutes.text(),
            (_, Some(0)) => "A draw.".to_owned(),
            (_, Some(score)) if won => styled(GOOD, format_args!("You won by {score}.")),
            (_, Some(score)) => format!("You lost by {}.", -score),
            (_, None) if won => styled(GOOD, "You won."),
            (_, None) if self.winner.is_none() => "A draw.".to_owned(),
            _ => "You lost.".to_owned(),
        }
    }

    fn mistakes(&self) -> String {
        let Some(Mistake { ply, made, best, kept, .. }) = &self.first_mistake else {
            return "No mistakes: no move of yours gave anything away.".to_owned();
        };
        let unit = if self.minutes.is_some() { "in minute" } else { "at move" };
        let place = format!("{unit} {ply}: {made} where {best} kept {kept}.");
        match self.mistakes {
            1 => format!("1 mistake, {place}"),
            number => format!("{number} mistakes, the first {place}"),
        }
    }
}

impl Mistake {
    fn of(turn: &Turn) -> Option<Self> {
        let (cost, best) = turn.mistake()?;
        let kept = match cost {
            Cost::Minutes(minutes) => format!("{} of it", count_of(minutes)),
            Cost::Expected(points) => format!("{} points more", number_of(points)),
            Cost::Chance(lost) => format!("a chance of {} more", chance(lost - 1.0)),
            _ => kept(turn, best),
        };
        let (made, best) = (turn.made.as_ref()?.step.to_string(), best.step.to_string());
        Some(Self { ply: turn.ply, made, best, kept })
    }
}

/// The last turn on which a move was made, and what that is worth to the player; or, if none was made, the last turn with the
/// position's value, and false.
fn last_value(turns: &[Turn]) -> Option<(&Turn, Value, bool)> {
    let mut made = turns.iter().rev().filter_map(|turn| Some((turn, turn.made.as_ref()?)));
    match made.next() {
        Some((turn, made)) => Some((turn, made.result?, true)),
        None => turns.last().and_then(|turn| Some((turn, turn.answer.value?, false))),
    }
}

/// Who has won, in games that are won and lost.
fn winner(turns: &[Turn]) -> Option<Player> {
    let (turn, value, is_made) = last_value(turns)?;
    let is_won = match value {
        // Who has no move in a game with Grundy values has lost.
        Value::Grundy(_) => is_made,
        Value::Expected(_) | Value::Between { .. } if value.number() != 0.0 => value.number() > 0.0,
        value => value.outcome()? == Outcome::Win,
    };
    Some(if is_won { turn.player } else { turn.player.other() })
}

/// Your points minus the oracle's, in games with scores: what moves have scored, and what is left at the end.
fn score(turns: &[Turn]) -> Option<i64> {
    let (turn, value, _) = last_value(turns)?;
    Some(turn.ahead() + turn.player.signed(value.score()?))
}

impl Minutes {
    /// `None` in games without a die.
    fn of(turns: &[Turn]) -> Option<Self> {
        let Value::Minutes(expected) = turns.first()?.answer.value? else { return None };
        let cost = |turn: &Turn| match turn.cost() {
            Some(Cost::Minutes(minutes)) => minutes,
            _ => 0.0,
        };
        // An empty sum of doubles is −0.
        let lost = 0.0 + turns.iter().map(cost).sum::<f64>();
        // Every turn but the last is a minute.
        let taken = turns.len() as u64 - 1;
        Some(Self { taken, expected, lost, luck: taken as f64 - expected - lost })
    }

    fn text(&self) -> String {
        let Self { taken, expected, lost, luck } = self;
        let die = if *luck < 0.0 { "saved" } else { "cost" };
        format!(
            "The game took {}, where {} were expected: your moves cost {}, and the die {die} {}.",
            count_of(*taken as f64),
            number_of(*expected),
            number_of(*lost),
            number_of(luck.abs())
        )
    }
}
