//! The oracle: questions about single positions, and what it has beside.
#![expect(clippy::too_many_arguments, reason = "Python names them")]

use perfectplay_games::built_in;
use std::mem;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process;
use std::sync::Arc;
use std::thread::available_parallelism;

use perfectplay::{
    Attempt, Budget, Draw, Effort, Error, GameRef, Limits, Listing, Oracle as AnyOracle, Plies,
    Question, Silent, Tables, Threads, ValueAnswer, Within,
};
use perfectplay_tables::solve::{Control, Game as _};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::answer::Answer;
use crate::arguments::{self, PositionArgument, Size, Whole};
use crate::arrays::{self, Kind, Numbers, Unread};
use crate::batches::{BatchContext, Many};
use crate::custom::CustomGame;
use crate::errors::{self, usage};
use crate::folders;
use crate::games::beside;
use crate::open::Open;
use crate::options::{self, Options, keeps, limits};
use crate::position::{Position, listed, on_board};
use crate::sets;
use crate::to_dict;
use crate::value::Value;
use crate::watch::{Reporter, long};

/// Answers positions from tables, or by solving them within limits: `Oracle(tables=None, *, threads=None, games=())`.
///
/// `tables` is a folder or an address; `games` are descriptions of custom games whose tables are there.
#[pyclass(frozen, module = "perfectplay")]
pub(crate) struct Oracle {
    open: Open<Arc<OpenOracle>>,
    /// What Python named them, if that opens them again.
    named: Option<Option<PathBuf>>,
    threads: ThreadCount,
    /// Games that Python describes.
    custom: Vec<CustomGame>,
}

/// An oracle, and its tables.
pub(crate) struct OpenOracle {
    tables: Tables,
    oracle: AnyOracle,
    /// The process that its threads and locks belong to: a fork has neither.
    process: u32,
}

/// The most threads for each processor.
const THREADS: usize = 16;

/// How many threads are wanted.
type ThreadCount = Option<NonZeroUsize>;

impl OpenOracle {
    fn new(tables: Tables, threads: ThreadCount, custom: &[CustomGame]) -> PyResult<Arc<Self>> {
        let oracle = AnyOracle::new(&built_in(), tables.clone())
            .map_err(|error| errors::oracle(&error, None))?;
        let games: Vec<GameRef> = custom.iter().map(|custom| custom.erased.clone()).collect();
        let oracle = oracle.with_games(&games).with_games(&beside(&games));
        let oracle = oracle.on(Threads::new(threads));
        Ok(Arc::new(Self { tables, oracle, process: process::id() }))
    }
}

impl Oracle {
    /// One of these tables that knows these games, too, whose names differ.
    pub(crate) fn of(
        tables: Tables,
        threads: ThreadCount,
        custom: Vec<CustomGame>,
    ) -> PyResult<Self> {
        let open = Open::new(OpenOracle::new(tables, threads, &custom)?);
        Ok(Self { open, named: None, threads, custom })
    }

    /// The game that Python describes, if this is one.
    fn custom(&self, game: &GameRef) -> Option<&CustomGame> {
        self.custom.iter().find(|custom| *game == custom.erased)
    }

    /// An exception of a game that Python describes is raised as it is.
    pub(crate) fn check_raised(&self) -> PyResult<()> {
        let Some(raised) = self.custom.iter().find_map(|custom| custom.game.raised()) else {
            return Ok(());
        };
        // If a table was being opened, the oracle remembers that it could not be.
        self.renew(|_| true)?;
        Err(raised)
    }

    /// The oracle of this process.
    pub(crate) fn get(&self) -> PyResult<Arc<OpenOracle>> {
        self.renew(|open| open.process != process::id())?;
        self.open.get()
    }

    /// Replaces a useless oracle by a new one with the same tables.
    fn renew(&self, is_useless: impl Fn(&OpenOracle) -> bool) -> PyResult<()> {
        let mut open = self.open.lock();
        if let Some(useless) = open.as_ref().filter(|open| is_useless(open)) {
            let new = OpenOracle::new(useless.tables.clone(), self.threads, &self.custom)?;
            let before = open.replace(new);
            if before.as_ref().is_some_and(|before| before.process != process::id()) {
                #[expect(clippy::mem_forget, reason = "a fork cannot end its parent's threads")]
                mem::forget(before);
            }
        }
        Ok(())
    }

