//! Two Tokens (POJ 2990): two pieces step on free cells, no pair of cells comes back, and whoever lands on the other piece wins.

use perfectplay_tables::solve::{End, Game, ReadError, Values};

use crate::boards::{self, Grid, STRAIGHT, bits};

/// The game on all boards of a size, each with any two pieces, or with those of a text.
#[derive(Clone, Copy, Debug)]
pub struct Pieces {
    /// How many rows the board has, and how many columns: at most 32 cells in all.
    pub rows: u32,
    /// How many columns.
    pub columns: u32,
}

impl Pieces {
    const fn grid(self) -> Grid {
        Grid::new(self.columns, self.rows)
    }

    /// The cells next to those of a set, as bits.
    fn around(self, cells: u32) -> u32 {
        bits(cells).fold(0, |all, cell| all | self.grid().beside(cell, &STRAIGHT))
    }
}

impl Game for Pieces {
    /// The free cells, and the pieces among them, as bits.
    type Position = [u32; 2];
    type Move = String;
    boards::packed!();

    fn name(&self) -> String {
        format!("pieces-{}x{}", self.rows, self.columns)
    }

    fn start(&self) -> [u32; 2] {
        let all = u32::MAX >> (32 - self.rows * self.columns);
        [all, 1 | (all ^ all >> 1)]
    }

    fn starts(&self, mut each: impl FnMut([u32; 2])) {
        for free in 0..=self.start()[0] {
            let pieces = (0..=free).filter(|it| it.count_ones() == 2 && it & !free == 0);
            pieces.for_each(|pieces| each([free, pieces]));
        }
    }

    fn moves(&self, [free, pieces]: [u32; 2], mut each: impl FnMut(String, [u32; 2])) {
        let text = |cell| format!("{},{}", cell / self.columns, cell % self.columns);
        for from in bits(pieces) {
            for to in bits(self.around(1 << from) & free) {
                let after = pieces ^ (1 << from | 1 << to);
                each(format!("{}>{}", text(from), text(to)), [free, after]);
            }
        }
    }

    fn end(&self, [_, pieces]: [u32; 2]) -> Option<End> {
        (self.around(pieces) & pieces != 0).then_some(End::Win)
    }

    fn show(&self, [free, pieces]: [u32; 2]) -> String {
        let letters = ['#', '.', 'P'];
        self.grid().draw(|cell| letters[((free >> cell & 1) + (pieces >> cell & 1)) as usize])
    }

    fn read(&self, text: &str) -> Result<[u32; 2], ReadError> {
        let cells = self.grid().letters(text)?;
        let bit = |of: &str, cell: char| u32::from(of.contains(cell));
        let read = [".P", "P"].map(|of| cells.iter().rfold(0, |all, &it| all << 1 | bit(of, it)));
        let is_board = self.show(read) == text && read[1].count_ones() == 2;
        is_board.then_some(read).ok_or_else(|| "a board has two pieces".into())
    }

    fn values(&self) -> Values {
        Values::NoRepeat
    }
}
