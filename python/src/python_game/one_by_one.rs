//! A game that is asked about its positions one by one: where the library that solves games asks, and in answers.

use std::cell::RefCell;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use perfectplay_solve::{End, Game, Values};
use pyo3::prelude::*;

use super::{Inner, PythonGame, Solving, locked};

impl PythonGame {
    /// Asks where an exception cannot be returned: it is kept for who asked.
    pub(super) fn attached<T>(&self, ask: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
        Python::attach(|py| {
            let _busy = Busy::new(self);
            let is_stopped = |solving: &Solving| solving.is_stopped.load(Relaxed);
            if locked(&self.0.solving).as_ref().is_some_and(is_stopped) {
                return None;
            }
            ask(py).map_err(|error| *locked(&self.0.raised) = Some(error)).ok()
        })
    }

    /// Asks about a single position where an exception can only be a panic. It is no bug of which a message is printed.
    fn single<T>(&self, ask: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        self.attached(ask)
            .unwrap_or_else(|| resume_unwind(Box::new("an exception of a game's method")))
    }
}

thread_local! {
    /// The games of which a method is being asked on this thread.
    static BUSY: RefCell<Vec<*const Inner>> = const { RefCell::new(Vec::new()) };
}

/// While it lives, a method of a game is being asked on this thread.
struct Busy;

impl Busy {
    fn new(game: &PythonGame) -> Self {
        BUSY.with_borrow_mut(|busy| busy.push(Arc::as_ptr(&game.0)));
        Self
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        BUSY.with_borrow_mut(Vec::pop);
    }
}

impl PythonGame {
    /// A method cannot ask for answers of its own game: they come from what it gives.
    pub(crate) fn check_idle(&self) -> PyResult<()> {
        match BUSY.with_borrow(|busy| busy.contains(&Arc::as_ptr(&self.0))) {
            false => Ok(()),
            true => Err(self.wrong("one of its methods asks for answers of the game itself")),
        }
    }
}

impl Game for PythonGame {
    type Position = u64;
    type Move = String;

    fn name(&self) -> String {
        self.0.name.clone()
    }

    fn start(&self) -> u64 {
        self.0.start
    }

    fn pack(&self, word: u64) -> u64 {
        word
    }

    fn unpack(&self, word: u64) -> u64 {
        word
    }

    fn moves(&self, word: u64, mut each: impl FnMut(String, u64)) {
        let mut moves = Vec::new();
        self.single(|py| {
            self.each_move(py, &[word], |_, text, child| moves.push((text.to_string(), child)))
        });
        // Not before the list is at its end: what is called may ask again.
        moves.into_iter().for_each(|(text, child)| each(text, child));
    }

    fn end(&self, word: u64) -> Option<End> {
        self.0.end.as_ref().and_then(|_| self.single(|py| self.ends(py, &[word]))[0])
    }

    fn canonical(&self, word: u64) -> u64 {
        let ask = |_: &_| self.single(|py| self.canonical_words(py, &[word]))[0];
        self.0.canonical.as_ref().map_or(word, ask)
    }

    fn show(&self, word: u64) -> String {
        match self.0.show {
            Some(_) => self.single(|py| self.texts(py, &[word])).swap_remove(0),
            None => word.to_string(),
        }
    }

    fn read(&self, text: &str) -> Option<u64> {
        self.single(|py| self.word_of(py, text))
    }

    fn same_player(&self, from: u64, to: u64) -> bool {
        let ask = |_: &_| self.single(|py| self.agains(py, &[(from, to)]))[0];
        self.0.same_player.as_ref().is_some_and(ask)
    }

    fn values(&self) -> Values {
        self.0.values
    }

    fn members(&self) -> u8 {
        self.0.members
    }

    fn rules(&self) -> &str {
        &self.0.rules
    }
}
