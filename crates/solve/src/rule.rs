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
    let decided = |outcome, plies| Solved::Decided(Value { outcome, plies: Some(plies) });
    match (values, end) {
        (Values::Outcome | Values::Misere, Some(End::Loss)) => Some(decided(Outcome::Loss, 0)),
        (Values::Outcome | Values::Misere, Some(End::Win)) => Some(decided(Outcome::Win, 0)),
        (Values::Outcome | Values::Misere, Some(End::Draw)) => Some(Solved::Draw),
        (Values::Score, Some(End::Score(score))) => Some(Solved::Score(score)),
        (Values::Grundy, Some(End::Loss)) => Some(Solved::Grundy(0)),
        (_, Some(_)) => None,
        (Values::Outcome, None) if children.is_empty() => Some(decided(Outcome::Loss, 0)),
        (Values::Misere, None) if children.is_empty() => Some(decided(Outcome::Win, 0)),
        (Values::Outcome | Values::Misere, None) => outcome_by_rule(children),
        (Values::Score, None) => {
            let scores = children.iter().map(|&(child, same_player)| match child {
                Solved::Score(score) => {
                    if same_player {
                        score
                    } else {
                        -score
                    }
                }
                _ => i16::MIN,
            });
            scores.max().map(Solved::Score)
        }
        (Values::Grundy, None) => {
            let seen: BTreeSet<u16> = children
                .iter()
                .filter_map(|(child, _)| match child {
                    Solved::Grundy(value) => Some(*value),
                    _ => None,
                })
                .collect();
            (0..)
                .zip(&seen)
                .find(|(least, seen)| least != *seen)
                .map(|(least, _)| least)
                .or_else(|| u16::try_from(seen.len()).ok())
                .map(Solved::Grundy)
        }
    }
}

/// A win in as few plies as there can be, else a draw, else a loss in as many.
fn outcome_by_rule(children: &[(Solved, bool)]) -> Option<Solved> {
    let (mut fastest_win, mut slowest_loss, mut can_draw) = (None::<u16>, None::<u16>, false);
    for &(child, same_player) in children {
        match child {
            Solved::Draw => can_draw = true,
            Solved::Decided(Value { outcome, plies: Some(plies) }) => {
                if (outcome == Outcome::Win) == same_player {
                    fastest_win = Some(fastest_win.map_or(plies + 1, |win| win.min(plies + 1)));
                } else {
                    slowest_loss = Some(slowest_loss.map_or(plies + 1, |loss| loss.max(plies + 1)));
                }
            }
            _ => return None,
        }
    }
    let decided = |outcome, plies| Solved::Decided(Value { outcome, plies });
    match (fastest_win, can_draw) {
        (Some(_), _) => Some(decided(Outcome::Win, fastest_win)),
        (None, true) => Some(Solved::Draw),
        (None, false) => Some(decided(Outcome::Loss, slowest_loss)),
    }
}
