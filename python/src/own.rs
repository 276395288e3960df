//! Games that a Python object describes: asked in batches, so that Python's time for a call is paid once for many
//! positions.

use std::collections::HashMap;
use std::fmt::Display;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use perfectplay_oracle::{Code, Error, OwnGame, Value};
use perfectplay_solve::{AnyGame, End, Game, SolveError, Values};
use perfectplay_tables::BuildError;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::errors::{self, raise};
use crate::watch::Watch;

/// The most moves of a position.
const MOST_MOVES: usize = u16::MAX as usize;
/// The most positions of which it is remembered what is canonical.
const REMEMBERED: usize = 1 << 20;

/// A game, the positions of which are their words.
#[derive(Clone)]
pub(crate) struct PythonGame(Arc<Inner>);

struct Inner {
    object: Py<PyAny>,
    name: String,
    start: u64,
    values: Values,
    members: u8,
    rules: String,
    moves: Py<PyAny>,
    end: Option<Py<PyAny>>,
    canonical: Option<Py<PyAny>>,
    same_player: Option<Py<PyAny>>,
    show: Option<Py<PyAny>>,
    read: Option<Py<PyAny>>,
    /// The exception of a method that was asked where there is no way for it but a panic.
    raised: Mutex<Option<PyErr>>,
    /// What is known while the game is being solved. Only attached threads lock this, so that no fork comes between.
    solving: Mutex<Option<Solving>>,
}

struct Solving {
    is_stopped: Arc<AtomicBool>,
    /// The rules tag asks for the same ones again and again.
    canonical: HashMap<u64, u64>,
}

/// Ends of its own accord that a game knows of being solved.
pub(crate) struct SolvingGuard<'a>(&'a PythonGame);

