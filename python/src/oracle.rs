//! The oracle: questions about single positions, and what it has beside.

use std::mem;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;

use perfectplay_embedded::TABLES;
use perfectplay_oracle::{
    Access, Attempt, Budget, Effort, Error, Game, GameId, Limits, Listing, Oracle as AnyOracle,
    OwnGame, Plies, Question, Silent, TableFolder, Tables, Threads, ValueAnswer,
};
use perfectplay_release::is_address;
use perfectplay_solve::Game as _;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::answer::Answer;
use crate::arrays::{self, Kind, Numbers, Unread};
use crate::batches::{Alike, Many, keeps};
use crate::errors::{self, usage};
use crate::given::{self, Given};
use crate::own::Own;
use crate::position::{Position, read_board};
use crate::sets;
use crate::to_dict;
use crate::value::Value;
use crate::watch::{Told, long};

/// Answers positions of all games, from tables or on the spot.
#[pyclass(frozen, module = "perfectplay")]
pub(crate) struct Oracle {
    tables: Tables,
    threads: ThreadCount,
    /// Games that Python describes.
    own: Vec<Own>,
    /// The process that the threads and locks of the oracle belong to: a fork has neither.
    of_process: Mutex<(u32, Arc<AnyOracle>)>,
}

/// The most threads for each processor.
const THREADS: usize = 16;

/// How many threads are wanted.
type ThreadCount = Option<NonZeroUsize>;

/// What a question asks, besides its position.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    pub(crate) plies: Plies,
    line: bool,
    replies: bool,
    grundy: bool,
}

impl Asked {
    fn value(plies: Plies) -> Self {
        Self { plies, line: false, replies: false, grundy: false }
    }

    pub(crate) fn question(self, question: Question) -> Question {
        let Self { plies, line, replies, grundy } = self;
        question.with_plies(plies).with_line(line).with_replies(replies).with_grundy(grundy)
    }
}

/// The tables of a folder or at an address, and those of the wheel.
pub(crate) fn tables(py: Python<'_>, folder: Option<PathBuf>) -> PyResult<Tables> {
    let folder = crate::tables::folder(folder)?;
    let tables = match folder.to_str().filter(|folder| is_address(folder)) {
        Some(url) => crate::tables::at_address(py, url)?,
        None => table_folder(folder).into(),
    };
    Ok(tables.with_embedded(TABLES))
}

/// A folder whose tables are mapped.
pub(crate) fn table_folder(path: PathBuf) -> TableFolder {
    // SAFETY: only files that nobody may write to are mapped, and nothing here writes into a table: a new one takes
    // its name. The documentation asks the same of other programs.
    let access = unsafe { Access::map() };
    TableFolder::new(path).with_access(access)
}

fn new_oracle(tables: &Tables, threads: ThreadCount, own: &[Own]) -> PyResult<Arc<AnyOracle>> {
    let oracle = AnyOracle::new(tables.clone()).map_err(|error| errors::oracle(&error, None))?;
    let games: Vec<&'static dyn OwnGame> = own.iter().map(|own| own.asked).collect();
    Ok(Arc::new(oracle.with_games(&games).on(Threads::new(threads))))
}

pub(crate) fn limits(states: Option<u64>, memory: Option<u64>) -> Limits {
    Limits { states, memory: memory.unwrap_or(Limits::default().memory) }
}

/// When to solve for plies: as the program does if nothing is said.
fn plies(asked: Option<bool>, default: Plies) -> Plies {
    match asked {
        None => default,
        Some(true) => Plies::Always,
        Some(false) => Plies::IfStored,
    }
}

impl Oracle {
    /// One of these tables that knows these games, too, whose names differ.
    pub(crate) fn of(tables: Tables, threads: ThreadCount, own: Vec<Own>) -> PyResult<Self> {
        let oracle = new_oracle(&tables, threads, &own)?;
        Ok(Self { tables, threads, own, of_process: Mutex::new((process::id(), oracle)) })
    }

    /// The game that Python describes, if this is one.
    fn own(&self, game: GameId) -> Option<&Own> {
        self.own.iter().find(|own| game == GameId::Own(own.asked))
    }

    /// An exception of a game that Python describes is raised as it is.
    pub(crate) fn check_raised(&self) -> PyResult<()> {
        let Some(raised) = self.own.iter().find_map(|own| own.game.raised()) else { return Ok(()) };
        // If a table was being opened, the oracle remembers that it could not be.
        let new = new_oracle(&self.tables, self.threads, &self.own)?;
        *self.of_process.lock().unwrap_or_else(PoisonError::into_inner) = (process::id(), new);
        Err(raised)
    }

