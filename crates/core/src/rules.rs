//! What all games share: plain rules, and the laws that tables must obey.

use std::error::Error;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use crate::Game;

/// A game by its plain rules: positions and their texts, and how the entry of a position follows from the entries
/// of the positions that its moves lead to. A value of the implementing type is the game on its board, if it has
/// one.
///
/// A table of the game has an entry for each of its states. It must obey these laws, which are
/// checked by the same code for all games, see `perfectplay_tables::verify`:
///
/// - the state of an index has that index;
/// - the text of a position is parsed as that position;
/// - every move leads to a state of the table;
/// - every entry equals, to the last bit, the result of
///   [`entry_by_rules`](Self::entry_by_rules) for the entries that the moves lead to.
///
/// By induction over the length of games the last law makes all entries correct.
pub trait Rules {
    /// Which game this is.
    const GAME: Game;

    /// A position; its text is parsed as the same position.
    type Position: Clone + Debug + PartialEq + Display + FromStr<Err: Error> + Send + Sync;

    /// The stored value of a position.
    type Entry: Copy + Debug + PartialEq + Send + Sync;

    /// The entry of a position, where `entry` returns the entries of the positions that its moves lead
    /// to; by rules that share no code with index and solver.
    ///
    /// # Errors
    /// The first error of `entry`.
    fn entry_by_rules<E>(
        &self,
        position: &Self::Position,
        entry: impl FnMut(&Self::Position) -> Result<Self::Entry, E>,
    ) -> Result<Self::Entry, E>;

    /// Whether two entries are equal to the last bit.
    fn same(one: Self::Entry, other: Self::Entry) -> bool {
        one == other
    }
}
