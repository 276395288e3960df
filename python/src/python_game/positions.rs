//! Positions as objects, and as words.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::number::number_of;
use super::{Told, WORD, locked, number, shown};

/// How words stand for positions.
pub(super) enum Positions {
    /// Positions are integers, and are their words.
    Own,
    /// The author's `pack` and `unpack`.
    Packed(Py<PyAny>, Py<PyAny>),
    /// Words are hashes of positions, which are kept.
    Kept(Kept),
}

/// Positions that were met.
pub(super) struct Kept {
    /// The word of each. Looking it up calls Python, so no lock is held meanwhile.
    words: Py<PyDict>,
    objects: Mutex<HashMap<u64, Py<PyAny>>>,
    /// About how many bytes they take.
    bytes: AtomicU64,
}

impl Positions {
    pub(super) fn kept(py: Python<'_>) -> Self {
        let (objects, bytes) = (Mutex::default(), AtomicU64::default());
        Self::Kept(Kept { words: PyDict::new(py).unbind(), objects, bytes })
    }

    /// The word of a position that a method has given, of another one.
    pub(super) fn word(
        &self,
        told: &Told,
        position: &Bound<'_, PyAny>,
        (method, of): (&str, &Bound<'_, PyAny>),
    ) -> PyResult<u64> {
        let refused = |what: &str, hint: Option<&str>| {
            let (of, position) = (shown(of), shown(position));
            told.wrong_with(format_args!("`{method}` of {of} returned {position}, {what}"), hint)
        };
        match self {
            Self::Own => number(position).ok_or_else(|| {
                let hint = "if `start` is such an integer, all positions are, unless you add `pack` and `unpack`";
                refused("not a position (an integer from 0 to 2**64 - 1)", Some(hint))
            }),
            Self::Packed(pack, _) => {
                let given = pack.bind(position.py()).call1((position,))?;
                number(&given).ok_or_else(|| told.unexpected("pack", position, &given, WORD))
            }
            Self::Kept(kept) => {
                let py = position.py();
                match kept.words.bind(py).get_item(position) {
                    Ok(Some(word)) => word.extract(),
                    Ok(None) => kept.add(told, position),
                    Err(error) if position.hash().is_err() => {
                        let hint = "make positions of int, str, tuple, frozenset, or frozen dataclasses";
                        let what = format!("which cannot be a position: {}", error.value(py));
                        Err(refused(&what, Some(hint)))
                    }
                    Err(error) => Err(error),
                }
            }
        }
    }

    /// The position of a word; `None` if it was never met.
    pub(super) fn object<'py>(
        &self,
        py: Python<'py>,
        word: u64,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(Some(match self {
            Self::Own => word.into_pyobject(py)?.into_any(),
            Self::Packed(_, unpack) => unpack.bind(py).call1((word,))?,
            Self::Kept(kept) => {
                let object = locked(&kept.objects).get(&word).map(|object| object.clone_ref(py));
                return Ok(object.map(|object| object.into_bound(py)));
            }
        }))
    }

    pub(super) fn has(&self, word: u64) -> bool {
        match self {
            Self::Kept(kept) => locked(&kept.objects).contains_key(&word),
            _ => true,
        }
    }

    /// About how many bytes those take that are kept.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Kept(kept) => kept.bytes.load(Relaxed),
            _ => 0,
        }
    }
}

impl Kept {
    fn add(&self, told: &Told, position: &Bound<'_, PyAny>) -> PyResult<u64> {
        /// What a position takes in the dictionary and the map.
        const BESIDES: u64 = 180;
        let (py, word) = (position.py(), number_of(position)?);
        let new = position.clone().unbind();
        let other = match locked(&self.objects).entry(word) {
            Entry::Occupied(other) => Some(other.get().clone_ref(py)),
            Entry::Vacant(free) => {
                free.insert(new);
                None
            }
        };
        if let Some(other) = other
            && !other.bind(py).eq(position)?
        {
            let (one, other) = (shown(other.bind(py)), shown(position));
            let what = format!("the positions {one} and {other} have the same hash of 64 bits");
            return Err(told.wrong_with(what, Some("add `pack` and `unpack`")));
        }
        // One of 64 stands for the others.
        let size = match word % 64 {
            0 => 64 * position.call_method0("__sizeof__")?.extract::<u64>().unwrap_or_default(),
            _ => 0,
        };
        self.bytes.fetch_add(BESIDES + size, Relaxed);
        self.words.bind(py).set_item(position, word)?;
        Ok(word)
    }
}
