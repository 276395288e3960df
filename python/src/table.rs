//! Tables: their entries as arrays, and their positions by index.

use std::ffi::{CStr, c_int};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use perfectplay::{
    Code, EntryKind, Error, OpenTable, TablePlace, Tables, Value as AnyValue, verify_table,
};
use perfectplay_core::control::Progress as _;
use perfectplay_format::{Header, Quantity};
use perfectplay_release::is_address;
use perfectplay_tables::{Control, Depth, Verification, VerifyError};
use pyo3::exceptions::{PyBufferError, PyIndexError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyRange, PyTuple};
use serde_json::{Map, json};

use crate::arguments::{PositionArgument, Whole};
use crate::arrays::{Kind, Numbers, Unread};
use crate::errors;
use crate::folders::{self, table_folder};
use crate::games::known;
use crate::open::Open;
use crate::position::{Position, drawn, read_text};
use crate::solved::SolvedTable;
use crate::to_dict;
use crate::value::Value;
use crate::watch::{Reporter, Watch, long};

/// A table, and the folder or the address of tables.
type NamedNumbers = (PathBuf, Option<PathBuf>);

/// An open table, made by `open_table`. `table[index]` is a position; NumPy reads the entries without a copy.
#[pyclass(frozen, module = "perfectplay")]
pub(crate) struct Table {
    open: Open<Arc<TableAt>>,
    /// What Python named it, for a pickle.
    named: NamedNumbers,
}

/// A table, and where it is.
struct TableAt {
    table: OpenTable,
    tables: Tables,
    place: TablePlace,
}

/// Open a table by its name, in the folder or address `tables` or in the package; or by its file or address.
#[pyfunction]
#[pyo3(signature = (table, tables=None))]
pub(crate) fn open_table(
    py: Python<'_>,
    table: PathBuf,
    tables: Option<PathBuf>,
) -> PyResult<Table> {
    let named = (table.clone(), tables.clone());
    let (tables, place) = match table.to_str() {
        Some("") => return Err(errors::usage("the table has no name, file or address")),
        Some(name) if table.components().count() == 1 && table.extension().is_none() => {
            let tables = folders::tables(py, tables)?;
            let place = tables.place(name);
            (tables, place)
        }
        Some(url) if is_address(url) => {
            let tables = folders::at_address(py, url)?;
            let refused = |error: io::Error| errors::raise(Code::Refused, error.to_string(), None);
            let place = tables.places().map_err(refused)?.into_iter().next();
            (tables, place.ok_or_else(|| errors::usage(format!("there is no table at {url}")))?)
        }
        _ => {
            let parent = table.parent().unwrap_or_else(|| "".as_ref()).to_owned();
            (table_folder(parent).into(), TablePlace::File(table))
        }
    };
    let open = |watch: &Watch| OpenTable::at(&place, &known(), &tables, Control::new(watch));
    let table =
        long(py, Reporter::of(None), open)?.map_err(|error| errors::oracle(&error, None))?;
    Ok(Table { open: Open::new(Arc::new(TableAt { table, tables, place })), named })
}

/// The header of a table.
fn facts<'py>(py: Python<'py>, header: &Header) -> PyResult<Bound<'py, PyDict>> {
    let parameters = header.parameters.iter().map(|one| (one.name.clone(), one.value.into()));
    let fields = json!({
        "table": header.name,
        "game": header.game,
        "rules": header.rules,
        "encoding": header.encoding,
        "parameters": parameters.collect::<Map<_, _>>(),
        "board": board(header),
        "states": header.states,
    });
    to_dict(py, &fields)
}

/// The statistics of a table.
fn statistics<'py>(py: Python<'py>, header: &Header) -> PyResult<Bound<'py, PyDict>> {
    let number = |of: &Quantity| match of {
        Quantity::Count(count) => json!(count),
        Quantity::Integer(number) => json!(number),
        Quantity::Real(number) => json!(number),
    };
    let fields = header.statistics.iter().map(|one| (one.name.clone(), number(&one.value)));
    to_dict(py, &fields.collect::<Map<_, _>>())
}

fn board(header: &Header) -> Option<String> {
    Some(header.board.clone()).filter(|board| !board.is_empty())
}

/// The type of entries as NumPy and as the buffer protocol write it, and its size; `None` if it is no number.
fn element(kind: EntryKind) -> Option<(&'static str, &'static CStr, usize)> {
    match kind {
        EntryKind::I8 => Some(("i1", c"b", 1)),
        EntryKind::I32 => Some(("<i4", c"i", 4)),
        EntryKind::I64 => Some(("<i8", c"q", 8)),
        EntryKind::F64 => Some(("<f8", c"d", 8)),
        _ => None,
    }
}

