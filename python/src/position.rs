//! Positions.

use std::sync::Arc;

use perfectplay_core::contour::Board;
use perfectplay_oracle::{
    Code, Game, LegalMove as AnyLegalMove, Position as AnyPosition, Question, find_move,
};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{oracle, raise, usage};
use crate::value::Value;

/// A position of some game. It equals its text.
#[pyclass(frozen, module = "perfectplay")]
pub(crate) struct Position(pub(crate) AnyPosition);

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game, text, board=None))]
    fn new(game: &str, text: &str, board: Option<&str>) -> PyResult<Self> {
        let board = board.map(read_board).transpose()?;
        read_text(built_in(game)?, text, board.as_ref()).map(Self)
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.0.game().name()
    }

    #[getter]
    fn board(&self) -> Option<String> {
        self.0.board().map(Board::to_contest)
    }

    /// Every move that the rules allow, of every roll in a game with a die.
    fn legal_moves(&self) -> PyResult<Vec<LegalMove>> {
        let moves = self.0.legal_moves().ok_or_else(|| {
            usage(format!(
                "the moves of this position of {} cannot be listed by the rules alone",
                self.game()
            ))
        })?;
        let from = Arc::new(self.0.clone());
        Ok(moves.into_iter().map(|legal| LegalMove { from: from.clone(), legal }).collect())
    }

    /// The legal move of a text as people and programs write it, `(1, 2)` or `1-2` for `1,2`; `None` if it is none.
    #[pyo3(signature = (text, roll=None))]
    fn find(&self, text: &str, roll: Option<&str>) -> PyResult<Option<LegalMove>> {
        let mut moves = self.legal_moves()?;
        let of_roll = moves.iter().map(|one| (one.roll(), &one.legal.step));
        let found = find_move(of_roll, text, roll);
        Ok(found.map(|found| moves.swap_remove(found)))
    }

    /// What it is worth by the rules alone, if no move is left.
    #[getter]
    fn end_value(&self) -> Option<Value> {
        self.0.end_value().map(Value)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}', '{}')", self.0.game(), self.0)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.0.to_string()).hash()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        match other.cast::<Self>() {
            Ok(other) => self.0 == other.get().0,
            Err(_) => other.extract::<&str>().is_ok_and(|text| self.0.to_string() == text),
        }
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, Reduced) {
        let this = slf.get();
        (slf.get_type().into_any().unbind(), (this.game(), this.__str__(), this.board()))
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("perfectplay._draw")?.getattr("position_html")?.call1((slf,))?.extract()
    }

    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        slf.py().import("perfectplay._draw")?.getattr("svg")?.call1((slf,))?.extract()
    }
}

/// What a position is made of again: its game, its text, its board.
type Reduced = (&'static str, String, Option<String>);

/// A move that the rules allow, and what it does.
#[pyclass(frozen, module = "perfectplay")]
pub(crate) struct LegalMove {
    from: Arc<AnyPosition>,
    legal: AnyLegalMove,
}

#[pymethods]
impl LegalMove {
    #[getter]
    fn r#move(&self) -> String {
        self.legal.step.to_string()
    }

    #[getter]
    fn roll(&self) -> Option<&'static str> {
        self.legal.roll
    }

    #[getter]
    fn gain(&self) -> Option<i64> {
        self.legal.gain
    }

    #[getter]
    fn position(&self) -> Option<Position> {
        self.from.after(&self.legal.step).map(Position)
    }

    fn __repr__(&self) -> String {
        format!("<LegalMove {}>", self.legal.step)
    }
}

/// The game with a name.
pub(crate) fn built_in(name: &str) -> PyResult<Game> {
    name.parse().map_err(|error: perfectplay_oracle::GameError| usage(error.to_string()))
}

/// The position of a text.
pub(crate) fn read_text(
    game: Game,
    text: &str,
    board: Option<&Arc<Board>>,
) -> PyResult<AnyPosition> {
    let question = Question::parse(game, text, board);
    question.map(|question| question.position).map_err(|error| oracle(&error, None))
}

/// A board of contour, as in the contest's input.
pub(crate) fn read_board(text: &str) -> PyResult<Arc<Board>> {
    let board = Board::from_text(text).map(Arc::new);
    board.map_err(|error| raise(Code::Board, error.to_string(), None))
}
