//! Tables of games that Python describes.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use perfectplay::{Code, Error, TableFolder, Tables, Threads, UsageError, Value, custom_position};
use perfectplay_core::control::Progress as _;
use perfectplay_core::parallel::tasks;
use perfectplay_format::Header;
use perfectplay_tables::solve::{
    Ask as _, Batch, Build, Child, Control, Game, Purpose, Reached, SolveError,
    SolvedTable as AnyTable, VisitedPosition, build_by,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString, PyTuple};

use crate::arguments::{Whole, refuse_text, refuses_position};
use crate::arrays::{Kind, Numbers, Unread};
use crate::custom::{CustomGame, asking};
use crate::errors::{self, raise};
use crate::folders::{table_folder, to_write};
use crate::open::Open;
use crate::oracle::Oracle;
use crate::position::Position;
use crate::python_game::{BatchAsker, PythonGame, WORD};
use crate::watch::{Reporter, long, pause};

/// The default ceiling on memory for finding and solving positions.
const MEMORY: u64 = 2 << 30;
/// How many positions are taken together from Python.
const TOGETHER: usize = 1 << 12;
/// How most calls raise that ceiling.
const RAISES: &str = "raise the limit with `memory=`";

/// From which a pickle opens a table again.
type GameAndFolder = (Py<PyAny>, PathBuf);

/// The table of a custom game, with every position that play from its start reaches: see `solve`.
#[pyclass(frozen, module = "perfectplay")]
pub(crate) struct SolvedTable {
    custom: CustomGame,
    table: Open<Arc<AnyTable<PythonGame>>>,
    /// Answers from this table.
    oracle: Py<Oracle>,
    /// The words of all positions, once they have been found.
    words: Mutex<Option<Arc<[u64]>>>,
    /// Where its file is, unless it is in memory alone.
    folder: Option<PathBuf>,
}

