//! The player that the oracle is: perfect, or with mistakes at a chosen rate.

use fastrand::Rng;
use perfectplay_oracle::MoveAnswer;

/// Chooses moves. The same seed makes the same choices.
#[derive(Debug)]
pub(super) struct Opponent {
    random: Rng,
    /// How many of 100 moves are mistakes, where there is one to make.
    mistakes: u8,
}

impl Opponent {
    pub(super) fn new(seed: u64, mistakes: u8) -> Self {
        Self { random: Rng::with_seed(seed), mistakes }
    }

    /// One of the best moves; or, as often as mistakes are wanted, any other move.
    pub(super) fn choose<'a>(&mut self, moves: &'a [MoveAnswer]) -> Option<&'a MoveAnswer> {
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

#[cfg(test)]
mod tests {
    use perfectplay_oracle::{Oracle, Question};

    use super::*;

    /// How many of 1,000 choices are not best, in a position with moves of both kinds.
    fn mistakes(rate: u8) -> usize {
        let question =
            Question::parse(perfectplay_core::Game::Chomp, "4,4,4", None).expect("a position");
        let answer = Oracle::without_tables().answer(&question).expect("small");
        let moves: Vec<MoveAnswer> = answer.moves.iter().cloned().collect();
        let mut opponent = Opponent::new(7, rate);
        let is_mistake = |_| opponent.choose(&moves).is_some_and(|reply| reply.best != Some(true));
        (0..1_000).map(is_mistake).filter(|&is_mistake| is_mistake).count()
    }

    #[test]
    fn mistakes_are_as_frequent_as_asked() {
        assert_eq!(mistakes(0), 0);
        assert_eq!(mistakes(100), 1_000);
        assert!((200..400).contains(&mistakes(30)));
    }

    #[test]
    fn there_is_no_choice_without_moves() {
        assert!(Opponent::new(0, 50).choose(&[]).is_none());
    }
}