    /// The oracle of this process.
    pub(crate) fn get(&self) -> PyResult<Arc<AnyOracle>> {
        let mut of_process = self.of_process.lock().unwrap_or_else(PoisonError::into_inner);
        let this = process::id();
        if of_process.0 != this {
            let new = new_oracle(&self.tables, self.threads, &self.own)?;
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
    fn game(&self, oracle: &AnyOracle, name: &str) -> PyResult<GameId> {
        let unknown =
            || name.parse::<Game>().err().map_or_else(String::new, |error| error.to_string());
        let game = oracle.game(name).ok_or_else(|| usage(unknown()))?;
        self.check_idle(game)?;
        Ok(game)
    }

    /// A method of a game that Python describes does not ask about that.
    fn check_idle(&self, game: GameId) -> PyResult<()> {
        self.own(game).map_or(Ok(()), |own| own.game.check_idle())
    }

    /// Answers a question: at once if that is possible, and otherwise on a thread of its own.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        read: impl Fn(&Budget<'_>) -> Result<Question, Error> + Sync,
        limits: &Limits,
        progress: Option<&Bound<'_, PyAny>>,
        ask: impl Fn(&AnyOracle, &Question, &Budget<'_>) -> Result<Option<T>, Error> + Sync,
    ) -> PyResult<T> {
        let (oracle, mut attempt) = (self.get()?, Attempt::default());
        let answered = py.detach(|| {
            let budget = Budget::of(limits, Effort::AtOnce, &Silent);
            // Nobody looks for signals here.
            let is_here = self.tables.address().is_none();
            let budget = if is_here { budget } else { budget.without_waiting() };
            match attempt.read_within(&budget, &read)? {
                Some(question) => ask(&oracle, question, &budget),
                None => Ok(None),
            }
        });
        let answered = match answered {
            Ok(None) => long(py, Told::of(progress), |watch| {
                let budget = Budget::new(limits, watch);
                let question = attempt.read_within(&budget, &read)?;
                ask(&oracle, question.expect("full effort is enough"), &budget)
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
        threads: Option<usize>,
        games: Vec<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let most = THREADS * available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = match threads
            .map(|number| (number <= most).then(|| NonZeroUsize::new(number)).flatten())
        {
            None => None,
            Some(Some(number)) => Some(number),
            Some(None) => {
                return Err(PyValueError::new_err(format!(
                    "`threads` is from 1 to {most}; leave it out for one for each processor"
                )));
            }
        };
        let mut own: Vec<Own> = Vec::new();
        for game in &games {
            let game = Own::of(game)?;
            let name = game.asked.name();
            if own.iter().any(|other| other.asked.name() == name) {
                return Err(usage(format!(
                    "{name} is the name of two games: give them different ones"
                )));
            }
            own.push(game);
        }
        Self::of(self::tables(py, tables)?, threads, own)
    }

    #[pyo3(signature = (game, position, *, board=None, line=false, replies=false, grundy=false, plies=None, limit=None, memory=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn answer(
        &self,
        py: Python<'_>,
        game: &str,
        position: &Bound<'_, PyAny>,
        board: Option<&str>,
        line: bool,
        replies: bool,
        grundy: bool,
        plies: Option<bool>,
        limit: Option<u64>,
        memory: Option<u64>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Answer> {
        let game = self.game(&*self.get()?, game)?;
        let (position, board) = (Given::of(position)?, board.map(read_board).transpose()?);
        let asked = Asked { plies: self::plies(plies, Plies::IfQuick), line, replies, grundy };
        let read = |budget: &Budget<'_>| {
            position.read(game, board.as_ref(), budget).map(|read| asked.question(read))
        };
        let limits = limits(limit, memory);
        let answer = self.ask(py, read, &limits, progress, AnyOracle::try_answer)?;
        Ok(Answer(Arc::new(answer)))
    }

    #[pyo3(signature = (game, position, *, board=None, plies=None, limit=None, memory=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn value(
        &self,
        py: Python<'_>,
        game: &str,
        position: &Bound<'_, PyAny>,
        board: Option<&str>,
        plies: Option<bool>,
        limit: Option<u64>,
        memory: Option<u64>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<Value>> {
        let game = self.game(&*self.get()?, game)?;
        let (position, board) = (Given::of(position)?, board.map(read_board).transpose()?);
        let asked = Asked::value(self::plies(plies, Plies::IfQuick));
        let read = |budget: &Budget<'_>| {
            position.read(game, board.as_ref(), budget).map(|read| asked.question(read))
        };
        let limits = limits(limit, memory);
        let answer: ValueAnswer = self.ask(py, read, &limits, progress, AnyOracle::try_value)?;
        Ok(answer.value.map(Value))
    }

    #[pyo3(signature = (game, positions, *, board=None, line=false, replies=false, grundy=false, plies=None, limit=None, memory=None, progress=None, errors="raise"))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
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
        limit: Option<u64>,
        memory: Option<u64>,
        progress: Option<&Bound<'py, PyAny>>,
        errors: &str,
    ) -> PyResult<Bound<'py, PyList>> {
        let (keep, oracle) = (keeps(errors)?, self.get()?);
        let game = self.game(&oracle, game)?;
        let board = board.map(read_board).transpose()?;
        let given = given::positions(game.built_in(), positions, board.as_ref(), None)?;
        let asked = Asked { plies: self::plies(plies, Plies::IfStored), line, replies, grundy };
        let (board, limits) = (board.as_ref(), limits(limit, memory));
        let alike = Alike { of: self, oracle: &oracle, game, board, asked, limits, keep };
        Many { py, alike, given, all: positions.len().ok(), progress }.answers()
    }

    #[pyo3(signature = (game, positions, *, board=None, size=None, plies=false, limit=None, memory=None, progress=None, errors="raise"))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn values<'py>(
        &self,
        py: Python<'py>,
        game: &str,
        positions: &Bound<'py, PyAny>,
        board: Option<&str>,
        size: Option<usize>,
        plies: bool,
        limit: Option<u64>,
        memory: Option<u64>,
        progress: Option<&Bound<'py, PyAny>>,
        errors: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (keep, oracle) = (keeps(errors)?, self.get()?);
        let game = self.game(&oracle, game)?;
        let board = board.map(read_board).transpose()?;
        let kind = match (self.own(game), game.built_in()) {
            (Some(own), _) => Kind::of_own(own.game.values()),
            (None, built_in) => built_in.map_or(Kind::Outcome, Kind::of),
        };
        if plies && kind != Kind::Outcome {
            return Err(usage(format!("values of {game} have no plies")));
        }
        let given = given::positions(game.built_in(), positions, board.as_ref(), size)?;
        let asked = Asked::value(if plies { Plies::Always } else { Plies::IfStored });
        let (board, limits) = (board.as_ref(), limits(limit, memory));
        let alike = Alike { of: self, oracle: &oracle, game, board, asked, limits, keep };
        let many = Many { py, alike, given, all: positions.len().ok(), progress };
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
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn draw<'py>(
        &self,
        py: Python<'py>,
        source: &str,
        count: u32,
        seed: u64,
        decisive: bool,
        limit: Option<u64>,
        memory: Option<u64>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyDict>, String, Vec<Answer>)> {
        let oracle = self.get()?;
        oracle.game(source).map_or(Ok(()), |game| self.check_idle(game))?;
        sets::draw(py, &oracle, source, count, seed, decisive, limit, memory, progress)
    }

