//! Returns arrays by the buffer protocol, and converts values to numbers.

use std::any::Any;
use std::ffi::{CStr, CString, c_int};
use std::ptr;
use std::sync::Arc;

use perfectplay::{GameRef, Outcome, Value, ValueKind};
use perfectplay_tables::solve::Values;
use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyMemoryView;

/// Numbers that Python reads where they are.
#[pyclass(frozen, module = "perfectplay")]
pub(crate) struct Array {
    bytes: Numbers,
    shape: Vec<isize>,
}

/// The numbers of an array.
pub(crate) enum Numbers {
    I8(Vec<i8>),
    I32(Vec<i32>),
    I64(Vec<i64>),
    F64(Vec<f64>),
    U8(Vec<u8>),
    U64(Vec<u64>),
}

/// The format of numbers, the bytes of each, where they begin, and how many they are.
pub(crate) type View<'a> = (&'a CStr, usize, *const u8, usize);

impl Numbers {
    fn view(&self) -> View<'static> {
        match self {
            Self::I8(of) => (c"b", 1, of.as_ptr().cast(), of.len()),
            Self::I32(of) => (c"i", 4, of.as_ptr().cast(), of.len()),
            Self::I64(of) => (c"q", 8, of.as_ptr().cast(), of.len()),
            Self::F64(of) => (c"d", 8, of.as_ptr().cast(), of.len()),
            Self::U8(of) => (c"B", 1, of.as_ptr(), of.len()),
            Self::U64(of) => (c"Q", 8, of.as_ptr().cast(), of.len()),
        }
    }

    /// A NumPy array without a copy, or a `memoryview` if NumPy is not installed. It has this many columns; 0 makes an
    /// array of one dimension.
    pub(crate) fn into_array(self, py: Python<'_>, columns: usize) -> PyResult<Bound<'_, PyAny>> {
        let count = self.view().3 as isize;
        let shape = match columns as isize {
            0 => vec![count],
            columns => vec![count / columns, columns],
        };
        let array = Bound::new(py, Array { bytes: self, shape })?.into_any();
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
        let (numbers, shape) = (slf.get().bytes.view(), slf.get().shape.clone());
        // SAFETY: the numbers stay where they are as long as the object is there, which the view holds. Nothing in
        // Rust looks at them any more, so that Python may change them.
        unsafe { fill(view, flags, slf.into_any(), numbers, shape, None) }
    }

    unsafe fn __releasebuffer__(&self, view: *mut ffi::Py_buffer) {
        // SAFETY: the view was filled above.
        unsafe { release(view) }
    }
}

/// What a view points to besides its bytes.
struct Extents {
    shape: Vec<isize>,
    strides: Vec<isize>,
    _keeper: Option<Keeper>,
}

/// What keeps the numbers of a view in memory.
pub(crate) type Keeper = Arc<dyn Any + Send + Sync>;

/// Fills a view of numbers.
///
/// # Safety
/// The numbers must stay where they are as long as `keeper` is there, and the view is then read-only. Without a keeper
/// they stay as long as `owner`, and nothing else may rely on them. `view` is one that Python wants filled.
pub(crate) unsafe fn fill(
    view: *mut ffi::Py_buffer,
    flags: c_int,
    owner: Bound<'_, PyAny>,
    (format, size, start, count): View<'_>,
    shape: Vec<isize>,
    keeper: Option<Keeper>,
) -> PyResult<()> {
    if view.is_null() {
        return Err(PyBufferError::new_err("there is no view to fill"));
    }
    let is_read_only = keeper.is_some();
    if is_read_only && flags & ffi::PyBUF_WRITABLE == ffi::PyBUF_WRITABLE {
        return Err(PyBufferError::new_err("the entries of a table cannot be written to"));
    }
    let mut strides = vec![size as isize; shape.len()];
    for place in (1..shape.len()).rev() {
        strides[place - 1] = strides[place] * shape[place];
    }
    let dimensions = shape.len() as c_int;
    let extents = Box::into_raw(Box::new(Extents { shape, strides, _keeper: keeper }));
    let if_wanted = |flag: c_int, sides: &mut [isize]| match flags & flag == flag {
        true => sides.as_mut_ptr(),
        false => ptr::null_mut(),
    };
    // SAFETY: `view` is valid, as the caller promises, and `extents` has just been made.
    unsafe {
        (*view).obj = owner.into_ptr();
        (*view).buf = start.cast_mut().cast();
        (*view).len = (count * size) as isize;
        (*view).readonly = is_read_only.into();
        (*view).itemsize = size as isize;
        (*view).format = match flags & ffi::PyBUF_FORMAT == ffi::PyBUF_FORMAT {
            true => CString::from(format).into_raw(),
            false => ptr::null_mut(),
        };
        (*view).ndim = dimensions;
        (*view).shape = if_wanted(ffi::PyBUF_ND, &mut (*extents).shape);
        (*view).strides = if_wanted(ffi::PyBUF_STRIDES, &mut (*extents).strides);
        (*view).suboffsets = ptr::null_mut();
        (*view).internal = extents.cast();
    }
    Ok(())
}

/// Frees what [`fill`] made.
///
/// # Safety
/// The view was filled by that, and is released once.
pub(crate) unsafe fn release(view: *mut ffi::Py_buffer) {
    // SAFETY: as the caller promises.
    unsafe {
        drop(Box::from_raw((*view).internal.cast::<Extents>()));
        if !(*view).format.is_null() {
            drop(CString::from_raw((*view).format));
        }
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
