//! The oracle: questions about single positions and about many.

use std::mem;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;

use perfectplay_core::contour::Board;
use perfectplay_core::control::Progress;
use perfectplay_core::layers::OutOfMemory;
use perfectplay_embedded::TABLES;
use perfectplay_oracle::{
    Access, Attempt, Budget, Effort, Error, Game, GameId, Limits, Listing, Oracle as AnyOracle,
    OwnGame, Plies, Question, Silent, TableFolder, Tables, Threads, Value as AnyValue, ValueAnswer,
};
use perfectplay_query::memory::can_be_had;
use perfectplay_solve::{Game as _, Values};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::answer::Answer;
use crate::arrays::{self, Batch, Given, Kind, Numbers, Positions};
use crate::errors::{self, usage};
use crate::own::{self, Own};
use crate::position::{Position, read_board};
use crate::sets;
use crate::to_dict;
use crate::value::Value;
use crate::watch::{Told, Watch, long};

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
struct Asked {
    plies: Plies,
    line: bool,
    replies: bool,
    grundy: bool,
}

impl Asked {
    fn question(self, question: Question) -> Question {
        let Self { plies, line, replies, grundy } = self;
        question.with_plies(plies).with_line(line).with_replies(replies).with_grundy(grundy)
    }
}

/// The tables of a folder, and those of the wheel.
pub(crate) fn tables(folder: Option<PathBuf>) -> Tables {
    Tables::from(table_folder(crate::tables::folder(folder))).with_embedded(TABLES)
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
    fn check_raised(&self) -> PyResult<()> {
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

    fn game(oracle: &AnyOracle, name: &str) -> PyResult<GameId> {
        oracle.game(name).ok_or_else(|| match name.parse::<Game>() {
            Err(error) => usage(error.to_string()),
            Ok(game) => usage(format!("{game} is not a game of this oracle")),
        })
    }

    /// Answers a question: at once if that is possible, and otherwise on a thread of its own.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        game: GameId,
        read: impl Fn(&Budget<'_>) -> Result<Question, Error> + Sync,
        limits: &Limits,
        progress: Option<&Bound<'_, PyAny>>,
        ask: impl Fn(&AnyOracle, &Question, &Budget<'_>) -> Result<Option<T>, Error> + Sync,
    ) -> PyResult<T> {
        let (oracle, mut attempt) = (self.get()?, Attempt::default());
        if let Some(own) = self.own(game) {
            own.game.check_idle()?;
        }
        let answered = py.detach(|| {
            let budget = Budget::of(limits, Effort::AtOnce, &Silent);
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
        Self::of(self::tables(tables), threads, own)
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
        let game = Self::game(&*self.get()?, game)?;
        let (position, board) = (Given::of(position)?, board.map(read_board).transpose()?);
        let asked = Asked { plies: self::plies(plies, Plies::IfQuick), line, replies, grundy };
        let read = |budget: &Budget<'_>| {
            position.read(game, board.as_ref(), budget).map(|read| asked.question(read))
        };
        let limits = limits(limit, memory);
        let answer = self.ask(py, game, read, &limits, progress, AnyOracle::try_answer)?;
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
        let game = Self::game(&*self.get()?, game)?;
        let (position, board) = (Given::of(position)?, board.map(read_board).transpose()?);
        let plies = self::plies(plies, Plies::IfQuick);
        let asked = Asked { plies, line: false, replies: false, grundy: false };
        let read = |budget: &Budget<'_>| {
            position.read(game, board.as_ref(), budget).map(|read| asked.question(read))
        };
        let limits = limits(limit, memory);
        let answer: ValueAnswer =
            self.ask(py, game, read, &limits, progress, AnyOracle::try_value)?;
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
        let keep = keeps_errors(errors)?;
        let oracle = self.get()?;
        let game = Self::game(&oracle, game)?;
        let board = board.map(read_board).transpose()?;
        if let Some(own) = self.own(game) {
            own.game.check_idle()?;
        }
        let mut given = arrays::positions(game.built_in(), positions, board.as_ref(), None)?;
        let asked = Asked { plies: self::plies(plies, Plies::IfStored), line, replies, grundy };
        let (limits, all) = (limits(limit, memory), positions.len().ok());
        let list = PyList::empty(py);
        while let Some(batch) = given.next(py, SOME)? {
            let before = list.len();
            check_memory(ROOM)?;
            let answers = long(py, Told::of(progress).part(before, all), |watch| {
                let mut answers = Vec::with_capacity(batch.len());
                let take = |answer: Result<_, Error>| {
                    watch.one_more(batch.len());
                    match answer {
                        Err(error) if !keep || matches!(error, Error::Interrupted(_)) => {
                            Err((answers.len(), error))
                        }
                        answer => {
                            answers.push(answer);
                            Ok(())
                        }
                    }
                };
                let read = |&place: &usize, budget: &Budget<'_>| {
                    batch.read(game, place, board.as_ref(), budget).map(|read| asked.question(read))
                };
                let places: Vec<usize> = (0..batch.len()).collect();
                let write = |_: &_, answer| answer;
                answer_many(game, || {
                    oracle.answer_all(&places, &limits, watch, read, write, take)
                })?;
                Ok(answers)
            })?;
            self.check_raised()?;
            let failed =
                |(place, error): (usize, Error)| errors::oracle(&error, Some(before + place));
            for (place, answer) in answers.map_err(failed)?.into_iter().enumerate() {
                match answer {
                    Ok(answer) => list.append(Answer(Arc::new(answer)))?,
                    Err(error) => list.append(failed((place, error)).value(py))?,
                }
            }
        }
        Ok(list)
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
        let keep = keeps_errors(errors)?;
        let oracle = self.get()?;
        let game = Self::game(&oracle, game)?;
        let board = board.map(read_board).transpose()?;
        if plies && !matches!(Kind::of(game.built_in()), Kind::Outcome) {
            return Err(usage(format!("values of {game} have no plies")));
        }
        if let Some(own) = self.own(game) {
            own.game.check_idle()?;
        }
        let mut given = arrays::positions(game.built_in(), positions, board.as_ref(), size)?;
        let (all, limits) = (positions.len().ok(), limits(limit, memory));
        let asked = if plies { Plies::Always } else { Plies::IfStored };
        let read = Read {
            oracle: &oracle,
            of: self,
            game,
            board: board.as_ref(),
            plies: asked,
            limits,
            keep,
        };
        if plies {
            let both = |value| (arrays::small(value), arrays::plies(value));
            let both = read.all(py, &mut given, all, progress, both)?;
            let (outcomes, plies) = both.into_iter().unzip();
            let outcomes = Numbers::I8(outcomes).into_array(py, 0)?;
            let both = (outcomes, Numbers::I32(plies).into_array(py, 0)?);
            return Ok(both.into_pyobject(py)?.into_any());
        }
        let given = &mut given;
        if let Some(own) = self.own(game)
            && matches!(own.game.values(), Values::Score | Values::Grundy)
        {
            let numbers = read.all(py, given, all, progress, own::number)?;
            return Numbers::I32(numbers).into_array(py, 0);
        }
        let values = match Kind::of(game.built_in()) {
            Kind::Outcome | Kind::SmallScore => {
                Numbers::I8(read.all(py, given, all, progress, arrays::small)?)
            }
            Kind::Score => Numbers::I64(read.all(py, given, all, progress, arrays::score)?),
            Kind::Minutes => Numbers::F64(read.all(py, given, all, progress, arrays::minutes)?),
        };
        values.into_array(py, 0)
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
        sets::draw(py, &*self.get()?, source, count, seed, decisive, limit, memory, progress)
    }

    #[pyo3(name = "_random")]
    fn random(
        &self,
        py: Python<'_>,
        source: &str,
        count: usize,
        seed: u64,
    ) -> PyResult<Vec<Position>> {
        sets::random(py, &*self.get()?, source, count, seed)
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
        match self.tables.folder() {
            Some(folder) => format!("<Oracle of {}>", folder.path().display()),
            None => "<Oracle of the tables inside the package>".to_owned(),
        }
    }
}

/// Some answers take less memory than this.
const ROOM: u64 = 128 << 20;

/// Refuses to go on if the system does not grant so much memory: what is allocated in small pieces ends the process
/// where there is none.
pub(crate) fn check_memory(bytes: u64) -> PyResult<()> {
    match can_be_had(bytes) {
        true => Ok(()),
        false => {
            Err(OutOfMemory { bytes }.into()).map_err(|error: Error| errors::oracle(&error, None))
        }
    }
}

/// Answers many questions: where Python is asked about them, on one thread, as it lets no second one go on.
fn answer_many(
    game: GameId,
    answer: impl FnOnce() -> Result<(), (usize, Error)> + Send,
) -> Result<(), (usize, Error)> {
    match game.built_in() {
        Some(_) => answer(),
        None => own::asking(NonZeroUsize::new(1), answer)
            .unwrap_or_else(|refused| Err((0, refused.into()))),
    }
}

fn keeps_errors(errors: &str) -> PyResult<bool> {
    match errors {
        "raise" => Ok(false),
        "keep" => Ok(true),
        _ => Err(PyValueError::new_err("`errors` is \"raise\" or \"keep\"")),
    }
}

/// So many positions of an array are copied, and then read, at a time: enough for many threads, and few enough for
/// caches.
const MANY: usize = 1 << 18;

/// So many positions are taken one by one, and then answered, at a time.
const SOME: usize = 1 << 14;

/// Values that are to be read.
struct Read<'a> {
    oracle: &'a AnyOracle,
    of: &'a Oracle,
    game: GameId,
    board: Option<&'a Arc<Board>>,
    plies: Plies,
    limits: Limits,
    keep: bool,
}

