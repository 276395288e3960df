//! Values.

use perfectplay::{Outcome, Value as AnyValue};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

use crate::to_dict;

/// What a value is made of again: its unit, its number or the lower bound, its plies, and the upper bound.
type Parts = (&'static str, f64, Option<u16>, Option<f64>);

/// The value of a position for the player to move, or of a move for the player who makes it.
///
/// Values of one game are ordered: what is better for the player is greater, and fewer minutes are better.
#[pyclass(frozen, module = "perfectplay")]
pub(crate) struct Value(pub(crate) AnyValue);

members! { Value, of:
    /// `win`, `draw` or `loss`, in games that are won or lost.
    outcome: Option<String> = match of.0 {
        AnyValue::Draw => Some("draw".to_owned()),
        value => value.outcome().map(|outcome| outcome.to_string()),
    };
    /// The number of moves until the end, if the winner hurries and the loser stalls; `None` if it is not known.
    plies: Option<u16> = of.0.plies();
    /// The player's score minus the opponent's, in games that count points.
    score: Option<i64> = of.0.score();
    /// The expected minutes until the end, or the expectation in a custom game with dice.
    expected: Option<f64> = of.0.expected();
    /// The Grundy value, in custom games that solve for it.
    grundy: Option<u16> = match of.0 {
        AnyValue::Grundy(value) => Some(value),
        _ => None,
    };
    /// The lower and upper bounds of an expectation that is not known exactly.
    bounds: Option<(f64, f64)> = match of.0 {
        AnyValue::Between { lower, upper } => Some((lower, upper)),
        _ => None,
    };
    /// The unit: `outcome`, `score`, `minutes`, `expected` or `grundy`.
    unit: &'static str = match of.0 {
        AnyValue::Score(_) => "score",
        AnyValue::Minutes(_) => "minutes",
        AnyValue::Expected(_) | AnyValue::Between { .. } => "expected",
        AnyValue::Grundy(_) => "grundy",
        _ => "outcome",
    };
    /// Whether a move with this value wins; `None` in games that are not won or lost.
    wins: Option<bool> = of.0.wins();
    [methods]
    /// Return the value as in the program's JSON.
    to_dict(py: Python<'_>) -> PyResult<Py<PyDict>> = Ok(to_dict(py, &of.0)?.unbind());
    __str__() -> String = of.0.to_string();
    __repr__() -> String = format!("<Value {}>", of.0);
}

#[pymethods]
impl Value {
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let (of, bounds) = (slf.get(), slf.get().bounds());
        let number = bounds.map_or_else(|| of.__float__(), |(lower, _)| lower);
        let parts = (of.unit(), number, of.plies(), bounds.map(|(_, upper)| upper));
        Ok((slf.get_type().getattr("_of")?, parts))
    }

    /// The value that was pickled like this.
    #[staticmethod]
    fn _of(unit: &str, number: f64, plies: Option<u16>, upper: Option<f64>) -> Self {
        let outcome = |outcome| AnyValue::Outcome(perfectplay_core::Value { outcome, plies });
        Self(match (unit, upper) {
            ("grundy", _) => AnyValue::Grundy(number as u16),
            ("score", _) => AnyValue::Score(number as i64),
            ("minutes", _) => AnyValue::Minutes(number),
            ("expected", Some(upper)) => AnyValue::Between { lower: number, upper },
            ("expected", None) => AnyValue::Expected(number),
            _ if number > 0.0 => outcome(Outcome::Win),
            _ if number < 0.0 => outcome(Outcome::Loss),
            _ => AnyValue::Draw,
        })
    }

    fn __float__(&self) -> f64 {
        match self.0 {
            // As everywhere else but in comparisons, for which fewer are better.
            AnyValue::Minutes(minutes) => minutes,
            value => value.number(),
        }
    }

    fn __hash__(&self) -> u64 {
        // 0 and -0 are equal.
        (self.0.number() + 0.0).to_bits() ^ u64::from(self.0.plies().unwrap_or(u16::MAX)) << 32
    }

    fn __richcmp__(&self, py: Python<'_>, other: &Bound<'_, PyAny>, op: CompareOp) -> Py<PyAny> {
        let Ok(other) = other.cast::<Self>() else { return py.NotImplemented() };
        let (one, other) = (self.0, other.get().0);
        let is = match (op, one.partial_cmp(&other)) {
            (CompareOp::Eq, _) => one == other,
            (CompareOp::Ne, _) => one != other,
            (_, None) => return py.NotImplemented(),
            (op, Some(order)) => op.matches(order),
        };
        PyBool::new(py, is).to_owned().into_any().unbind()
    }
}
