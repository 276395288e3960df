//! Errors of the libraries as exceptions, with hints at what helps in Python.

use perfectplay_oracle::{Code, Error, Game, Hint, TablePlace};
use perfectplay_query::game_of_name;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

/// The exception with a code: the class that `perfectplay._errors` has for it.
pub(crate) fn raise(code: Code, message: impl Into<String>, hint: Option<String>) -> PyErr {
    Python::attach(|py| {
        let made = py
            .import("perfectplay._errors")
            .and_then(|errors| errors.getattr("make")?.call1((code.name(), message.into(), hint)));
        made.map_or_else(|error| error, PyErr::from_value)
    })
}

/// What was asked for does not exist.
pub(crate) fn usage(message: impl Into<String>) -> PyErr {
    raise(Code::Usage, message, None)
}

/// Why a question has no answer; `place` is that of its position among many.
pub(crate) fn oracle(error: &Error, place: Option<usize>) -> PyErr {
    if matches!(error, Error::Interrupted(_)) {
        return PyKeyboardInterrupt::new_err(());
    }
    let message = match place {
        Some(place) => format!("position {place}: {error}"),
        None => error.to_string(),
    };
    raise(error.code(), message, error.hints().iter().find_map(hint))
}

pub(crate) fn hint(hint: &Hint) -> Option<String> {
    Some(match hint {
        Hint::Example(game) => format!("a position is written like `{}`", game.example()),
        Hint::Board => {
            "give `board=`: the numbers of rows and columns, and the scores of both players, as in \
             the contest's input"
                .to_owned()
        }
        Hint::MoreStates => "`limit=` raises that".to_owned(),
        Hint::MoreMemory => "`memory=` raises that".to_owned(),
        Hint::Build(table) => {
            format!("{} makes the table that has it", build(&table.to_string(), ""))
        }
        Hint::Restore(place) if of_own_game(place) => {
            "`perfectplay.solve(game, tables)` makes it".to_owned()
        }
        Hint::Restore(place) => {
            let table = place.name().unwrap_or_default();
            format!("{} makes it, and `unpack()` takes it from a release", build(table, ""))
        }
        Hint::Rebuild { table, .. } => format!("{} builds it anew", build(table, ", force=True")),
        _ => return None,
    })
}

/// The call that builds a table.
fn build(table: &str, more: &str) -> String {
    format!("`perfectplay.build({table:?}{more})`")
}

/// Whether a table is of a game that is not built in.
fn of_own_game(place: &TablePlace) -> bool {
    let game = place.name().and_then(game_of_name);
    game.is_some_and(|game| game.parse::<Game>().is_err())
}
