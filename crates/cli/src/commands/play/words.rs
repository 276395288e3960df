//! Values in words, as the explorer says them.

use perfectplay::drawings::chance;

use super::turn::{Cost, Player, Turn};
use crate::prelude::*;

/// Fewer minutes than this do not count as lost.
const PLACES: usize = 3;

/// How the game ends from a turn, for a value as seen by the player to move.
pub(super) fn ending(turn: &Turn, value: Option<Value>) -> String {
    let Some(value) = value else { return "not known".to_owned() };
    match value {
        Value::Minutes(minutes) => return format!("{} to go", count_of(minutes)),
        Value::Expected(_) | Value::Between { .. } => {
            let own = if turn.player == Player::You { value.number() } else { -value.number() };
            return match turn.answer.game().shared().has_chances() {
                true => format!("you win with {}", chance(own)),
                false => format!("you can expect {} points", number_of(own + turn.ahead() as f64)),
            };
        }
        _ => {}
    }
    if let Some(outcome) = value.outcome() {
        let winner = match outcome {
            Outcome::Win => turn.player,
            Outcome::Loss => turn.player.other(),
        };
        let plies = match value.plies() {
            None => String::new(),
            Some(1) => " in 1 move".to_owned(),
            Some(plies) => format!(" in {plies} moves"),
        };
        return match winner {
            Player::You => format!("you win{plies}"),
            Player::Oracle => format!("the oracle wins{plies}"),
        };
    }
    match value {
        Value::Draw => return "nobody wins".to_owned(),
        Value::Grundy(number) => return format!("it leads to Grundy value {number}"),
        _ => {}
    }
    let score = turn.player.signed(value.score().unwrap_or_default()) + turn.ahead();
    match score {
        0 => "nobody ends ahead".to_owned(),
        1.. => format!("you end {score} ahead"),
        _ => format!("the oracle ends {} ahead", -score),
    }
}

/// What a mistake cost, and which move would have kept that, in a sentence.
pub(super) fn lesson(turn: &Turn, cost: Cost, best: &MoveAnswer) -> String {
    let (move_, kept) = (&best.step, kept(turn, best));
    let kept = match cost {
        Cost::Win | Cost::Draw => format!("{move_} kept it"),
        Cost::Points(_) => format!("{move_} kept {kept}"),
        Cost::Minutes(_) => format!("with {move_} there were {}", ending(turn, best.result)),
        Cost::Expected(_) | Cost::Chance(_) => format!("{move_} was best"),
    };
    format!("This {}: {kept}.", spent(cost))
}

/// What a move does that costs something.
pub(super) fn spent(cost: Cost) -> String {
    match cost {
        Cost::Win => "gives the win away".to_owned(),
        Cost::Draw => "gives the draw away".to_owned(),
        Cost::Points(1) => "costs 1 point".to_owned(),
        Cost::Points(points) => format!("costs {points} points"),
        Cost::Minutes(minutes) => format!("costs {}", count_of(minutes)),
        Cost::Expected(points) => {
            format!("costs {} points of what you can expect", number_of(points))
        }
        Cost::Chance(lost) => format!("costs a chance of {}", chance(lost - 1.0)),
    }
}

/// What a best move on your turn would have kept.
pub(super) fn kept(turn: &Turn, best: &MoveAnswer) -> String {
    match best.result {
        Some(Value::Draw) => "the draw".to_owned(),
        Some(value) if value.wins().is_some() => "the win".to_owned(),
        Some(Value::Minutes(minutes)) => count_of(minutes),
        Some(value) => match value.score().unwrap_or_default() + turn.ahead() {
            0 => "a draw".to_owned(),
            score => format!("{score:+}"),
        },
        None => String::new(),
    }
}

/// Minutes with three digits after the point, without trailing zeros.
pub(super) fn number_of(minutes: f64) -> String {
    let text = format!("{minutes:.PLACES$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

pub(super) fn count_of(minutes: f64) -> String {
    match number_of(minutes).as_str() {
        "1" => "1 minute".to_owned(),
        number => format!("{number} minutes"),
    }
}
