//! Calls a game's methods: for many positions at once while solving, one by one in answers.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Display;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex};

use perfectplay_core::control::Interrupted;
use perfectplay_tables::solve::{
    Ask, Batch, End, Game, Key, Purpose, ReadError, SolveError, Turn, Values,
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

    /// The moves from a position, or the outcomes of a roll, before which the list is at its end: what is called may ask again.
    fn each(&self, word: u64, rolls: bool) -> Vec<(u32, String, u64)> {
        let mut all = Vec::new();
        self.single(|py| {
            self.each_move(py, &[word], |_, weight, text, child| {
                if (weight > 0) == rolls {
                    all.push((weight, text.to_string(), child));
                }
            })
        });
        all
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
        let mut found = Vec::new();
        self.each_move(py, &open_words, |place, weight, _, child| {
            found.push((open[place], weight, child));
        })?;
        found.sort_by_key(|&(place, ..)| place);
        let mut counts = vec![0; words.len()];
        found.iter().for_each(|&(place, ..)| counts[place] += 1);
        let pairs: Vec<(u64, u64)> =
            found.iter().map(|&(place, _, child)| (words[place], child)).collect();
        let turns = self.turns(py, &pairs, found.iter().map(|&(_, weight, _)| weight))?;
        // Many moves lead to the same position.
        let asked = if self.0.canonical.is_some() { &*pairs } else { &[] };
        let mut raw: Vec<u64> = asked.iter().map(|&(_, child)| child).collect();
        raw.sort_unstable();
        raw.dedup();
        let canonical = self.canonical_words(py, &raw)?;
        let word = |child| raw.binary_search(&child).map_or(child, |place| canonical[place]);
        let children: Vec<u64> = pairs.iter().map(|&(_, child)| word(child)).collect();
        let stages = self.stages(py, &children)?;
        let mut children = children.into_iter().zip(turns).zip(stages).zip(found);
        for ((&word_before, end), count) in words.iter().zip(ends).zip(counts) {
            for (((child, turn), stage), (_, weight, _)) in children.by_ref().take(count) {
                batch.add_child(Key::new(child), turn, weight, stage);
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

/// How many positions and moves are remembered: some 20 bytes each.
const REMEMBERED: usize = 1 << 23;

/// What a game gave for some words.
#[derive(Default)]
struct Known {
    /// By word: where the children of a position begin, how many they are, and how it has ended.
    positions: HashMap<u64, (u32, u16, Option<End>)>,
    /// The words that moves lead to.
    children: Vec<u64>,
    /// Of each child, what the move does, the weight of an outcome, and its stage.
    others: Vec<(Turn, u32, u32)>,
}

impl Known {
    fn is_full(&self) -> bool {
        self.positions.len() + self.children.len() >= REMEMBERED
    }

    fn add(&mut self, words: &[u64], batch: &Batch) {
        for (&word, visited) in words.iter().zip(batch.visited()) {
            let (start, moves) = (self.children.len() as u32, visited.children.len() as u16);
            self.positions.insert(word, (start, moves, visited.end));
            self.children.extend(visited.children.iter().map(|child| child.key.word));
            let weights = visited.weights.iter().copied().chain(std::iter::repeat(0));
            let others = visited.children.iter().zip(weights);
            self.others.extend(others.map(|(child, weight)| (child.turn, weight, child.stage)));
        }
    }

    /// Makes a batch of some words, all of which it has.
    fn read(&self, words: &[u64], batch: &mut Batch) {
        batch.clear();
        for &word in words {
            let (start, moves, end) = self.positions[&word];
            for place in (start as usize..).take(moves.into()) {
                let (turn, weight, stage) = self.others[place];
                batch.add_child(Key::new(self.children[place]), turn, weight, stage);
            }
            batch.add(word, end);
        }
    }
}

/// Asks a game about many positions at once, on one thread at a time. It remembers what the game gave first: asking again
/// takes longer than all else. An exception stops the work, and is kept for the caller.
pub(crate) struct BatchAsker<'a> {
    game: &'a PythonGame,
    /// A thread that waits for it does not have Python's lock.
    known: Mutex<Known>,
}

impl<'a> BatchAsker<'a> {
    pub(crate) fn new(game: &'a PythonGame) -> Self {
        Self { game, known: Mutex::default() }
    }

    /// Whether it remembers all that it has asked.
    pub(crate) fn knows_all(&self) -> bool {
        !locked(&self.known).is_full()
    }
}

impl Ask for BatchAsker<'_> {
    const TOGETHER: usize = 4096;

    type Game = PythonGame;

    fn game(&self) -> &PythonGame {
        self.game
    }

    fn ask(&self, words: &[u64], purpose: Purpose, batch: &mut Batch) -> Result<(), SolveError> {
        let mut known = locked(&self.known);
        let is_new = |word: &u64| !known.positions.contains_key(word);
        let mut new: Vec<u64> = words.iter().copied().filter(is_new).collect();
        let may_add = purpose != Purpose::Verify && !known.is_full();
        if purpose == Purpose::Verify || !may_add && !new.is_empty() {
            new = words.to_vec();
        }
        batch.clear();
        if !new.is_empty() {
            let asked = self.game.attached(|py| {
                self.game.fill(py, &new, batch)?;
                match purpose {
                    Purpose::Find => self.game.check_alone(py, &new, batch),
                    Purpose::Solve => Ok(()),
                    Purpose::Verify => self.game.check_texts(py, &new),
                }
            });
            asked.ok_or(Interrupted)?;
            batch.check_kind(self)?;
        }
        if may_add {
            known.add(&new, batch);
        }
        if new.len() < words.len() {
            known.read(words, batch);
        }
        Ok(())
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

    fn starts(&self, each: impl FnMut(u64)) {
        self.single(|py| self.starts(py)).into_iter().for_each(each);
    }

    fn pack(&self, word: u64) -> u64 {
        word
    }

    fn unpack(&self, word: u64) -> u64 {
        word
    }

    fn moves(&self, word: u64, mut each: impl FnMut(String, u64)) {
        self.each(word, false).into_iter().for_each(|(_, text, child)| each(text, child));
    }

    fn rolls(&self, word: u64, mut each: impl FnMut(u32, &dyn Display, u64)) {
        if self.0.rolls.is_some() {
            let rolls = self.each(word, true).into_iter();
            rolls.for_each(|(weight, text, child)| each(weight, &text, child));
        }
    }

    fn gain(&self, from: u64, to: u64) -> i16 {
        let ask = |_: &_| self.single(|py| self.gains(py, &[(from, to)]))[0];
        self.0.gain.as_ref().map_or(0, ask)
    }

    fn players(&self) -> u8 {
        self.0.players
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

    fn stage(&self, word: u64) -> u32 {
        self.0.stage.as_ref().map_or(0, |_| self.single(|py| self.stages(py, &[word]))[0])
    }

    fn layers(&self) -> Vec<u64> {
        self.0.layers.clone()
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
