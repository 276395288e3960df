//! What all games share: rules, and laws that bind them to tables.

use std::error::Error;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use crate::Game;

/// A game as its plain rules tell it: positions and their texts, and a position's
/// entry from those of the positions that its moves lead to. A value of the type is
/// the game on its board, where it has one.
///
/// A table of the game holds an entry for each of its states. The laws that bind
/// table and game are checked by one piece of code for all games, see
/// `perfectplay_tables::verify`:
///
/// - the state of an index has that index;
/// - the text of a position is that position's;
/// - every move leads to a state of the table;
/// - every entry is what [`entry_by_rules`](Self::entry_by_rules) makes of the
///   entries that the moves lead to, to the last bit.
///
/// By induction over the length of games the last law makes all entries right.
pub trait Rules {
    /// Which game this is.
    const GAME: Game;

    /// A position; what prints it also reads it.
    type Position: Clone + Debug + PartialEq + Display + FromStr<Err: Error> + Send + Sync;

    /// What a table tells of a position.
    type Entry: Copy + Debug + PartialEq + Send + Sync;

    /// The entry of a position, by rules that share no code with index and solver.
    ///
    /// # Errors
    /// The first error of `entry`.
    fn entry_by_rules<E>(
        &self,
        position: &Self::Position,
        entry: impl FnMut(&Self::Position) -> Result<Self::Entry, E>,
    ) -> Result<Self::Entry, E>;

    /// Whether two entries are the same to the last bit.
    fn same(one: Self::Entry, other: Self::Entry) -> bool {
        one == other
    }
}
