//! Reads the caller's positions: one by one, or as arrays by the buffer protocol.

use perfectplay::{
    Budget, Error, GameRef, PackedForm, PackedPositions, Position as AnyPosition, Question,
    UsageError,
};
use pyo3::buffer::{Element, PyBuffer, PyUntypedBuffer};
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyString, PyTuple};

use crate::position::Position;

/// The caller's positions: one by one, or an array, which is copied in parts.
pub(crate) enum Positions<'py> {
    Texts(Bound<'py, PyIterator>),
    Packed(PackedArray),
}

/// Some of the positions.
pub(crate) enum Batch<'a> {
    Texts(Vec<PositionArgument>),
    Packed(PackedPositions<'a>),
}

impl Positions<'_> {
    /// The next positions, at most `most`; `None` at the end.
    pub(crate) fn next(&mut self, py: Python<'_>, most: usize) -> PyResult<Option<Batch<'_>>> {
        match self {
            Self::Texts(given) => {
                let some: Vec<PositionArgument> = given
                    .take(most)
                    .map(|one| PositionArgument::of(&one?))
                    .collect::<PyResult<_>>()?;
                Ok((!some.is_empty()).then_some(Batch::Texts(some)))
            }
            Self::Packed(array) => Ok(array.next(py, most)?.map(Batch::Packed)),
        }
    }
}

impl Batch<'_> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Texts(texts) => texts.len(),
            Self::Packed(packed) => packed.len(),
        }
    }

    /// The question about the position at a place.
    pub(crate) fn read(
        &self,
        game: &GameRef,
        place: usize,
        budget: &Budget<'_>,
    ) -> Result<Question, Error> {
        match self {
            Self::Packed(packed) => packed.position(game, place).map(Question::new),
            Self::Texts(texts) => texts[place].read(game, budget),
        }
    }
}

/// A position that was given.
pub(crate) enum PositionArgument {
    Text(String),
    Position(AnyPosition),
}

/// An array of positions. Some are copied while this thread has the lock of the interpreter, so that what is read later
/// does not change. Code that writes without that lock, as NumPy's larger operations in other threads do, can still
/// write during the copy: then it has old numbers and new ones, but each is checked as a position.
pub(crate) enum PackedArray {
    Masks(Column<u64>),
    Boards((usize, usize), Column<u64>),
    Rows(Column<u8>),
}

/// Numbers of an array, `width` for each position.
pub(crate) struct Column<T: Element> {
    buffer: PyBuffer<T>,
    /// All of them, if they are not in a row.
    in_a_row: Option<Vec<T>>,
    width: usize,
    /// How many have been taken, and copies of the last ones.
    taken: usize,
    copied: Vec<T>,
}

impl<T: Element + Default> Column<T> {
    fn new(py: Python<'_>, buffer: PyBuffer<T>, width: usize) -> PyResult<Self> {
        let mut in_a_row = None;
        if !buffer.is_c_contiguous() {
            let mut all = Vec::new();
            reserve(&mut all, buffer.item_count())?;
            all.resize(buffer.item_count(), T::default());
            buffer.copy_to_slice(py, &mut all)?;
            in_a_row = Some(all);
        }
        Ok(Self { buffer, in_a_row, width, taken: 0, copied: Vec::new() })
    }

    /// Copies the numbers of at most `most` more positions; `None` at the end.
    fn next(&mut self, _attached: Python<'_>, most: usize) -> PyResult<Option<&[T]>> {
        let start = self.taken;
        let end = self.buffer.item_count().min(start + most * self.width);
        self.taken = end;
        self.copied.clear();
        match &self.in_a_row {
            Some(all) => self.copied.extend_from_slice(&all[start..end]),
            None => {
                reserve(&mut self.copied, end - start)?;
                // SAFETY: `end` is at most the buffer's length, its numbers have this type and are in a row, and
                // there is room for them. Only code that ignores the interpreter's lock could write meanwhile.
                unsafe {
                    let from = self.buffer.buf_ptr().cast::<T>().cast_const().add(start);
                    from.copy_to_nonoverlapping(self.copied.as_mut_ptr(), end - start);
                    self.copied.set_len(end - start);
                }
            }
        }
        Ok(Some(&*self.copied).filter(|copied| !copied.is_empty()))
    }
}

