//! Stake Your Claim (POJ 3317): players fill cells, and count their largest regions.

use perfectplay_tables::solve::{End, Game, Values};

/// The game on an empty square board, of at most five rows.
#[derive(Clone, Copy, Debug)]
pub struct Claims {
    /// How many rows the board has.
    pub rows: u64,
}

impl Claims {
    /// The cells of a player that are connected to one.
    fn region(self, cells: u64, cell: u64, found: &mut u64) -> i16 {
        if cells & !*found & 1 << cell == 0 {
            return 0;
        }
        *found |= 1 << cell;
        let (row, column, last) = (cell / self.rows, cell % self.rows, self.rows - 1);
        let sides = [(row > 0, cell.wrapping_sub(self.rows)), (row < last, cell + self.rows)];
        let sides = sides
            .into_iter()
            .chain([(column > 0, cell.wrapping_sub(1)), (column < last, cell + 1)]);
        1 + sides.filter(|it| it.0).map(|(_, next)| self.region(cells, next, found)).sum::<i16>()
    }

    fn largest(self, cells: u64) -> i16 {
        let regions = (0..self.rows * self.rows).map(|cell| self.region(cells, cell, &mut 0));
        regions.max().unwrap_or_default()
    }
}

impl Game for Claims {
    /// The cells of both players as bits.
    type Position = [u64; 2];
    type Move = u64;

    fn name(&self) -> String {
        format!("claims-{0}x{0}", self.rows)
    }

    fn start(&self) -> [u64; 2] {
        [0, 0]
    }

    fn pack(&self, [first, second]: [u64; 2]) -> u64 {
        first << 32 | second
    }

    fn unpack(&self, word: u64) -> [u64; 2] {
        [word >> 32, word & 0xffff_ffff]
    }

    fn moves(&self, cells: [u64; 2], mut each: impl FnMut(u64, [u64; 2])) {
        let mover = usize::from(cells[0].count_ones() > cells[1].count_ones());
        let taken = cells[0] | cells[1];
        for cell in (0..self.rows * self.rows).filter(|cell| taken >> cell & 1 == 0) {
            let mut after = cells;
            after[mover] |= 1 << cell;
            each(cell, after);
        }
    }

    /// The first player moves at the end if the number of cells is even.
    fn end(&self, [first, second]: [u64; 2]) -> Option<End> {
        let lead = || self.largest(first) - self.largest(second);
        let all = self.rows * self.rows;
        let is_full = u64::from((first | second).count_ones()) == all;
        is_full.then(|| End::Score(if all.is_multiple_of(2) { lead() } else { -lead() }))
    }

    fn values(&self) -> Values {
        Values::Score
    }
}