    /// The game with a name.
    fn game(&self, oracle: &AnyOracle, name: &str) -> PyResult<GameRef> {
        let game = oracle.game_named(name).map_err(|error| usage(error.to_string()))?;
        self.check_idle(&game)?;
        Ok(game)
    }

    /// A method of a game that Python describes does not ask about that.
    fn check_idle(&self, game: &GameRef) -> PyResult<()> {
        self.custom(game).map_or(Ok(()), |custom| custom.game.check_idle())
    }

    /// Answers a question: at once if that is possible, and otherwise on a thread of its own.
    fn ask<T: Send>(
        &self,
        (game, position, board): (&str, &Bound<'_, PyAny>, Option<&str>),
        asked: Options,
        limits: &Limits,
        progress: Option<&Bound<'_, PyAny>>,
        ask: impl Fn(&Within<'_>, &Question) -> Result<Option<T>, Error> + Sync,
    ) -> PyResult<T> {
        let (py, open, mut attempt) = (position.py(), self.get()?, Attempt::default());
        let (game, oracle) = (self.game(&open.oracle, game)?, &open.oracle);
        let (position, game) = (PositionArgument::of(position)?, on_board(game, board)?);
        let read =
            |budget: &Budget<'_>| position.read(&game, budget).map(|read| asked.question(read));
        let answered = py.detach(|| {
            let budget = Budget::of(limits, Effort::AtOnce, &Silent);
            // Nobody looks for signals here.
            let is_here = open.tables.address().is_none();
            let budget = if is_here { budget } else { budget.without_waiting() };
            match attempt.read_within(&budget, read)? {
                Some(question) => ask(&oracle.within(&budget), question),
                None => Ok(None),
            }
        });
        let answered = match answered {
            Ok(None) => long(py, Reporter::of(progress), |watch| {
                let budget = Budget::new(limits, watch);
                let question = attempt.read_within(&budget, read)?;
                ask(&oracle.within(&budget), question.expect("full effort is enough"))
            })?,
            answered => answered,
        };
        self.check_raised()?;
        let answer = answered.map_err(|error| errors::oracle(&error, None))?;
        Ok(answer.expect("full effort is enough"))
    }
}

#[pymethods]
impl Oracle {
    #[new]
    #[pyo3(
        signature = (tables=None, *, threads=None, games=Vec::new()),
        text_signature = "(tables=None, *, threads=None, games=())"
    )]
    fn new(
        py: Python<'_>,
        tables: Option<PathBuf>,
        threads: Option<Whole<usize>>,
        games: Vec<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let most = THREADS * available_parallelism().map_or(1, NonZeroUsize::get);
        let count = |number: usize| {
            let what = format!("`threads` must be from 1 to {most}, or None for one per processor");
            let wrong = || PyValueError::new_err(what);
            NonZeroUsize::new(number).filter(|_| number <= most).ok_or_else(wrong)
        };
        let threads = threads.map(|threads| count(threads.get())).transpose()?;
        let mut custom: Vec<CustomGame> = Vec::new();
        for game in &games {
            let game = CustomGame::of(game)?;
            let name = game.erased.name();
            if custom.iter().any(|other| other.erased.name() == name) {
                let what = format!("two games have the name {name}: give them different names");
                return Err(usage(what));
            }
            custom.push(game);
        }
        let of = Self::of(folders::tables(py, tables.clone())?, threads, custom)?;
        Ok(Self { named: Some(tables), ..of })
    }

