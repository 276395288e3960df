//! All positions of a table of any game.

use perfectplay_games::number;

use crate::common::*;

/// Those of a table with an index.
pub fn by_index<T: Probe>(table: &T) -> impl Iterator<Item = T::Position> {
    (0..table.header().states).filter_map(|index| table.position_at(index))
}

/// Those of `number` up to a bound, without the one that has no numbers.
pub fn layers(bound: u8) -> impl Iterator<Item = number::Position> {
    (2..=bound).flat_map(|largest| Layer::new(largest).ascending())
}

/// What an expression is for a table of any game, with its positions.
macro_rules! with_positions {
    ($table:expr, |$of_game:ident, $positions:ident| $result:expr) => {{
        match $table {
            Table::Number(NumberTable::Outcomes($of_game)) => {
                let $positions = crate::query::positions::layers($of_game.bound());
                $result
            }
            other => perfectplay_tests::with_reader!(other, $of_game => {
                let $positions = crate::query::positions::by_index($of_game);
                $result
            }, _ => unreachable!("it has no list of its positions")),
        }
    }};
}

pub(crate) use with_positions;
