//! What a move that was played is worth, beside those that could have been.

use crate::{Answer, MoveAnswer, Moves, find_move};
use perfectplay_query::Value;

/// A move that was played, among the moves that it was chosen from.
///
/// Results are numbers of which more is better for the player who moves, as of [`Value::number`]; with Grundy values 1
/// is the result of a move that wins.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Judgement<'a> {
    /// The move; `None` if it is not legal.
    pub played: Option<&'a MoveAnswer>,
    /// The best moves that could be played.
    pub best_moves: Vec<&'a MoveAnswer>,
    /// Its result. An illegal move loses, or is worth as little as the worst one.
    pub result: f64,
    /// The result of the best moves.
    pub best: f64,
    /// What there was to choose.
    pub choice: Choice,
}

/// What there was to choose between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Choice {
    /// A real choice: some moves lead to a better outcome, score or number of minutes than others. Plies alone make
    /// none.
    Decision,
    /// All are worth the same.
    DontCare,
    /// All lose.
    Lost,
}

impl Answer {
    /// The move of a text as [`find_move`] reads it, in a game with a die after a roll of this colour.
    pub fn find(&self, text: &str, roll: Option<&str>) -> Option<&MoveAnswer> {
        let moves =
            || self.moves.of_rolls().flat_map(|(of, moves)| moves.iter().map(move |m| (of, m)));
        let found = find_move(moves().map(|(of, one)| (of, &one.step)), text, roll)?;
        moves().nth(found).map(|(_, one)| one)
    }

    /// What the move of such a text is worth. `None` if there are no moves, or if not the results of all are known.
    ///
    /// ```
    /// let answer = perfectplay::Oracle::open("tables")?.ask("number", "2 3 4 5 6")?;
    /// assert_eq!(answer.find(" 4 ", None).and_then(|reply| reply.best), Some(true));
    /// let judged = answer.judge("2", None).expect("the results of all moves are known");
    /// assert!(judged.result < judged.best, "2 gives the win away");
    /// # Ok::<(), perfectplay::Error>(())
    /// ```
    pub fn judge(&self, text: &str, roll: Option<&str>) -> Option<Judgement<'_>> {
        if let Moves::Winning(_) = self.moves {
            return None;
        }
        let played = self.find(text, roll);
        let is_asked = |of: Option<&str>, moves: &[MoveAnswer]| match played {
            Some(played) => moves.iter().any(|one| one.step == played.step),
            None => roll.is_none_or(|roll| of.is_some_and(|of| of.eq_ignore_ascii_case(roll))),
        };
        let choices = self.moves.of_rolls().filter(|(of, moves)| is_asked(*of, moves));
        let moves: Vec<&MoveAnswer> = choices.flat_map(|(_, moves)| moves).collect();
        let (worst, best) = extremes(&moves)?;
        let has_outcomes = moves.iter().any(|one| one.winning().is_some());
        let of_illegal = if has_outcomes { -1.0 } else { worst };
        Some(Judgement {
            played,
            best_moves: moves.iter().copied().filter(|one| one.is_best()).collect(),
            result: played.and_then(|one| one.result).map_or(of_illegal, number),
            best,
            choice: match worst < best {
                true => Choice::Decision,
                false if has_outcomes && best < 0.0 => Choice::Lost,
                false => Choice::DontCare,
            },
        })
    }

    /// Whether the position has a real choice, a [`Choice::Decision`]; in a game with a die, after some roll.
    ///
    /// ```
    /// let oracle = perfectplay::Oracle::open("tables")?;
    /// assert!(oracle.ask("number", "2 3 4 5 6")?.has_real_choice());
    /// assert!(!oracle.ask("number", "2 3")?.has_real_choice(), "all moves lose");
    /// # Ok::<(), perfectplay::Error>(())
    /// ```
    pub fn has_real_choice(&self) -> bool {
        let differ = |moves: &[MoveAnswer]| {
            extremes(&moves.iter().collect::<Vec<_>>()).is_some_and(|(worst, best)| worst < best)
        };
        !matches!(self.moves, Moves::Winning(_)) && self.moves.choices().any(differ)
    }
}

/// The results of the worst and the best of these moves; `None` if there are none, or if not all results are known.
fn extremes(moves: &[&MoveAnswer]) -> Option<(f64, f64)> {
    let results: Option<Vec<f64>> = moves.iter().map(|one| one.result.map(number)).collect();
    let extreme = |of: fn(f64, f64) -> f64| results.as_ref()?.iter().copied().reduce(of);
    extreme(f64::min).zip(extreme(f64::max))
}

/// A move's result as a number. Whoever leaves the Grundy value 0 wins.
fn number(result: Value) -> f64 {
    match result {
        Value::Grundy(0) => 1.0,
        Value::Grundy(_) => -1.0,
        result => result.number(),
    }
}