    /// Return a position's value and moves. `plies` says whether to solve for plies (moves until the end) where no
    /// table has them; by default if that takes milliseconds.
    #[pyo3(signature = (game, position, *, board=None, line=false, replies=false, grundy=false, plies=None, limit=None, memory=None, progress=None))]
    fn answer(
        &self,
        game: &str,
        position: &Bound<'_, PyAny>,
        board: Option<&str>,
        line: bool,
        replies: bool,
        grundy: bool,
        plies: Option<bool>,
        limit: Option<Whole<u64>>,
        memory: Option<Whole<u64>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Answer> {
        let asked = Options { plies: options::plies(plies, Plies::IfQuick), line, replies, grundy };
        let (of, limits) = ((game, position, board), limits(limit, memory));
        let answer =
            self.ask(of, asked, &limits, progress, |within, question| within.try_answer(question))?;
        Ok(Answer(Arc::new(answer)))
    }

    /// Return a position's value; `None` if it is not known. It has plies if a table stores them or `plies` is true.
    #[pyo3(signature = (game, position, *, board=None, plies=None, limit=None, memory=None, progress=None))]
    fn value(
        &self,
        game: &str,
        position: &Bound<'_, PyAny>,
        board: Option<&str>,
        plies: Option<bool>,
        limit: Option<Whole<u64>>,
        memory: Option<Whole<u64>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<Value>> {
        let asked = Options::value(options::plies(plies, Plies::IfStored));
        let (of, limits) = ((game, position, board), limits(limit, memory));
        let answer: ValueAnswer =
            self.ask(of, asked, &limits, progress, |within, question| within.try_value(question))?;
        Ok(answer.value.map(Value))
    }

    /// Return the answers to many positions, on all threads. The first error is raised; with `errors="keep"` each error
    /// stands in the place of its answer. `plies=True` solves for plies where no table has them.
    #[pyo3(signature = (game, positions, *, board=None, size=None, line=false, replies=false, grundy=false, plies=None, limit=None, memory=None, progress=None, errors="raise"))]
    fn answers<'py>(
        &self,
        py: Python<'py>,
        game: &str,
        positions: &Bound<'py, PyAny>,
        board: Option<&str>,
        size: Option<Size>,
        line: bool,
        replies: bool,
        grundy: bool,
        plies: Option<bool>,
        limit: Option<Whole<u64>>,
        memory: Option<Whole<u64>>,
        progress: Option<&Bound<'py, PyAny>>,
        errors: &str,
    ) -> PyResult<Bound<'py, PyList>> {
        let (keep, open) = (keeps(errors)?, self.get()?);
        let game = on_board(self.game(&open.oracle, game)?, board)?;
        let given = arguments::positions(listed(&game), positions, size)?;
        let asked =
            Options { plies: options::plies(plies, Plies::IfStored), line, replies, grundy };
        let limits = limits(limit, memory);
        let alike = BatchContext { oracle: &open.oracle, game, asked, limits, keep };
        let (all, check_raised) = (positions.len().ok(), &|| self.check_raised());
        Many { py, alike, given, all, progress, check_raised }.answers()
    }

