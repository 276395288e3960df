//! Tables of solved games, opened and asked.

use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt::Display;
use std::sync::Arc;

use perfectplay_core::coded::MOST_FILTER_BITS;
use perfectplay_core::{MoveAnswer, Outcome, Random};
use perfectplay_format::Header;
use perfectplay_query::{Bytes, CustomTable, ProbeError, Problem, TableFile, Tables, Value};

use crate::solve::children::{guarded, key};
use crate::solve::header::{checked_name, is_of};
use crate::solve::levels::{Store, find_all, words};
use crate::solve::no_repeat::Later;
use crate::solve::numbered;
use crate::solve::prelude::*;
use crate::solve::rule::{self, Reached, hoped, rank, result, sure};
use crate::solve::rules_hash::rules_tag;
use crate::solve::unknown::check_indexed;
use crate::solve::verify::{Stored, verify_entries};
use crate::{Threads, check_bytes, check_ranges};

/// The table of a solved game, which answers any number of threads at once.
#[derive(Debug)]
pub struct SolvedTable<G> {
    game: Arc<G>,
    table: CustomTable,
}

/// A position's value, and its moves, best first; those that are equally good in the order of the description.
pub type Answer<P> = perfectplay_core::Answer<P, String, Value>;

impl<G: Game> SolvedTable<G> {
    /// Opens the table of a game, in a folder or anywhere else.
    ///
    /// ```
    /// use perfectplay_tables::solve::{SolveError, SolvedTable};
    /// # use perfectplay_tables::example::Pile;
    /// let missing = SolvedTable::open(Pile { stones: 21 }, std::path::Path::new("nowhere"));
    /// assert!(matches!(missing, Err(SolveError::Open(_))));
    /// ```
    ///
    /// # Errors
    /// If it is not there, is damaged, or was built with other rules; or the description has a mistake that is seen
    /// in the first positions.
    pub fn open(game: impl Into<Arc<G>>, tables: impl Into<Tables>) -> Result<Self, SolveError> {
        let (game, tables) = (game.into(), tables.into());
        let name = checked_name(&*game)?;
        let rules = rules_tag(&*game)?;
        Ok(tables.read(&name, |file| Self::of(game, &rules, file))?)
    }

