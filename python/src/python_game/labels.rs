//! Tells labels of moves from positions.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A position, behind its label if it has one.
type Labelled<'py> = (Option<Bound<'py, PyAny>>, Bound<'py, PyAny>);

/// Which pairs are a label and a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Labels {
    /// All, for positions are no tuples.
    Pairs,
    /// Those with a tuple as their second part.
    BeforeTuples,
    /// So are positions themselves: all moves have labels.
    Always,
}

impl Labels {
    pub(super) fn of(start: &Bound<'_, PyAny>) -> Self {
        match start.cast_exact::<PyTuple>() {
            Ok(_) if Self::is_pair(start) => Self::Always,
            Ok(_) => Self::BeforeTuples,
            Err(_) => Self::Pairs,
        }
    }

    /// Whether something is a pair with a tuple as its second part.
    fn is_pair(object: &Bound<'_, PyAny>) -> bool {
        let second = object.cast_exact::<PyTuple>().ok().filter(|it| it.len() == 2);
        second.is_some_and(|it| it.get_item(1).is_ok_and(|it| it.is_exact_instance_of::<PyTuple>()))
    }

    /// The label of a move, if it has one, and the position that it leads to; `None` if it must have a label.
    pub(super) fn split<'py>(self, one: Bound<'py, PyAny>) -> PyResult<Option<Labelled<'py>>> {
        let pair = one.cast_exact::<PyTuple>().ok().filter(|it| it.len() == 2);
        if let Some(pair) = pair {
            let (label, position) = (pair.get_item(0)?, pair.get_item(1)?);
            let is_labelled = match self {
                Self::Pairs => true,
                Self::BeforeTuples => position.is_exact_instance_of::<PyTuple>(),
                Self::Always => Self::is_pair(&position),
            };
            if is_labelled {
                return Ok(Some((Some(label), position)));
            }
        }
        Ok((self != Self::Always).then_some((None, one)))
    }
}
