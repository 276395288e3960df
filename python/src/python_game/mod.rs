//! Games that a Python object describes. Each method is called for a batch of positions, because a call is slow.

mod asking;

use std::fmt::{Debug, Display};
use std::iter;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use perfectplay::{Code, Error};
use perfectplay_tables::BuildError;
use perfectplay_tables::solve::{End, MEMBERS_BY_SIZE, Mistake, SolveError, Turn, Values};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyString, PyTuple};

use crate::errors::{self, raise};

pub(crate) use asking::BatchAsker;

/// The most moves of a position.
const MOST_MOVES: usize = u16::MAX as usize;
/// What a word is.
pub(crate) const WORD: &str = "a word, which is an integer from 0 to 2**64 - 1";
/// Stands before a word in errors that have no text of the position.
const THE_WORD: &str = "the word ";

/// A game, the positions of which are their words.
#[derive(Clone)]
pub(crate) struct PythonGame(Arc<Inner>);

struct Inner {
    object: Py<PyAny>,
    name: String,
    start: u64,
    starts: Option<Py<PyAny>>,
    values: Values,
    members: u8,
    layers: Vec<u64>,
    rules: String,
    moves: Py<PyAny>,
    end: Option<Py<PyAny>>,
    canonical: Option<Py<PyAny>>,
    same_player: Option<Py<PyAny>>,
    gain: Option<Py<PyAny>>,
    rolls: Option<Py<PyAny>>,
    players: u8,
    stage: Option<Py<PyAny>>,
    show: Option<Py<PyAny>>,
    read: Option<Py<PyAny>>,
    /// The exception of a method, where only a panic can leave the call.
    raised: Mutex<Option<PyErr>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Inner {
    fn methods(&self) -> impl Iterator<Item = Option<&Py<PyAny>>> {
        let Self { starts, moves, end, canonical, same_player, gain, rolls, .. } = self;
        let Self { stage, show, read, .. } = self;
        let optional = [starts, end, canonical, same_player, gain, rolls, stage, show, read];
        iter::once(Some(moves)).chain(optional.map(Option::as_ref))
    }
}

/// What an object has by a name, if it has that.
fn attribute<'py, T>(
    object: &Bound<'py, PyAny>,
    name: &str,
    expected: &str,
    read: impl Fn(&Bound<'py, PyAny>) -> Option<T>,
) -> PyResult<Option<T>> {
    let value = object.getattr_opt(name)?.filter(|value| !value.is_none());
    let wrong = |value: &Bound<'_, PyAny>| {
        let what = format!("`{name}` is {}, and not {expected}", shown(value));
        raise(Code::Description, format!("the description of a game: {what}"), None)
    };
    value.map(|value| read(&value).ok_or_else(|| wrong(&value))).transpose()
}

/// The word that an object is; True and False are none, though Python counts with them.
pub(crate) fn word(object: &Bound<'_, PyAny>) -> Option<u64> {
    if object.is_instance_of::<PyBool>() { None } else { object.extract().ok() }
}

/// A game that may no longer be in use.
pub(crate) struct WeakGame(Weak<Inner>);

impl WeakGame {
    /// The game, if it is still in use.
    pub(crate) fn upgrade(&self) -> Option<PythonGame> {
        self.0.upgrade().map(PythonGame)
    }
}

impl PythonGame {
    /// The game, for as long as it is in use elsewhere.
    pub(crate) fn downgrade(&self) -> WeakGame {
        WeakGame(Arc::downgrade(&self.0))
    }