    /// Reads an opened table as one of a game with this rules tag.
    #[doc(hidden)]
    pub fn of(game: Arc<G>, rules: &str, file: TableFile<Bytes>) -> Result<Self, Problem> {
        let table = CustomTable::new(file)?;
        if is_of(&table, &*game, rules) {
            Ok(Self { game, table })
        } else {
            Err(Problem::ChangedRules)
        }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The table's header.
    pub fn header(&self) -> &Header {
        self.table.header()
    }

    /// The value of a position, checked against those of its moves: that of its [answer](Self::answer).
    ///
    /// ```
    /// # let table = perfectplay_tables::example::solved_pile();
    /// assert_eq!(table.value(8)?.to_string(), "loss in 4");
    /// assert!(table.value(22).is_err(), "no game from 21 stones comes there");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`answer`](Self::answer).
    pub fn value(&self, position: G::Position) -> Result<Value, ProbeError> {
        self.answer(position).map(|answer| answer.value)
    }

    /// The value of a position that play reaches from the start, in one read. For any other position it is meaningless,
    /// unless the table has [members](Game::members) that show that the position is none of its own.
    ///
    /// # Errors
    /// If the table is damaged, or its members show that it does not have the position.
    #[inline]
    pub fn unchecked_value(&self, position: G::Position) -> Result<Value, ProbeError> {
        self.unchecked_value_of_word(self.word(position))
    }

    /// The [unchecked value](Self::unchecked_value) of the word of a canonical position.
    ///
    /// # Errors
    /// As [`unchecked_value`](Self::unchecked_value).
    #[doc(hidden)]
    #[inline]
    pub fn unchecked_value_of_word(&self, word: u64) -> Result<Value, ProbeError> {
        let beyond = || self.beyond("it has the positions that play reaches from the start");
        let damaged = || ProbeError::Damaged(self.header().name.clone());
        let table = match &self.table {
            CustomTable::Coded(table) => table,
            CustomTable::Indexed(table) => {
                let place = table.place(word).map_err(|()| damaged())?.ok_or_else(beyond)?;
                let value = table.entry(place).and_then(|entry| table.entry_kind().value(entry));
                return value.ok_or_else(damaged);
            }
            CustomTable::Numbered(table) => {
                let value = table.value(word);
                let missing = || match word < self.header().states {
                    true => ProbeError::Damaged(self.header().name.clone()),
                    false => self.beyond("it has the positions that have numbers"),
                };
                let value = StoredValue(value.ok_or_else(missing)?.cast_signed());
                return Ok(value.solved(self.game.values()));
            }
        };
        let values = table.values();
        if values.is_below(word) {
            return Err(beyond());
        }
        let place = values.place(word).ok_or_else(damaged)?;
        if !values.may_have_at(place).ok_or_else(damaged)? {
            return Err(beyond());
        }
        let value = values.value_at(place).ok_or_else(damaged)?;
        Ok(StoredValue(value.cast_signed()).solved(self.game.values()))
    }

    /// The value of a position, and its moves.
    ///
    /// ```
    /// # let table = perfectplay_tables::example::solved_pile();
    /// let answer = table.answer(21)?;
    /// assert_eq!(answer.best().map(|best| &*best.step), Some("1"), "20 is a multiple of four");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ProbeError::Beyond`] if play does not reach the position from the start, as far as the table's
    /// [members](Game::members) and the values of the moves show that. [`ProbeError::Contradicts`] if it is one of the
    /// table's positions, but its value does not follow from those of its moves.
    pub fn answer(&self, position: G::Position) -> Result<Answer<G::Position>, ProbeError> {
        self.answer_unless_beyond(position).map_err(|error| match error {
            ProbeError::Beyond { .. } if self.word(position) == self.word(self.game.start()) => {
                self.contradicts()
            }
            error => error,
        })
    }

    fn answer_unless_beyond(
        &self,
        position: G::Position,
    ) -> Result<Answer<G::Position>, ProbeError> {
        /// Members of this many bits together leave no doubt.
        const CERTAIN: usize = 2 * MOST_FILTER_BITS;
        let (game, end) = (&*self.game, self.game.end(position));
        let value = self.unchecked_value(position)?;
        let (mut moves, mut children, mut refused) = (Vec::new(), Vec::new(), Ok(()));
        let word = self.word(position);
        let mut add = |weight, step: &dyn Display, child| match self.unchecked_value(child) {
            Ok(value) => {
                let turn = Turn::of(game, position, child, weight);
                children.push(Reached { value, turn, weight, is_same: self.word(child) == word });
                let result =
                    self.wins(word, self.word(child)).unwrap_or_else(|| result(value, turn));
                moves.push((step.to_string(), child, value, result));
            }
            Err(error) => refused = Err(error),
        };
        if end.is_none() {
            let mut is_roll = false;
            game.rolls(position, |weight, text, child| {
                is_roll = true;
                add(weight, text, child);
            });
            if !is_roll {
                game.moves(position, |step, child| add(0, &step, child));
            }
        }
        refused?;
        // The table has the position, and what its moves lead to.
        let is_certain = usize::from(self.member_bits()) * (1 + children.len()) >= CERTAIN;
        self.check(value, end, &children).map_err(|error| match is_certain {
            true => self.contradicts(),
            false => error,
        })?;
        let is_roll = children.first().is_some_and(|child| child.weight > 0);
        Ok(arranged(position, value, moves, is_roll))
    }

    /// What a move is worth where no position may come back, by the words of positions of the table.
    fn wins(&self, from: u64, to: u64) -> Option<Value> {
        let CustomTable::Indexed(table) = &self.table else { return None };
        let IndexedEntries::NoRepeat { .. } = table.entry_kind() else { return None };
        let [from, to] = [from, to].map(|word| table.entry(table.place(word).ok()??));
        Some(won(table.entry_kind().wins(from?, to?)))
    }

    /// The answer in the middle of a game in which no position may come back, if it has come to those of `history`, in any order:
    /// moves to them are none, and values are those that the rest of the game has. Without a history it is the
    /// [answer](Self::answer).
    ///
    /// # Errors
    /// As [`answer`](Self::answer); and if too many positions have to be looked at.
    pub fn answer_after(
        &self,
        position: G::Position,
        history: &[G::Position],
    ) -> Result<Answer<G::Position>, ProbeError> {
        let fresh = self.answer(position)?;
        let (CustomTable::Indexed(table), false) = (&self.table, history.is_empty()) else {
            return Ok(fresh);
        };
        let word = self.word(position);
        if history.iter().any(|&it| self.word(it) == word || self.game.end(it).is_some()) {
            return Err(self.beyond("it has occurred, or the game has ended at a position before"));
        }
        let words = history.iter().map(|&position| self.word(position));
        let mut later = Later::new(&*self.game, table, words.chain([word]))?;
        let (mut moves, mut wins) = (Vec::new(), self.game.end(position) == Some(End::Win));
        for reply in fresh.moves {
            let to = self.word(reply.position);
            if later.is_gone(to) {
                continue;
            }
            let is_lost = later.is_lost(to)?;
            wins |= is_lost;
            moves.push((reply.step, reply.position, won(!is_lost), won(is_lost)));
        }
        Ok(arranged(position, won(wins), moves, false))
    }

    /// Checks that a value follows from how the position has ended, and the values of those that its moves lead to: what
    /// [`answer`](Self::answer) checks.
    ///
    /// # Errors
    /// [`ProbeError::Beyond`] if it does not.
    #[doc(hidden)]
    pub fn check(
        &self,
        value: Value,
        end: Option<End>,
        children: &[Reached],
    ) -> Result<(), ProbeError> {
        let unit = match &self.table {
            CustomTable::Indexed(table) => Stored::unit(table),
            _ => None,
        };
        rule::check(self.game.values(), unit, value, end, children).map_err(|_| {
            self.beyond(
                "its value does not follow from those of its moves, so play does not reach it, or the table is damaged \
                 or of other rules",
            )
        })
    }

    /// Verifies the table: every byte, every entry by the plain rule from those of the positions that its moves lead
    /// to, that no position is missing, and that the description agrees with itself. Finds the positions anew, on the
    /// threads of the current rayon pool, or else on its own. Returns how many there are.
    ///
    /// ```
    /// # let table = perfectplay_tables::example::solved_pile();
    /// assert_eq!(table.verify()?, 22);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn verify(&self) -> Result<u64, SolveError> {
        self.verify_by(&*self.game, u64::MAX, Control::SILENT)
    }

