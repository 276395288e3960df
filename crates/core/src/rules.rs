//! What all games share: plain rules, and the laws that tables must obey.

use std::error::Error;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crate::Facts;

/// A game by its plain rules: positions and their texts, moves, and how the entry of a position follows from the
/// entries of the positions that its moves lead to. A value of the implementing type is the game on its board, if
/// it has one. They share no code with index and solver.
///
/// A table that has an entry for each of its states must obey these laws, which are checked by the same code for
/// all games, see `perfectplay_tables::verify`:
///
/// - the state of an index has that index;
/// - the text of a position is parsed as that position;
/// - every move leads to a state of the table;
/// - every entry equals, to the last bit, the result of
///   [`entry_by_rules`](Self::entry_by_rules) for the entries that the moves lead to.
///
/// By induction over the length of games the last law makes all entries correct.
pub trait Rules {
    /// What there is to know of the game.
    const FACTS: &'static Facts;

    /// A position; its text is parsed as the same position.
    type Position: Clone + Debug + Eq + Hash + Display + FromStr<Err: Error> + Send + Sync;

    /// A move, as [`moves`](Self::moves) lists it.
    type Move;

    /// The stored value of a position.
    type Entry: Copy + Debug + PartialEq + Send + Sync;

    /// The legal moves of a position, and the positions that they lead to. A move that ends the game without leading
    /// to a position is not among them.
    fn moves(&self, position: &Self::Position) -> Vec<(Self::Move, Self::Position)>;

    /// The entry of a position whose moves lead to positions with these entries.
    fn entry(
        &self,
        position: &Self::Position,
        children: &[(Self::Move, Self::Entry)],
    ) -> Self::Entry;

    /// The entry of a position, where `entry` returns those of the positions that its moves lead to.
    ///
    /// # Errors
    /// The first error of `entry`.
    fn entry_by_rules<E>(
        &self,
        position: &Self::Position,
        mut entry: impl FnMut(&Self::Position) -> Result<Self::Entry, E>,
    ) -> Result<Self::Entry, E> {
        let moves = self.moves(position).into_iter();
        let children: Result<Vec<_>, E> =
            moves.map(|(step, child)| Ok((step, entry(&child)?))).collect();
        Ok(self.entry(position, &children?))
    }

    /// Whether two entries are equal to the last bit.
    fn same(one: Self::Entry, other: Self::Entry) -> bool {
        one == other
    }
}
