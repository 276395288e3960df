//! Two Tokens (POJ 2990): two pieces step on free cells, no pair of cells comes back, and whoever lands on the other piece wins.

use perfectplay_tables::solve::{End, Game, ReadError, Values};

/// The game on all boards of a size, each with any two pieces, or with those of a text.
#[derive(Clone, Copy, Debug)]
pub struct Pieces {
    /// How many rows the board has, and how many columns: at most 32 cells in all.
    pub rows: u32,
    /// How many columns.
    pub columns: u32,
}

impl Pieces {
    /// The cells next to those of a set, as bits.
    fn around(self, cells: u32) -> u32 {
        let column = (0..self.rows).fold(0, |all, row| all | 1 << (row * self.columns));
        let sides = (cells & !column) >> 1 | (cells & !(column << (self.columns - 1))) << 1;
        sides | cells >> self.columns | cells.unbounded_shl(self.columns)
    }
}

impl Game for Pieces {
    /// The free cells, and the pieces among them, as bits.
    type Position = [u32; 2];
    type Move = String;

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

    fn pack(&self, [free, pieces]: [u32; 2]) -> u64 {
        u64::from(free) << 32 | u64::from(pieces)
    }

    fn unpack(&self, word: u64) -> [u32; 2] {
        [(word >> 32) as u32, word as u32]
    }

    fn moves(&self, [free, pieces]: [u32; 2], mut each: impl FnMut(String, [u32; 2])) {
        let cells = |set: u32| (0..32).filter(move |cell| set >> cell & 1 == 1);
        let text = |cell| format!("{},{}", cell / self.columns, cell % self.columns);
        for from in cells(pieces) {
            for to in cells(self.around(1 << from) & free) {
                each(
                    format!("{}>{}", text(from), text(to)),
                    [free, pieces ^ (1 << from | 1 << to)],
                );
            }
        }
    }

    fn end(&self, [_, pieces]: [u32; 2]) -> Option<End> {
        (self.around(pieces) & pieces != 0).then_some(End::Win)
    }

    fn show(&self, [free, pieces]: [u32; 2]) -> String {
        let letter = |cell| ["#", ".", "P"][((free >> cell & 1) + (pieces >> cell & 1)) as usize];
        let row = |row| (0..self.columns).map(|at| letter(row * self.columns + at)).collect();
        (0..self.rows).map(row).collect::<Vec<String>>().join("/")
    }

    fn read(&self, text: &str) -> Result<[u32; 2], ReadError> {
        let cells = text.chars().filter(|&it| it != '/');
        let bits = |letters: &str| {
            cells.clone().rfold(0, |all: u32, it| all << 1 | u32::from(letters.contains(it)))
        };
        let read = [bits(".P"), bits("P")];
        let is_board = self.show(read) == text && read[1].count_ones() == 2;
        is_board.then_some(read).ok_or_else(|| "a board has two pieces".into())
    }

    fn values(&self) -> Values {
        Values::NoRepeat
    }
}
