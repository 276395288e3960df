//! Numbers of positions that have no `pack`: hashes that are the same in every process.

use perfectplay_core::retrieval::mix;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyFrozenSet, PyInt, PyString, PyTuple};

/// A number of 64 bits that equal objects share, and others only by chance. What goes into it never changes: tables have it.
pub(super) fn number_of(object: &Bound<'_, PyAny>) -> PyResult<u64> {
    let part = |kind: u64, number: u64| mix(mix(kind).wrapping_add(number));
    if object.is_instance_of::<PyInt>() {
        return Ok(match object.extract::<i64>() {
            Ok(number) => part(1, number.cast_unsigned()),
            Err(_) => of_bytes(2, object.call_method0("__int__")?.str()?.to_str()?.as_bytes()),
        });
    }
    if let Ok(tuple) = object.cast::<PyTuple>() {
        let mut number = part(3, tuple.len() as u64);
        for one in tuple.iter() {
            number = mix(number ^ number_of(&one)?);
        }
        return Ok(number);
    }
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(of_bytes(4, text.to_str()?.as_bytes()));
    }
    if object.is_none() {
        return Ok(part(5, 0));
    }
    if let Ok(set) = object.cast::<PyFrozenSet>() {
        let sum = set
            .iter()
            .try_fold(0, |sum: u64, one| Ok::<_, PyErr>(sum.wrapping_add(mix(number_of(&one)?))))?;
        return Ok(part(6, sum));
    }
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return Ok(of_bytes(7, bytes.as_bytes()));
    }
    if let Ok(number) = object.cast::<PyFloat>() {
        // What is whole equals an integer.
        return match number.value().fract() == 0.0 {
            true => number_of(&number.call_method0("__int__")?),
            false => Ok(part(8, number.value().to_bits())),
        };
    }
    if let Ok(number) = object.call_method0("__index__") {
        return number_of(&number);
    }
    let parts = object.py().import("perfectplay._positions")?.call_method1("parts", (object,))?;
    Ok(part(9, number_of(&parts)?))
}

fn of_bytes(kind: u64, bytes: &[u8]) -> u64 {
    let mut number = mix(mix(kind).wrapping_add(bytes.len() as u64));
    for part in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..part.len()].copy_from_slice(part);
        number = mix(number ^ u64::from_le_bytes(word));
    }
    number
}