impl TableAt {
    fn name(&self) -> &str {
        &self.table.header().name
    }

    /// The value of a position. Where that may wait for a server, Python goes on meanwhile and Ctrl-C ends it.
    fn value_of(
        &self,
        py: Python<'_>,
        position: &perfectplay::Position,
    ) -> PyResult<Result<AnyValue, Error>> {
        let value = |control: Control<'_>| self.table.value(position, control);
        match self.tables.address() {
            Some(_) => long(py, Reporter::of(None), |watch| value(Control::new(watch))),
            None => Ok(value(Control::SILENT)),
        }
    }

    fn position(&self, given: &Bound<'_, PyAny>) -> PyResult<perfectplay::Position> {
        match PositionArgument::of(given)? {
            PositionArgument::Position(position) => Ok(position),
            PositionArgument::Text(text) => read_text(self.table.game(), &text),
        }
    }

    fn len(&self) -> u64 {
        self.table.header().states
    }

    fn unindexed(&self) -> PyErr {
        errors::usage(format!("the positions of {} have no index", self.name()))
    }
}

members! { Table, of:
    /// The table's name.
    name: PyResult<String> = Ok(of.open.get()?.name().to_owned());
    /// The name of the game.
    game: PyResult<String> = Ok(of.open.get()?.table.game().name().to_owned());
    /// The board of the table, in the contest's form; `None` if the table has no board.
    board: PyResult<Option<String>> = Ok(board(of.open.get()?.table.header()));
    /// The NumPy type of the entries, such as `<i4`; `None` if they are not numbers.
    dtype: PyResult<Option<&'static str>> =
        Ok(of.open.get()?.table.entry_array().and_then(|it| element(it.kind)).map(|it| it.0));
    [methods]
    __getitem__(index: i64) -> PyResult<Position> = of.position_at(index);
}

impl Table {
    /// What its file says of itself.
    fn of_header<T>(&self, of: impl FnOnce(&Header) -> PyResult<T>) -> PyResult<T> {
        of(self.open.get()?.table.header())
    }
}

/// What all tables are for Python.
macro_rules! tables {
    ($($class:ident),*) => {$(
        #[pymethods]
        impl $class {
            /// The header of the file, as a dictionary.
            #[getter]
            fn header<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
                self.of_header(|header| facts(py, header))
            }

            /// The counts of the build, by name, such as wins and losses.
            #[getter]
            fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
                self.of_header(|header| statistics(py, header))
            }

            fn __len__(&self) -> PyResult<usize> {
                self.of_header(|header| Ok(header.states as usize))
            }

            fn __repr__(&self) -> String {
                let class = stringify!($class);
                let shown = |of: &Header| Ok(format!("<{class} {}: {} positions>", of.name, of.states));
                self.of_header(shown).unwrap_or_else(|_| format!("<{class}, closed>"))
            }

            fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
                drawn(slf, "table_html")
            }

            fn __enter__(slf: Bound<'_, Self>) -> PyResult<Bound<'_, Self>> {
                slf.get().of_header(|_| Ok(()))?;
                Ok(slf)
            }
        }
    )*};
}

tables!(Table, SolvedTable);

#[pymethods]
impl Table {
    /// Return the index of a position; `None` if the table lacks it. Positions equal by symmetry share an index.
    fn index(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
        let open = self.open.get()?;
        Ok(open.table.index_of(&open.position(position)?))
    }

    /// Return the position at an index. An index out of range raises `IndexError`; negative ones count from the end.
    #[pyo3(name = "position")]
    fn position_at(&self, index: i64) -> PyResult<Position> {
        let open = self.open.get()?;
        let states = open.len();
        let from_start = if index < 0 { states } else { 0 }.checked_add_signed(index);
        let position = from_start.and_then(|at| open.table.position_at(at));
        position.map(Position).ok_or_else(|| match from_start {
            Some(index) if index < states => open.unindexed(),
            _ => PyIndexError::new_err(format!("{} has {states} positions", open.name())),
        })
    }

    /// Return the value of a position.
    fn value(&self, position: &Bound<'_, PyAny>) -> PyResult<Value> {
        let open = self.open.get()?;
        let asked = open.position(position)?;
        let value = open.value_of(position.py(), &asked)?;
        value.map(Value).map_err(|error| errors::oracle(&error, None))
    }