fn reserve<T>(numbers: &mut Vec<T>, count: usize) -> PyResult<()> {
    let refused = |_| PyMemoryError::new_err("there is not enough memory to copy the array");
    numbers.try_reserve_exact(count).map_err(refused)
}

impl PackedArray {
    /// Copies of at most `most` more positions; `None` at the end.
    fn next(&mut self, py: Python<'_>, most: usize) -> PyResult<Option<PackedPositions<'_>>> {
        Ok(match self {
            Self::Masks(words) => words.next(py, most)?.map(PackedPositions::Masks),
            Self::Boards(size, words) => {
                let words = words.next(py, most)?;
                words.map(|words| PackedPositions::Boards {
                    size: *size,
                    masks: words.as_chunks().0,
                })
            }
            Self::Rows(bytes) => {
                let rows = bytes.width;
                bytes.next(py, most)?.map(|counts| PackedPositions::Rows { rows, counts })
            }
        })
    }
}

impl PositionArgument {
    /// The question about it.
    pub(crate) fn read(&self, game: &GameRef, budget: &Budget<'_>) -> Result<Question, Error> {
        match self {
            Self::Text(text) => Question::read(game, text, budget),
            Self::Position(position) => {
                let given = position.game();
                if given != game {
                    let (asked, given) = (game.clone(), given.clone());
                    return Err(UsageError::Game { asked, given }.into());
                }
                match game.board() {
                    Some(board) if position.board() != Some(board) => {
                        Err(UsageError::OtherBoard.into())
                    }
                    _ => Ok(Question::new(position.clone())),
                }
            }
        }
    }

    /// A text, or a position of this package.
    pub(crate) fn of(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(position) = given.cast::<Position>() {
            return Ok(Self::Position(position.get().0.clone()));
        }
        match given.cast::<PyString>() {
            Ok(text) => Ok(Self::Text(text.to_str()?.to_owned())),
            Err(_) => {
                let what = format!("a position must be a string, not {}", given.get_type().name()?);
                Err(PyTypeError::new_err(what))
            }
        }
    }
}

/// Reads positions of a game: an array of numbers in the game's form, or anything that gives texts one by one.
pub(crate) fn positions<'py>(
    game: Option<&GameRef>,
    given: &Bound<'py, PyAny>,
    size: Option<Size>,
) -> PyResult<Positions<'py>> {
    refuse_text(given)?;
    if given.hasattr("mask")? && given.hasattr("filled")? {
        let what = "a masked array: use `.compressed()`, or `.filled()` with a position";
        return Err(PyTypeError::new_err(what));
    }
    // A column of pandas, polars or pyarrow is an array of NumPy on request.
    let buffer = match (game, PyUntypedBuffer::get(given)) {
        (Some(_), Err(_)) if given.hasattr("__array__")? => {
            PyUntypedBuffer::get(&given.py().import("numpy")?.call_method1("asarray", (given,))?)
        }
        (_, buffer) => buffer,
    };
    if let (Some(game), Ok(buffer)) = (game, buffer)
        && !is_of_texts(&buffer)
    {
        return packed(given.py(), game, buffer, size).map(Positions::Packed);
    }
    given.try_iter().map(Positions::Texts)
}

/// A text is one position, and its letters are none.
pub(crate) fn refuse_text(given: &Bound<'_, PyAny>) -> PyResult<()> {
    if given.is_instance_of::<PyString>() || given.is_instance_of::<Position>() {
        let what = "pass a list of positions, or a single one to `value`";
        return Err(PyTypeError::new_err(what));
    }
    Ok(())
}

/// Whether an exception says that something is no position of a table, and not that the table is in trouble.
pub(crate) fn refuses_position(py: Python<'_>, error: &PyErr) -> PyResult<bool> {
    let errors = py.import("perfectplay._errors")?;
    let kinds = ["PositionError", "BeyondError", "UsageError"];
    let kinds: Vec<_> =
        kinds.into_iter().map(|kind| errors.getattr(kind)).collect::<PyResult<_>>()?;
    let kinds = PyTuple::new(py, kinds)?;
    error.value(py).is_instance(&kinds)
}

