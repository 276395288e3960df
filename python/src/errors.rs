//! Errors of the libraries as exceptions, with hints at what helps in Python.

use perfectplay::{Code, Error, Hint, can_be_there, game_of_board_table, table_named};
use perfectplay_query::TableName;
use perfectplay_release::UnpackError;
use perfectplay_tables::BuildError;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::games::{is_own, known};

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
        Hint::Example(game) => format!("a position is written like `{}`", game.about().example),
        Hint::Board => {
            "pass `board=`: the numbers of rows and columns, and the scores of both players, as in \
             the contest's input"
                .to_owned()
        }
        Hint::MoreStates => "raise the limit with `limit=`".to_owned(),
        Hint::MoreMemory => "raise the limit with `memory=`".to_owned(),
        Hint::Build(table) => {
            format!("{} builds the table that has it", make(&table.to_string(), "").ok()?)
        }
        Hint::Restore(place) => match make(place.name()?, "") {
            Ok(call) if call.contains(".build(") => {
                format!("build it with {call}, or take it from a release with `unpack()`")
            }
            Ok(call) => format!("create it with {call}"),
            Err(no_such_table) => no_such_table,
        },
        Hint::Rebuild { table, .. } => {
            format!("rebuild it with {}", make(table, ", force=True").ok()?)
        }
        _ => return None,
    })
}

/// What makes the table with a name, or that there can be no such table.
fn make(table: &str, more: &str) -> Result<String, String> {
    let no_such = match table_named(table, &known()) {
        // A game of somebody's own that has the name of a classic one.
        Ok(_) if is_own(table) => String::new(),
        Ok(_) => return Ok(format!("`perfectplay.build({table:?}{more})`")),
        Err(error) => error.to_string(),
    };
    match table.parse::<TableName>() {
        Ok(name) if can_be_there(&name, &known()) => {
            Ok(match game_of_board_table(name.as_str(), &known()) {
                Some(game) => format!("the program's `perfectplay build {game} --board FILE`"),
                None => format!("`perfectplay.solve(game, tables{more})`"),
            })
        }
        _ => {
            let tables = no_such.split_once(": ").map(|(_, tables)| tables.to_owned());
            Err(tables.unwrap_or(no_such))
        }
    }
}

/// Why a table could not be unpacked, or not be had from an address.
pub(crate) fn of_unpack(error: UnpackError) -> PyErr {
    let code = match error {
        UnpackError::System(error) => return of_build(error),
        UnpackError::NoFile { .. } | UnpackError::NotInRelease { .. } => Code::Missing,
        UnpackError::Address { .. } | UnpackError::FileName(_) => Code::Usage,
        UnpackError::Http { .. } | UnpackError::Unfinished { .. } => Code::Refused,
        _ => Code::Damaged,
    };
    raise(code, error.to_string(), None)
}

/// Why a table could not be built.
pub(crate) fn of_build(error: BuildError) -> PyErr {
    match error {
        BuildError::Interrupted(_) => PyKeyboardInterrupt::new_err(()),
        BuildError::Description(_) => raise(Code::Description, error.to_string(), None),
        error => raise(Code::Refused, error.to_string(), None),
    }
}
