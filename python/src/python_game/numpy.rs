//! Reads and makes arrays of NumPy.

use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;

use super::shown;
use crate::arrays::Numbers;

/// An array of words for Python.
pub(super) fn array<'py>(py: Python<'py>, words: &[u64]) -> PyResult<Bound<'py, PyAny>> {
    Numbers::U64(words.to_vec()).into_array(py, 0)
}

/// The numbers of an array of this type.
pub(super) fn read<T: Element>(given: &Bound<'_, PyAny>) -> Option<Vec<T>> {
    let buffer = PyBuffer::<T>::get(given).ok().filter(|buffer| buffer.dimensions() == 1)?;
    buffer.to_vec(given.py()).ok()
}

/// The numbers of an array of integers, or of booleans.
pub(super) fn integers(given: &Bound<'_, PyAny>) -> Option<Vec<i64>> {
    fn of<T: Element + Into<i64>>(given: &Bound<'_, PyAny>) -> Option<Vec<i64>> {
        read::<T>(given).map(|numbers| numbers.into_iter().map(T::into).collect())
    }
    let unsigned = || {
        let numbers = read::<u64>(given)?.into_iter();
        numbers.map(|number| number.try_into().ok()).collect()
    };
    let booleans = || of::<u8>(&given.call_method1("view", ("uint8",)).ok()?);
    let narrow = || of::<i8>(given).or_else(|| of::<u8>(given)).or_else(|| of::<u16>(given));
    let signed = || of::<i64>(given).or_else(|| of::<i32>(given)).or_else(|| of::<i16>(given));
    signed().or_else(unsigned).or_else(narrow).or_else(|| of::<u32>(given)).or_else(booleans)
}

/// What an array is, for people.
pub(super) fn kind(given: &Bound<'_, PyAny>) -> String {
    match (given.getattr("dtype"), given.getattr("shape")) {
        (Ok(kind), Ok(shape)) => format!("an array of type {kind} and shape {shape}"),
        _ => shown(given),
    }
}
