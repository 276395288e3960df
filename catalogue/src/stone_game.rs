//! Stone games: piles in a row, which players take in turn. Who has taken more stones wins.
//!
//! In the first one a player takes a pile at either end. In the second one a player takes piles from the left: one or two at
//! first, and then up to twice as many as anybody has taken at once.

use perfectplay_tables::solve::{End, Game, ReadError, Values};

use crate::boards::numbers;

/// One of the games.
#[derive(Clone, Copy, Debug)]
pub struct StoneGame {
    /// How many stones each pile has.
    pub piles: &'static [i16],
    /// Whether a player takes one pile, at either end.
    pub at_ends: bool,
}

/// The piles that are left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    first: u8,
    end: u8,
    /// The most piles that were taken at once.
    most: u8,
}

impl StoneGame {
    /// Piles from the left.
    pub const FROM_LEFT: Self =
        Self { piles: &[77, 12, 64, 35, 28, 4, 87, 21, 20], at_ends: false };
    /// Piles at either end.
    pub const AT_ENDS: [Self; 3] = [
        Self { piles: &[3, 2, 7, 4, 3], at_ends: true },
        Self { piles: &[3, 9, 1, 2], at_ends: true },
        Self { piles: &[5, 3, 4, 5], at_ends: true },
    ];
}

impl Game for StoneGame {
    type Position = Row;
    type Move = String;

    fn name(&self) -> String {
        let piles: Vec<String> = self.piles.iter().map(i16::to_string).collect();
        format!("stones{}-{}", if self.at_ends { "" } else { "left" }, piles.join("x"))
    }

    fn start(&self) -> Row {
        Row { first: 0, end: self.piles.len() as u8, most: 1 }
    }

    fn pack(&self, Row { first, end, most }: Row) -> u64 {
        u64::from_le_bytes([most, end, first, 0, 0, 0, 0, 0])
    }

    fn unpack(&self, word: u64) -> Row {
        let [most, end, first, ..] = word.to_le_bytes();
        Row { first, end, most }
    }

    fn moves(&self, row: Row, mut each: impl FnMut(String, Row)) {
        let (first, end) = (row.first, row.end);
        let most = if self.at_ends { 1 } else { 2 * row.most };
        for taken in 1..=most.min(end - first) {
            let most = if self.at_ends { 1 } else { row.most.max(taken) };
            each(format!("left{taken}"), Row { first: first + taken, end, most });
        }
        if self.at_ends && first < end {
            each("right1".to_owned(), Row { end: end - 1, ..row });
        }
    }

    fn end(&self, row: Row) -> Option<End> {
        (row.first == row.end).then_some(End::Score(0))
    }

    fn gain(&self, from: Row, to: Row) -> i16 {
        let stones = |row: Row| self.piles[row.first.into()..row.end.into()].iter().sum::<i16>();
        stones(from) - stones(to)
    }

    fn values(&self) -> Values {
        Values::Score
    }

    fn show(&self, Row { first, end, most }: Row) -> String {
        format!("{first} {end} {most}")
    }

    fn read(&self, text: &str) -> Result<Row, ReadError> {
        let [first, end, most] = numbers(text)?;
        if first <= end && end as usize <= self.piles.len() && most < 64 {
            Ok(Row { first: first as u8, end: end as u8, most: most as u8 })
        } else {
            Err("there are not as many piles".into())
        }
    }

    fn rules(&self) -> &str {
        if self.at_ends {
            "Take a pile at either end. Who takes more stones wins."
        } else {
            "Take piles from the left, up to twice as many as anybody has at once. Who takes more stones wins."
        }
    }
}
