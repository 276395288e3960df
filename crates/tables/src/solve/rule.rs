//! The plain rule by which the value of a position follows from those that its moves lead to. It shares nothing with
//! the solver.

use std::collections::BTreeSet;

use perfectplay_core::{Outcome, Value as Decided};
use perfectplay_query::Value;

use crate::solve::children::VisitedPosition;
use crate::solve::prelude::*;

/// What a move, or an outcome of a roll, leads to, as the rule sees it.
#[derive(Clone, Copy, Debug)]
pub struct Reached<V = Value> {
    /// The value there.
    pub value: V,
    /// What the move does.
    pub turn: Turn,
    /// The weight of the outcome; 0 for a move.
    pub weight: u32,
    /// Whether it is the position itself.
    pub is_same: bool,
}

impl<V> Reached<V> {
    /// What moves from a position lead to, with the values there in the same order.
    pub fn of<'a>(
        visited: &'a VisitedPosition<'a>,
        values: impl IntoIterator<Item = V> + 'a,
    ) -> impl Iterator<Item = Self> + 'a {
        let weights = visited.weights.iter().copied().chain(std::iter::repeat(0));
        visited.children.iter().zip(weights).zip(values).map(|((child, weight), value)| Self {
            value,
            turn: child.turn,
            weight,
            is_same: child.key.word == visited.word,
        })
    }
}

/// The value of a position by the plain rule, from those of the positions that its moves lead to; `None` if it has none.
pub(crate) fn by_rule(values: Values, end: Option<End>, children: &[Reached]) -> Option<Value> {
    match (values, end) {
        (Values::OutcomeOnly | Values::NoRepeat, _) => {
            by_rule(Values::Outcome, end, children).map(without_plies)
        }
        (Values::Outcome | Values::Misere, Some(End::Loss)) => Some(Decided::LOST.into()),
        (Values::Outcome | Values::Misere, Some(End::Win)) => Some(Decided::WON.into()),
        (Values::Outcome | Values::Misere, Some(End::Draw)) => Some(Value::Draw),
        (Values::Score, Some(End::Score(score))) => Some(Value::Score(score.into())),
        (Values::Grundy, Some(End::Loss)) => Some(Value::Grundy(0)),
        (Values::Expected, _) => {
            let ended = ended(end, children).map(|points| Some(f64::from(points)));
            ended.unwrap_or_else(|| expected(children)).map(Value::Expected)
        }
        (_, Some(_)) => None,
        (Values::Outcome, None) if children.is_empty() => Some(Decided::LOST.into()),
        (Values::Misere, None) if children.is_empty() => Some(Decided::WON.into()),
        (Values::Outcome | Values::Misere | Values::Score, None) => {
            children.iter().map(|child| result(child.value, child.turn)).max_by_key(rank)
        }
        (Values::Grundy, None) => {
            let grundy = |child: &Reached| match child.value {
                Value::Grundy(value) => Some(value),
                _ => None,
            };
            let seen: BTreeSet<u16> = children.iter().filter_map(grundy).collect();
            (0..=u16::MAX).find(|least| !seen.contains(least)).map(Value::Grundy)
        }
    }
}

/// What the player to move gets where the game has ended: points, or 1, 0 and −1.
pub(crate) fn ended<V>(end: Option<End>, children: &[Reached<V>]) -> Option<i16> {
    match end {
        Some(End::Score(points)) => Some(points),
        Some(End::Win) => Some(1),
        Some(End::Draw) => Some(0),
        Some(End::Loss) => Some(-1),
        None => children.is_empty().then_some(-1),
    }
}

/// What can be expected where there are moves, or outcomes.
///
/// Of a roll that is (g + Σ w · s) / W. W is the sum of the weights of all outcomes that lead to other positions, and g that of
/// the points of all outcomes times their weights: both are whole numbers. s is the sum of what can be expected behind all
/// outcomes of the weight w but those that lead back, added from the least on, so that it does not depend on their order;
/// the least weight comes first. An outcome that leads back to the position is rolled again: from E = (g + Σ w · s + v · E) / (W + v)
/// follows the same E.
fn expected(children: &[Reached]) -> Option<f64> {
    if children[0].weight == 0 {
        let results = children.iter().map(|child| result(child.value, child.turn).expected());
        return results.max_by(|one, other| one.partial_cmp(other).expect("they are numbers"))?;
    }
    let mut others = Vec::new();
    let (mut points, mut weights) = (0_i64, 0_u64);
    for child in children {
        points += i64::from(child.weight) * i64::from(child.turn.gain);
        if !child.is_same {
            weights += u64::from(child.weight);
            others.push((child.weight, child.value.expected()?));
        }
    }
    others.sort_by(|(weight, value), other| weight.cmp(&other.0).then(value.total_cmp(&other.1)));
    let mut sum = points as f64;
    for group in others.chunk_by(|one, other| one.0 == other.0) {
        let values: f64 = group.iter().map(|&(_, value)| value).sum();
        sum += f64::from(group[0].0) * values;
    }
    // A sum of nothing is −0, and so may be what a player gets from the other one's 0.
    (weights > 0).then(|| sum / weights as f64 + 0.0)
}

