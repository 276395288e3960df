//! What every game answers the engine.

use std::cell::Cell;

use crate::solve::children::{Ask, ByStage, guarded, key};
use crate::solve::game::member_bits;
use crate::solve::prelude::*;
use crate::solve::rules_hash::{LOOKED_AT, tag};
use crate::solve::starts::each_start;
use crate::solve::symmetry::check_played;

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
        Ask::together(self)
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