impl Drop for SolvingGuard<'_> {
    fn drop(&mut self) {
        Python::attach(|_| *locked(&self.0.0.solving) = None);
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a move leads to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Child {
    /// The canonical word.
    pub(crate) word: u64,
    /// Whether the player who moves there moves again.
    pub(crate) again: bool,
}

/// What was asked about some positions.
pub(crate) struct Rows {
    pub(crate) ends: Vec<Option<End>>,
    /// Where the children of each position end.
    bounds: Vec<usize>,
    children: Vec<Child>,
    /// The words that moves lead to, before they are canonical; empty if all are.
    pub(crate) raw: Vec<u64>,
}

impl Rows {
    /// The end and the children of a position.
    pub(crate) fn row(&self, place: usize) -> (Option<End>, &[Child]) {
        let first = place.checked_sub(1).map_or(0, |before| self.bounds[before]);
        (self.ends[place], &self.children[first..self.bounds[place]])
    }

    pub(crate) fn children(&self) -> &[Child] {
        &self.children
    }
}

impl PythonGame {
    fn new(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let kind = object.get_type().name()?;
        let described = |what: String| raise(Code::Description, format!("{kind}: {what}"), None);
        let asked =
            |name: &str| Ok::<_, PyErr>(object.getattr_opt(name)?.filter(|it| !it.is_none()));
        let needed = |name: &str| {
            asked(name)?.ok_or_else(|| described(format!("a description of a game has `{name}`")))
        };
        let text = |name: &str, value: Bound<'_, PyAny>| {
            let wrong = || described(format!("`{name}` is {}, and not a text", shown(&value)));
            value.extract::<String>().map_err(|_| wrong())
        };
        let method = |name: &str| {
            let method = asked(name)?.map(|method| match method.is_callable() {
                true => Ok(method.unbind()),
                false => {
                    Err(described(format!("`{name}` is {}, and not a method", shown(&method))))
                }
            });
            method.transpose()
        };
        let start = needed("start")?;
        let start = start.extract().map_err(|_| {
            described(format!("`start` is {}, and not an integer of 64 bits", shown(&start)))
        })?;
        let values =
            match asked("values")?.map(|values| text("values", values)).transpose()?.as_deref() {
                None | Some("outcome") => Values::Outcome,
                Some("misere") => Values::Misere,
                Some("score") => Values::Score,
                Some("grundy") => Values::Grundy,
                Some(other) => {
                    let kinds = "`values` is \"outcome\", \"misere\", \"score\" or \"grundy\"";
                    return Err(described(format!("{kinds}, and not {other:?}")));
                }
            };
        let members = asked("members")?.map(|members| {
            members.extract().ok().filter(|&bits: &u8| bits <= 7).ok_or_else(|| {
                described(format!("`members` is {}, and not from 0 to 7", shown(&members)))
            })
        });
        needed("moves")?;
        Ok(Self(Arc::new(Inner {
            name: text("name", needed("name")?)?,
            start,
            values,
            members: members.transpose()?.unwrap_or_default(),
            rules: asked("rules")?.map_or(Ok(String::new()), |rules| text("rules", rules))?,
            moves: method("moves")?.expect("it has been found"),
            end: method("end")?,
            canonical: method("canonical")?,
            same_player: method("same_player")?,
            show: method("show")?,
            read: method("read")?,
            raised: Mutex::default(),
            solving: Mutex::default(),
            object: object.clone().unbind(),
        })))
    }

    /// Whether it says the same of itself.
    fn is(&self, other: &Self) -> bool {
        let (one, other) = (&*self.0, &*other.0);
        one.object.is(&other.object)
            && (&one.name, one.start, one.values, one.members, &one.rules)
                == (&other.name, other.start, other.values, other.members, &other.rules)
    }

    /// From now on it can be stopped where it is asked one by one.
    pub(crate) fn solving(&self, watch: &Watch) -> SolvingGuard<'_> {
        let solving = Solving { is_stopped: watch.stopped(), canonical: HashMap::new() };
        Python::attach(|_| *locked(&self.0.solving) = Some(solving));
        SolvingGuard(self)
    }

    /// The exception that a method has raised where nobody could return it.
    pub(crate) fn raised(&self) -> Option<PyErr> {
        locked(&self.0.raised).take()
    }

    pub(crate) fn has_texts(&self) -> bool {
        self.0.show.is_some() || self.0.read.is_some()
    }

    /// The error that a method has given something wrong.
    pub(crate) fn wrong(&self, what: impl Display) -> PyErr {
        raise(Code::Description, format!("{}: {what}", self.0.name), None)
    }

    /// Why it could not be solved, or its table not be used.
    pub(crate) fn error(&self, error: SolveError) -> PyErr {
        if let Some(raised) = self.raised() {
            return raised;
        }
        let (code, hint) = match error {
            SolveError::Build(BuildError::Interrupted(_)) => {
                return PyKeyboardInterrupt::new_err(());
            }
            SolveError::Open(error) => return errors::oracle(&Error::from(error), None),
            SolveError::Memory { .. } => (Code::Refused, Some("`memory=` raises that".to_owned())),
            SolveError::Build(_) => (Code::Refused, None),
            SolveError::Wrong { .. } | SolveError::Entry { .. } | SolveError::Damaged { .. } => {
                (Code::Damaged, None)
            }
            _ => (Code::Description, None),
        };
        raise(code, format!("{}: {error}", self.0.name), hint)
    }

    /// Calls a method with a batch, and returns the list that it gives, which has as many.
    fn list<'py>(
        &self,
        name: &str,
        method: &Bound<'py, PyAny>,
        batch: Bound<'py, PyList>,
    ) -> PyResult<Bound<'py, PyList>> {
        let count = batch.len();
        let given = method.call1((batch,))?;
        let list = list_of(&given).ok_or_else(|| {
            self.wrong(format_args!("`{name}` returned {}, and not a list", shown(&given)))
        })?;
        match list.len() {
            len if len == count => Ok(list),
            len => Err(self.wrong(format_args!(
                "`{name}` returned a list of {len} for {count}: it has one for each that was asked"
            ))),
        }
    }

    fn word(&self, value: &Bound<'_, PyAny>, what: impl FnOnce() -> String) -> PyResult<u64> {
        value.extract().map_err(|_| {
            let not = "and not a word, which is an integer from 0 to 2**64 - 1";
            self.wrong(format_args!("{} {}, {not}", what(), shown(value)))
        })
    }

    fn ends(&self, py: Python<'_>, words: &[u64]) -> PyResult<Vec<Option<End>>> {
        let Some(method) = &self.0.end else { return Ok(vec![None; words.len()]) };
        let list = self.list("end", method.bind(py), PyList::new(py, words)?)?;
        let end = |(place, end): (usize, Bound<'_, PyAny>)| {
            if end.is_none() {
                return Ok(None);
            }
            match end.cast::<PyString>().ok().and_then(|end| end.to_str().ok()) {
                Some("loss") => return Ok(Some(End::Loss)),
                Some("draw") => return Ok(Some(End::Draw)),
                Some("win") => return Ok(Some(End::Win)),
                _ => {}
            }
            end.extract()
                .ok()
                .filter(|&score| score != i16::MIN)
                .map(End::Score)
                .map(Some)
                .ok_or_else(|| {
                    let kinds = "and not None, \"loss\", \"draw\", \"win\" or a score of 16 bits";
                    self.wrong(format_args!(
                        "`end` of the word {} is {}, {kinds}",
                        words[place],
                        shown(&end)
                    ))
                })
        };
        list.iter().enumerate().map(end).collect()
    }

    /// Calls `each` with the place of a word, the text of a move from there, and the word that it leads to.
    fn each_move(
        &self,
        py: Python<'_>,
        words: &[u64],
        mut each: impl FnMut(usize, &Bound<'_, PyString>, u64),
    ) -> PyResult<()> {
        let lists = self.list("moves", self.0.moves.bind(py), PyList::new(py, words)?)?;
        for (place, given) in lists.iter().enumerate() {
            let of = || format!("`moves` of the word {}", words[place]);
            let wrong = |what: &Bound<'_, PyAny>, not: &str| {
                self.wrong(format_args!("{}: {}, and not {not}", of(), shown(what)))
            };
            let moves = list_of(&given).ok_or_else(|| wrong(&given, "a list of moves"))?;
            if moves.len() > MOST_MOVES {
                let many = moves.len();
                return Err(self.wrong(format_args!("{} are {many}: more than {MOST_MOVES}", of())));
            }
            for one in moves.iter() {
                let pair = match one.cast::<PyTuple>() {
                    Ok(pair) if pair.len() == 2 => Some((pair.get_item(0)?, pair.get_item(1)?)),
                    _ => one.extract().ok(),
                };
                let (text, child) = pair
                    .ok_or_else(|| wrong(&one, "a pair of a text and the word that it leads to"))?;
                let text =
                    text.cast::<PyString>().map_err(|_| wrong(&text, "the text of a move"))?;
                each(place, text, self.word(&child, || format!("{}: `{text}` leads to", of()))?);
            }
        }
        Ok(())
    }

    pub(crate) fn canonical_words(&self, py: Python<'_>, words: &[u64]) -> PyResult<Vec<u64>> {
        let Some(method) = &self.0.canonical else { return Ok(words.to_vec()) };
        if let [word] = words
            && let Some(solving) = &*locked(&self.0.solving)
            && let Some(&known) = solving.canonical.get(word)
        {
            return Ok(vec![known]);
        }
        let list = self.list("canonical", method.bind(py), PyList::new(py, words)?)?;
        let word = |(place, word): (usize, Bound<'_, PyAny>)| {
            self.word(&word, || format!("`canonical` of the word {} is", words[place]))
        };
        let canonical: Vec<u64> = list.iter().enumerate().map(word).collect::<PyResult<_>>()?;
        if let [word] = words
            && let Some(solving) = &mut *locked(&self.0.solving)
            && solving.canonical.len() < REMEMBERED
        {
            solving.canonical.insert(*word, canonical[0]);
        }
        Ok(canonical)
    }

    fn agains(&self, py: Python<'_>, pairs: &[(u64, u64)]) -> PyResult<Vec<bool>> {
        let Some(method) = &self.0.same_player else { return Ok(vec![false; pairs.len()]) };
        let list =
            self.list("same_player", method.bind(py), PyList::new(py, pairs.iter().copied())?)?;
        let again = |(place, again): (usize, Bound<'_, PyAny>)| {
            again.extract().map_err(|_| {
                let pair = pairs[place];
                let what = format!("`same_player` of the words {pair:?} is {}", shown(&again));
                self.wrong(format_args!("{what}, and not True or False"))
            })
        };
        list.iter().enumerate().map(again).collect()
    }

    pub(crate) fn texts(&self, py: Python<'_>, words: &[u64]) -> PyResult<Vec<String>> {
        let Some(method) = &self.0.show else {
            return Ok(words.iter().map(u64::to_string).collect());
        };
        let list = self.list("show", method.bind(py), PyList::new(py, words)?)?;
        let text = |(place, text): (usize, Bound<'_, PyAny>)| {
            let what = || format!("`show` of the word {} is {}", words[place], shown(&text));
            text.extract().map_err(|_| self.wrong(format_args!("{}, and not a text", what())))
        };
        list.iter().enumerate().map(text).collect()
    }

    pub(crate) fn word_of(&self, py: Python<'_>, text: &str) -> PyResult<Option<u64>> {
        let Some(method) = &self.0.read else { return Ok(text.parse().ok()) };
        let word = method.bind(py).call1((text,))?;
        if word.is_none() {
            return Ok(None);
        }
        self.word(&word, || format!("`read` of {text:?} is")).map(Some)
    }

    /// Asks how some positions have ended, and what their moves lead to.
    pub(crate) fn rows(&self, py: Python<'_>, words: &[u64]) -> PyResult<Rows> {
        let ends = self.ends(py, words)?;
        let open: Vec<usize> = (0..words.len()).filter(|&place| ends[place].is_none()).collect();
        let open_words: Vec<u64> = open.iter().map(|&place| words[place]).collect();
        let (mut counts, mut pairs) = (vec![0; words.len()], Vec::new());
        if !open.is_empty() {
            self.each_move(py, &open_words, |place, _, child| {
                counts[open[place]] += 1;
                pairs.push((open_words[place], child));
            })?;
        }
        let mut end = 0;
        let bounds = counts.iter().map(|count| {
            end += count;
            end
        });
        let bounds = bounds.collect();
        let raw: Vec<u64> = pairs.iter().map(|&(_, child)| child).collect();
        let (canonical, agains) = match raw.is_empty() {
            true => (Vec::new(), Vec::new()),
            false => (self.canonical_words(py, &raw)?, self.agains(py, &pairs)?),
        };
        let children = canonical.into_iter().zip(agains);
        let children = children.map(|(word, again)| Child { word, again }).collect();
        let raw = if self.0.canonical.is_some() { raw } else { Vec::new() };
        Ok(Rows { ends, bounds, children, raw })
    }

    /// Asks about a single position where an exception can only be a panic. It is kept for who asked, and it is no
    /// bug of which a message is printed.
    fn single<T>(&self, ask: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        let asked = Python::attach(|py| {
            let is_stopped = |solving: &Solving| solving.is_stopped.load(Relaxed);
            if locked(&self.0.solving).as_ref().is_some_and(is_stopped) {
                return None;
            }
            ask(py).map_err(|error| *locked(&self.0.raised) = Some(error)).ok()
        });
        asked.unwrap_or_else(|| resume_unwind(Box::new("an exception of a game's method")))
    }
}