    #[pyo3(name = "_random")]
    fn random(
        &self,
        py: Python<'_>,
        source: &str,
        count: usize,
        seed: u64,
    ) -> PyResult<Vec<Position>> {
        let oracle = self.get()?;
        oracle.game(source).map_or(Ok(()), |game| self.check_idle(game))?;
        sets::random(py, &oracle, source, count, seed)
    }

    fn tables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let games: Vec<&'static dyn OwnGame> = self.own.iter().map(|own| own.asked).collect();
        let listing = py.detach(|| Listing::of(&self.tables, &games));
        to_dict(py, &listing.map_err(|error| errors::oracle(&error, None))?)
    }

    fn refresh(&self) -> PyResult<bool> {
        self.get()?.refresh().map_err(|error| errors::oracle(&error, None))
    }

    fn take_warnings(&self) -> PyResult<Vec<String>> {
        Ok(self.get()?.take_warnings().into_iter().map(|warning| warning.message).collect())
    }

    fn __repr__(&self) -> String {
        match (self.tables.folder(), self.tables.address()) {
            (Some(folder), _) => format!("<Oracle of {}>", folder.path().display()),
            (_, Some(address)) => format!("<Oracle of {address}>"),
            _ => "<Oracle of the tables inside the package>".to_owned(),
        }
    }
}
