//! Sets of positions that are drawn at random, and positions as arrays.

use std::sync::Arc;

use perfectplay::{
    Code, Draw, DrawError, DrawFrom, Limits, Oracle as AnyOracle, PackedForm, PackedPosition,
    Position as AnyPosition,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer::Answer;
use crate::arguments::{PositionArgument, refuse_text};
use crate::arrays::Numbers;
use crate::batches::check_memory;
use crate::errors::{oracle, raise, usage};
use crate::position::{Position, built_in, listed, on_board, read_text};
use crate::to_dict;
use crate::watch::{Reporter, long, pause};

/// Other threads may go on each time this many positions were read.
const PAUSE: usize = 4096;

/// Where positions come from: a custom game, a table, or the largest default table of a game.
fn source(oracle: &AnyOracle, from: &str) -> Result<DrawFrom, DrawError> {
    match oracle.game(from) {
        Some(game) if listed(&game).is_none() => Ok(DrawFrom::Moves(game)),
        _ => DrawFrom::named(from, oracle.known_games()),
    }
}

fn failure(error: DrawError) -> PyErr {
    match error {
        DrawError::Oracle(error) => oracle(&error, None),
        DrawError::Memory(_) => raise(Code::Refused, error.to_string(), None),
        DrawError::Few { .. } => raise(Code::Missing, error.to_string(), None),
        _ => usage(error.to_string()),
    }
}

/// What was drawn: how, as the program's JSON and as a sentence; and the answers.
type DrawnSet<'py> = (Bound<'py, PyDict>, String, Vec<Answer>);

/// Draws a set of positions with the value of every move.
pub(crate) fn draw<'py>(
    py: Python<'py>,
    asked: &AnyOracle,
    from: &str,
    draw: &Draw,
    limits: &Limits,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<DrawnSet<'py>> {
    let from = source(asked, from).map_err(failure)?;
    // Some 2 kB for each answer.
    check_memory(u64::from(draw.count) << 11)?;
    let answers = long(py, Reporter::of(progress), |watch| {
        let mut answers = Vec::new();
        let mut take = |answer| {
            answers.push(Answer(Arc::new(answer)));
            watch.one_more(draw.count as usize);
            true
        };
        asked.draw(&from, draw, limits, watch, &mut take).map(|()| answers)
    })?;
    let (answers, drawn) = (answers.map_err(failure)?, from.drawn(draw));
    Ok((to_dict(py, &drawn)?, drawn.to_string(), answers))
}

/// Positions drawn at random.
pub(crate) fn random(
    py: Python<'_>,
    asked: &AnyOracle,
    from: &str,
    count: usize,
    seed: u64,
) -> PyResult<Vec<Position>> {
    let from = source(asked, from).map_err(failure)?;
    let positions: Result<Vec<AnyPosition>, DrawError> = long(py, Reporter::of(None), |watch| {
        let positions = from.positions(count, seed, asked, watch)?;
        match positions.len() {
            found if found < count => Err(DrawError::Few { found, tried: found }),
            _ => Ok(positions),
        }
    })?;
    Ok(positions.map_err(failure)?.into_iter().map(Position).collect())
}

/// Return positions of a game as an array for `Oracle.values`; docs/python.md describes the form of each game.
#[pyfunction]
#[pyo3(signature = (game, positions, *, board=None))]
pub(crate) fn to_array<'py>(
    py: Python<'py>,
    game: &str,
    positions: &Bound<'py, PyAny>,
    board: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let game = on_board(built_in(game)?, board)?;
    refuse_text(positions)?;
    let (mut words, mut bytes) = (Vec::new(), Vec::<u8>::new());
    // How many rows and columns each position has.
    let mut sides: Vec<(usize, usize)> = Vec::new();
    for (number, one) in positions.try_iter()?.enumerate() {
        if number.is_multiple_of(PAUSE) {
            pause(py)?;
        }
        let position = match PositionArgument::of(&one?)? {
            PositionArgument::Position(position) if *position.game() == game => position,
            PositionArgument::Position(other) => {
                return Err(usage(format!("a position of {}, not of {game}", other.game())));
            }
            PositionArgument::Text(text) => read_text(&game, &text)?,
        };
        match position.pack() {
            Some(PackedPosition::Mask(mask)) => words.push(mask),
            Some(PackedPosition::Board(size, masks)) => {
                words.extend(masks);
                sides.push(size);
            }
            Some(PackedPosition::Rows(counts)) => {
                sides.push((counts.len(), 1));
                bytes.extend(counts);
            }
            None => {
                let what = format!("positions of {game} such as {position} have no array form");
                return Err(usage(what));
            }
        }
    }
    let rows = sides.iter().map(|size| size.0).max().unwrap_or(0).max(1);
    let are_equal = sides.iter().all(|&size| size == (rows, sides[0].1));
    match game.about().packed {
        Some(PackedForm::Boards(_)) if !are_equal => Err(PyValueError::new_err(
            "an array has boards of one size: select one, as `PositionSet.array(size=4)` does",
        )),
        Some(PackedForm::Boards(_)) => Numbers::U64(words).into_array(py, 2),
        Some(PackedForm::Rows(_)) => {
            let (mut rest, mut padded) = (&bytes[..], Vec::with_capacity(rows * sides.len()));
            for &(length, _) in &sides {
                padded.extend(rest.split_off(..length).unwrap_or_default());
                padded.resize(padded.len() + rows - length, 0);
            }
            Numbers::U8(padded).into_array(py, rows)
        }
        _ => Numbers::U64(words).into_array(py, 0),
    }
}
