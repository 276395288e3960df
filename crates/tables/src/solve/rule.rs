//! The plain rule by which the value of a position follows from those that its moves lead to. It shares nothing with
//! the solver.

use std::collections::BTreeSet;

use perfectplay_core::{Outcome, Value as Decided};
use perfectplay_query::Value;

use crate::solve::game::{End, Values};

/// The value of a position by the plain rule, from those of the positions that its moves lead to, each with whether
/// the same player moves there; `None` if it has none.
pub(crate) fn by_rule(
    values: Values,
    end: Option<End>,
    children: &[(Value, bool)],
) -> Option<Value> {
    match (values, end) {
        (Values::OutcomeOnly, _) => by_rule(Values::Outcome, end, children).map(without_plies),
        (Values::Outcome | Values::Misere, Some(End::Loss)) => Some(Decided::LOST.into()),
        (Values::Outcome | Values::Misere, Some(End::Win)) => Some(Decided::WON.into()),
        (Values::Outcome | Values::Misere, Some(End::Draw)) => Some(Value::Draw),
        (Values::Score, Some(End::Score(score))) => Some(Value::Score(score.into())),
        (Values::Grundy, Some(End::Loss)) => Some(Value::Grundy(0)),
        (_, Some(_)) => None,
        (Values::Outcome, None) if children.is_empty() => Some(Decided::LOST.into()),
        (Values::Misere, None) if children.is_empty() => Some(Decided::WON.into()),
        (Values::Outcome | Values::Misere | Values::Score, None) => {
            children.iter().map(|&(child, same_player)| result(child, same_player)).max_by_key(rank)
        }
        (Values::Grundy, None) => {
            let grundy = |&(child, _): &(Value, bool)| match child {
                Value::Grundy(value) => Some(value),
                _ => None,
            };
            let seen: BTreeSet<u16> = children.iter().filter_map(grundy).collect();
            (0..=u16::MAX).find(|least| !seen.contains(least)).map(Value::Grundy)
        }
    }
}

fn without_plies(value: Value) -> Value {
    value.outcome().map_or(value, Value::from)
}

/// What a move to a position of this value is worth to the player who makes it. `same_player` says whether that
/// player moves again. A move to a Grundy value is worth what it leads to.
pub(crate) fn result(value: Value, same_player: bool) -> Value {
    match value {
        Value::Outcome(value) => {
            let after = value.reversed();
            let outcome = if same_player { value.outcome } else { after.outcome };
            Value::Outcome(Decided { outcome, ..after })
        }
        Value::Score(score) if !same_player => Value::Score(-score),
        other => other,
    }
}

/// Larger for better results of one game. Of moves to Grundy values those to 0 win.
pub(crate) fn rank(value: &Value) -> i64 {
    match *value {
        Value::Outcome(Decided { outcome, plies }) => {
            let soon = i64::from(u16::MAX) + 1 - i64::from(plies.unwrap_or_default());
            if outcome == Outcome::Win { soon } else { -soon }
        }
        Value::Grundy(value) => i64::from(value == 0),
        // A draw is between wins and losses.
        value => value.score().unwrap_or_default(),
    }
}
