//! Games that a Python object describes: asked in batches, so that Python's time for a call is paid once for many
//! positions.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt::{Debug, Display};
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use perfectplay_oracle::{Code, Error, OwnGame, Value};
use perfectplay_solve::{AnyGame, BatchedGame, End, Game, SolveError, Values};
use perfectplay_tables::{BuildError, NoThreads, Threads};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::errors::{self, raise};
use crate::watch::{PULSE, Watch};

/// The most moves of a position.
const MOST_MOVES: usize = u16::MAX as usize;
/// What a word is.
const WORD: &str = "a word, which is an integer from 0 to 2**64 - 1";
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

/// When it is dropped, the game is not being solved any more.
pub(crate) struct SolvingGuard<'a>(&'a PythonGame);

impl Drop for SolvingGuard<'_> {
    fn drop(&mut self) {
        Python::attach(|_| *locked(&self.0.0.solving) = None);
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Inner {
    fn methods(&self) -> [Option<&Py<PyAny>>; 6] {
        let Self { moves, end, canonical, same_player, show, read, .. } = self;
        let [end, canonical] = [end.as_ref(), canonical.as_ref()];
        [Some(moves), end, canonical, same_player.as_ref(), show.as_ref(), read.as_ref()]
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

impl PythonGame {
    fn new(object: &Bound<'_, PyAny>) -> PyResult<Self> {
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
        let start = attribute(object, "start", WORD, |value| value.extract().ok())?;
        let kinds = "\"outcome\", \"misere\", \"score\" or \"grundy\"";
        let values = attribute(object, "values", kinds, |values| {
            Some(match &*values.extract::<String>().ok()? {
                "outcome" => Values::Outcome,
                "misere" => Values::Misere,
                "score" => Values::Score,
                "grundy" => Values::Grundy,
                _ => return None,
            })
        });
        let members = attribute(object, "members", "from 0 to 7", |value| {
            value.extract().ok().filter(|&bits| bits <= 7)
        });
        Ok(Self(Arc::new(Inner {
            name: text("name")?.ok_or_else(|| missing("name"))?,
            start: start.ok_or_else(|| missing("start"))?,
            values: values?.unwrap_or_default(),
            members: members?.unwrap_or_default(),
            rules: text("rules")?.unwrap_or_default(),
            moves: method("moves")?.ok_or_else(|| missing("moves"))?,
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

    /// Whether it is the same object that says the same of itself, and has the methods that it had.
    fn is(&self, py: Python<'_>, other: &Self) -> bool {
        let (one, other) = (&*self.0, &*other.0);
        let same = |(one, other): (Option<&Py<PyAny>>, Option<&Py<PyAny>>)| match (one, other) {
            (Some(one), Some(other)) => one.bind(py).eq(other).unwrap_or(false),
            (one, other) => one.is_none() && other.is_none(),
        };
        one.object.is(&other.object)
            && (&one.name, one.start, one.values, one.members, &one.rules)
                == (&other.name, other.start, other.values, other.members, &other.rules)
            && one.methods().into_iter().zip(other.methods()).all(same)
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

    /// Asks a method about a batch, and reads what it gives for each.
    fn ask<'py, A: IntoPyObject<'py> + Copy + Debug, T>(
        &self,
        (name, method): (&str, &Bound<'py, PyAny>),
        batch: &[A],
        expected: &str,
        read: impl Fn(&Bound<'py, PyAny>) -> Option<T>,
    ) -> PyResult<Vec<T>> {
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
                return if end.is_none() { Some(None) } else { end.extract().ok().and_then(score) };
            };
            Some(Some(match text.to_str().ok()? {
                "loss" => End::Loss,
                "draw" => End::Draw,
                "win" => End::Win,
                _ => return None,
            }))
        })
    }

    /// Calls `each` with the place of a word, the text of a move from there, and the word that it leads to.
    fn each_move(
        &self,
        py: Python<'_>,
        words: &[u64],
        mut each: impl FnMut(usize, &Bound<'_, PyString>, u64),
    ) -> PyResult<()> {
        let method = ("moves", self.0.moves.bind(py));
        let lists = self.ask(method, words, "a list of moves", list_of)?;
        for (place, moves) in lists.into_iter().enumerate() {
            let (word, count) = (words[place], moves.len());
            if count > MOST_MOVES {
                let what = format_args!("`moves` of {word} are {count}: more than {MOST_MOVES}");
                return Err(self.wrong(what));
            }
            for one in moves.iter() {
                let wrong = || {
                    let what = format!("`moves` of {word} has {}", shown(&one));
                    self.wrong(format_args!("{what}, and not a text and {WORD}"))
                };
                let pair = one.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2);
                let pair = pair.ok_or_else(wrong)?;
                let (text, child) = (pair.get_item(0)?, pair.get_item(1)?);
                let text = text.cast::<PyString>().map_err(|_| wrong())?;
                each(place, text, child.extract().map_err(|_| wrong())?);
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
        let method = ("canonical", method.bind(py));
        let canonical = self.ask(method, words, WORD, |word| word.extract().ok())?;
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
        let method = ("same_player", method.bind(py));
        self.ask(method, pairs, "True or False", |again| again.extract().ok())
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
        let word = method.bind(py).call1((text,))?;
        word.extract().map_err(|_| {
            let what = format!("`read` of {text:?} is {}", shown(&word));
            self.wrong(format_args!("{what}, and not None or {WORD}"))
        })
    }

    /// Asks about a single position where an exception can only be a panic. It is kept for who asked, and it is no
    /// bug of which a message is printed.
    fn single<T>(&self, ask: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        let asked = Python::attach(|py| {
            let _busy = Busy::new(self);
            let is_stopped = |solving: &Solving| solving.is_stopped.load(Relaxed);
            if locked(&self.0.solving).as_ref().is_some_and(is_stopped) {
                return None;
            }
            ask(py).map_err(|error| *locked(&self.0.raised) = Some(error)).ok()
        });
        asked.unwrap_or_else(|| resume_unwind(Box::new("an exception of a game's method")))
    }
}

thread_local! {
    /// The games of which a method is being asked on this thread.
    static BUSY: RefCell<Vec<*const Inner>> = const { RefCell::new(Vec::new()) };
}

/// While it lives, a method of a game is being asked on this thread.
struct Busy;

impl Busy {
    fn new(game: &PythonGame) -> Self {
        BUSY.with_borrow_mut(|busy| busy.push(Arc::as_ptr(&game.0)));
        Self
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        BUSY.with_borrow_mut(Vec::pop);
    }
}

impl PythonGame {
    /// A method cannot ask for answers of its own game: they come from what it gives.
    pub(crate) fn check_idle(&self) -> PyResult<()> {
        match BUSY.with_borrow(|busy| busy.contains(&Arc::as_ptr(&self.0))) {
            false => Ok(()),
            true => Err(self.wrong("one of its methods asks for answers of the game itself")),
        }
    }
}

/// A game while an attached thread asks it about many positions at once.
pub(crate) struct Asked<'a, 'py> {
    game: &'a PythonGame,
    py: Python<'py>,
    progress: Option<&'a Bound<'py, PyAny>>,
    /// When that was last called.
    told: Cell<Instant>,
}

impl<'a, 'py> Asked<'a, 'py> {
    pub(crate) fn new(
        game: &'a PythonGame,
        py: Python<'py>,
        progress: Option<&'a Bound<'py, PyAny>>,
    ) -> Self {
        Self { game, py, progress, told: Cell::new(Instant::now()) }
    }
}

impl BatchedGame for Asked<'_, '_> {
    type Error = PyErr;

    fn start(&self) -> u64 {
        self.game.0.start
    }

    fn values(&self) -> Values {
        self.game.0.values
    }

    fn ends(&self, words: &[u64]) -> PyResult<Vec<Option<End>>> {
        self.game.ends(self.py, words)
    }

    fn moves(&self, words: &[u64], each: &mut dyn FnMut(usize, u64)) -> PyResult<()> {
        self.game.each_move(self.py, words, |place, _, child| each(place, child))
    }

    fn same_player(&self, pairs: &[(u64, u64)]) -> PyResult<Vec<bool>> {
        self.game.agains(self.py, pairs)
    }

    fn has_symmetries(&self) -> bool {
        self.game.0.canonical.is_some()
    }

    fn canonical(&self, words: &[u64]) -> PyResult<Vec<u64>> {
        self.game.canonical_words(self.py, words)
    }

    fn texts(&self, words: &[u64]) -> PyResult<Option<Vec<String>>> {
        let has_texts = self.game.0.show.is_some() || self.game.0.read.is_some();
        has_texts.then(|| self.game.texts(self.py, words)).transpose()
    }

    fn read(&self, text: &str) -> PyResult<Option<u64>> {
        self.game.word_of(self.py, text)
    }

    fn wrong(&self, what: String) -> PyErr {
        self.game.wrong(what)
    }

    fn refused(&self, need: u64, allowed: u64) -> PyErr {
        let refused = match need > allowed {
            true => format!("it takes {need} bytes of memory or more, and {allowed} are allowed"),
            false => format!("the system does not give it {need} bytes of memory"),
        };
        let hint = (need > allowed).then(|| "`memory=` raises that".to_owned());
        raise(Code::Refused, format!("{}: {refused}", self.game.0.name), hint)
    }

    fn found(&self, asked: usize, found: usize) -> PyResult<()> {
        self.py.check_signals()?;
        if let Some(progress) = self.progress
            && (asked == found || self.told.get().elapsed() >= PULSE)
        {
            progress.call1((asked, found))?;
            self.told.set(Instant::now());
        }
        Ok(())
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
        match self.0.show {
            Some(_) => self.single(|py| self.texts(py, &[word])).swap_remove(0),
            None => word.to_string(),
        }
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

/// Does work that asks games one by one, on so many threads, of which one asks: Python knows that one all the time. To
/// make it known again for each question takes longer than most questions.
pub(crate) fn asking<T: Send>(
    threads: Option<NonZeroUsize>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, NoThreads> {
    Threads::new(threads).install(|| Python::attach(|py| py.detach(work)))
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
    /// An oracle's games last as long as the process: the first time, this keeps the object for ever. It is not kept a
    /// second time unless its name, start, values, rules or methods have changed since.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let game = PythonGame::new(object)?;
        // Comparing methods can call Python, while which nothing is locked.
        let known = locked(&DESCRIBED).clone();
        if let Some(own) = known.into_iter().find(|own| own.game.is(object.py(), &game)) {
            return Ok(own);
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
