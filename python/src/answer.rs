//! Answers, which read like the JSON of the program.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use perfectplay::{
    Answer as AnyAnswer, Choice, Line, MoveAnswer, Moves, Replies, RollAnswer, Step as AnyStep,
    Value as AnyValue,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::position::{Position, drawn};
use crate::to_dict;
use crate::value::Value;

/// The value of a position, and its moves. The attributes are the fields of the program's JSON.
#[pyclass(frozen, eq, hash, module = "perfectplay")]
#[derive(Clone, PartialEq)]
pub(crate) struct Answer(pub(crate) Arc<AnyAnswer>);

/// A move, and its result.
#[pyclass(frozen, eq, hash, module = "perfectplay")]
#[derive(Clone, PartialEq)]
pub(crate) struct Move(MoveAnswer);

/// A roll of the die, and the moves after it.
#[pyclass(frozen, eq, hash, get_all, module = "perfectplay")]
#[derive(PartialEq, Hash)]
pub(crate) struct Roll {
    /// The colour of the die, or the label of the outcome in a custom game.
    roll: Cow<'static, str>,
    /// The probability of the roll, as a fraction such as `1/6`.
    probability: Cow<'static, str>,
    /// Every move, best first; none if the minute passes without a move.
    moves: Vec<Move>,
}

impl From<&RollAnswer> for Roll {
    fn from(of: &RollAnswer) -> Self {
        let (roll, probability) = (of.roll.clone(), of.probability.clone());
        Self { roll, probability, moves: all(&of.moves) }
    }
}

/// A move of best play, and where it leads.
#[pyclass(frozen, eq, hash, module = "perfectplay")]
#[derive(PartialEq)]
pub(crate) struct Step(AnyStep);

// Equal objects have or lead to equal positions.
macro_rules! hash_by_position {
    ($($type:ty),*) => {$(
        impl Hash for $type {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.position().hash(state);
            }
        }
    )*};
}

hash_by_position!(Answer, Move, Step);

fn shown(value: Option<AnyValue>) -> String {
    value.map_or_else(|| "not known".to_owned(), |value| value.to_string())
}

