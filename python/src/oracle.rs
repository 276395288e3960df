//! The oracle: questions about single positions, and what it has beside.
#![expect(clippy::too_many_arguments, reason = "Python names them")]

use perfectplay_games::built_in;
use std::mem;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;

use perfectplay::{
    Attempt, Budget, Draw, Effort, Error, GameRef, Limits, Listing, Oracle as AnyOracle, Plies,
    Question, Silent, Tables, Threads, ValueAnswer, Within,
};
use perfectplay_tables::solve::{Control, Game as _};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::answer::Answer;
use crate::arguments::{self, PositionArgument, Whole};
use crate::arrays::{self, Kind, Numbers, Unread};
use crate::batches::{BatchContext, Many};
use crate::custom::CustomGame;
use crate::errors::{self, usage};
use crate::folders;
use crate::options::{self, Options, keeps, limits};
use crate::position::{Position, listed, on_board};
use crate::sets;
use crate::to_dict;
use crate::value::Value;
use crate::watch::{Reporter, long};

/// Answers positions of all games, from tables or on the spot: `Oracle(tables=None, *, threads=None, games=())`.
///
/// `tables` is a folder or an address; `games` are custom games whose tables are there.
#[pyclass(frozen, module = "perfectplay")]
pub(crate) struct Oracle {
    tables: Tables,
    /// What Python named them, if that opens them again.
    named: Option<Option<PathBuf>>,
    threads: ThreadCount,
    /// Games that Python describes.
    custom: Vec<CustomGame>,
    /// The process that the threads and locks of the oracle belong to: a fork has neither.
    of_process: Mutex<(u32, Arc<AnyOracle>)>,
}

/// The most threads for each processor.
const THREADS: usize = 16;

/// How many threads are wanted.
type ThreadCount = Option<NonZeroUsize>;

fn new_oracle(
    tables: &Tables,
    threads: ThreadCount,
    custom: &[CustomGame],
) -> PyResult<Arc<AnyOracle>> {
    let oracle = AnyOracle::new(&built_in(), tables.clone())
        .map_err(|error| errors::oracle(&error, None))?;
    let games: Vec<GameRef> = custom.iter().map(|custom| custom.erased.clone()).collect();
    Ok(Arc::new(oracle.with_games(&games).on(Threads::new(threads))))
}

impl Oracle {
    /// One of these tables that knows these games, too, whose names differ.
    pub(crate) fn of(
        tables: Tables,
        threads: ThreadCount,
        custom: Vec<CustomGame>,
    ) -> PyResult<Self> {
        let oracle = new_oracle(&tables, threads, &custom)?;
        Ok(Self {
            tables,
            named: None,
            threads,
            custom,
            of_process: Mutex::new((process::id(), oracle)),
        })
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
        let new = new_oracle(&self.tables, self.threads, &self.custom)?;
        *self.of_process.lock().unwrap_or_else(PoisonError::into_inner) = (process::id(), new);
        Err(raised)
    }

