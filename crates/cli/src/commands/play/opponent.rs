//! The oracle as a player: perfect, or making mistakes at a chosen rate.

use perfectplay_core::Random;

use crate::prelude::*;

/// Chooses moves. The same seed makes the same choices.
#[derive(Debug)]
pub struct Opponent {
    random: Random,
    /// How many of 100 moves are mistakes, if a mistake is possible.
    mistakes: u8,
}

impl Opponent {
    /// With a seed, and mistakes in this many of 100 moves.
    pub fn new(seed: u64, mistakes: u8) -> Self {
        Self { random: Random::with_seed(seed), mistakes }
    }

    /// One of the best moves or, as often as mistakes are wanted, any other move.
    pub fn choose<'a>(&mut self, moves: &'a [MoveAnswer]) -> Option<&'a MoveAnswer> {
        let errs = self.random.below(100) < self.mistakes.into();
        let (best, others): (Vec<&MoveAnswer>, Vec<&MoveAnswer>) =
            moves.iter().partition(|reply| reply.is_best());
        let among = if (errs && !others.is_empty()) || best.is_empty() { others } else { best };
        self.random.choice(among)
    }

    /// The number of an outcome that comes up as often as its weight says.
    pub(super) fn roll(&mut self, weights: &[u32]) -> usize {
        let all: u64 = weights.iter().copied().map(u64::from).sum();
        let mut left = self.random.within(0..=all as usize - 1) as u64;
        let is_beyond = |&weight: &u32| {
            let is_beyond = left >= u64::from(weight);
            left = left.saturating_sub(weight.into());
            is_beyond
        };
        weights.iter().copied().take_while(is_beyond).count()
    }
}
