//! The oracle as a player: perfect, or making mistakes at a chosen rate.

use fastrand::Rng;
use perfectplay_oracle::MoveAnswer;

/// Chooses moves. The same seed makes the same choices.
#[derive(Debug)]
pub struct Opponent {
    random: Rng,
    /// How many of 100 moves are mistakes, if a mistake is possible.
    mistakes: u8,
}

impl Opponent {
    /// With a seed, and mistakes in so many of 100 moves.
    pub fn new(seed: u64, mistakes: u8) -> Self {
        Self { random: Rng::with_seed(seed), mistakes }
    }

    /// One of the best moves or, as often as mistakes are wanted, any other move.
    pub fn choose<'a>(&mut self, moves: &'a [MoveAnswer]) -> Option<&'a MoveAnswer> {
        let errs = self.random.u8(0..100) < self.mistakes;
        let (best, others): (Vec<&MoveAnswer>, Vec<&MoveAnswer>) =
            moves.iter().partition(|reply| reply.best == Some(true));
        let among = if (errs && !others.is_empty()) || best.is_empty() { others } else { best };
        self.random.choice(among)
    }

    /// A number below six, as a die gives it.
    pub(super) fn die(&mut self) -> usize {
        self.random.usize(0..6)
    }
}
