//! The plain rule by which the value of a position follows from those that its moves lead to. It shares nothing with
//! the solver.

use std::collections::BTreeSet;

use perfectplay_core::{Outcome, Value};

use crate::game::{End, Values};
use crate::value::Solved;

/// The value of a position by the plain rule, from those of the positions that its moves lead to, each with whether
/// the same player moves there; `None` if it has none.
pub(crate) fn by_rule(
    values: Values,
    end: Option<End>,
    children: &[(Solved, bool)],
) -> Option<Solved> {
    let at_once = |outcome| Some(Solved::Decided(Value { outcome, plies: Some(0) }));
    match (values, end) {
        (Values::Outcome | Values::Misere, Some(End::Loss)) => at_once(Outcome::Loss),
        (Values::Outcome | Values::Misere, Some(End::Win)) => at_once(Outcome::Win),
        (Values::Outcome | Values::Misere, Some(End::Draw)) => Some(Solved::Draw),
        (Values::Score, Some(End::Score(score))) => Some(Solved::Score(score)),
        (Values::Grundy, Some(End::Loss)) => Some(Solved::Grundy(0)),
        (_, Some(_)) => None,
        (Values::Outcome, None) if children.is_empty() => at_once(Outcome::Loss),
        (Values::Misere, None) if children.is_empty() => at_once(Outcome::Win),
        (Values::Outcome | Values::Misere | Values::Score, None) => {
            let results = children.iter().map(|&(child, same_player)| child.result(same_player));
            results.max_by_key(|result| result.rank())
        }
        (Values::Grundy, None) => {
            let grundy = |&(child, _): &(Solved, bool)| match child {
                Solved::Grundy(value) => Some(value),
                _ => None,
            };
            let seen: BTreeSet<u16> = children.iter().filter_map(grundy).collect();
            (0..=u16::MAX).find(|least| !seen.contains(least)).map(Solved::Grundy)
        }
    }
}
