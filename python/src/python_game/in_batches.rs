//! A game as the engine asks it: about many positions at once.

use perfectplay_core::control::Interrupted;
use perfectplay_solve::{Ask, Batch, Game, Key, Purpose, SolveError, Values};
use pyo3::prelude::*;

use super::{PythonGame, THE_WORD};

/// A game that is asked about many positions at once. An exception is kept for [`PythonGame::error`].
pub(crate) struct Asked<'a>(pub(crate) &'a PythonGame);

impl Asked<'_> {
    fn attached<T>(&self, ask: impl FnOnce(Python<'_>) -> PyResult<T>) -> Result<T, SolveError> {
        self.0.attached(ask).ok_or_else(|| Interrupted.into())
    }
}

impl Ask for Asked<'_> {
    const TOGETHER: usize = 4096;
    const IS_KEPT: bool = true;

    fn kind(&self) -> Values {
        self.0.values()
    }

    fn first(&self) -> Result<u64, SolveError> {
        Ok(self.canonical_words(&[Game::start(self.0)])?[0])
    }

    fn ask(
        &self,
        words: &[u64],
        purpose: Purpose,
        batch: &mut Batch,
        _: impl FnMut(Key),
    ) -> Result<(), SolveError> {
        batch.clear();
        if words.is_empty() {
            return Ok(());
        }
        self.attached(|py| {
            self.0.fill(py, words, batch)?;
            match purpose {
                Purpose::Find => self.0.check_alone(py, words, batch),
                Purpose::Solve => Ok(()),
                Purpose::Verify => self.0.check_texts(py, words),
            }
        })
    }

    fn canonical_words(&self, words: &[u64]) -> Result<Vec<u64>, SolveError> {
        self.attached(|py| self.0.canonical_words(py, words))
    }

    fn moves_again(&self, from: u64, to: u64) -> bool {
        self.0.same_player(from, to)
    }

    fn shown(&self, word: u64) -> String {
        format!("{THE_WORD}{word}")
    }
}

impl PythonGame {
    /// Adds to a batch how positions have ended, and what their moves lead to.
    fn fill(&self, py: Python<'_>, words: &[u64], batch: &mut Batch) -> PyResult<()> {
        let ends = self.ends(py, words)?;
        let open: Vec<usize> = (0..words.len()).filter(|&place| ends[place].is_none()).collect();
        let open_words: Vec<u64> = open.iter().map(|&place| words[place]).collect();
        let (mut counts, mut pairs) = (vec![0; words.len()], Vec::new());
        if !open.is_empty() {
            self.each_move(py, &open_words, |place, _, child| {
                counts[open[place]] += 1;
                pairs.push((open_words[place], child));
            })?;
        }
        let agains = if pairs.is_empty() { Vec::new() } else { self.agains(py, &pairs)? };
        // Many moves lead to the same position.
        let mut raw: Vec<u64> = Vec::new();
        if self.0.canonical.is_some() {
            raw.extend(pairs.iter().map(|&(_, child)| child));
            raw.sort_unstable();
            raw.dedup();
        }
        let canonical = if raw.is_empty() { Vec::new() } else { self.canonical_words(py, &raw)? };
        let word = |child| raw.binary_search(&child).map_or(child, |place| canonical[place]);
        let mut children = pairs.iter().zip(agains);
        for ((&word_before, end), count) in words.iter().zip(ends).zip(counts) {
            for (&(_, child), again) in children.by_ref().take(count) {
                batch.add_child(word(child), again);
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
        let row = |batch: &Batch, place| {
            let visited = batch.visited().nth(place);
            visited.map(|visited| {
                let children = visited.children.iter();
                let children = children.map(|child| (child.word(), child.same_player));
                (visited.end, children.collect::<Vec<_>>())
            })
        };
        if row(&alone, 0) == row(batch, place) {
            return Ok(());
        }
        let (word, count) = (words[place], words.len());
        Err(self.wrong(format_args!(
            "the end or the moves of the word {word} are others when it is asked alone than among {count}"
        )))
    }

    /// Checks that `read` makes the words again of the texts that `show` has made of them.
    fn check_texts(&self, py: Python<'_>, words: &[u64]) -> PyResult<()> {
        if self.0.show.is_none() && self.0.read.is_none() {
            return Ok(());
        }
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