impl Game for PythonGame {
    type Position = u64;
    type Move = String;

    fn name(&self) -> String {
        self.0.name.clone()
    }

    fn start(&self) -> u64 {
        self.0.start
    }

    fn pack(&self, word: u64) -> u64 {
        word
    }

    fn unpack(&self, word: u64) -> u64 {
        word
    }

    fn moves(&self, word: u64, mut each: impl FnMut(String, u64)) {
        let mut moves = Vec::new();
        self.single(|py| {
            self.each_move(py, &[word], |_, text, child| moves.push((text.to_string(), child)))
        });
        // Not before the list is at its end: what is called may ask again.
        moves.into_iter().for_each(|(text, child)| each(text, child));
    }

    fn end(&self, word: u64) -> Option<End> {
        self.0.end.as_ref().and_then(|_| self.single(|py| self.ends(py, &[word]))[0])
    }

    fn canonical(&self, word: u64) -> u64 {
        let ask = |_: &_| self.single(|py| self.canonical_words(py, &[word]))[0];
        self.0.canonical.as_ref().map_or(word, ask)
    }

    fn show(&self, word: u64) -> String {
        self.single(|py| self.texts(py, &[word])).swap_remove(0)
    }

    fn read(&self, text: &str) -> Option<u64> {
        self.single(|py| self.word_of(py, text))
    }

