//! Chomp: the lengths of the rows in four bits each, the first one the highest.

use perfectplay_solve::{Game, Values};

pub(super) struct Bar {
    pub(super) rows: u32,
    pub(super) columns: u64,
}

impl Bar {
    fn row(bar: u64, row: u32) -> u64 {
        bar >> (4 * row) & 15
    }

    fn transposed(&self, bar: u64) -> u64 {
        let cells =
            |column| (0..self.rows).filter(|&row| Self::row(bar, row) > column).count() as u64;
        (0..self.columns).fold(0, |word, column| word | cells(column) << (4 * column))
    }
}

impl Game for Bar {
    type Position = u64;
    /// The number of a cell, row by row.
    type Move = u64;

    fn name(&self) -> String {
        format!("bar-{}x{}", self.rows, self.columns)
    }

    fn start(&self) -> u64 {
        (0..self.rows).fold(0, |bar, row| bar | self.columns << (4 * row))
    }

    fn pack(&self, bar: u64) -> u64 {
        bar
    }

    fn unpack(&self, word: u64) -> u64 {
        word
    }

    fn moves(&self, bar: u64, mut each: impl FnMut(u64, u64)) {
        for row in 0..self.rows {
            for column in 0..Self::row(bar, row) {
                let (mut left, mut other) = (bar, row);
                while Self::row(bar, other) > column {
                    left -= (Self::row(bar, other) - column) << (4 * other);
                    other += 1;
                }
                each(u64::from(row) * self.columns + column, left);
            }
        }
    }

    /// Who takes the last cell has lost: with none left the player to move has won.
    fn values(&self) -> Values {
        Values::Misere
    }

    fn canonical(&self, bar: u64) -> u64 {
        if u64::from(self.rows) == self.columns { bar.min(self.transposed(bar)) } else { bar }
    }

    fn show(&self, bar: u64) -> String {
        let rows: Vec<_> = (0..self.rows)
            .map(|row| Self::row(bar, row))
            .take_while(|&cells| cells > 0)
            .map(|cells| cells.to_string())
            .collect();
        if rows.is_empty() { "0".to_owned() } else { rows.join(",") }
    }

    fn read(&self, text: &str) -> Option<u64> {
        (0..)
            .zip(text.split(','))
            .try_fold(0, |bar, (row, cells)| Some(bar | cells.parse::<u64>().ok()? << (4 * row)))
    }
}