    /// The oracle of this process.
    pub(crate) fn get(&self) -> PyResult<Arc<AnyOracle>> {
        let mut of_process = self.of_process.lock().unwrap_or_else(PoisonError::into_inner);
        let this = process::id();
        if of_process.0 != this {
            let new = new_oracle(&self.tables, self.threads, &self.custom)?;
            // Its threads are those of the parent: to end them would wait for ever.
            #[expect(
                clippy::mem_forget,
                reason = "a fork cannot end threads that it does not have"
            )]
            mem::forget(mem::replace(&mut *of_process, (this, new)));
        }
        Ok(of_process.1.clone())
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
        let (py, oracle, mut attempt) = (position.py(), self.get()?, Attempt::default());
        let game = self.game(&oracle, game)?;
        let (position, game) = (PositionArgument::of(position)?, on_board(game, board)?);
        let read =
            |budget: &Budget<'_>| position.read(&game, budget).map(|read| asked.question(read));
        let answered = py.detach(|| {
            let budget = Budget::of(limits, Effort::AtOnce, &Silent);
            // Nobody looks for signals here.
            let is_here = self.tables.address().is_none();
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
            let what = "leave it out for one for each processor";
            let wrong = || PyValueError::new_err(format!("`threads` is from 1 to {most}; {what}"));
            NonZeroUsize::new(number).filter(|_| number <= most).ok_or_else(wrong)
        };
        let threads = threads.map(|threads| count(threads.get())).transpose()?;
        let mut custom: Vec<CustomGame> = Vec::new();
        for game in &games {
            let game = CustomGame::of(game)?;
            let name = game.erased.name();
            if custom.iter().any(|other| other.erased.name() == name) {
                let what = format!("{name} is the name of two games: give them different ones");
                return Err(usage(what));
            }
            custom.push(game);
        }
        let of = Self::of(folders::tables(py, tables.clone())?, threads, custom)?;
        Ok(Self { named: Some(tables), ..of })
    }

    /// A position's value and its moves. `plies` says whether to solve for plies where a table has none: if that takes
    /// milliseconds, by default.
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

    /// A position's value alone; `None` if it is not known. It has plies where a table stores them, and with `plies=True`.
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

    /// The answers to many positions, on all threads. The first error is raised, or with `errors="keep"` each stands in the
    /// list in the place of its answer. Plies are not solved for unless `plies` says so.
    #[pyo3(signature = (game, positions, *, board=None, line=false, replies=false, grundy=false, plies=None, limit=None, memory=None, progress=None, errors="raise"))]
    fn answers<'py>(
        &self,
        py: Python<'py>,
        game: &str,
        positions: &Bound<'py, PyAny>,
        board: Option<&str>,
        line: bool,
        replies: bool,
        grundy: bool,
        plies: Option<bool>,
        limit: Option<Whole<u64>>,
        memory: Option<Whole<u64>>,
        progress: Option<&Bound<'py, PyAny>>,
        errors: &str,
    ) -> PyResult<Bound<'py, PyList>> {
        let (keep, oracle) = (keeps(errors)?, self.get()?);
        let game = self.game(&oracle, game)?;
        let game = on_board(game, board)?;
        let given = arguments::positions(listed(&game), positions, None)?;
        let asked =
            Options { plies: options::plies(plies, Plies::IfStored), line, replies, grundy };
        let limits = limits(limit, memory);
        let alike = BatchContext { oracle: &oracle, game, asked, limits, keep };
        let (all, check_raised) = (positions.len().ok(), &|| self.check_raised());
        Many { py, alike, given, all, progress, check_raised }.answers()
    }

    /// The values of many positions as an array: outcomes as `int8` (1, 0 and -1 for a win, a draw and a loss), scores as
    /// `int8` (stake) or `int64` (contour), minutes as `float64`. The least number of the type, or NaN, stands for what is
    /// not known, and with `errors="keep"` for errors. With `plies` there are two arrays, outcomes and plies (`int32`, -1
    /// where they are not known). `size` is that of an array of stake's boards.
    #[pyo3(signature = (game, positions, *, board=None, size=None, plies=false, limit=None, memory=None, progress=None, errors="raise"))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        game: &str,
        positions: &Bound<'py, PyAny>,
        board: Option<&str>,
        size: Option<Whole<usize>>,
        plies: bool,
        limit: Option<Whole<u64>>,
        memory: Option<Whole<u64>>,
        progress: Option<&Bound<'py, PyAny>>,
        errors: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (keep, oracle) = (keeps(errors)?, self.get()?);
        let game = self.game(&oracle, game)?;
        let game = on_board(game, board)?;
        let kind = match (self.custom(&game), listed(&game)) {
            (Some(custom), _) => Kind::of_custom(custom.game.values()),
            (None, built_in) => built_in.map_or(Kind::Outcome, Kind::of),
        };
        if plies && kind != Kind::Outcome {
            return Err(usage(format!("values of {game} have no plies")));
        }
        let given = arguments::positions(listed(&game), positions, size.map(Whole::get))?;
        let asked = Options::value(if plies { Plies::Always } else { Plies::IfStored });
        let limits = limits(limit, memory);
        let alike = BatchContext { oracle: &oracle, game, asked, limits, keep };
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
        let oracle = self.get()?;
        oracle.game(source).map_or(Ok(()), |game| self.check_idle(&game))?;
        let draw = Draw { count: count.get(), seed: seed.get(), decisive };
        sets::draw(py, &oracle, source, &draw, &limits(limit, memory), progress)
    }

    #[pyo3(name = "_random")]
    fn random(
        &self,
        py: Python<'_>,
        source: &str,
        count: Whole<usize>,
        seed: Whole<u64>,
    ) -> PyResult<Vec<Position>> {
        let oracle = self.get()?;
        oracle.game(source).map_or(Ok(()), |game| self.check_idle(&game))?;
        sets::random(py, &oracle, source, count.get(), seed.get())
    }

    /// The tables that there are, as the program's `list --json`.
    fn tables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let games: Vec<GameRef> = self.custom.iter().map(|custom| custom.erased.clone()).collect();
        let listing = long(py, Reporter::of(None), |watch| {
            // The headers of a server's tables are brought here first, for which Ctrl-C ends the wait.
            let places = self.tables.address().map(|_| self.tables.places().unwrap_or_default());
            for place in places.iter().flatten() {
                // What is wrong with one is listed.
                let control = Control::new(watch);
                let _ = self.tables.together(place, control, || self.tables.file(place));
                control.check()?;
            }
            let all = [built_in(), games.clone()].concat();
            Listing::of(&self.tables, &all, &games)
        })?;
        to_dict(py, &listing.map_err(|error| errors::oracle(&error, None))?)
    }

    /// Looks whether tables were built, replaced or removed, and says whether that is so.
    fn refresh(&self) -> PyResult<bool> {
        self.get()?.refresh().map_err(|error| errors::oracle(&error, None))
    }

    /// The problems with tables that no answer needed, since the last call.
    fn take_warnings(&self) -> PyResult<Vec<String>> {
        Ok(self.get()?.take_warnings().into_iter().map(|warning| warning.message).collect())
    }

    /// What a pickle makes it of again: where the tables are, and the games that were described.
    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<((Option<PathBuf>,), Bound<'py, PyDict>)> {
        let named = self.named.clone().ok_or_else(|| {
            let what = "the oracle of a solved table cannot be pickled: solve into a folder, and pickle its oracle";
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
        match (self.tables.folder(), self.tables.address()) {
            (Some(folder), _) => format!("<Oracle of {}>", folder.path().display()),
            (_, Some(address)) => format!("<Oracle of {address}>"),
            _ => "<Oracle of the tables inside the package>".to_owned(),
        }
    }
}
