//! Games of one's own as an oracle asks them.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use perfectplay_games::built_in;
use perfectplay_oracle::AnyGame;
use perfectplay_oracle::{ErasedGame, GameRef};
use perfectplay_tables::{NoThreads, Threads};
use pyo3::prelude::*;

use crate::python_game::{PythonGame, WeakGame};

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

/// A game that an object described, for as long as somebody has it.
struct Known {
    game: WeakGame,
    asked: Weak<dyn ErasedGame>,
}

/// What objects have described, so that the same object is the same game, and a pickle of a position has its object.
static DESCRIBED: Mutex<Vec<Known>> = Mutex::new(Vec::new());

/// Those that somebody still has.
fn described() -> Vec<Own> {
    let mut known = DESCRIBED.lock().unwrap_or_else(PoisonError::into_inner);
    known.retain(|known| known.asked.strong_count() > 0);
    let own = |known: &Known| {
        Some(Own { game: known.game.upgrade()?, asked: known.asked.upgrade()?.into() })
    };
    known.iter().filter_map(own).collect()
}

impl Own {
    /// The game that an object describes: the same one as before, as long as somebody has that, unless the object's name,
    /// start, values, rules or methods have changed since.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let game = PythonGame::new(object)?;
        // Comparing methods can call Python, while which nothing is locked.
        if let Some(own) = described().into_iter().find(|own| own.game.is(object.py(), &game)) {
            return Ok(own);
        }
        let described = Box::new(game.clone()).described_beside(&built_in());
        let asked = described.map_err(|error| game.error(error))?;
        let own = Self { game, asked };
        let known =
            Known { game: own.game.downgrade(), asked: Arc::downgrade(&own.asked.shared()) };
        DESCRIBED.lock().unwrap_or_else(PoisonError::into_inner).push(known);
        Ok(own)
    }

    /// The object that described a game.
    pub(crate) fn object(py: Python<'_>, asked: &GameRef) -> Option<Py<PyAny>> {
        let is_it = |own: &Self| Arc::ptr_eq(&own.asked.shared(), &asked.shared());
        described().into_iter().find(is_it).map(|own| own.game.object(py))
    }
}