/// Solve a custom game, described by an object such as a `Game` or `ArrayGame`, and return its open table.
///
/// The table is kept in the folder `tables`, or in memory without one. If the folder has it and `force` is false, it is
/// only opened. `memory` is a ceiling in bytes, 2 GiB by default.
#[pyfunction]
#[pyo3(signature = (game, tables=None, *, force=false, memory=None, progress=None))]
pub(crate) fn solve(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    tables: Option<PathBuf>,
    force: bool,
    memory: Option<Whole<u64>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<SolvedTable> {
    let custom = CustomGame::of(game)?;
    let game = &custom.game;
    let folder = tables.map(|path| to_write(Some(path))).transpose()?;
    let path = folder.as_ref().map(|folder| folder.path().to_owned());
    if let Some(folder) = folder.as_ref().filter(|_| !force)
        && folder.table(&game.name()).exists()
    {
        let tables = Tables::from(folder.clone());
        let kept = work(py, game, progress, |control| {
            let table = AnyTable::open(game.clone(), &tables)?;
            table.verify_bytes(control).map(|()| table)
        })?;
        match kept {
            Ok(table) => return SolvedTable::new(py, custom.clone(), table, tables, None, path),
            // It is built anew.
            Err(SolveError::Open(_) | SolveError::Wrong { .. }) => {}
            Err(error) => return Err(game.error(error)),
        }
    }
    let build = |folder: &TableFolder, disk: Option<u64>| {
        let memory = memory.map_or(MEMORY, Whole::get);
        let how = Build::default().force(force).memory(memory).disk(disk);
        let built = work(py, game, progress, |control| {
            let asker = BatchAsker::new(game, memory, control);
            build_by(&asker, folder, how.progress(control))?;
            // Without asking again.
            let words = || AnyTable::<PythonGame>::words_by(&asker, memory, Control::SILENT);
            Ok(asker.knows_all().then(words).and_then(Result::ok).map(Arc::from))
        })?;
        built.map_err(|error| game.error(error))
    };
    let (tables, words) = match folder {
        Some(folder) => {
            let words = build(&folder, None)?;
            (Tables::from(folder), words)
        }
        None => {
            let folder = py.import("tempfile")?.call_method0("TemporaryDirectory")?;
            let made = table_folder(folder.getattr("name")?.extract()?);
            let built = build(&made, Some(0)).and_then(|words| {
                let refused = |error| {
                    raise(Code::Refused, format!("{}: {error}", made.path().display()), None)
                };
                Ok((fs::read(made.table(&game.name())).map_err(refused)?, words))
            });
            folder.call_method0("cleanup")?;
            let (bytes, words) = built?;
            (Tables::default().with_bytes(&game.name(), bytes), words)
        }
    };
    let table = py.detach(|| AnyTable::open(game.clone(), &tables));
    let table = table.map_err(|error| game.error(error))?;
    SolvedTable::new(py, custom.clone(), table, tables, words, path)
}

/// Does long work that asks a game.
fn work<T: Send>(
    py: Python<'_>,
    game: &PythonGame,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(Control<'_>) -> Result<T, SolveError> + Send,
) -> PyResult<Result<T, SolveError>> {
    // Forgets the exception of an earlier call.
    game.raised();
    long(py, Reporter::of(progress), |watch| asking(None, || work(Control::new(watch)))?)
}

impl SolvedTable {
    fn new(
        py: Python<'_>,
        custom: CustomGame,
        table: AnyTable<PythonGame>,
        tables: Tables,
        words: Option<Arc<[u64]>>,
        folder: Option<PathBuf>,
    ) -> PyResult<Self> {
        let oracle = Py::new(py, Oracle::of(tables, None, vec![custom.clone()])?)?;
        let table = Open::new(Arc::new(table));
        Ok(Self { custom, table, oracle, words: Mutex::new(words), folder })
    }

    /// What its file says of itself.
    pub(crate) fn of_header<T>(&self, of: impl FnOnce(&Header) -> PyResult<T>) -> PyResult<T> {
        of(self.table.get()?.header())
    }

    /// The words of all positions, for which the game is explored if that has not been done; `raises` is what raises
    /// the ceiling on memory.
    fn words(&self, py: Python<'_>, memory: Option<u64>, raises: &str) -> PyResult<Arc<[u64]>> {
        self.table.get()?;
        let words = || self.words.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(words) = &*words() {
            return Ok(words.clone());
        }
        // Python code is called, which may come here again: the lock is not held.
        let (game, memory) = (&self.custom.game, memory.unwrap_or(MEMORY));
        let find = |control: Control<'_>| {
            AnyTable::<PythonGame>::words_by(
                &BatchAsker::new(game, memory, control),
                memory,
                control,
            )
        };
        let found = work(py, game, None, find)?.map_err(|error| game.error_or(error, raises))?;
        Ok(words().insert(found.into()).clone())
    }

    /// The word of a position: of a text, of a position of the oracle, or itself.
    fn word(&self, given: &Bound<'_, PyAny>) -> PyResult<u64> {
        let (py, form, asked) = (given.py(), self.custom.game.form(), &self.custom.erased);
        let text = match given.cast::<Position>().map(|position| &position.get().0) {
            Ok(position) if position.game() != asked => {
                let (asked, given) = (asked.clone(), position.game().clone());
                return Err(errors::oracle(&UsageError::Game { asked, given }.into(), None));
            }
            Ok(position) => Some(position.to_string()),
            Err(_) if given.is_instance_of::<PyString>() => Some(given.extract()?),
            Err(_) => None,
        };
        let word = text.as_ref().map_or_else(|| form.given(given), |text| form.read(py, text))?;
        word.ok_or_else(|| {
            let is_integer = given.is_instance_of::<PyInt>() && !given.is_instance_of::<PyBool>();
            let what = match text {
                Some(text) => format!("{text:?} is not a position of {asked}"),
                None if is_integer => format!("{given} is not {WORD}"),
                None => {
                    let kind = given.get_type();
                    let kind = kind.name().map_or_else(|_| String::new(), |name| name.to_string());
                    return PyTypeError::new_err(format!(
                        "a position must be a string or {WORD}, not {kind}"
                    ));
                }
            };
            let hint = format!("a position is written like `{}`", asked.about().start);
            raise(Code::Position, what, Some(hint))
        })
    }

    /// Asks the oracle about a position, which may be given by its word.
    fn ask(&self, method: &str, position: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let (py, mut position) = (position.py(), position.clone());
        if !position.is_instance_of::<PyString>() && !position.is_instance_of::<Position>() {
            let word = self.word(&position)?;
            position = self.custom.game.form().text(py, word)?.into_pyobject(py)?.into_any();
        }
        self.oracle.call_method1(py, method, (self.custom.erased.name(), position))
    }

    /// The values of all positions, read on all threads.
    fn all_values(
        &self,
        py: Python<'_>,
        words: &[u64],
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<Value>> {
        let (parts, table) = (words.chunks(1 << 14).collect::<Vec<_>>(), self.table.get()?);
        let read = long(py, Reporter::of(progress), |watch| {
            watch.set_length(words.len() as u64);
            let part = |number: usize| -> Result<Vec<Value>, Error> {
                let values = parts[number].iter().map(|&word| table.unchecked_value_of_word(word));
                let values = values.collect::<Result<Vec<_>, _>>()?;
                Control::new(watch).advance(values.len() as u64)?;
                Ok(values)
            };
            Ok(Threads::new(None).install(|| tasks(parts.len()).collect(part))??.concat())
        })?;
        read.map_err(|error: Error| errors::oracle(&error, None))
    }

    /// The values of positions, each of which follows from those of its moves: it is an error if the table does not
    /// have one.
    fn checked(&self, py: Python<'_>, words: &[u64], first: usize) -> PyResult<Vec<Value>> {
        let (game, table, mut batch) = (&self.custom.game, self.table.get()?, Batch::default());
        let asker = BatchAsker::new(game, u64::MAX, Control::SILENT);
        let asked = asker.ask(words, Purpose::Solve, &mut batch);
        asked.map_err(|error| game.error(error))?;
        let canonical = game.form().canonical(py, words)?;
        let value = |(visited, canonical): (VisitedPosition<'_>, u64)| {
            let value = table.unchecked_value_of_word(canonical)?;
            let child = |it: &Child| table.unchecked_value_of_word(it.key.word);
            let values: Vec<Value> =
                visited.children.iter().map(child).collect::<Result<_, _>>()?;
            let children: Vec<_> = Reached::of(&visited, values).collect();
            table.check(value, visited.end, &children).map(|()| value)
        };
        let values = batch.visited().zip(canonical).enumerate().map(|(place, one)| {
            value(one).map_err(|error| errors::oracle(&Error::from(error), Some(first + place)))
        });
        values.collect()
    }
}

/// Values that have been read.
struct KnownValues(Vec<Value>);

impl Unread for KnownValues {
    fn read<T: Send>(self, convert: impl Fn(Option<Value>) -> T + Sync) -> PyResult<Vec<T>> {
        Ok(self.0.into_iter().map(|value| convert(Some(value))).collect())
    }
}

members! { SolvedTable, of:
    /// The name of the table.
    name: &str = of.custom.erased.name();
    /// The name by which `oracle` knows the game.
    game: &str = of.custom.erased.name();
    [methods]
    /// Return the value of a position, given as itself, its text or its word.
    value(position: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> = of.ask("value", position);
    /// Return the value and moves of a position, given as itself, its text or its word.
    answer(position: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> = of.ask("answer", position);
}

#[pymethods]
impl SolvedTable {
    /// An oracle that answers from this table.
    #[getter]
    fn oracle(&self, py: Python<'_>) -> Py<Oracle> {
        self.oracle.clone_ref(py)
    }

    /// Return the game and the folder, from which a pickle opens the table again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, GameAndFolder)> {
        let folder = self.folder.clone().ok_or_else(|| {
            PyTypeError::new_err("a table in memory cannot be pickled: pass a folder to `solve`")
        })?;
        let solve = py.import("perfectplay")?.getattr("solve")?;
        Ok((solve, (self.custom.game.object(py), folder)))
    }

    /// Return the values of positions as an array, or of all in the order of `words`: outcomes as `int8` (1, 0 and -1
    /// for a win, a draw and a loss), scores and Grundy values as `int32`, expectations as `float64`.
    #[pyo3(signature = (positions=None, *, memory=None, progress=None))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        positions: Option<&Bound<'py, PyAny>>,
        memory: Option<Whole<u64>>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut values = Vec::new();
        if let Some(positions) = positions {
            refuse_text(positions)?;
            let mut given = positions.try_iter()?;
            loop {
                pause(py)?;
                let words = given.by_ref().take(TOGETHER).map(|one| self.word(&one?));
                let words: Vec<u64> = words.collect::<PyResult<_>>()?;
                if words.is_empty() {
                    break;
                }
                values.extend(self.checked(py, &words, values.len())?);
            }
        } else {
            values =
                self.all_values(py, &self.words(py, memory.map(Whole::get), RAISES)?, progress)?;
        }
        Kind::of_custom(self.custom.game.values()).array(py, KnownValues(values))
    }

    /// Return the words of all positions as `uint64`, by the number of moves from the start, then ascending.
    #[pyo3(name = "words", signature = (*, memory=None))]
    fn words_array<'py>(
        &self,
        py: Python<'py>,
        memory: Option<Whole<u64>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let words = self.words(py, memory.map(Whole::get), RAISES)?;
        Numbers::U64(words.to_vec()).into_array(py, 0)
    }

    /// Find all positions again, and compare every entry with the rules. Return the number of positions.
    #[pyo3(signature = (*, memory=None, progress=None))]
    fn verify(
        &self,
        py: Python<'_>,
        memory: Option<Whole<u64>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u64> {
        let (game, table) = (&self.custom.game, self.table.get()?);
        let memory = memory.map_or(MEMORY, Whole::get);
        let verify = |control: Control<'_>| {
            table.verify_by(&BatchAsker::new(game, memory, control), memory, control)
        };
        work(py, game, progress, verify)?.map_err(|error| game.error(error))
    }

    /// Return whether play reaches a position, as far as `members` and the values of the moves show it.
    fn __contains__(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<bool> {
        let value = self.word(position).and_then(|word| self.checked(py, &[word], 0));
        match value {
            Err(error) if refuses_position(py, &error)? => Ok(false),
            value => value.map(|_| true),
        }
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, raises) = (slf.py(), "call `words(memory=…)` first, to raise the limit");
        let words = Numbers::U64(slf.get().words(py, None, raises)?.to_vec()).into_array(py, 0)?;
        py.import("builtins")?.getattr("map")?.call1((slf.getattr("_position")?, words))
    }

    /// The position of a word.
    fn _position(&self, py: Python<'_>, word: u64) -> PyResult<Position> {
        self.table.get()?;
        let text = self.custom.game.form().text(py, word)?;
        Ok(Position(custom_position(&self.custom.erased, word, &text)))
    }

    /// Close the table and its oracle.
    #[pyo3(signature = (*_error))]
    fn __exit__(&self, py: Python<'_>, _error: &Bound<'_, PyTuple>) {
        self.table.close();
        self.words.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.oracle.get().close(py, _error);
    }
}
