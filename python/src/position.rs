//! Positions.

use std::hash::{Hash, Hasher};

use perfectplay::custom_position;
use perfectplay::{
    GameRef, LegalMove as AnyLegalMove, Position as AnyPosition, Question, UsageError, find_move,
};
use perfectplay_core::Facts;
use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::custom::CustomGame;
use crate::errors::{oracle, usage};
use crate::value::Value;

/// A position of a game: `Position(game, text, board=None)`. It never equals a string.
#[pyclass(frozen, eq, hash, module = "perfectplay")]
#[derive(Clone, PartialEq)]
pub(crate) struct Position(pub(crate) AnyPosition);

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.0.game(), self.0.words()).hash(state);
    }
}

members! { Position, of:
    /// The name of the game.
    game: &str = of.0.game().name();
    /// The board of a contour position, in the contest's form.
    board: Option<String> = of.0.board().map(|board| board.text.clone());
    /// The value by the rules alone, if no move is left.
    end_value: Option<Value> = of.0.end_value().map(Value);
    [methods]
    /// Return every legal move, for every roll in a game with a die. Nothing is solved.
    legal_moves() -> PyResult<Vec<LegalMove>> =
        Ok(legal(&of.0)?.into_iter().map(LegalMove::from).collect());
    __str__() -> String = of.0.to_string();
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game, text, board=None))]
    fn new(game: &str, text: &str, board: Option<&str>) -> PyResult<Self> {
        read_text(&on_board(built_in(game)?, board)?, text).map(Self)
    }

    /// Return the legal move that a text means in any notation that leaves no doubt, such as `(1, 2)`; or `None`.
    #[pyo3(signature = (text, roll=None))]
    fn find(&self, text: &str, roll: Option<&str>) -> PyResult<Option<LegalMove>> {
        let mut moves = legal(&self.0)?;
        let found = find_move(moves.iter().map(|one| (one.roll, &one.step)), text, roll);
        Ok(found.map(|found| moves.swap_remove(found).into()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let board = self.board().map(|board| PyString::new(py, &board).repr()).transpose()?;
        let board = board.map_or_else(String::new, |board| format!(", {board}"));
        Ok(format!("Position('{}', '{}'{board})", self.0.game(), self.0))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, this, kind) = (slf.py(), slf.get(), slf.get_type());
        let text = this.0.to_string();
        Ok(match CustomGame::object(py, this.0.game()) {
            // The object that describes the game is pickled along.
            Some(game) => {
                let parts = (game, this.0.words()[0], text).into_pyobject(py)?;
                (kind.getattr("_of_custom")?, parts)
            }
            None => (kind.into_any(), (this.game(), text, this.board()).into_pyobject(py)?),
        })
    }

    /// Return a pickled position of a custom game.
    #[staticmethod]
    fn _of_custom(game: &Bound<'_, PyAny>, word: u64, text: String) -> PyResult<Self> {
        let custom = CustomGame::of(game)?;
        // It is met in this process now.
        custom.game.form().read(game.py(), &text)?;
        Ok(Self(custom_position(&custom.erased, word, &text)))
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        drawn(slf, "position_html")
    }

    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        drawn(slf, "svg")
    }
}

/// What a function of `perfectplay._draw` makes of an object.
pub(crate) fn drawn<'py, T: FromPyObjectOwned<'py>>(
    object: &Bound<'py, impl PyClass>,
    function: &str,
) -> PyResult<T> {
    let drawings = object.py().import("perfectplay._draw")?;
    drawings.call_method1(function, (object,))?.extract().map_err(Into::into)
}

/// A legal move, and where it leads.
#[pyclass(frozen, eq, hash, get_all, module = "perfectplay")]
#[derive(PartialEq, Hash)]
pub(crate) struct LegalMove {
    /// The move in the game's notation.
    r#move: String,
    /// The colour of the die that allows the move, in a game with one.
    roll: Option<&'static str>,
    /// The points that the move scores at once, in games that count points.
    gain: Option<i64>,
    /// The position after the move; `None` if it ends the game by capturing a piece.
    position: Option<Position>,
}

impl From<AnyLegalMove> for LegalMove {
    fn from(of: AnyLegalMove) -> Self {
        let (r#move, position) = (of.step.to_string(), of.position.map(Position));
        Self { r#move, roll: of.roll, gain: of.gain, position }
    }
}

members! { LegalMove, of:
    [methods]
    __repr__() -> String = format!("<LegalMove {}>", of.r#move);
}

/// What the rules allow in a position.
fn legal(position: &AnyPosition) -> PyResult<Vec<AnyLegalMove>> {
    position.legal_moves().ok_or_else(|| {
        let what = "cannot be listed by the rules alone";
        usage(format!("the moves of this position of {} {what}", position.game()))
    })
}

/// A game that is documented, and not one of somebody's own.
pub(crate) fn listed(game: &GameRef) -> Option<&GameRef> {
    game.about().facts.map(|_| game)
}

/// The game with a name.
pub(crate) fn built_in(name: &str) -> PyResult<GameRef> {
    let games = crate::games::known();
    let names =
        || perfectplay_games::built_in().iter().map(|game| game.name().to_owned()).collect();
    let no_game = || UsageError::NoGame { name: name.to_owned(), games: names() };
    let found = games.iter().find(|game| game.name() == name).cloned();
    found.ok_or_else(|| usage(no_game().to_string()))
}

/// Return for each game its name, rules and notation of positions, and whether positions belong to a board.
#[pyfunction]
pub(crate) fn _games() -> Vec<(&'static str, String, &'static str, bool)> {
    let games = perfectplay_games::built_in();
    let facts = games.iter().filter_map(|game| game.about().facts);
    let told =
        |of: &Facts| (of.game, format!("{} {}", of.rules, of.aim), of.notation, of.board.is_some());
    facts.map(told).collect()
}

/// The position of a text.
pub(crate) fn read_text(game: &GameRef, text: &str) -> PyResult<AnyPosition> {
    let question = Question::parse(game, text);
    question.map(|question| question.position).map_err(|error| oracle(&error, None))
}

/// A game on a board, which is given as in the contest's input.
pub(crate) fn on_board(game: GameRef, board: Option<&str>) -> PyResult<GameRef> {
    let on = board.map(|board| game.shared().on_board(board.into())).transpose();
    Ok(on.map_err(|error| oracle(&error, None))?.unwrap_or(game))
}
