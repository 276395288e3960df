//! All positions of a table, without the table.

use std::iter::FusedIterator;

use perfectplay_protocol::{Position, PositionList, TableRef};

/// All positions of a table, each with a number below their [count](Self::len), which the index of the game
/// gives: in the order of the table's entries. The table itself is not needed.
///
/// A random number gives a random position, each with the same probability.
///
/// ```
/// use perfectplay_games::built_in;
/// use perfectplay::{Positions, table_named};
/// let table = table_named("tokens-2x3", &built_in())?;
/// let positions = Positions::of(&table).expect("boards have an index");
/// assert_eq!(positions.len(), 96);
/// let texts: Vec<String> = positions.iter().map(|position| position.to_string()).collect();
/// assert!(texts.contains(&"PP./###".to_owned()));
/// assert!(positions.get(95).is_some() && positions.get(96).is_none());
/// # Ok::<(), perfectplay::Error>(())
/// ```
#[derive(derive_more::Debug)]
#[debug("Positions({})", self.len())]
pub struct Positions(Box<dyn PositionList>);

impl Positions {
    /// The positions of a table; `None` for `number` tables from 24 on, and if the feature `lists` is off. The index takes
    /// some bytes of memory for each position of a `number` table, and hardly any for other games.
    pub fn of(table: &TableRef) -> Option<Self> {
        table.positions().map(Self)
    }

    /// How many there are.
    pub fn len(&self) -> u64 {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The position with a number; `None` if there are not this many.
    pub fn get(&self, number: u64) -> Option<Position> {
        self.0.position(number)
    }

    /// All of them, by number.
    pub fn iter(&self) -> impl FusedIterator<Item = Position> {
        (0..self.len()).filter_map(|number| self.get(number))
    }
}