impl Read<'_> {
    fn all<T: Send>(
        &self,
        py: Python<'_>,
        given: &mut Positions<'_>,
        all: Option<usize>,
        progress: Option<&Bound<'_, PyAny>>,
        convert: impl Fn(Option<AnyValue>) -> T + Sync,
    ) -> PyResult<Vec<T>> {
        // A length that an object tells may be wrong.
        let mut values = Vec::with_capacity(all.unwrap_or_default().min(MANY));
        let most = if matches!(given, Positions::Packed { .. }) { MANY } else { SOME };
        while let Some(batch) = given.next(py, most)? {
            let told = Told::of(progress).part(values.len(), all);
            let read = long(py, told, |watch| match (&batch, self.game.built_in()) {
                (Batch::Packed(packed), Some(game)) => {
                    let read = self.oracle.packed_values(
                        game,
                        packed,
                        self.plies,
                        &self.limits,
                        watch,
                        &convert,
                    );
                    match read {
                        Err(error) if self.keep && !watch.interrupted() => {
                            drop(error);
                            self.each(&batch, watch, &convert)
                        }
                        read => read.map_err(|error| (error.place, error.error)),
                    }
                }
                _ => self.each(&batch, watch, &convert),
            })?;
            self.of.check_raised()?;
            let failed = |(place, error)| errors::oracle(&error, Some(values.len() + place));
            let read = read.map_err(failed)?;
            values.extend(read);
        }
        Ok(values)
    }

    /// The values of some positions, each answered or refused by itself.
    fn each<T: Send>(
        &self,
        batch: &Batch<'_>,
        watch: &Watch,
        convert: impl Fn(Option<AnyValue>) -> T + Sync,
    ) -> Result<Vec<T>, (usize, Error)> {
        let places: Vec<usize> = (0..batch.len()).collect();
        let mut values = Vec::with_capacity(places.len());
        let read = |&place: &usize, budget: &Budget<'_>| {
            Ok(batch.read(self.game, place, self.board, budget)?.with_plies(self.plies))
        };
        let take = |value: Result<ValueAnswer, Error>| {
            watch.one_more(places.len());
            match value {
                Ok(value) => values.push(convert(value.value)),
                Err(error) if !self.keep || matches!(error, Error::Interrupted(_)) => {
                    return Err((values.len(), error));
                }
                Err(_) => values.push(convert(None)),
            }
            Ok(())
        };
        let (oracle, write) = (self.oracle, |_: &_, value| value);
        answer_many(self.game, || {
            oracle.value_all(&places, &self.limits, watch, read, write, take)
        })?;
        Ok(values)
    }
}