    /// Verifies the table while the game is asked as in [`build_by`](crate::solve::build_by).
    ///
    /// # Errors
    /// As [`verify`](Self::verify).
    #[doc(hidden)]
    pub fn verify_by(
        &self,
        asked: &dyn Described,
        memory: u64,
        control: Control<'_>,
    ) -> Result<u64, SolveError> {
        let verified = || {
            self.verify_bytes(control)?;
            self.verify_layout()?;
            verify_entries(&self.table, asked, memory, control)
        };
        Threads::default().install(verified)?
    }

    /// Compares every byte with its checksum.
    ///
    /// # Errors
    /// If one is wrong.
    pub fn verify_bytes(&self, control: Control<'_>) -> Result<(), SolveError> {
        check_bytes(self.table.file(), control)?.map_err(|problem| self.wrong(problem))
    }

    /// Verifies what values do not show of a table, the bytes of which are good.
    #[doc(hidden)]
    pub fn verify_layout(&self) -> Result<(), SolveError> {
        match &self.table {
            CustomTable::Coded(table) => check_ranges(table).map_err(|reason| self.wrong(reason)),
            CustomTable::Numbered(_) => Ok(()),
            CustomTable::Indexed(table) => {
                check_indexed(table).map_err(|reason| self.wrong(reason))
            }
        }
    }

    /// Verifies the entries of a table, the bytes of which are good.
    #[doc(hidden)]
    pub fn verify_entries(&self, memory: u64, control: Control<'_>) -> Result<u64, SolveError> {
        verify_entries(&self.table, &*self.game, memory, control)
    }

    /// The words of all positions, ascending, which are found in at most `memory` bytes.
    pub fn words(&self, memory: u64, control: Control<'_>) -> Result<Vec<u64>, SolveError> {
        let mut words = Self::words_by(&*self.game, memory, control)?;
        words.sort_unstable();
        Ok(words)
    }