/// The bounds that follow in one step from those of the positions that moves lead to, in units of 2⁻ᵘⁿⁱᵗ, rounded outwards;
/// `None` if all outcomes lead back.
pub(crate) fn bounds_by_rule(
    end: Option<End>,
    children: &[Reached<[i64; 2]>],
    unit: u32,
) -> Option<[i64; 2]> {
    let points = |points: i16| i128::from(points) << unit;
    if let Some(ended) = ended(end, children) {
        return Some([i64::try_from(points(ended)).ok()?; 2]);
    }
    let own = |child: &Reached<[i64; 2]>| {
        let [lower, upper] = child.value.map(i128::from);
        let [lower, upper] = if child.turn.same_player { [lower, upper] } else { [-upper, -lower] };
        [points(child.turn.gain) + lower, points(child.turn.gain) + upper]
    };
    let [lower, upper] = if children[0].weight == 0 {
        let both = children.iter().map(own);
        both.reduce(|[a, b], [c, d]| [a.max(c), b.max(d)])?
    } else {
        let (mut sums, mut weights) = ([0; 2], 0);
        for child in children {
            let weight = i128::from(child.weight);
            let values = if child.is_same { [points(child.turn.gain); 2] } else { own(child) };
            sums = [sums[0] + weight * values[0], sums[1] + weight * values[1]];
            weights += if child.is_same { 0 } else { weight };
        }
        [sums[0].checked_div_euclid(weights)?, -(-sums[1]).checked_div_euclid(weights)?]
    };
    Some([i64::try_from(lower).ok()?, i64::try_from(upper).ok()?])
}

/// Checks that a value follows from those that moves lead to, in units of 2⁻ᵘⁿⁱᵗ if it is bounds.
///
/// # Errors
/// The value that follows, if there is one.
pub(crate) fn check(
    values: Values,
    unit: Option<u32>,
    value: Value,
    end: Option<End>,
    children: &[Reached],
) -> Result<(), Option<Value>> {
    let Some(unit) = unit else {
        let follows = by_rule(values, end, children);
        let bits = |value: Value| value.expected().map(f64::to_bits);
        let is_same = follows.is_some_and(|it| it == value && bits(it) == bits(value));
        // Where no position may come back a move may win to one that would be won otherwise: a matching proves who wins.
        let is_matched = values == Values::NoRepeat && end.is_none() && !children.is_empty();
        return if is_same || (is_matched && value == Outcome::Win.into()) {
            Ok(())
        } else {
            Err(follows)
        };
    };
    let units = (1_u64 << unit) as f64;
    let in_units = |value: Value| match value {
        Value::Between { lower, upper } => [lower, upper].map(|it| (it * units) as i64),
        _ => [0; 2],
    };
    let children: Vec<_> = children
        .iter()
        .map(|&Reached { value, turn, weight, is_same }| Reached {
            value: in_units(value),
            turn,
            weight,
            is_same,
        })
        .collect();
    let ([lower, upper], follows) = (in_units(value), bounds_by_rule(end, &children, unit));
    match follows {
        Some([least, most]) if lower <= least && most <= upper => Ok(()),
        follows => Err(follows.map(|bounds| {
            let [lower, upper] = bounds.map(|it| it as f64 / units);
            Value::Between { lower, upper }
        })),
    }
}

fn without_plies(value: Value) -> Value {
    value.outcome().map_or(value, Value::from)
}

/// What a move to a position of this value is worth to the player who makes it. A move to a Grundy value is worth what it
/// leads to.
pub(crate) fn result(value: Value, turn: Turn) -> Value {
    match value {
        Value::Outcome(value) => {
            let after = value.reversed();
            let outcome = if turn.same_player { value.outcome } else { after.outcome };
            Value::Outcome(Decided { outcome, ..after })
        }
        Value::Score(score) => {
            let own = if turn.same_player { score } else { -score };
            Value::Score(own + i64::from(turn.gain))
        }
        Value::Expected(value) => {
            let own = if turn.same_player { value } else { -value };
            Value::Expected(f64::from(turn.gain) + own)
        }
        Value::Between { lower, upper } => {
            let (lower, upper) = if turn.same_player { (lower, upper) } else { (-upper, -lower) };
            let gain = f64::from(turn.gain);
            Value::Between { lower: gain + lower, upper: gain + upper }
        }
        other => other,
    }
}

/// The rank of what a result is at least, and of what it may be.
pub(crate) fn sure(value: &Value) -> i64 {
    match *value {
        Value::Between { lower, .. } => rank(&Value::Expected(lower)),
        ref value => rank(value),
    }
}

pub(crate) fn hoped(value: &Value) -> i64 {
    match *value {
        Value::Between { upper, .. } => rank(&Value::Expected(upper)),
        ref value => rank(value),
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
        Value::Expected(_) | Value::Between { .. } => {
            // Doubles below 0 are the larger as bits the less they are.
            let bits = value.number().to_bits().cast_signed();
            bits ^ ((bits >> 63).cast_unsigned() >> 1).cast_signed()
        }
        // A draw is between wins and losses.
        value => value.score().unwrap_or_default(),
    }
}
