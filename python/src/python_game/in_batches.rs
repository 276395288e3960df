//! A game that is asked about many positions at once.

use std::cell::Cell;
use std::time::Instant;

use perfectplay_oracle::Code;
use perfectplay_solve::{BatchedGame, End, Values};
use pyo3::prelude::*;

use super::PythonGame;
use crate::errors::raise;
use crate::watch::PULSE;

/// A game while an attached thread asks it about many positions at once.
pub(crate) struct Asked<'a, 'py> {
    game: &'a PythonGame,
    py: Python<'py>,
    progress: Option<&'a Bound<'py, PyAny>>,
    /// When that was last called.
    told: Cell<Instant>,
    /// What raises the ceiling on memory.
    raises: &'static str,
}

impl<'a, 'py> Asked<'a, 'py> {
    pub(crate) fn new(
        game: &'a PythonGame,
        py: Python<'py>,
        progress: Option<&'a Bound<'py, PyAny>>,
    ) -> Self {
        let (told, raises) = (Cell::new(Instant::now()), "`memory=` raises that");
        Self { game, py, progress, told, raises }
    }

    /// The same where something else raises the ceiling on memory.
    pub(crate) fn with_hint(self, raises: &'static str) -> Self {
        Self { raises, ..self }
    }
}

impl BatchedGame for Asked<'_, '_> {
    type Error = PyErr;

    fn start(&self) -> u64 {
        self.game.0.start
    }

    fn values(&self) -> Values {
        self.game.0.values
    }

    fn ends(&self, words: &[u64]) -> PyResult<Vec<Option<End>>> {
        self.game.ends(self.py, words)
    }

    fn moves(&self, words: &[u64], each: &mut dyn FnMut(usize, u64)) -> PyResult<()> {
        self.game.each_move(self.py, words, |place, _, child| each(place, child))
    }

    fn same_player(&self, pairs: &[(u64, u64)]) -> PyResult<Vec<bool>> {
        self.game.agains(self.py, pairs)
    }

    fn has_symmetries(&self) -> bool {
        self.game.0.canonical.is_some()
    }

    fn canonical(&self, words: &[u64]) -> PyResult<Vec<u64>> {
        self.game.canonical_words(self.py, words)
    }

    fn texts(&self, words: &[u64]) -> PyResult<Option<Vec<String>>> {
        let has_texts = self.game.0.show.is_some() || self.game.0.read.is_some();
        has_texts.then(|| self.game.texts(self.py, words)).transpose()
    }

    fn read(&self, text: &str) -> PyResult<Option<u64>> {
        self.game.word_of(self.py, text)
    }

    fn wrong(&self, what: String) -> PyErr {
        self.game.wrong(what)
    }

    fn refused(&self, need: u64, allowed: u64) -> PyErr {
        let refused = match need > allowed {
            true => format!("it takes {need} bytes of memory or more, and {allowed} are allowed"),
            false => format!("the system does not give it {need} bytes of memory"),
        };
        let hint = (need > allowed).then(|| self.raises.to_owned());
        raise(Code::Refused, format!("{}: {refused}", self.game.0.name), hint)
    }

    fn found(&self, asked: usize, found: usize) -> PyResult<()> {
        self.py.check_signals()?;
        if let Some(progress) = self.progress
            && (asked == found || self.told.get().elapsed() >= PULSE)
        {
            progress.call1((asked, found))?;
            self.told.set(Instant::now());
        }
        Ok(())
    }
}