    pub(crate) fn new(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let names = object.py().import("perfectplay._game")?;
        names.call_method1("check_spelling", (object,))?;
        let missing = |name: &str| {
            let kind = object.get_type();
            raise(Code::Description, format!("{kind} has no `{name}`: a game needs one"), None)
        };
        let text = |name: &str| attribute(object, name, "a text", |value| value.extract().ok());
        let method = |name: &str| {
            let callable =
                |value: &Bound<'_, PyAny>| value.is_callable().then(|| value.clone().unbind());
            attribute(object, name, "a method", callable)
        };
        let start = attribute(object, "start", WORD, word)?;
        let kinds = "\"outcome\", \"outcome_only\", \"misere\", \"score\", \"grundy\", \"expected\" or \"no_repeat\"";
        let values = attribute(object, "values", kinds, |values| {
            Some(match &*values.extract::<String>().ok()? {
                "outcome" => Values::Outcome,
                "outcome_only" => Values::OutcomeOnly,
                "misere" => Values::Misere,
                "score" => Values::Score,
                "grundy" => Values::Grundy,
                "expected" => Values::Expected,
                "no_repeat" => Values::NoRepeat,
                _ => return None,
            })
        });
        let members = attribute(object, "members", "from 0 to 7", |value| {
            word(value).filter(|&bits| bits <= 7).map(|bits| bits as u8)
        });
        let players = attribute(object, "players", "1 or 2", |value| {
            word(value).filter(|players| [1, 2].contains(players)).map(|players| players as u8)
        });
        let layers = attribute(object, "layers", "a list of numbers of positions", |layers| {
            list_of(layers)?.iter().map(|states| word(&states)).collect()
        });
        Ok(Self(Arc::new(Inner {
            name: text("name")?.ok_or_else(|| missing("name"))?,
            start: start.ok_or_else(|| missing("start"))?,
            starts: method("starts")?,
            values: values?.unwrap_or_default(),
            members: members?.unwrap_or(MEMBERS_BY_SIZE),
            layers: layers?.unwrap_or_default(),
            rules: text("rules")?.unwrap_or_default(),
            moves: method("moves")?.ok_or_else(|| missing("moves"))?,
            end: method("end")?,
            canonical: method("canonical")?,
            same_player: method("same_player")?,
            gain: method("gain")?,
            rolls: method("rolls")?,
            players: players?.unwrap_or(2),
            stage: method("stage")?,
            show: method("show")?,
            read: method("read")?,
            raised: Mutex::default(),
            object: object.clone().unbind(),
        })))
    }

    /// What describes it.
    pub(crate) fn object(&self, py: Python<'_>) -> Py<PyAny> {
        self.0.object.clone_ref(py)
    }

    /// Whether it is the same object that says the same of itself, and has the methods that it had.
    pub(crate) fn is(&self, py: Python<'_>, other: &Self) -> bool {
        let (one, other) = (&*self.0, &*other.0);
        let same = |(one, other): (Option<&Py<PyAny>>, Option<&Py<PyAny>>)| match (one, other) {
            (Some(one), Some(other)) => one.bind(py).eq(other).unwrap_or(false),
            (one, other) => one.is_none() && other.is_none(),
        };
        one.object.is(&other.object)
            && one.players == other.players
            && (&one.name, one.start, one.values, one.members, &one.layers, &one.rules)
                == (
                    &other.name,
                    other.start,
                    other.values,
                    other.members,
                    &other.layers,
                    &other.rules,
                )
            && one.methods().zip(other.methods()).all(same)
    }

    /// Takes the exception of a method that could not be returned.
    pub(crate) fn raised(&self) -> Option<PyErr> {
        locked(&self.0.raised).take()
    }

    /// The error that a method has given something wrong.
    pub(crate) fn wrong(&self, what: impl Display) -> PyErr {
        raise(Code::Description, format!("{}: {what}", self.0.name), None)
    }

