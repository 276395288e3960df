//! A hash of a game's rules, so that a table of other rules is not taken for one of these. Before a game is solved, its
//! description is looked at on the way: most mistakes show in the first positions.
//!
//! The bytes that are hashed, their order and the choice of positions never change: a program would refuse all tables of
//! custom games that exist.

use std::cell::Cell;
use std::collections::{HashSet, VecDeque};

use perfectplay_core::Random;
use perfectplay_core::control::Control;
use perfectplay_format::chunk_checksum;
use perfectplay_query::game_of_name;

use crate::solve::children::{
    Ask, Batch, Purpose, check_text, checked_key, each_child, ended, guarded, has_control, mistake,
};
use crate::solve::error::{Mistake, SolveError};
use crate::solve::game::{End, Game, Turn, Values};
use crate::solve::symmetry::check_symmetries;

/// How many positions near the start are hashed, and how many that random play comes to, which sees the ends.
const HASHED: usize = 1_000;
/// How many moves of moves are looked at for mistakes, which takes longer, in each of both.
pub(crate) const LOOKED_AT: usize = 50_000;

/// The rules tag of a game's table: the game, and a hash of positions with their texts, their ends, and their moves:
/// the first ones from the start, and those of some random games.
pub fn rules_tag<G: Game>(game: &G) -> Result<String, SolveError> {
    tag(game, 0, Control::SILENT)
}

/// The tag, after a look for mistakes at this many moves of moves near the start, and as many in random games.
///
/// # Errors
/// A mistake that these positions show: in words, texts, symmetries, or moves that are not the same each time.
pub(crate) fn tag<A: Ask>(
    asked: &A,
    looked_at: usize,
    control: Control<'_>,
) -> Result<String, SolveError> {
    let (game, at) = (asked.game(), Cell::new(0));
    guarded(game, &at, || {
        if looked_at > 0 && game.rules().lines().any(has_control) {
            let text = game.rules().to_owned();
            return Err(mistake(game, game.pack(game.start()), Mistake::Control(text)));
        }
        let bytes = vec![game.values() as u8];
        let mut rules = Rules { game, asked, control, at: &at, bytes, left: looked_at };
        rules.add_first()?;
        rules.add_starts();
        rules.left = looked_at;
        rules.add_played()?;
        let name = game.name();
        let game = game_of_name(&name).unwrap_or_default();
        Ok(format!("{game}/{:016x}", chunk_checksum(&rules.bytes)))
    })
}

/// What is hashed.
struct Rules<'a, A: Ask> {
    game: &'a A::Game,
    asked: &'a A,
    control: Control<'a>,
    /// The word of the position that is being written.
    at: &'a Cell<u64>,
    bytes: Vec<u8>,
    /// How many more moves of moves are looked at for mistakes.
    left: usize,
}

impl<A: Ask> Rules<'_, A> {
    /// Adds the first positions.
    fn add_first(&mut self) -> Result<(), SolveError> {
        let start = checked_key(self.game, self.game.start())?.word;
        let (mut found, mut next) = (HashSet::from([start]), VecDeque::from([start]));
        for _ in 0..HASHED {
            let Some(word) = next.pop_front() else { break };
            let children = self.add(word)?;
            if children.is_empty() && word == start && self.left > 0 {
                ended(self.asked, start, self.game.end(self.game.unpack(start)))?;
                return Err(mistake(self.game, start, Mistake::NoGame));
            }
            for child in children {
                if found.len() < HASHED && found.insert(child) {
                    next.push_back(child);
                }
            }
        }
        Ok(())
    }

    /// Adds how many starts there are, and the words of some, if the game has more than one; and its layers, if it has any.
    fn add_starts(&mut self) {
        let (mut starts, mut count) = (Vec::new(), 0_u64);
        self.game.starts(|start| {
            count += 1;
            // The first ones, and then fewer and fewer.
            if count.trailing_zeros() + 4 >= count.ilog2() {
                starts.push(self.game.pack(start));
            }
        });
        if starts != [self.game.pack(self.game.start())] {
            starts.push(count);
            self.bytes.extend(starts.iter().flat_map(|word| word.to_le_bytes()));
        }
        self.bytes.extend(self.game.layers().iter().flat_map(|states| states.to_le_bytes()));
    }

    /// Adds those of random games, always the same ones.
    fn add_played(&mut self) -> Result<(), SolveError> {
        let start = checked_key(self.game, self.game.start())?.word;
        let (mut word, mut random) = (start, Random::with_seed(0));
        for _ in 0..HASHED {
            word = random.choice(self.add(word)?).unwrap_or(start);
        }
        Ok(())
    }

    /// Adds a position, and returns the words of those that its moves lead to.
    fn add(&mut self, word: u64) -> Result<Vec<u64>, SolveError> {
        self.control.check()?;
        self.at.set(word);
        let (record, children) = self.record(word)?;
        // A symmetry is checked for each move, by the moves from there.
        self.left = self.left.saturating_sub(children.len() * children.len());
        if self.left > 0 {
            self.look_at(word, &record)?;
        }
        self.bytes.extend(record);
        Ok(children)
    }

    /// What is hashed of a position, byte by byte, and the words of those that its moves lead to.
    fn record(&self, word: u64) -> Result<(Vec<u8>, Vec<u64>), SolveError> {
        let game = self.game;
        let (position, mut children) = (game.unpack(word), Vec::new());
        let mut record = word.to_le_bytes().to_vec();
        add_text(&mut record, &game.show(position));
        record.extend(End::bytes(game.end(position)));
        each_child(game, position, |weight, step, child| {
            let word = checked_key(game, child)?.word;
            add_text(&mut record, &step.to_string());
            let Turn { same_player, gain } = Turn::of(game, position, child, weight);
            // A move of a game without points and rolls has one byte.
            record
                .push(u8::from(same_player) | u8::from(gain != 0) << 1 | u8::from(weight > 0) << 2);
            if gain != 0 {
                record.extend(gain.to_le_bytes());
            }
            if weight > 0 {
                record.extend(weight.to_le_bytes());
            }
            record.extend(word.to_le_bytes());
            children.push(word);
            Ok(())
        })?;
        record.extend((children.len() as u32).to_le_bytes());
        Ok((record, children))
    }

    /// Looks for mistakes at a position of which this is hashed.
    fn look_at(&self, word: u64, record: &[u8]) -> Result<(), SolveError> {
        let game = self.game;
        if self.record(word)?.0 != record {
            return Err(mistake(game, word, Mistake::Flickers));
        }
        let position = game.unpack(word);
        check_text(game, position)?;
        let mut texts = HashSet::new();
        each_child(game, position, |_, step, _| {
            let text = step.to_string();
            if has_control(&text) {
                return Err(mistake(game, word, Mistake::Control(text)));
            }
            if text.trim().is_empty() || !texts.insert(text.clone()) {
                return Err(mistake(game, word, Mistake::MoveText(text)));
            }
            Ok(())
        })?;
        let mut batch = Batch::default();
        self.asked.ask(&[word], Purpose::Verify, &mut batch)?;
        if game.values() == Values::NoRepeat && !batch.others.is_empty() {
            return Err(mistake(game, batch.others[0].0, Mistake::NotOwn));
        }
        check_symmetries(self.asked, &mut batch.others)
    }
}

/// Adds a text behind its length.
fn add_text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend((text.len() as u64).to_le_bytes());
    bytes.extend(text.as_bytes());
}
