//! Things that are open until the end of a `with` block.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Something that can be closed. Whoever got it before keeps it open until they drop it.
pub(crate) struct Open<T>(Mutex<Option<T>>);

impl<T: Clone> Open<T> {
    pub(crate) fn new(what: T) -> Self {
        Self(Mutex::new(Some(what)))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Option<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Raises `ValueError` once it is closed.
    pub(crate) fn get(&self) -> PyResult<T> {
        let closed = || PyValueError::new_err("it is closed, because its `with` block has ended");
        self.lock().clone().ok_or_else(closed)
    }

    pub(crate) fn close(&self) {
        let what = self.lock().take();
        drop(what);
    }
}
