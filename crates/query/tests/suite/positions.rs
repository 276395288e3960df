//! All positions of a table of any game.

use perfectplay_core::number::{self, Layer};
use perfectplay_core::tokens;
use perfectplay_query::{Entries, TokensContents, TokensTable};

/// Those of a table's states.
pub fn entries<T: Entries>(table: &T) -> impl Iterator<Item = T::Position> {
    (0..table.header().states).filter_map(|index| table.position(index))
}

/// Those of `number` up to a bound, without the one that has no numbers.
pub fn layers(bound: u8) -> impl Iterator<Item = number::Position> {
    (2..=bound).flat_map(|largest| Layer::new(largest).ascending())
}

/// The starts of `tokens`.
pub fn starts(table: &TokensTable) -> impl Iterator<Item = tokens::Position> {
    let starts: Vec<_> = match table.contents() {
        TokensContents::Family(family) => {
            (0..family.len()).map(|index| family.position(index).unwrap()).collect()
        }
        TokensContents::Board(reader, _) => {
            let (board, pairs) = (reader.board(), reader.index());
            (0..pairs.len())
                .map(|number| pairs.pair(number).unwrap())
                .map(|pair| tokens::Position::new(board.clone(), pair).unwrap())
                .collect()
        }
    };
    starts.into_iter()
}

/// What an expression is for a table of any game, with its positions.
macro_rules! with_positions {
    ($table:expr, |$of_game:ident, $positions:ident| $result:expr) => {{
        use crate::positions::{entries, layers, starts};
        use perfectplay_query::{NumberTable, Table};
        match $table {
            Table::Number(NumberTable::Plies($of_game)) => {
                let $positions = entries($of_game);
                $result
            }
            Table::Number(NumberTable::Outcomes($of_game)) => {
                let $positions = layers($of_game.bound());
                $result
            }
            Table::Tower($of_game) => {
                let $positions = entries($of_game);
                $result
            }
            Table::Contour($of_game) => {
                let $positions = entries($of_game);
                $result
            }
            Table::Stake($of_game) => {
                let $positions = entries($of_game);
                $result
            }
            Table::Chomp($of_game) => {
                let $positions = entries($of_game);
                $result
            }
            Table::Tokens($of_game) => {
                let $positions = starts($of_game);
                $result
            }
            Table::Coded(_) => unreachable!("it has no list of its positions"),
        }
    }};
}
pub(crate) use with_positions;
