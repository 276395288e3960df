//! Games that a Python object describes: one position at a time, or for arrays of words.

mod arrays;
mod asking;
mod known;
mod number;
mod plain;
mod positions;

use std::fmt::Display;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use perfectplay::{Code, Error};
use perfectplay_tables::BuildError;
use perfectplay_tables::solve::{Batch, End, Purpose, SolveError, Values};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};

use crate::errors::{self, raise};

use arrays::Arrays;
use plain::Plain;

pub(crate) use asking::BatchAsker;

/// The most moves of a position.
const MOST_MOVES: usize = u16::MAX as usize;
/// What a word is.
pub(crate) const WORD: &str = "a word (an integer from 0 to 2**64 - 1)";

/// A game, the positions of which are words.
#[derive(Clone)]
pub(crate) struct PythonGame(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    object: Py<PyAny>,
    /// What the object says, by name.
    described: Py<PyDict>,
    told: Arc<Told>,
    start: u64,
    form: Box<dyn Form>,
    /// The exception of a method, where only a panic can leave the call.
    raised: Mutex<Option<PyErr>>,
}

/// What is told of a game once.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Told {
    name: String,
    #[pyo3(from_py_with = values)]
    values: Values,
    members: Option<u8>,
    layers: Vec<u64>,
    rules: String,
    players: u8,
    show: Option<Py<PyAny>>,
}

/// The values of this name.
fn values(name: &Bound<'_, PyAny>) -> PyResult<Values> {
    Ok(match name.extract()? {
        "outcome_only" => Values::OutcomeOnly,
        "misere" => Values::Misere,
        "score" => Values::Score,
        "grundy" => Values::Grundy,
        "expected" => Values::Expected,
        "no_repeat" => Values::NoRepeat,
        _ => Values::Outcome,
    })
}

/// A move or an outcome of a roll: the weight of an outcome or 0, the text, and the word that it leads to.
pub(crate) type Move = (u32, String, u64);