/// A whole number of 0 or more. Python's error names the argument.
#[derive(Clone, Copy)]
pub(crate) struct Whole<T>(T);

impl<T> Whole<T> {
    pub(crate) fn get(self) -> T {
        self.0
    }
}

impl<T: TryFrom<u64>> FromPyObject<'_, '_> for Whole<T> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let number = match given.extract::<u64>() {
            Err(error) if !error.is_instance_of::<PyOverflowError>(given.py()) => {
                return Err(error);
            }
            number => number.ok().and_then(|number| T::try_from(number).ok()),
        };
        let what = || format!("{} is negative or too large", &*given);
        number.map(Self).ok_or_else(|| PyValueError::new_err(what()))
    }
}

/// How large boards are: their rows and columns, or both as one number.
#[derive(FromPyObject)]
pub(crate) enum Size {
    Sides(Whole<usize>, Whole<usize>),
    Square(Whole<usize>),
}

/// Whether an array holds texts or objects.
fn is_of_texts(buffer: &PyUntypedBuffer) -> bool {
    matches!(buffer.format().to_bytes().last(), Some(b'w' | b's' | b'O'))
}

/// Copies an array of positions.
fn packed(
    py: Python<'_>,
    game: &GameRef,
    buffer: PyUntypedBuffer,
    size: Option<Size>,
) -> PyResult<PackedArray> {
    match game.about().packed {
        Some(PackedForm::Masks) => {
            let what = "masks, bit x for the number x";
            let masks = numbers(buffer, "uint64", ("(n,)", |shape| shape.len() == 1), what)?;
            Ok(PackedArray::Masks(Column::new(py, masks, 1)?))
        }
        Some(PackedForm::Boards(what)) => {
            let pairs: Shape = ("(n, 2)", |shape| matches!(shape, [_, 2]));
            let masks = numbers(buffer, "uint64", pairs, what)?;
            let size = size.ok_or_else(|| {
                PyValueError::new_err(
                    "pass the size of the boards: `size=4` for 4 x 4, `size=(3, 4)` for 3 rows of 4",
                )
            })?;
            let size = match size {
                Size::Sides(rows, columns) => (rows.get(), columns.get()),
                Size::Square(size) => (size.get(), size.get()),
            };
            Ok(PackedArray::Boards(size, Column::new(py, masks, 2)?))
        }
        Some(PackedForm::Rows(what)) => {
            let counts = numbers(buffer, "uint8", ("(n, rows)", |shape| shape.len() == 2), what)?;
            let rows = counts.shape()[1];
            if rows == 0 {
                return Err(PyValueError::new_err("an array of positions must have rows"));
            }
            Ok(PackedArray::Rows(Column::new(py, counts, rows)?))
        }
        _ => Err(PyTypeError::new_err(format!(
            "positions of {game} must be strings, not arrays of numbers"
        ))),
    }
}

/// How Python writes the shape of an array, and whether one has it.
type Shape = (&'static str, fn(&[usize]) -> bool);

/// An array of numbers of this type and shape.
fn numbers<T: Element>(
    buffer: PyUntypedBuffer,
    kind: &str,
    (wanted, fits): Shape,
    what: &str,
) -> PyResult<PyBuffer<T>> {
    let found = buffer.shape();
    if !fits(found) {
        let what = format!("an array must have the shape {wanted}, not {found:?}: {what}");
        return Err(PyValueError::new_err(what));
    }
    let format = buffer.format().to_string_lossy().into_owned();
    // The library does not look at the byte order.
    let foreign = if cfg!(target_endian = "little") { ['>', '!'] } else { ['<', '<'] };
    let is_foreign = size_of::<T>() > 1 && format.starts_with(foreign);
    let typed = if is_foreign { None } else { buffer.into_typed().ok() };
    typed.ok_or_else(|| {
        let order = if is_foreign { " in the other byte order" } else { "" };
        PyTypeError::new_err(format!(
            "an array must have the type numpy.{kind}, not {format:?}{order}: {what}; convert it \
             with `.astype(\"{kind}\")`"
        ))
    })
}
