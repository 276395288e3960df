//! Calls a game's methods: for many positions at once while solving, one by one in answers.

use std::cell::RefCell;
use std::fmt::Display;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use perfectplay_core::control::{Control, Interrupted};
use perfectplay_tables::solve::{
    Ask, Batch, End, Game, MEMBERS_BY_SIZE, Purpose, ReadError, SolveError, Values,
};
use pyo3::prelude::*;

use super::known::Known;
use super::{Inner, Move, PythonGame, locked};

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
    fn each(&self, word: u64) -> Vec<Move> {
        self.single(|py| self.form().moves(py, word))
    }

    /// A method cannot ask for answers of its own game: they come from what it gives.
    pub(crate) fn check_idle(&self) -> PyResult<()> {
        match BUSY.with_borrow(|busy| busy.contains(&Arc::as_ptr(&self.0))) {
            false => Ok(()),
            true => Err(self.0.told.wrong("one of its methods asks for answers of the same game")),
        }
    }
}

/// How many bytes at most what was given takes.
const REMEMBERED: u64 = 200 << 20;

/// Asks a game about many positions at once. Descriptions of one position at a time are asked on one thread, and it
/// remembers what they gave first: asking again takes longer than all else. An exception stops the work, and is kept for
/// the caller.
pub(crate) struct BatchAsker<'a> {
    game: &'a PythonGame,
    control: Control<'a>,
    memory: u64,
    /// A thread that waits for it does not have Python's lock.
    known: RwLock<Known>,
    /// Methods for arrays are called one at a time.
    turn: Mutex<()>,
}

impl<'a> BatchAsker<'a> {
    pub(crate) fn new(game: &'a PythonGame, memory: u64, control: Control<'a>) -> Self {
        Self { game, control, memory, known: RwLock::default(), turn: Mutex::default() }
    }

    /// Whether it remembers all that it has asked.
    pub(crate) fn knows_all(&self) -> bool {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        self.game.form().is_plain() && !self.is_full(&known)
    }

    /// Whether no more is remembered. Positions that are kept as objects cannot be asked again in another process.
    fn is_full(&self, known: &Known) -> bool {
        self.game.form().kept() == 0 && known.bytes() > REMEMBERED.min(self.memory / 4)
    }

    fn ask_anew(
        &self,
        words: &[u64],
        purpose: Purpose,
        batch: &mut Batch,
    ) -> Result<(), SolveError> {
        batch.clear();
        let (game, form) = (self.game, self.game.form());
        let asked = game.attached(|py| {
            if purpose == Purpose::Verify && game.0.told.show.is_some() {
                words.iter().try_for_each(|&word| game.check_text(py, word))?;
            }
            form.fill(py, words, purpose, batch)?;
            if !form.is_plain() && purpose == Purpose::Find && words.len() > 1 {
                self.check_alone(py, words, batch)?;
            }
            Ok(())
        });
        asked.ok_or(Interrupted)?;
        batch.check_kind(self)
    }

    /// Checks that a word of an array is answered alone as it is there: arrays are easily mixed up.
    fn check_alone(&self, py: Python<'_>, words: &[u64], batch: &Batch) -> PyResult<()> {
        let (place, mut alone) = (words.len() / 2, Batch::default());
        self.game.form().fill(py, &words[place..=place], Purpose::Find, &mut alone)?;
        if alone.visited().next() == batch.visited().nth(place) {
            return Ok(());
        }
        let (word, count) = (words[place], words.len());
        Err(self.game.0.told.wrong(format_args!(
            "the word {word} has another end or other children alone than among {count} words"
        )))
    }

    /// Asks about words, and remembers what was given.
    fn learn(&self, known: &mut Known, words: &[u64], batch: &mut Batch) -> Result<(), SolveError> {
        self.ask_anew(words, Purpose::Find, batch)?;
        known.add(words, batch);
        let (kept, limit) = (self.game.form().kept(), self.memory);
        let need = kept + known.bytes();
        if kept > 0 && need > limit {
            return Err(SolveError::Memory { need, limit });
        }
        Ok(())
    }

    /// Finds positions that an earlier build has left as words: they are those that play reaches.
    fn find_again(&self, known: &mut Known, batch: &mut Batch) -> Result<(), SolveError> {
        let form = self.game.form();
        let starts = self.game.attached(|py| form.canonical(py, &form.starts(py)?));
        let mut next = starts.ok_or(Interrupted)?;
        *known = Known::default();
        while !next.is_empty() {
            next.sort_unstable();
            next.dedup();
            next.retain(|&word| !known.has(word));
            let mut found = Vec::new();
            for words in next.chunks(form.together()) {
                self.control.check()?;
                self.learn(known, words, batch)?;
                let children = batch.visited().flat_map(|visited| visited.children);
                found.extend(children.map(|child| child.key.word));
            }
            next = found;
        }
        Ok(())
    }
}