    /// The words of all positions, those nearest the start first, and ascending among those that are equally near. They are
    /// found while the game is asked as in [`build_by`](crate::solve::build_by).
    ///
    /// # Errors
    /// If they take more than this many bytes of memory, or the description has a mistake.
    #[doc(hidden)]
    pub fn words_by(
        asked: &dyn Described,
        memory: u64,
        control: Control<'_>,
    ) -> Result<Vec<u64>, SolveError> {
        words_by(asked, memory, control)
    }

    /// Verifies about this many entries, which random play reaches: always the same ones; or all of them, in at most
    /// `memory` bytes. Returns how many there were.
    pub fn verify_sample(
        &self,
        entries: u64,
        memory: u64,
        control: Control<'_>,
    ) -> Result<u64, SolveError> {
        /// How many positions are visited at most for each that is wanted: play reaches some of them often.
        const VISITED: u64 = 16;
        if entries >= self.header().states {
            return self.verify_entries(memory, control);
        }
        let (game, at) = (&*self.game, Cell::new(0));
        let (mut random, mut compared) = (Random::with_seed(0), HashSet::new());
        guarded(game, &at, || {
            let mut position = game.start();
            for _ in 0..entries.saturating_mul(VISITED) {
                if compared.len() as u64 == entries {
                    break;
                }
                control.check()?;
                at.set(game.pack(position));
                let answer = self.answer(position).map_err(|_| {
                    let position = game.show(position);
                    self.wrong(format_args!(
                        "the value of {position} does not follow from its moves"
                    ))
                })?;
                if compared.insert(key(game, position).word) {
                    control.advance(1)?;
                }
                // Play need not end by itself.
                position = match random.choice(&answer.moves) {
                    Some(reply) if random.below(256) > 0 => reply.position,
                    _ => game.start(),
                };
            }
            Ok(compared.len() as u64)
        })
    }

    /// The word that stands for a position.
    fn word(&self, position: G::Position) -> u64 {
        self.game.pack(self.game.canonical(position))
    }

    /// How many bits per position the table uses to recognise its positions, 0 to 7.
    #[doc(hidden)]
    pub fn member_bits(&self) -> u8 {
        match &self.table {
            CustomTable::Coded(table) => table.dictionary().members(),
            CustomTable::Numbered(_) | CustomTable::Indexed(_) => MOST_FILTER_BITS as u8,
        }
    }

    fn beyond(&self, reach: &str) -> ProbeError {
        ProbeError::Beyond { table: self.header().name.clone(), reach: reach.to_owned() }
    }

    fn contradicts(&self) -> ProbeError {
        ProbeError::Contradicts(self.header().name.clone())
    }

    fn wrong(&self, reason: impl ToString) -> SolveError {
        SolveError::Wrong { table: self.header().name.clone(), reason: reason.to_string() }
    }
}

/// Whether a player wins, as a value.
fn won(wins: bool) -> Value {
    if wins { Outcome::Win.into() } else { Outcome::Loss.into() }
}

/// The answer of moves, each with its text, what it leads to, the value there and what it is worth.
fn arranged<P>(
    position: P,
    value: Value,
    mut moves: Vec<(String, P, Value, Value)>,
    is_roll: bool,
) -> Answer<P> {
    if !is_roll {
        moves.sort_by_key(|(.., result)| Reverse(rank(result)));
    }
    let best = moves.iter().map(|(.., result)| sure(result)).max();
    let moves = moves.into_iter().map(|(step, child, value, result)| {
        let is_best = !is_roll && Some(hoped(&result)) >= best;
        MoveAnswer::of_parts(step, child, value, result, is_best)
    });
    Answer::of_parts(position, value, moves.collect())
}

fn words_by(
    asked: &dyn Described,
    memory: u64,
    control: Control<'_>,
) -> Result<Vec<u64>, SolveError> {
    let memory = Memory::new(memory);
    let states = numbered::states(asked);
    if states > 0 {
        memory.take(states.saturating_mul(8))?;
        return Ok((0..states).collect());
    }
    let (store, mut all) = (Store::of_memory(&memory), Vec::new());
    find_all(asked, &store, control, false, |level| {
        let count = level.iter().map(|block| block.count as usize).sum::<usize>() + all.len();
        if count > all.capacity() {
            memory.grow(&mut all, count + count / 4)?;
        }
        level.iter().try_for_each(|block| words::read(block, &mut all))
    })?;
    Ok(all)
}
