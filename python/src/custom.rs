//! Custom games as an oracle knows them.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use perfectplay::{ErasedGame, GameRef, custom_game};
use perfectplay_games::built_in;
use perfectplay_tables::{NoThreads, Threads};
use pyo3::prelude::*;

use crate::python_game::{Inner, PythonGame};

/// Does work that asks games one by one, from a thread that stays known to Python. Attaching it anew for each question
/// takes longer than most questions.
pub(crate) fn asking<T: Send>(
    threads: Option<NonZeroUsize>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, NoThreads> {
    Threads::new(threads).install(|| Python::attach(|py| py.detach(work)))
}

/// A game as an oracle knows it.
#[derive(Clone)]
pub(crate) struct CustomGame {
    pub(crate) game: PythonGame,
    pub(crate) erased: GameRef,
}

/// A game, for as long as it is in use.
type WeakGame = (Weak<Inner>, Weak<dyn ErasedGame>);

/// The games that are in use. The same object is then the same game, and a pickle of a position finds its object.
static DESCRIBED: Mutex<Vec<WeakGame>> = Mutex::new(Vec::new());

/// The games that are still in use.
pub(crate) fn described() -> Vec<CustomGame> {
    let mut known = DESCRIBED.lock().unwrap_or_else(PoisonError::into_inner);
    known.retain(|(_, erased)| erased.strong_count() > 0);
    let custom = |(game, erased): &WeakGame| {
        Some(CustomGame { game: PythonGame(game.upgrade()?), erased: erased.upgrade()?.into() })
    };
    known.iter().filter_map(custom).collect()
}

impl CustomGame {
    /// The game that an object describes: the same one as before, as long as somebody has that, unless the object's name,
    /// start, values, rules or methods have changed since.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let game = PythonGame::new(object)?;
        // Comparing methods can call Python, so nothing is locked here.
        if let Some(custom) =
            described().into_iter().find(|custom| custom.game.is(object.py(), &game))
        {
            return Ok(custom);
        }
        let erased = custom_game(game.clone(), &built_in()).map_err(|error| game.error(error))?;
        let weak = (Arc::downgrade(&game.0), Arc::downgrade(&erased.shared()));
        DESCRIBED.lock().unwrap_or_else(PoisonError::into_inner).push(weak);
        Ok(Self { game, erased })
    }

    /// The object that described a game.
    pub(crate) fn object(py: Python<'_>, erased: &GameRef) -> Option<Py<PyAny>> {
        let is_it = |custom: &Self| Arc::ptr_eq(&custom.erased.shared(), &erased.shared());
        described().into_iter().find(is_it).map(|custom| custom.game.object(py))
    }
}
