//! Calls a game's methods: for many positions at once while solving, one by one in answers.

use std::cell::RefCell;
use std::panic::resume_unwind;
use std::sync::Arc;

use perfectplay_core::control::Interrupted;
use perfectplay_tables::solve::{
    Ask, Batch, End, Game, Key, Purpose, ReadError, SolveError, Values,
};
use pyo3::prelude::*;

use super::{Inner, PythonGame, THE_WORD, locked};

thread_local! {
    /// The games of which a method is being asked on this thread.
    static BUSY: RefCell<Vec<*const Inner>> = const { RefCell::new(Vec::new()) };
}

impl PythonGame {
    /// Calls methods where an exception cannot be returned: it is kept for the caller.
    fn attached<T>(&self, ask: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
        Python::attach(|py| {
            BUSY.with_borrow_mut(|busy| busy.push(Arc::as_ptr(&self.0)));
            let asked = ask(py);
            BUSY.with_borrow_mut(Vec::pop);
            asked.map_err(|error| *locked(&self.0.raised) = Some(error)).ok()
        })
    }

    /// Calls methods for a single position where an exception can only be a panic. It prints no message of a bug.
    fn single<T>(&self, ask: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        self.attached(ask).unwrap_or_else(|| resume_unwind(Box::new("a method's exception")))
    }

    /// A method cannot ask for answers of its own game: they come from what it gives.
    pub(crate) fn check_idle(&self) -> PyResult<()> {
        match BUSY.with_borrow(|busy| busy.contains(&Arc::as_ptr(&self.0))) {
            false => Ok(()),
            true => Err(self.wrong("one of its methods asks for answers of the game itself")),
        }
    }

    /// Adds to a batch how positions have ended, and what their moves lead to.
    fn fill(&self, py: Python<'_>, words: &[u64], batch: &mut Batch) -> PyResult<()> {
        let ends = self.ends(py, words)?;
        let open: Vec<usize> = (0..words.len()).filter(|&place| ends[place].is_none()).collect();
        let open_words: Vec<u64> = open.iter().map(|&place| words[place]).collect();
        let (mut counts, mut pairs) = (vec![0; words.len()], Vec::new());
        self.each_move(py, &open_words, |place, _, child| {
            counts[open[place]] += 1;
            pairs.push((open_words[place], child));
        })?;
        let agains = self.agains(py, &pairs)?;
        // Many moves lead to the same position.
        let asked = if self.0.canonical.is_some() { &*pairs } else { &[] };
        let mut raw: Vec<u64> = asked.iter().map(|&(_, child)| child).collect();
        raw.sort_unstable();
        raw.dedup();
        let canonical = self.canonical_words(py, &raw)?;
        let word = |child| raw.binary_search(&child).map_or(child, |place| canonical[place]);
        let mut children = pairs.iter().zip(agains);
        for ((&word_before, end), count) in words.iter().zip(ends).zip(counts) {
            for (&(_, child), again) in children.by_ref().take(count) {
                batch.add_child(Key::new(word(child)), again);
            }
            batch.add(word_before, end);
        }
        let others = raw.iter().copied().zip(canonical);
        batch.others.extend(others.filter(|(word, canonical)| word != canonical));
        Ok(())
    }

    /// Checks that a word of a batch is answered alone as it is there: a batch is easily mixed up.
    fn check_alone(&self, py: Python<'_>, words: &[u64], batch: &Batch) -> PyResult<()> {
        let (place, mut alone) = (words.len() / 2, Batch::default());
        self.fill(py, &words[place..=place], &mut alone)?;
        if alone.visited().next() == batch.visited().nth(place) {
            return Ok(());
        }
        let (word, count) = (words[place], words.len());
        Err(self.wrong(format_args!(
            "the end or the moves of the word {word} are others when it is asked alone than among {count}"
        )))
    }

    /// Checks that `read` makes the words again of the texts that `show` has made of them.
    fn check_texts(&self, py: Python<'_>, words: &[u64]) -> PyResult<()> {
        for (&word, text) in words.iter().zip(self.texts(py, words)?) {
            let read = self.word_of(py, &text)?;
            if read != Some(word) {
                let read = read.map_or_else(|| "None".to_owned(), |read| read.to_string());
                return Err(self.wrong(format_args!(
                    "`show` makes {text:?} of the word {word}, of which `read` makes {read}"
                )));
            }
        }
        Ok(())
    }
}

/// Asks a game about many positions at once. An exception stops the work, and is kept for the caller.
pub(crate) struct BatchAsker<'a>(pub(crate) &'a PythonGame);

impl Ask for BatchAsker<'_> {
    const TOGETHER: usize = 4096;
    const IS_KEPT: bool = true;

    type Game = PythonGame;

    fn game(&self) -> &PythonGame {
        self.0
    }

    fn ask(&self, words: &[u64], purpose: Purpose, batch: &mut Batch) -> Result<(), SolveError> {
        batch.clear();
        let asked = self.0.attached(|py| {
            self.0.fill(py, words, batch)?;
            match purpose {
                Purpose::Find => self.0.check_alone(py, words, batch),
                Purpose::Solve => Ok(()),
                Purpose::Verify => self.0.check_texts(py, words),
            }
        });
        asked.ok_or_else(|| Interrupted.into())
    }

    fn shown(&self, word: u64) -> String {
        format!("{THE_WORD}{word}")
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

    fn read(&self, text: &str) -> Result<u64, ReadError> {
        self.single(|py| self.word_of(py, text)).ok_or_else(|| "".into())
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