/// How a description is asked, in words.
pub(crate) trait Form: Send + Sync {
    /// How many positions are asked together.
    fn together(&self) -> usize;
    /// Whether positions are asked one by one, so that asking again takes longer than all else.
    fn is_plain(&self) -> bool;
    /// Whether there may be rolls.
    fn has_rolls(&self) -> bool {
        false
    }
    /// Whether a position of this word is known; else it has to be found again.
    fn has(&self, _word: u64) -> bool {
        true
    }
    /// About how many bytes the positions take that it keeps.
    fn kept(&self) -> u64 {
        0
    }
    /// The word of the start.
    fn start(&self, py: Python<'_>) -> PyResult<u64>;
    /// The words of all starts.
    fn starts(&self, py: Python<'_>) -> PyResult<Vec<u64>>;
    /// Adds to a batch how positions have ended, and what their moves lead to.
    fn fill(
        &self,
        py: Python<'_>,
        words: &[u64],
        purpose: Purpose,
        batch: &mut Batch,
    ) -> PyResult<()>;
    fn end(&self, py: Python<'_>, word: u64) -> PyResult<Option<End>>;
    /// The moves, or the outcomes of a roll, of a position that has not ended.
    fn moves(&self, py: Python<'_>, word: u64) -> PyResult<Vec<Move>>;
    fn canonical(&self, py: Python<'_>, words: &[u64]) -> PyResult<Vec<u64>>;
    fn same_player(&self, py: Python<'_>, before: u64, after: u64) -> PyResult<bool>;
    fn gain(&self, py: Python<'_>, before: u64, after: u64) -> PyResult<i16>;
    fn stage(&self, py: Python<'_>, word: u64) -> PyResult<u32>;
    fn text(&self, py: Python<'_>, word: u64) -> PyResult<String>;
    fn read(&self, py: Python<'_>, text: &str) -> PyResult<Option<u64>>;
    /// The word of an object that is no text; `None` if it stands for no position.
    fn given(&self, object: &Bound<'_, PyAny>) -> PyResult<Option<u64>>;
    /// What an error calls a position.
    fn named(&self, py: Python<'_>, word: u64) -> PyResult<String>;
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number that an object is; True and False are none, though Python counts with them.
fn number<'py, T: FromPyObjectOwned<'py>>(object: &Bound<'py, PyAny>) -> Option<T> {
    if object.is_instance_of::<PyBool>() { None } else { object.extract().ok() }
}

impl Told {
    /// The error that a method has given something wrong.
    fn wrong(&self, what: impl Display) -> PyErr {
        self.wrong_with(what, None)
    }

    fn wrong_with(&self, what: impl Display, hint: Option<&str>) -> PyErr {
        raise(Code::Description, format!("{}: {what}", self.name), hint.map(str::to_owned))
    }

    /// The error that a method of a position, or of a word, gave something that is not what is expected.
    fn unexpected(
        &self,
        method: &str,
        of: &Bound<'_, PyAny>,
        given: &Bound<'_, PyAny>,
        expected: &str,
    ) -> PyErr {
        let (of, given) = (shown(of), shown(given));
        self.wrong(format_args!("`{method}` of {of} must return {expected}, not {given}"))
    }
}

impl PythonGame {
    pub(crate) fn new(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let names = object.py().import("perfectplay._game")?;
        let described: Bound<'_, PyDict> =
            names.call_method1("described", (object,))?.cast_into()?;
        let told: Arc<Told> = Arc::new(described.extract()?);
        let form: Box<dyn Form> = match described.contains("children")? {
            true => Box::new(Arrays::new(&described, told.clone())?),
            false => Box::new(Plain::new(&described, told.clone())?),
        };
        let start = form.start(object.py())?;
        let (object, described) = (object.clone().unbind(), described.unbind());
        let raised = Mutex::default();
        Ok(Self(Arc::new(Inner { object, described, told, start, form, raised })))
    }

    /// What describes it.
    pub(crate) fn object(&self, py: Python<'_>) -> Py<PyAny> {
        self.0.object.clone_ref(py)
    }

    /// Whether it is the same object that says the same of itself, and has the methods that it had.
    pub(crate) fn is(&self, py: Python<'_>, other: &Self) -> bool {
        self.0.object.is(&other.0.object)
            && self.0.described.bind(py).eq(&other.0.described).unwrap_or(false)
    }

    /// Takes the exception of a method that could not be returned.
    pub(crate) fn raised(&self) -> Option<PyErr> {
        locked(&self.0.raised).take()
    }

    /// Why the game could not be solved, or its table not be used.
    pub(crate) fn error(&self, error: SolveError) -> PyErr {
        self.error_or(error, "raise the limit with `memory=`")
    }

    /// Like `error`, with a hint at what raises the ceiling on memory.
    pub(crate) fn error_or(&self, error: SolveError, raises: &str) -> PyErr {
        if let Some(raised) = self.raised() {
            return raised;
        }
        let (code, hint) = match error {
            SolveError::Build(BuildError::Interrupted(_)) => {
                return PyKeyboardInterrupt::new_err(());
            }
            SolveError::Open(error) => return errors::oracle(&Error::from(error), None),
            SolveError::Memory { .. } if self.0.form.kept() > 0 => {
                let pack = "add `pack` and `unpack`, without which positions stay in memory";
                (Code::Refused, Some(format!("{raises}, or {pack}")))
            }
            SolveError::Memory { .. } => (Code::Refused, Some(raises.to_owned())),
            SolveError::Build(BuildError::Occupied { .. }) => {
                (Code::Usage, Some("replace it with `force=True`".to_owned()))
            }
            SolveError::Build(_) => (Code::Refused, None),
            SolveError::Wrong { .. } | SolveError::Entry { .. } | SolveError::Damaged(..) => {
                (Code::Damaged, None)
            }
            _ => (Code::Description, None),
        };
        raise(code, format!("{}: {error}", self.0.told.name), hint)
    }

    /// How its positions are asked about.
    pub(crate) fn form(&self) -> &dyn Form {
        &*self.0.form
    }
}

/// What says how a position has ended.
const END: &str = "None, \"loss\", \"draw\", \"win\" or a score of 16 bits";

/// How a position has ended, as Python says it; `None` if that is nothing of these.
fn end_from(given: &Bound<'_, PyAny>) -> Option<Option<End>> {
    let end = match given.cast::<PyString>().map(|text| text.to_str()) {
        Ok(Ok("loss")) => End::Loss,
        Ok(Ok("draw")) => End::Draw,
        Ok(Ok("win")) => End::Win,
        _ if given.is_none() => return Some(None),
        _ => End::Score(number(given).filter(|&score| score != i16::MIN)?),
    };
    Some(Some(end))
}

/// The beginning of how Python writes something.
fn shown(value: &Bound<'_, PyAny>) -> String {
    let shown =
        value.py().import("perfectplay._game").and_then(|it| it.call_method1("shown", (value,)));
    shown.map_or_else(|_| "an object without a `repr`".to_owned(), |text| text.to_string())
}