/// What [`Answer::judge`] finds.
type Judgement = (Option<Move>, f64, f64, &'static str, Vec<String>);

fn all(moves: &[MoveAnswer]) -> Vec<Move> {
    moves.iter().cloned().map(Move).collect()
}

members! { Answer, of:
    /// The name of the game.
    game: &str = of.0.game().name();
    /// The position.
    position: Position = Position(of.0.position.clone());
    /// The board of a contour position, in the contest's form.
    board: Option<String> = of.0.board().map(|board| board.text.clone());
    /// The value for the player to move; `None` if it is not known.
    value: Option<Value> = of.0.value.map(Value);
    /// The Grundy value (the size of the Nim heap that equals the position), if you asked for it and there is one.
    grundy: Option<u16> = of.0.grundy;
    /// Every move, best first; if there are too many, only known wins, or `None`. `None` if a die is rolled first.
    moves: Option<Vec<Move>> = match &of.0.moves {
        Moves::All(moves) => Some(all(moves)),
        Moves::Winning(moves) if !moves.is_empty() => Some(all(moves)),
        _ => None,
    };
    /// The rolls and the moves after each, in a game with a die; `None` in other games.
    rolls: Option<Vec<Roll>> = match &of.0.moves {
        Moves::Rolls(rolls) => Some(rolls.iter().map(Roll::from).collect()),
        _ => None,
    };
    /// Pairs of a roll and the moves to choose from; in a game without dice one pair, with `None` as its roll.
    choices: Vec<(Option<&str>, Vec<Move>)> =
        of.0.moves.of_rolls().map(|(colour, moves)| (colour, all(moves))).collect();
    /// Best play to the end, if you asked for it and it is known.
    line: Option<Vec<Step>> = match of.0.line.as_ref()? {
        Line::Known(steps) => Some(steps.iter().cloned().map(Step).collect()),
        _ => None,
    };
    /// The table that answered; `None` if the position was solved on the spot.
    table: Option<&str> = of.0.table.as_deref();
    /// The bits per position by which the table of a custom game recognises its positions, if that leaves doubt whether
    /// play reaches this one.
    members: Option<u8> = of.0.members;
    /// The number of positions that a search visited, if there was one.
    searched: Option<u64> = of.0.search.as_ref().map(|search| search.visited);
    /// The reason why the value, or a line that you asked for, is not known.
    reason: Option<String> = match (of.0.search.as_ref().and_then(|it| it.reason.as_ref()), &of.0.line) {
        (Some(reason), _) => Some(reason.to_string()),
        (None, Some(Line::Unknown(reason))) => Some(reason.clone()),
        _ => None,
    };
    /// The statement of the theorem that decided the position, if one did.
    theorem: Option<&str> = Some(&of.0.search.as_ref()?.theorem.as_ref()?.statement);
    [methods]
    /// Return the move that a text means in any notation that leaves no doubt, such as `(1, 2)` for `1,2`; `None` if it
    /// is none of these moves. In a game with a die, `roll` is its colour.
    #[pyo3(signature = (text, roll=None))]
    find(text: &str, roll: Option<&str>) -> Option<Move> =
        of.0.find(text, roll).cloned().map(Move);
    /// Return the answer as in the program's JSON.
    to_dict(py: Python<'_>) -> PyResult<Py<PyDict>> = Ok(to_dict(py, &*of.0)?.unbind());
    __repr__() -> String =
        format!("<Answer {} {}: {}>", of.0.game(), of.0.position, shown(of.0.value));
}

#[pymethods]
impl Answer {
    /// Judge a move among those that it was chosen from: itself if it is legal, its result, the best result, the kind
    /// of choice, and the best moves. `None` if there are no moves, or not all results are known.
    #[pyo3(name = "_judge", signature = (text, roll=None))]
    fn judge(&self, text: &str, roll: Option<&str>) -> Option<Judgement> {
        let judged = self.0.judge(text, roll)?;
        let kind = match judged.choice {
            Choice::Decision => "decision",
            Choice::Lost => "lost",
            _ => "dont_care",
        };
        let best_moves = judged.best_moves.iter().map(|best| best.step.to_string()).collect();
        Some((judged.played.cloned().map(Move), judged.result, judged.best, kind, best_moves))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__(&self) -> PyResult<()> {
        let what = "an answer cannot be pickled: pickle its `to_dict()`, or save a `PositionSet`";
        Err(PyTypeError::new_err(what))
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        drawn(slf, "answer_html")
    }
}

members! { Move, of:
    /// The move in the game's notation.
    r#move: String = of.0.step.to_string();
    /// The points that the move scores at once, in games that count points.
    gain: Option<i64> = of.0.gain;
    /// The position after the move; `None` if it ends the game by capturing a piece.
    position: Option<Position> = of.0.position.clone().map(Position);
    /// The value of the position after the move, for the player to move there.
    value: Option<Value> = of.0.value.map(Value);
    /// The value of the move for the player who makes it; `None` if it is not known.
    result: Option<Value> = of.0.result.map(Value);
    /// Whether no other move has a better result, counting plies where they are known.
    best: Option<bool> = of.0.best;
    /// Whether the move wins; `None` in games that are not won or lost.
    winning: Option<bool> = of.0.winning();
    /// Whether the same player moves again.
    again: bool = of.0.again;
    /// The Grundy value of the position after the move, if you asked for it.
    grundy: Option<u16> = of.0.grundy;
    /// The best replies, if you asked for them and they are known.
    replies: Option<Vec<String>> = match of.0.replies.as_ref()? {
        Replies::Known(moves) => Some(moves.iter().map(ToString::to_string).collect()),
        _ => None,
    };
    [methods]
    /// Return the move as in the program's JSON.
    to_dict(py: Python<'_>) -> PyResult<Py<PyDict>> = Ok(to_dict(py, &of.0)?.unbind());
    __str__() -> String = of.r#move();
    __repr__() -> String = format!("<Move {}: {}>", of.0.step, shown(of.0.result));
}

members! { Roll, of:
    [methods]
    __repr__() -> String = format!("<Roll {}, {}>", of.roll, of.probability);
}

members! { Step, of:
    /// The move in the game's notation.
    r#move: String = of.0.step.to_string();
    /// The points that the move scores at once, in games that count points.
    gain: Option<i64> = of.0.gain;
    /// The position after the move; `None` if it ends the game by capturing a piece.
    position: Option<Position> = of.0.position.clone().map(Position);
    /// The value of the position after the move, for the player to move there.
    value: Value = Value(of.0.value);
    [methods]
    /// Return the step as in the program's JSON.
    to_dict(py: Python<'_>) -> PyResult<Py<PyDict>> = Ok(to_dict(py, &of.0)?.unbind());
    __repr__() -> String = format!("<Step {}: {}>", of.0.step, of.0.value);
}
