//! Contour: a position by the rules, and how many points the player to move has more than the opponent.

use std::array;

use perfectplay_core::Rules;
use perfectplay_games::contour::{Contour, Move, Position, rules};
use perfectplay_tables::solve::{End, Game, Values};

pub(super) const SIDE: usize = 5;

pub(super) struct ContourWithLead(pub(super) Contour);

/// A contour, and the lead of the player to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ContourState {
    pub(super) position: Position,
    pub(super) lead: i16,
}

impl Game for ContourWithLead {
    type Position = ContourState;
    type Move = Move;

    fn name(&self) -> String {
        format!("contours-{SIDE}x{SIDE}")
    }

    fn start(&self) -> ContourState {
        ContourState { position: Position::EMPTY, lead: 0 }
    }

    fn pack(&self, ContourState { position, lead }: ContourState) -> u64 {
        let lead = u64::from(lead.cast_unsigned());
        position.taken()[..SIDE].iter().fold(lead, |word, &cells| word << 4 | u64::from(cells))
    }

    fn unpack(&self, word: u64) -> ContourState {
        let taken: [u8; SIDE] = array::from_fn(|row| (word >> (4 * (SIDE - 1 - row)) & 15) as u8);
        let position = Position::new(&taken).expect("a contour");
        ContourState { position, lead: ((word >> (4 * SIDE)) as u16).cast_signed() }
    }

    fn moves(
        &self,
        ContourState { position, lead }: ContourState,
        mut each: impl FnMut(Move, ContourState),
    ) {
        for (step, after) in self.0.moves(&position) {
            let gain = rules::gain(&self.0.board, &position, step) as i16;
            each(step, ContourState { position: after, lead: -(lead + gain) });
        }
    }

    fn end(&self, ContourState { position, lead }: ContourState) -> Option<End> {
        self.0.moves(&position).is_empty().then_some(End::Score(lead))
    }

    fn values(&self) -> Values {
        Values::Score
    }
}
