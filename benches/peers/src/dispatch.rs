//! From the name of a table to the type of its game.

use anyhow::{Result, bail};
use perfectplay_games::number;
use perfectplay_games::{ChompTable, NumberTable, StakeTable, TokensTable, TowerTable};
use perfectplay_query::{Families, Family, TableReader as _};

use crate::games::{Chomp, Game, Number, Stake, Tokens, Tower};

/// What is done with a game, whatever its type.
pub(crate) trait Visitor {
    type Output;

    fn visit<G: Game>(self, game: G) -> Result<Self::Output>;
}

/// The largest bound whose sets of numbers have 32 bits; 0 and 1 have none.
const NARROW_NUMBER_BOUND: u8 = 33;

/// The table of a family with a name.
pub(crate) fn family(name: &str) -> Result<Family> {
    let game = name.split_once('-').map_or(name, |(game, _)| game);
    let of_game = |of: &&dyn Families| of.facts().game == game;
    match families().find(of_game) {
        Some(of) => Ok(Family::named(of, name)?),
        None => bail!("{name} is no table of a family"),
    }
}

/// The families of all games that have any.
pub(crate) fn families() -> impl Iterator<Item = &'static dyn Families> {
    let all = [
        NumberTable::families(),
        TowerTable::families(),
        StakeTable::families(),
        TokensTable::families(),
        ChompTable::families(),
    ];
    all.into_iter().flatten()
}

pub(crate) fn visit<V: Visitor>(family: Family, visitor: V) -> Result<V::Output> {
    let (size, (rows, columns)) = (family.size().one(), family.size().sides());
    let knows_plies = size <= number::Entry::MAX_BOUND;
    match family.facts().game {
        "number" if size <= NARROW_NUMBER_BOUND => {
            visitor.visit(Number::<u32>::new(size, knows_plies))
        }
        "number" => visitor.visit(Number::<u64>::new(size, knows_plies)),
        "tower" => visitor.visit(Tower),
        "stake" => visitor.visit(Stake),
        "tokens" if Tokens::<u32>::is_narrow(rows, columns) => {
            visitor.visit(Tokens::<u32>::new(rows, columns))
        }
        "tokens" => visitor.visit(Tokens::<u64>::new(rows, columns)),
        "chomp" => visitor.visit(Chomp::new(rows)),
        other => bail!("{other} has no families"),
    }
}
