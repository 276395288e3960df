//! Games of one's own as an oracle asks them.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use perfectplay_oracle::GameRef;
use perfectplay_solve::AnyGame;
use perfectplay_tables::{NoThreads, Threads};
use pyo3::prelude::*;

use crate::python_game::PythonGame;

/// Does work that asks games one by one, on so many threads, of which one asks: Python knows that one all the time. To
/// make it known again for each question takes longer than most questions.
pub(crate) fn asking<T: Send>(
    threads: Option<NonZeroUsize>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, NoThreads> {
    Threads::new(threads).install(|| Python::attach(|py| py.detach(work)))
}

/// A game as an oracle asks it.
#[derive(Clone)]
pub(crate) struct Own {
    pub(crate) game: PythonGame,
    pub(crate) asked: GameRef,
}

/// Each object that was described.
static DESCRIBED: Mutex<Vec<Own>> = Mutex::new(Vec::new());

impl Own {
    /// The game that an object describes.
    ///
    /// An oracle's games last as long as the process: the first time, this keeps the object for ever. It is not kept a
    /// second time unless its name, start, values, rules or methods have changed since.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let game = PythonGame::new(object)?;
        // Comparing methods can call Python, while which nothing is locked.
        let known = DESCRIBED.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(own) = known.into_iter().find(|own| own.game.is(object.py(), &game)) {
            return Ok(own);
        }
        let described = Box::new(game.clone()).described().map_err(|error| game.error(error))?;
        let own = Self { game, asked: described.asked };
        DESCRIBED.lock().unwrap_or_else(PoisonError::into_inner).push(own.clone());
        Ok(own)
    }
    /// The object that described a game.
    pub(crate) fn object(py: Python<'_>, asked: &GameRef) -> Option<Py<PyAny>> {
        let known = DESCRIBED.lock().unwrap_or_else(PoisonError::into_inner);
        let own = known.iter().find(|own| Arc::ptr_eq(&own.asked.shared(), &asked.shared()))?;
        Some(own.game.object(py))
    }
}