    /// Return the values of all positions, by index, as an array of the type that `Oracle.values` returns.
    #[pyo3(signature = (*, progress=None))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let open = self.open.get()?;
        if open.table.position_at(0).is_none() {
            return Err(open.unindexed());
        }
        Kind::of(open.table.game()).array(py, All { py, table: &open.table, progress })
    }

    /// Prove every byte, and every entry, or `sample` of them, by the plain rules. Return the number compared.
    #[pyo3(signature = (*, sample=None, progress=None))]
    fn verify(
        &self,
        py: Python<'_>,
        sample: Option<Whole<u64>>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<u64>> {
        let open = self.open.get()?;
        let depth = sample.map_or(Depth::Entries, |sample| Depth::Sample(sample.get()));
        let verified = long(py, Reporter::of(progress), |watch| {
            let how = Verification::new(depth).progress(Control::new(watch));
            verify_table(&known(), &open.tables, &open.place, how)
        })?;
        let wrong = |error: VerifyError| match error {
            VerifyError::Open(error) => errors::oracle(&error.into(), None),
            VerifyError::Interrupted(error) => errors::oracle(&error.into(), None),
            VerifyError::OutOfMemory(error) => errors::oracle(&error.into(), None),
            VerifyError::Threads(error) => errors::oracle(&error.into(), None),
            error => errors::raise(Code::Damaged, error.to_string(), None),
        };
        Ok(verified.map_err(wrong)?.entries)
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let indexes = PyRange::new(slf.py(), 0, slf.get().__len__()? as isize)?;
        slf.py().import("builtins")?.getattr("map")?.call1((slf.getattr("position")?, indexes))
    }

    fn __contains__(&self, position: &Bound<'_, PyAny>) -> PyResult<bool> {
        let open = self.open.get()?;
        match open.position(position) {
            Ok(asked) => match open.value_of(position.py(), &asked)? {
                Err(error) if error.code() != Code::Beyond => Err(errors::oracle(&error, None)),
                value => Ok(value.is_ok()),
            },
            Err(error) if error.is_instance_of::<PyTypeError>(position.py()) => Err(error),
            Err(_) => Ok(false),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, NamedNumbers)> {
        Ok((py.import("perfectplay")?.getattr("open_table")?, self.named.clone()))
    }

    /// Close the table.
    #[pyo3(signature = (*_error))]
    fn __exit__(&self, _error: &Bound<'_, PyTuple>) {
        self.open.close();
    }

    unsafe fn __getbuffer__(
        slf: Bound<'_, Self>,
        view: *mut ffi::Py_buffer,
        flags: c_int,
    ) -> PyResult<()> {
        let open = slf.get().open.get()?;
        let entries = open.table.entry_array().filter(|_| cfg!(target_endian = "little"));
        let (_, format, size) = entries.and_then(|of| element(of.kind)).ok_or_else(|| {
            let what = "has entries that are not numbers; `values()` returns an array";
            PyBufferError::new_err(format!("{} {what}", open.name()))
        })?;
        let entries = Numbers::Entries(format, size, open.clone()).shaped(slf.py(), 0)?;
        // SAFETY: it fills the view as Python wants it.
        match unsafe { ffi::PyObject_GetBuffer(entries.as_ptr(), view, flags) } {
            0 => Ok(()),
            _ => Err(PyErr::fetch(slf.py())),
        }
    }
}

impl AsRef<[u8]> for TableAt {
    /// The entries, which stay where they are as long as the table is open.
    fn as_ref(&self) -> &[u8] {
        self.table.entry_array().map_or(&[], |entries| entries.bytes)
    }
}

/// The values of all positions of a table.
struct All<'a, 'py> {
    py: Python<'py>,
    table: &'a OpenTable,
    progress: Option<&'a Bound<'py, PyAny>>,
}

impl Unread for All<'_, '_> {
    fn read<T: Send>(self, convert: impl Fn(Option<AnyValue>) -> T + Sync) -> PyResult<Vec<T>> {
        const TOGETHER: u64 = 4096;
        let Self { py, table, progress } = self;
        let read = long(py, Reporter::of(progress), |watch| {
            let (states, mut values) = (table.header().states, Vec::new());
            watch.set_length(states);
            for start in (0..states).step_by(TOGETHER as usize) {
                let (end, control) = ((start + TOGETHER).min(states), Control::new(watch));
                let read = table.values_at(start..end, control)?;
                values.extend(read.into_iter().map(|value| convert(Some(value))));
                control.advance(end - start)?;
            }
            Ok(values)
        })?;
        read.map_err(|error: Error| errors::oracle(&error, None))
    }
}
