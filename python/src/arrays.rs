//! Returns arrays by the buffer protocol, and converts values to numbers.

use std::ffi::{CStr, c_int};
use std::sync::Arc;

use perfectplay::{GameRef, Outcome, Value, ValueKind};
use perfectplay_tables::solve::Values;
use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyMemoryView;

/// Numbers that the buffer protocol reads without a copy.
#[pyclass(frozen, module = "perfectplay")]
pub(crate) struct Array {
    numbers: Numbers,
    shape: Vec<isize>,
    strides: Vec<isize>,
}

/// The numbers of an array.
pub(crate) enum Numbers {
    I8(Vec<i8>),
    I32(Vec<i32>),
    I64(Vec<i64>),
    F64(Vec<f64>),
    U8(Vec<u8>),
    U64(Vec<u64>),
    /// The entries of a table, in the format of the buffer protocol and with the bytes of each.
    Entries(&'static CStr, usize, Arc<dyn AsRef<[u8]> + Send + Sync>),
}

impl Numbers {
    /// The format of the numbers, the bytes of each, where they begin, and how many they are.
    fn view(&self) -> (&'static CStr, usize, *const u8, usize) {
        match self {
            Self::I8(of) => (c"b", 1, of.as_ptr().cast(), of.len()),
            Self::I32(of) => (c"i", 4, of.as_ptr().cast(), of.len()),
            Self::I64(of) => (c"q", 8, of.as_ptr().cast(), of.len()),
            Self::F64(of) => (c"d", 8, of.as_ptr().cast(), of.len()),
            Self::U8(of) => (c"B", 1, of.as_ptr(), of.len()),
            Self::U64(of) => (c"Q", 8, of.as_ptr().cast(), of.len()),
            Self::Entries(format, size, of) => {
                let bytes = (**of).as_ref();
                (format, *size, bytes.as_ptr(), bytes.len() / size)
            }
        }
    }

    /// An array of this many columns; 0 makes one of one dimension.
    pub(crate) fn shaped(self, py: Python<'_>, columns: usize) -> PyResult<Bound<'_, PyAny>> {
        let (_, size, _, count) = self.view();
        let (size, count, columns) = (size as isize, count as isize, columns as isize);
        let (shape, strides) = match columns {
            0 => (vec![count], vec![size]),
            _ => (vec![count / columns, columns], vec![columns * size, size]),
        };
        Ok(Bound::new(py, Array { numbers: self, shape, strides })?.into_any())
    }

    /// A NumPy array without a copy, or a `memoryview` if NumPy is not installed, of this many columns.
    pub(crate) fn into_array(self, py: Python<'_>, columns: usize) -> PyResult<Bound<'_, PyAny>> {
        let array = self.shaped(py, columns)?;
        match py.import("numpy") {
            Ok(numpy) => numpy.call_method1("asarray", (array,)),
            Err(_) => Ok(PyMemoryView::from(&array)?.into_any()),
        }
    }
}

#[pymethods]
impl Array {
    unsafe fn __getbuffer__(
        slf: Bound<'_, Self>,
        view: *mut ffi::Py_buffer,
        flags: c_int,
    ) -> PyResult<()> {
        let array = slf.get();
        let (format, size, start, count) = array.numbers.view();
        let is_read_only = matches!(array.numbers, Numbers::Entries(..));
        if is_read_only && flags & ffi::PyBUF_WRITABLE == ffi::PyBUF_WRITABLE {
            return Err(PyBufferError::new_err("the entries of a table are read-only"));
        }
        let (owner, bytes) = (slf.as_ptr(), (count * size) as isize);
        let (start, shared) = (start.cast_mut().cast(), is_read_only.into());
        // SAFETY: the numbers, and their shape, stay where they are as long as the object is there, which the view holds.
        // Nothing in Rust relies on those that Python may change. `view` is one that Python wants filled.
        unsafe {
            if ffi::PyBuffer_FillInfo(view, owner, start, bytes, shared, flags) != 0 {
                return Err(PyErr::fetch(slf.py()));
            }
            // What is not wanted is null.
            let view = &mut *view;
            (view.itemsize, view.ndim) = (size as isize, array.shape.len() as c_int);
            if !view.format.is_null() {
                view.format = format.as_ptr().cast_mut();
            }
            if !view.shape.is_null() {
                view.shape = array.shape.as_ptr().cast_mut();
            }
            if !view.strides.is_null() {
                view.strides = array.strides.as_ptr().cast_mut();
            }
        }
        Ok(())
    }
}

/// The numbers that values become.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// 1 for a win, 0 for a draw, −1 for a loss.
    Outcome,
    /// Scores that fit into 8 bits.
    SmallScore,
    /// Scores and Grundy values of custom games.
    Custom,
    Score,
    Minutes,
}

/// Values that have not been read yet.
pub(crate) trait Unread {
    /// Reads all of them.
    fn read<T: Send>(self, convert: impl Fn(Option<Value>) -> T + Sync) -> PyResult<Vec<T>>;
}

impl Kind {
    pub(crate) fn of(game: &GameRef) -> Self {
        match game.about().values {
            ValueKind::SmallScore => Self::SmallScore,
            ValueKind::Score => Self::Score,
            ValueKind::Minutes => Self::Minutes,
            _ => Self::Outcome,
        }
    }

    /// Of a custom game with these values.
    pub(crate) fn of_custom(values: Values) -> Self {
        match values {
            Values::Outcome | Values::Misere | Values::OutcomeOnly | Values::NoRepeat => {
                Self::Outcome
            }
            Values::Expected => Self::Minutes,
            _ => Self::Custom,
        }
    }

    /// Reads values into an array.
    pub(crate) fn array(self, py: Python<'_>, values: impl Unread) -> PyResult<Bound<'_, PyAny>> {
        let numbers = match self {
            Self::Outcome | Self::SmallScore => Numbers::I8(values.read(small)?),
            Self::Custom => Numbers::I32(values.read(custom)?),
            Self::Score => Numbers::I64(values.read(score)?),
            Self::Minutes => Numbers::F64(values.read(minutes)?),
        };
        numbers.into_array(py, 0)
    }
}

/// Stands for a value that is not known: the least number of the type, or a NaN.
pub(crate) fn small(value: Option<Value>) -> i8 {
    match value {
        Some(Value::Score(score)) => score as i8,
        Some(Value::Outcome(value)) => match value.outcome {
            Outcome::Win => 1,
            Outcome::Loss => -1,
        },
        Some(Value::Draw) => 0,
        _ => i8::MIN,
    }
}

fn custom(value: Option<Value>) -> i32 {
    match value {
        Some(Value::Score(score)) => score as i32,
        Some(Value::Grundy(value)) => value.into(),
        _ => i32::MIN,
    }
}

fn score(value: Option<Value>) -> i64 {
    value.and_then(Value::score).unwrap_or(i64::MIN)
}

fn minutes(value: Option<Value>) -> f64 {
    value.and_then(Value::expected).unwrap_or(f64::NAN)
}

/// The plies of values; −1 where they are not known.
pub(crate) fn plies(value: Option<Value>) -> i32 {
    value.and_then(Value::plies).map_or(-1, i32::from)
}
