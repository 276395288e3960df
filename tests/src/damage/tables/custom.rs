//! A game that is not built in.

use perfectplay::{Position, Value, Words};
use perfectplay_core::Value as Outcome;
use perfectplay_tables::solve::{End, Values};

use super::Query;
use super::sound::Kind;
use crate::damage::prelude::*;
use perfectplay::custom_game;
use perfectplay_catalogue::Numbers;

/// How many cells the ring has.
const CELLS: u64 = 509;

/// Whoever moves the stone of a ring onto one of some cells has won. Four fifths of the positions are drawn, so that
/// there is a filter.
fn ring() -> Numbers {
    Numbers {
        name: "ring-509".to_owned(),
        start: 1,
        moves: |cell| [(3, 0), (5, 1)].map(|(by, more)| (cell % CELLS * by + more) % CELLS).into(),
        end: |cell| cell.is_multiple_of(16).then_some(End::Loss),
        ..Numbers::default()
    }
}

/// The same cells in a row, on which the stone goes half or a third of the way to the first one.
fn row() -> Numbers {
    let layers = [1, 1, 2, 4, 8, 16, 32, 64, 128, CELLS - 256].into();
    Numbers {
        name: "row-509".to_owned(),
        start: CELLS - 1,
        moves: |cell| vec![cell / 2, cell / 3],
        layers,
        ..ring()
    }
}

/// The same cells with dice on every other one; the stone leaves the row at its ends.
fn dice() -> Numbers {
    Numbers {
        name: "dice-509".to_owned(),
        values: Values::Expected,
        moves: |cell| vec![cell / 2, cell + 1],
        rolls: |cell| {
            if cell.is_multiple_of(2) { Vec::new() } else { vec![(1, cell / 2), (2, cell + 1)] }
        },
        end: |cell| match cell {
            0 => Some(End::Loss),
            _ => (cell == CELLS - 1).then_some(End::Win),
        },
        ..ring()
    }
}

/// The same cells, on which no one comes back to where the stone has been.
fn trail() -> Numbers {
    Numbers {
        name: "trail-509".to_owned(),
        values: Values::NoRepeat,
        moves: |cell| {
            let to = [cell.wrapping_sub(7), cell.wrapping_sub(1), cell + 1, cell + 7];
            to.into_iter().filter(|&it| it < CELLS).collect()
        },
        end: |cell| (cell % 16 == 5).then_some(End::Win),
        ..ring()
    }
}

/// The games, and their intact tables.
pub(super) static CUSTOM: LazyLock<[Kind; 4]> = LazyLock::new(|| {
    [ring(), row(), dice(), trail()].map(|game| {
        let game = custom_game(game, &[]).unwrap();
        let table = table_named(game.name(), slice::from_ref(&game)).unwrap();
        Kind { custom: Some(game), ..Kind::new(built_bytes(&table)) }
    })
});

/// What a table says of all positions, and of words that are asked for.
pub(super) fn answers(
    table: &dyn ErasedTable,
    asked: &[Query],
    is_sound: bool,
) -> Vec<Option<u64>> {
    let asked = asked.iter().filter_map(|asked| match asked {
        Query::At(word) => Some(*word),
        Query::Text(_) => None,
    });
    let game = table.game();
    let value = |word| {
        let position = Position::new(game.clone(), Words::from_slice(&[word, 0]));
        let answer = table.answer(&position);
        assert!(!is_sound || answer.is_ok() || word >= CELLS, "{word}");
        match answer.ok()?.value? {
            Value::Outcome(Outcome { outcome, plies }) => {
                Some(outcome as u64 | u64::from(plies.unwrap_or_default()) << 8)
            }
            Value::Draw => Some(2),
            Value::Between { lower, upper } => {
                Some(lower.to_bits() ^ upper.to_bits().rotate_left(32))
            }
            other => panic!("{word}: {other:?}"),
        }
    };
    // What a word of no position is worth may differ from table to table.
    asked.map(value).for_each(drop);
    (0..CELLS).map(value).collect()
}
