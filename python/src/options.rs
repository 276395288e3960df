//! The options of questions: what to ask for, limits, and whether errors are kept.

use perfectplay::{Limits, Plies, Question};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arguments::Whole;

/// What a question asks, besides its position.
#[derive(Clone, Copy)]
pub(crate) struct Options {
    pub(crate) plies: Plies,
    pub(crate) line: bool,
    pub(crate) replies: bool,
    pub(crate) grundy: bool,
}

impl Options {
    pub(crate) fn value(plies: Plies) -> Self {
        Self { plies, line: false, replies: false, grundy: false }
    }

    pub(crate) fn question(self, question: Question) -> Question {
        let Self { plies, line, replies, grundy } = self;
        question.with_plies(plies).with_line(line).with_replies(replies).with_grundy(grundy)
    }
}

/// The limits of a call.
pub(crate) fn limits(states: Option<Whole<u64>>, memory: Option<Whole<u64>>) -> Limits {
    let memory = memory.map_or(Limits::default().memory, Whole::get);
    Limits::default().with_states(states.map(Whole::get)).with_memory(memory)
}

/// When to solve for plies.
pub(crate) fn plies(asked: Option<bool>, default: Plies) -> Plies {
    match asked {
        None => default,
        Some(true) => Plies::Always,
        Some(false) => Plies::IfStored,
    }
}

/// Whether errors are kept.
pub(crate) fn keeps(errors: &str) -> PyResult<bool> {
    match errors {
        "raise" => Ok(false),
        "keep" => Ok(true),
        _ => Err(PyValueError::new_err("`errors` must be \"raise\" or \"keep\"")),
    }
}
