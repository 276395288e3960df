//! A description as the engine knows it: in words. So the engine is compiled once, and not for each game.

use std::cell::Cell;

use perfectplay_core::control::Control;

use crate::solve::children::{Ask, Batch, Purpose, guarded, key};
use crate::solve::error::SolveError;
use crate::solve::game::{Game, Values, member_bits};
use crate::solve::rules_hash::{LOOKED_AT, tag};
use crate::solve::starts::{ByStage, each_start};
use crate::solve::symmetry::check_played;

/// What the engine asks a game, whatever its positions are; [`Ask`] and [`Game`] say what each answer means.
pub trait Described: Sync {
    /// The game's name.
    fn name(&self) -> String;
    /// What is known of its positions once it is solved.
    fn values(&self) -> Values;
    /// How many positions each layer has, if they are numbered.
    fn layers(&self) -> Vec<u64>;
    /// How many bits per position a table of this many positions uses to recognise them.
    fn member_bits(&self, states: u64) -> u8;
    /// How many positions are asked together.
    fn together(&self) -> usize;
    /// Makes `batch` that of some words.
    fn ask(&self, words: &[u64], purpose: Purpose, batch: &mut Batch) -> Result<(), SolveError>;
    /// The position of a word, for people.
    fn shown(&self, word: u64) -> String;
    /// The stage of a word.
    fn stage(&self, word: u64) -> Result<u32, SolveError>;
    /// The canonical word of one.
    fn canonical(&self, word: u64) -> Result<u64, SolveError>;
    /// The word of the start.
    fn start(&self) -> u64;
    /// Calls `take` with the canonical words of all starts, some at a time.
    fn starts(
        &self,
        take: &mut dyn FnMut(ByStage) -> Result<(), SolveError>,
    ) -> Result<(), SolveError>;
    /// The rules tag, once its positions show no mistake.
    fn rules_tag(&self, control: Control<'_>) -> Result<String, SolveError>;
}

impl<A: Ask> Described for A {
    fn name(&self) -> String {
        Game::name(self.game())
    }

    fn values(&self) -> Values {
        Game::values(self.game())
    }

    fn layers(&self) -> Vec<u64> {
        Game::layers(self.game())
    }

    fn member_bits(&self, states: u64) -> u8 {
        member_bits(Game::members(self.game()), states)
    }

    fn together(&self) -> usize {
        A::TOGETHER
    }

    fn ask(&self, words: &[u64], purpose: Purpose, batch: &mut Batch) -> Result<(), SolveError> {
        Ask::ask(self, words, purpose, batch)
    }

    fn shown(&self, word: u64) -> String {
        Ask::shown(self, word)
    }

    fn stage(&self, word: u64) -> Result<u32, SolveError> {
        let game = self.game();
        guarded(self, &Cell::new(word), || Ok(Game::stage(game, game.unpack(word))))
    }

    fn canonical(&self, word: u64) -> Result<u64, SolveError> {
        let game = self.game();
        guarded(self, &Cell::new(word), || Ok(key(game, game.unpack(word)).word))
    }

    fn start(&self) -> u64 {
        self.game().pack(Game::start(self.game()))
    }

    fn starts(
        &self,
        take: &mut dyn FnMut(ByStage) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        each_start(self, take)
    }

    fn rules_tag(&self, control: Control<'_>) -> Result<String, SolveError> {
        check_played(self.game(), control)?;
        tag(self, LOOKED_AT, control)
    }
}
