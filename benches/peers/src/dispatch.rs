//! From the name of a table to the type of its game.

use anyhow::Result;
use perfectplay_query::Family;

use crate::games::{Chomp, Game, Number, Stake, Tokens, Tower};

/// What is done with a game, whatever its type.
pub(crate) trait Visitor {
    type Output;

    fn visit<G: Game>(self, game: G) -> Result<Self::Output>;
}

/// The largest bound whose sets of numbers have 32 bits; 0 and 1 have none.
const NARROW_NUMBER_BOUND: u8 = 33;

pub(crate) fn visit<V: Visitor>(family: Family, visitor: V) -> Result<V::Output> {
    let knows_plies = family.knows_plies();
    match family {
        Family::Number { bound } if bound <= NARROW_NUMBER_BOUND => {
            visitor.visit(Number::<u32>::new(bound, knows_plies))
        }
        Family::Number { bound } => visitor.visit(Number::<u64>::new(bound, knows_plies)),
        Family::Tower { .. } => visitor.visit(Tower),
        Family::Stake { .. } => visitor.visit(Stake),
        Family::Tokens { rows, columns } if Tokens::<u32>::is_narrow(rows, columns) => {
            visitor.visit(Tokens::<u32>::new(rows, columns))
        }
        Family::Tokens { rows, columns } => visitor.visit(Tokens::<u64>::new(rows, columns)),
        Family::Chomp { rows, .. } => visitor.visit(Chomp::new(rows)),
    }
}
