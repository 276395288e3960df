//! What an oracle asks a position itself, and what differs between games.

use std::sync::Arc;

use perfectplay_core::contour::Board;
use perfectplay_core::{Outcome, for_each_game};

use crate::legal::LegalMove;
use crate::packed::PackedOne;
use crate::position::{Move, Position};
use crate::value::Value;

/// A position of some game, as an oracle is asked about it.
pub(crate) trait AskedPosition {
    /// Whether its plies may require solving, whatever tables there are.
    fn may_be_solved_for_plies(&self) -> bool {
        false
    }

    /// Whether no table and no solver has it, so that it is searched whatever the limits are.
    fn is_always_searched(&self) -> bool {
        false
    }

    /// A number that it shares with no other position of its game, if positions of the game may come back.
    fn repeats_as(&self) -> Option<u64> {
        None
    }

    /// The form in which arrays have it, if its game has one and the position has it.
    fn pack(&self) -> Option<PackedOne> {
        None
    }

    /// Every move that the rules allow, if they can be listed.
    fn legal_moves(&self) -> Option<Vec<LegalMove>> {
        None
    }

    /// The position that a legal move leads to.
    fn after(&self, step: &Move) -> Option<Position> {
        let _ = step;
        None
    }

    /// What it is worth if its game is over; asked only then.
    fn end_value(&self) -> Value {
        Outcome::Loss.into()
    }

    /// The board that it belongs to, if that is not a part of it.
    fn outer_board(&self) -> Option<&Arc<Board>> {
        None
    }
}

impl Position {
    /// The board that it belongs to, if that is not a part of it.
    #[must_use]
    pub fn board(&self) -> Option<&Board> {
        self.asked().outer_board().map(|board| &**board)
    }

    /// The form in which arrays of its game have it: see [`Packed`](crate::Packed). `None` if there is none.
    #[must_use]
    pub fn pack(&self) -> Option<PackedOne> {
        self.asked().pack()
    }
}

macro_rules! asked {
    ($(($game:ident, $module:ident))*) => {
        impl Position {
            /// What differs between games.
            pub(crate) fn asked(&self) -> &dyn AskedPosition {
                match self {
                    $(Self::$game(position) => position,)*
                    Self::Own(position) => position,
                }
            }
        }
    };
}

for_each_game!(asked);
