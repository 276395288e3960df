//! From the name of a table to the type of its game.

use anyhow::Result;
use perfectplay_core::{Game as Played, number};
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
    let (size, (rows, columns)) = (family.size().one(), family.size().sides());
    let knows_plies = size <= number::Entry::MAX_BOUND;
    match family.game() {
        Played::Number if size <= NARROW_NUMBER_BOUND => {
            visitor.visit(Number::<u32>::new(size, knows_plies))
        }
        Played::Number => visitor.visit(Number::<u64>::new(size, knows_plies)),
        Played::Tower => visitor.visit(Tower),
        Played::Stake => visitor.visit(Stake),
        Played::Tokens if Tokens::<u32>::is_narrow(rows, columns) => {
            visitor.visit(Tokens::<u32>::new(rows, columns))
        }
        Played::Tokens => visitor.visit(Tokens::<u64>::new(rows, columns)),
        Played::Chomp => visitor.visit(Chomp::new(rows)),
        Played::Contour => unreachable!("it has no families"),
    }
}