    /// Return the values of many positions as an array: outcomes as `int8` (1, 0 and -1 for a win, a draw and a loss),
    /// scores as `int8` (stake) or `int64` (contour), minutes as `float64`. Unknown values are the least number of the
    /// type, or NaN, and so are errors with `errors="keep"`. `plies=True` returns two arrays, outcomes and plies
    /// (`int32`, -1 if unknown). For arrays of stake or tokens, `size` is the boards' rows and columns: a pair, or one
    /// number for both.
    #[pyo3(signature = (game, positions, *, board=None, size=None, plies=false, limit=None, memory=None, progress=None, errors="raise"))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        game: &str,
        positions: &Bound<'py, PyAny>,
        board: Option<&str>,
        size: Option<Size>,
        plies: bool,
        limit: Option<Whole<u64>>,
        memory: Option<Whole<u64>>,
        progress: Option<&Bound<'py, PyAny>>,
        errors: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (keep, open) = (keeps(errors)?, self.get()?);
        let game = on_board(self.game(&open.oracle, game)?, board)?;
        let kind = match (self.custom(&game), listed(&game)) {
            (Some(custom), _) => Kind::of_custom(custom.game.values()),
            (None, built_in) => built_in.map_or(Kind::Outcome, Kind::of),
        };
        if plies && kind != Kind::Outcome {
            return Err(usage(format!("values of {game} have no plies")));
        }
        let given = arguments::positions(listed(&game), positions, size)?;
        let asked = Options::value(if plies { Plies::Always } else { Plies::IfStored });
        let limits = limits(limit, memory);
        let alike = BatchContext { oracle: &open.oracle, game, asked, limits, keep };
        let (all, check_raised) = (positions.len().ok(), &|| self.check_raised());
        let many = Many { py, alike, given, all, progress, check_raised };
        if !plies {
            return kind.array(py, many);
        }
        let both = many.read(|value| (arrays::small(value), arrays::plies(value)))?;
        let (outcomes, plies) = both.into_iter().unzip();
        let outcomes = Numbers::I8(outcomes).into_array(py, 0)?;
        let both = (outcomes, Numbers::I32(plies).into_array(py, 0)?);
        Ok(both.into_pyobject(py)?.into_any())
    }

    #[pyo3(name = "_draw", signature = (source, count, seed, decisive, limit, memory, progress))]
    fn draw<'py>(
        &self,
        py: Python<'py>,
        source: &str,
        count: Whole<u32>,
        seed: Whole<u64>,
        decisive: bool,
        limit: Option<Whole<u64>>,
        memory: Option<Whole<u64>>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyDict>, String, Vec<Answer>)> {
        let open = self.get()?;
        open.oracle.game(source).map_or(Ok(()), |game| self.check_idle(&game))?;
        let draw = Draw { count: count.get(), seed: seed.get(), decisive };
        sets::draw(py, &open.oracle, source, &draw, &limits(limit, memory), progress)
    }

    #[pyo3(name = "_random")]
    fn random(
        &self,
        py: Python<'_>,
        source: &str,
        count: Whole<usize>,
        seed: Whole<u64>,
    ) -> PyResult<Vec<Position>> {
        let open = self.get()?;
        open.oracle.game(source).map_or(Ok(()), |game| self.check_idle(&game))?;
        sets::random(py, &open.oracle, source, count.get(), seed.get())
    }

    /// Return the tables that exist, as the program's `list --json` prints them.
    fn tables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let open = self.get()?;
        let tables = &open.tables;
        let games: Vec<GameRef> = self.custom.iter().map(|custom| custom.erased.clone()).collect();
        let built_in = built_in();
        let listing = long(py, Reporter::of(None), |watch| {
            // The headers of a server's tables are brought here first, for which Ctrl-C ends the wait.
            let places = tables.address().map(|_| tables.places().unwrap_or_default());
            for place in places.iter().flatten() {
                // What is wrong with one is listed.
                let control = Control::new(watch);
                let _ = tables.together(place, control, || tables.file(place));
                control.check()?;
            }
            let all = [built_in.clone(), games.clone(), beside(&games)].concat();
            Listing::of(tables, &all, if games.is_empty() { &built_in } else { &games })
        })?;
        to_dict(py, &listing.map_err(|error| errors::oracle(&error, None))?)
    }

    /// Look for new, replaced and removed tables, and return whether there were any.
    fn refresh(&self) -> PyResult<bool> {
        self.get()?.oracle.refresh().map_err(|error| errors::oracle(&error, None))
    }

    /// Return the problems, since the last call, with tables that no answer needed.
    fn take_warnings(&self) -> PyResult<Vec<String>> {
        Ok(self.get()?.oracle.take_warnings().into_iter().map(|warning| warning.message).collect())
    }

    /// Return what a pickle keeps: the place of the tables, and the descriptions.
    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<((Option<PathBuf>,), Bound<'py, PyDict>)> {
        let named = self.named.clone().ok_or_else(|| {
            let what = "the oracle of a solved table cannot be pickled: solve into a folder, and pickle its `Oracle`";
            PyTypeError::new_err(what)
        })?;
        let options = PyDict::new(py);
        options.set_item("threads", self.threads.map(NonZeroUsize::get))?;
        let games: Vec<Py<PyAny>> =
            self.custom.iter().map(|custom| custom.game.object(py)).collect();
        options.set_item("games", games)?;
        Ok(((named,), options))
    }

    fn __repr__(&self) -> String {
        let Ok(open) = self.open.get() else { return "<Oracle, closed>".to_owned() };
        match (open.tables.folder(), open.tables.address()) {
            (Some(folder), _) => format!("<Oracle of {}>", folder.path().display()),
            (_, Some(address)) => format!("<Oracle of {address}>"),
            _ => "<Oracle of the tables inside the package>".to_owned(),
        }
    }

    fn __enter__(slf: Bound<'_, Self>) -> PyResult<Bound<'_, Self>> {
        slf.get().open.get().map(|_| slf)
    }

    /// Close the oracle and its tables.
    #[pyo3(name = "__exit__", signature = (*_error))]
    pub(crate) fn close(&self, py: Python<'_>, _error: &Bound<'_, PyTuple>) {
        // The threads of a parent are not ended.
        if self.get().is_ok() {
            py.detach(|| self.open.close());
        }
    }
}
