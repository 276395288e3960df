//! Values.

use perfectplay::{Outcome, Value as AnyValue};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

use crate::to_dict;

/// What a value is made of again: its kind, its number, its plies.
type Parts = (&'static str, f64, Option<u16>, f64);

/// What a position is worth to the player to move, or a move to the player who makes it.
#[pyclass(frozen, module = "perfectplay")]
pub(crate) struct Value(pub(crate) AnyValue);

#[pymethods]
impl Value {
    /// `win`, `draw` or `loss`, in games that are won or lost.
    #[getter]
    fn outcome(&self) -> Option<String> {
        match self.0 {
            AnyValue::Draw => Some("draw".to_owned()),
            value => value.outcome().map(|outcome| outcome.to_string()),
        }
    }

    /// The moves until the end, if the winner hurries and the loser stalls; `None` if they are not known.
    #[getter]
    fn plies(&self) -> Option<u16> {
        self.0.plies()
    }

    /// The player's score minus the opponent's, in games that count points.
    #[getter]
    fn score(&self) -> Option<i64> {
        self.0.score()
    }

    /// Expected minutes until the end, or what else can be expected in a game with dice.
    #[getter]
    fn expected(&self) -> Option<f64> {
        self.0.expected()
    }

    /// The Grundy value, in custom games that have those as values.
    #[getter]
    fn grundy(&self) -> Option<u16> {
        match self.0 {
            AnyValue::Grundy(value) => Some(value),
            _ => None,
        }
    }

    /// Of an expectation that is known by bounds: the lower and the upper one.
    #[getter]
    fn bounds(&self) -> Option<(f64, f64)> {
        match self.0 {
            AnyValue::Between { lower, upper } => Some((lower, upper)),
            _ => None,
        }
    }

    /// What it is counted in.
    #[getter]
    const fn unit(&self) -> &'static str {
        match self.0 {
            AnyValue::Score(_) => "score",
            AnyValue::Minutes(_) => "minutes",
            AnyValue::Expected(_) | AnyValue::Between { .. } => "expected",
            AnyValue::Grundy(_) => "grundy",
            _ => "outcome",
        }
    }

    /// Of a move: whether it wins; `None` in games that are not won or lost.
    #[getter]
    fn wins(&self) -> Option<bool> {
        self.0.wins()
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, Parts)> {
        let made = slf.get_type().getattr("_of")?.unbind();
        let (kind, number) = match slf.get().0 {
            AnyValue::Grundy(value) => ("grundy", value.into()),
            AnyValue::Score(score) => ("score", score as f64),
            AnyValue::Minutes(minutes) => ("minutes", minutes),
            AnyValue::Expected(number) => ("expected", number),
            AnyValue::Between { lower, .. } => ("between", lower),
            value => ("outcome", value.number()),
        };
        let upper = match slf.get().0 {
            AnyValue::Between { upper, .. } => upper,
            _ => 0.0,
        };
        Ok((made, (kind, number, slf.get().0.plies(), upper)))
    }

    /// The value that was pickled like this.
    #[staticmethod]
    fn _of(kind: &str, number: f64, plies: Option<u16>, upper: f64) -> Self {
        let outcome = |outcome| AnyValue::Outcome(perfectplay_core::Value { outcome, plies });
        Self(match kind {
            "grundy" => AnyValue::Grundy(number as u16),
            "score" => AnyValue::Score(number as i64),
            "minutes" => AnyValue::Minutes(number),
            "expected" => AnyValue::Expected(number),
            "between" => AnyValue::Between { lower: number, upper },
            _ if number > 0.0 => outcome(Outcome::Win),
            _ if number < 0.0 => outcome(Outcome::Loss),
            _ => AnyValue::Draw,
        })
    }

    /// The value as the program's JSON has it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        to_dict(py, &self.0)
    }

    fn __float__(&self) -> f64 {
        match self.0 {
            // As everywhere else but in comparisons, for which fewer are better.
            AnyValue::Minutes(minutes) => minutes,
            value => value.number(),
        }
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Value {}>", self.0)
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