    fn same_player(&self, from: u64, to: u64) -> bool {
        let ask = |_: &_| self.single(|py| self.agains(py, &[(from, to)]))[0];
        self.0.same_player.as_ref().is_some_and(ask)
    }

    fn values(&self) -> Values {
        self.0.values
    }

    fn members(&self) -> u8 {
        self.0.members
    }

    fn rules(&self) -> &str {
        &self.0.rules
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

/// A game as an oracle asks it.
#[derive(Clone)]
pub(crate) struct Own {
    pub(crate) game: PythonGame,
    pub(crate) asked: &'static dyn OwnGame,
}

/// Each object that was described.
static DESCRIBED: Mutex<Vec<Own>> = Mutex::new(Vec::new());

impl Own {
    /// The game that an object describes.
    ///
    /// An oracle's games last as long as the process: the first time, this keeps the object for ever. An object whose
    /// name, start, values and rules are those of before is not described a second time.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let game = PythonGame::new(object)?;
        let known = |own: &&Self| own.game.is(&game);
        if let Some(own) = locked(&DESCRIBED).iter().find(known) {
            return Ok(own.clone());
        }
        let described = Box::new(game.clone()).described().map_err(|error| game.error(error))?;
        let own = Self { game, asked: described.asked };
        locked(&DESCRIBED).push(own.clone());
        Ok(own)
    }
}

/// A score or a Grundy value; the least number where it is not known.
pub(crate) fn number(value: Option<Value>) -> i32 {
    match value {
        Some(Value::Score(score)) => score as i32,
        Some(Value::Grundy(value)) => value.into(),
        _ => i32::MIN,
    }
}