    /// Why the game could not be solved, or its table not be used.
    pub(crate) fn error(&self, error: SolveError) -> PyErr {
        self.error_or(error, "`memory=` raises that")
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
            SolveError::Memory { .. } => (Code::Refused, Some(raises.to_owned())),
            SolveError::Build(BuildError::Occupied { .. }) => {
                (Code::Usage, Some("`force=True` replaces it".to_owned()))
            }
            SolveError::Build(_) => (Code::Refused, None),
            SolveError::Wrong { .. } | SolveError::Entry { .. } | SolveError::Damaged(..) => {
                (Code::Damaged, None)
            }
            // It is of a word where many positions were asked.
            SolveError::Mistake { position, mistake: Mistake::Symmetry(canonical) }
                if canonical.starts_with(THE_WORD) =>
            {
                let canonical = &canonical[THE_WORD.len()..];
                return self.wrong(format_args!(
                    "`canonical` makes {canonical} of {position}, which has another end or moves to other positions"
                ));
            }
            _ => (Code::Description, None),
        };
        raise(code, format!("{}: {error}", self.0.name), hint)
    }

    /// Asks a method about a batch, and reads what it gives for each.
    fn ask<'py, A: IntoPyObject<'py> + Copy + Debug, T>(
        &self,
        (name, method): (&str, &Bound<'py, PyAny>),
        batch: &[A],
        expected: &str,
        read: impl Fn(&Bound<'py, PyAny>) -> Option<T>,
    ) -> PyResult<Vec<T>> {
        if batch.is_empty() {
            return Ok(Vec::new());
        }
        let asked = PyList::new(method.py(), batch.iter().copied())?;
        let (given, count) = (method.call1((asked,))?, batch.len());
        let list = list_of(&given).ok_or_else(|| {
            self.wrong(format_args!("`{name}` returned {}, and not a list", shown(&given)))
        })?;
        if list.len() != count {
            let len = list.len();
            return Err(self.wrong(format_args!(
                "`{name}` returned a list of {len} for {count}: it has one for each that was asked"
            )));
        }
        let read = |(of, one): (&A, Bound<'py, PyAny>)| {
            read(&one).ok_or_else(|| {
                let what = format!("`{name}` of {of:?} is {}", shown(&one));
                self.wrong(format_args!("{what}, and not {expected}"))
            })
        };
        batch.iter().zip(list.iter()).map(read).collect()
    }

    fn ends(&self, py: Python<'_>, words: &[u64]) -> PyResult<Vec<Option<End>>> {
        let Some(method) = &self.0.end else { return Ok(vec![None; words.len()]) };
        let expected = "None, \"loss\", \"draw\", \"win\" or a score of 16 bits";
        self.ask(("end", method.bind(py)), words, expected, |end| {
            let Ok(text) = end.cast::<PyString>() else {
                let score = |score| (score != i16::MIN).then_some(Some(End::Score(score)));
                // True and False count as 1 and 0, but are no scores.
                let is_bool = end.is_instance_of::<PyBool>();
                return match end.is_none() {
                    true => Some(None),
                    false => end.extract().ok().filter(|_| !is_bool).and_then(score),
                };
            };
            Some(Some(match text.to_str().ok()? {
                "loss" => End::Loss,
                "draw" => End::Draw,
                "win" => End::Win,
                _ => return None,
            }))
        })
    }

    /// Calls `each` with the place of a word, the weight of an outcome of a roll or 0 for a move from there, its text, and the
    /// word that it leads to. Positions without outcomes are asked for moves.
    fn each_move(
        &self,
        py: Python<'_>,
        words: &[u64],
        mut each: impl FnMut(usize, u32, &Bound<'_, PyString>, u64),
    ) -> PyResult<()> {
        let mut places: Vec<usize> = (0..words.len()).collect();
        let rolls = self.0.rolls.as_ref().map(|rolls| ("rolls", rolls, 3, "a list of outcomes"));
        let moves = ("moves", &self.0.moves, 2, "a list of moves");
        for (name, method, parts, expected) in rolls.into_iter().chain([moves]) {
            let asked: Vec<u64> = places.iter().map(|&place| words[place]).collect();
            let lists = self.ask((name, method.bind(py)), &asked, expected, list_of)?;
            let lists: Vec<_> = std::mem::take(&mut places).into_iter().zip(lists).collect();
            for (place, list) in lists {
                let (word, count) = (words[place], list.len());
                if count > MOST_MOVES {
                    let what =
                        format_args!("`{name}` of {word} are {count}: more than {MOST_MOVES}");
                    return Err(self.wrong(what));
                }
                if count == 0 {
                    places.push(place);
                }
                for one in list.iter() {
                    let wrong = || {
                        let weight = if parts == 3 { "a weight from 1 on, " } else { "" };
                        let what = format!("`{name}` of {word} has {}", shown(&one));
                        self.wrong(format_args!("{what}, and not {weight}a text and {WORD}"))
                    };
                    let tuple = one.cast::<PyTuple>().ok().filter(|it| it.len() == parts);
                    let tuple = tuple.ok_or_else(wrong)?;
                    let (text, child) = (tuple.get_item(parts - 2)?, tuple.get_item(parts - 1)?);
                    let text = text.cast::<PyString>().map_err(|_| wrong())?;
                    let weight = match parts {
                        3 => self::word(&tuple.get_item(0)?).filter(|&weight| weight > 0),
                        _ => Some(0),
                    };
                    let weight = weight.and_then(|weight| weight.try_into().ok());
                    let weight = weight.ok_or_else(wrong)?;
                    each(place, weight, text, self::word(&child).ok_or_else(wrong)?);
                }
            }
        }
        Ok(())
    }

    pub(crate) fn canonical_words(&self, py: Python<'_>, words: &[u64]) -> PyResult<Vec<u64>> {
        let Some(method) = &self.0.canonical else { return Ok(words.to_vec()) };
        self.ask(("canonical", method.bind(py)), words, WORD, word)
    }

    fn agains(&self, py: Python<'_>, pairs: &[(u64, u64)]) -> PyResult<Vec<bool>> {
        let Some(method) = &self.0.same_player else { return Ok(vec![false; pairs.len()]) };
        let method = ("same_player", method.bind(py));
        self.ask(method, pairs, "True or False", |again| again.extract().ok())
    }

    fn gains(&self, py: Python<'_>, pairs: &[(u64, u64)]) -> PyResult<Vec<i16>> {
        let Some(method) = &self.0.gain else { return Ok(vec![0; pairs.len()]) };
        let gain = |gain: &Bound<'_, PyAny>| {
            if gain.is_instance_of::<PyBool>() { None } else { gain.extract().ok() }
        };
        self.ask(("gain", method.bind(py)), pairs, "points of 16 bits", gain)
    }

    /// What moves do, or outcomes of these weights.
    fn turns(
        &self,
        py: Python<'_>,
        pairs: &[(u64, u64)],
        weights: impl Iterator<Item = u32>,
    ) -> PyResult<Vec<Turn>> {
        let (agains, gains) = (self.agains(py, pairs)?, self.gains(py, pairs)?);
        let turn = |((again, gain), weight)| {
            let same_player = weight > 0 || self.0.players == 1 || again;
            Turn { same_player, gain }
        };
        Ok(agains.into_iter().zip(gains).zip(weights).map(turn).collect())
    }

    fn stages(&self, py: Python<'_>, words: &[u64]) -> PyResult<Vec<u32>> {
        let Some(method) = &self.0.stage else { return Ok(vec![0; words.len()]) };
        let stage = |stage: &Bound<'_, PyAny>| word(stage)?.try_into().ok();
        self.ask(("stage", method.bind(py)), words, "a stage from 0 to 2**32 - 1", stage)
    }

    /// The words of all positions in which a game can begin.
    fn starts(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        let Some(method) = &self.0.starts else { return Ok(vec![self.0.start]) };
        let given = method.bind(py).call0()?;
        let wrong = |one: &Bound<'_, PyAny>, of| {
            self.wrong(format_args!("`starts` returned {}, and not {of}", shown(one)))
        };
        let starts = given.try_iter().map_err(|_| wrong(&given, "a list of words"))?;
        let read = |one: PyResult<Bound<'_, PyAny>>| {
            one.and_then(|one| word(&one).ok_or_else(|| wrong(&one, WORD)))
        };
        starts.map(read).collect()
    }

    pub(crate) fn texts(&self, py: Python<'_>, words: &[u64]) -> PyResult<Vec<String>> {
        match &self.0.show {
            None => Ok(words.iter().map(u64::to_string).collect()),
            Some(method) => {
                self.ask(("show", method.bind(py)), words, "a text", |text| text.extract().ok())
            }
        }
    }

    pub(crate) fn word_of(&self, py: Python<'_>, text: &str) -> PyResult<Option<u64>> {
        let Some(method) = &self.0.read else { return Ok(text.parse().ok()) };
        let read = method.bind(py).call1((text,))?;
        if read.is_none() {
            return Ok(None);
        }
        word(&read).map(Some).ok_or_else(|| {
            let what = format!("`read` of {text:?} is {}", shown(&read));
            self.wrong(format_args!("{what}, and not None or {WORD}"))
        })
    }
}

/// A list, or a tuple as one.
fn list_of<'py>(given: &Bound<'py, PyAny>) -> Option<Bound<'py, PyList>> {
    match given.cast::<PyTuple>() {
        Ok(tuple) => Some(tuple.to_list()),
        Err(_) => given.cast::<PyList>().ok().cloned(),
    }
}

/// The beginning of how Python writes something.
fn shown(value: &Bound<'_, PyAny>) -> String {
    let Ok(text) = value.repr() else { return "something without a text".to_owned() };
    let text = text.to_string();
    if text.chars().count() <= 60 { text } else { text.chars().take(60).chain(['…']).collect() }
}