impl Ask for BatchAsker<'_> {
    type Game = PythonGame;

    fn game(&self) -> &PythonGame {
        self.game
    }

    fn together(&self) -> usize {
        self.game.form().together()
    }

    fn ask(&self, words: &[u64], purpose: Purpose, batch: &mut Batch) -> Result<(), SolveError> {
        let form = self.game.form();
        if !form.is_plain() || purpose == Purpose::Verify {
            let _turn = locked(&self.turn);
            return self.ask_anew(words, purpose, batch);
        }
        if self.known.read().unwrap_or_else(PoisonError::into_inner).read(words, batch) {
            return Ok(());
        }
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if !words.iter().all(|&word| form.has(word)) {
            self.find_again(&mut known, batch)?;
        }
        if self.is_full(&known) {
            drop(known);
            return self.ask_anew(words, purpose, batch);
        }
        let new: Vec<u64> = words.iter().copied().filter(|&word| !known.has(word)).collect();
        self.learn(&mut known, &new, batch)?;
        if new.len() < words.len() {
            known.read(words, batch);
        }
        Ok(())
    }

    fn shown(&self, word: u64) -> String {
        self.game.shown(word)
    }
}

impl PythonGame {
    /// Checks that `read` makes the word again of the text that `show` has made of it.
    fn check_text(&self, py: Python<'_>, word: u64) -> PyResult<()> {
        let (form, text) = (self.form(), self.form().text(py, word)?);
        let read = form.read(py, &text)?;
        if read == Some(word) {
            return Ok(());
        }
        let of = form.named(py, word)?;
        let read = read.map_or_else(|| Ok("None".to_owned()), |read| form.named(py, read))?;
        Err(self
            .0
            .told
            .wrong(format_args!("`show` turns {of} into {text:?}, which `read` turns into {read}")))
    }

    /// The position of a word, for people.
    fn shown(&self, word: u64) -> String {
        let text =
            self.form().is_plain().then(|| Python::attach(|py| self.form().text(py, word).ok()));
        text.flatten().unwrap_or_else(|| format!("the word {word}"))
    }
}

impl Game for PythonGame {
    type Position = u64;
    type Move = String;

    fn name(&self) -> String {
        self.0.told.name.clone()
    }

    fn start(&self) -> u64 {
        self.0.start
    }

    fn starts(&self, each: impl FnMut(u64)) {
        self.single(|py| self.form().starts(py)).into_iter().for_each(each);
    }

    fn pack(&self, word: u64) -> u64 {
        word
    }

    fn unpack(&self, word: u64) -> u64 {
        word
    }

    fn moves(&self, word: u64, mut each: impl FnMut(String, u64)) {
        let moves = self.each(word).into_iter().filter(|(weight, ..)| *weight == 0);
        moves.for_each(|(_, text, child)| each(text, child));
    }

    fn rolls(&self, word: u64, mut each: impl FnMut(u32, &dyn Display, u64)) {
        if self.form().has_rolls() {
            let rolls = self.each(word).into_iter().filter(|(weight, ..)| *weight > 0);
            rolls.for_each(|(weight, text, child)| each(weight, &text, child));
        }
    }

    fn gain(&self, from: u64, to: u64) -> i16 {
        self.single(|py| self.form().gain(py, from, to))
    }

    fn players(&self) -> u8 {
        self.0.told.players
    }

    fn end(&self, word: u64) -> Option<End> {
        self.single(|py| self.form().end(py, word))
    }

    fn canonical(&self, word: u64) -> u64 {
        self.single(|py| self.form().canonical(py, &[word]))[0]
    }

    fn show(&self, word: u64) -> String {
        self.single(|py| self.form().text(py, word))
    }

    fn read(&self, text: &str) -> Result<u64, ReadError> {
        self.single(|py| self.form().read(py, text)).ok_or_else(|| "".into())
    }

    fn same_player(&self, from: u64, to: u64) -> bool {
        self.single(|py| self.form().same_player(py, from, to))
    }

    fn stage(&self, word: u64) -> u32 {
        self.single(|py| self.form().stage(py, word))
    }

    fn layers(&self) -> Vec<u64> {
        self.0.told.layers.clone()
    }

    fn values(&self) -> Values {
        self.0.told.values
    }

    fn members(&self) -> u8 {
        self.0.told.members.unwrap_or(MEMBERS_BY_SIZE)
    }

    fn rules(&self) -> &str {
        &self.0.told.rules
    }
}
