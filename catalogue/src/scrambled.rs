//! Games whose words are nowhere near one another.

use perfectplay_tables::solve::{End, Game};

/// A game with other words, spread over all 64 bits.
#[derive(Debug)]
pub struct Scrambled<G>(pub G);

/// An odd number, and the one that it makes 1 with.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
const INVERSE: u64 = 0xf1de_83e1_9937_733d;

impl<G: Game> Game for Scrambled<G> {
    type Position = G::Position;
    type Move = G::Move;

    of_inner! {
        start() -> G::Position;
        end(position: G::Position) -> Option<End>;
    }

    fn name(&self) -> String {
        self.0.name().replace("connect4", "scrambled")
    }

    fn pack(&self, position: G::Position) -> u64 {
        let word = self.0.pack(position).wrapping_mul(FACTOR);
        word ^ word >> 32
    }

    fn unpack(&self, word: u64) -> G::Position {
        self.0.unpack((word ^ word >> 32).wrapping_mul(INVERSE))
    }

    fn moves(&self, position: G::Position, each: impl FnMut(G::Move, G::Position)) {
        self.0.moves(position, each);
    }
}
