//! Breakthrough, by Dan Troyka: two rows of pawns each step straight or diagonally ahead to empty cells, and capture
//! diagonally only. Who reaches the farthest row has won, and who has no piece or no move has lost.

use perfectplay_tables::solve::{End, Game, ReadError};

use crate::boards::{Step, cells, name, rows};

/// The game on a board of this size.
#[derive(Clone, Copy, Debug)]
pub struct Breakthrough {
    /// How many columns it has.
    pub width: u32,
    /// How many rows it has.
    pub height: u32,
}

/// Cells of the player to move, who goes up, and of the opponent, as bits, row by row from below.
type Pawns = (u32, u32);

impl Breakthrough {
    fn cells(&self) -> u32 {
        self.width * self.height
    }

    fn turned(&self, cells: u32) -> u32 {
        cells.reverse_bits() >> (32 - self.cells())
    }

    fn mirrored(&self, cells: u32) -> u32 {
        let row = |row: u32| {
            let own = cells >> (row * self.width) & ((1 << self.width) - 1);
            own.reverse_bits() >> (32 - self.width) << (row * self.width)
        };
        (0..self.height).map(row).sum()
    }

    /// How far pawns have come that go up.
    fn advance(&self, cells: u32) -> u32 {
        (0..self.height)
            .map(|row| row * (cells >> (row * self.width) & ((1 << self.width) - 1)).count_ones())
            .sum()
    }
}

impl Game for Breakthrough {
    type Position = Pawns;
    /// Column and row of both cells.
    type Move = Step<[u32; 4]>;

    fn name(&self) -> String {
        format!("breakthrough-{}x{}", self.width, self.height)
    }

    fn start(&self) -> Pawns {
        let own = (1 << (2 * self.width)) - 1;
        (own, self.turned(own))
    }

    fn pack(&self, (own, other): Pawns) -> u64 {
        u64::from(own) << 32 | u64::from(other)
    }

    fn unpack(&self, word: u64) -> Pawns {
        ((word >> 32) as u32, word as u32)
    }

    fn moves(&self, (own, other): Pawns, mut each: impl FnMut(Self::Move, Pawns)) {
        let width = self.width;
        for from in (0..self.cells() - width).filter(|from| own >> from & 1 == 1) {
            for to in from + width - 1..=from + width + 1 {
                let is_straight = to == from + width;
                let goes_round = (from % width).abs_diff(to % width) > 1;
                let blocking = if is_straight { own | other } else { own };
                if !goes_round && blocking >> to & 1 == 0 {
                    let cells = [from % width, from / width, to % width, to / width];
                    let step = Step(cells, |cells| {
                        let [column, row, to, to_row] = cells.map(|it| it as usize);
                        name(column, row) + &name(to, to_row)
                    });
                    let after = own & !(1 << from) | 1 << to;
                    let left = other & !(1 << to);
                    each(step, (self.turned(left), self.turned(after)));
                }
            }
        }
    }

    fn end(&self, (_, other): Pawns) -> Option<End> {
        (other & ((1 << self.width) - 1) != 0).then_some(End::Loss)
    }

    fn canonical(&self, (own, other): Pawns) -> Pawns {
        (own, other).min((self.mirrored(own), self.mirrored(other)))
    }

    /// A move brings a pawn one row on; one that is captured was at most `height` rows on.
    fn stage(&self, (own, other): Pawns) -> u32 {
        let taken = 4 * self.width - own.count_ones() - other.count_ones();
        taken * (self.height + 1) + self.advance(own) + self.advance(self.turned(other))
    }

    /// The board from the side of the player to move, whose pawns are W.
    fn show(&self, (own, other): Pawns) -> String {
        let mark = |cell: u32| match (own >> cell & 1, other >> cell & 1) {
            (1, _) => 'W',
            (_, 1) => 'b',
            _ => '.',
        };
        let width = self.width;
        let cells = (0..self.height).rev().flat_map(|row| (row * width..).take(width as usize));
        rows(width as usize, cells.map(mark))
    }

    fn read(&self, text: &str) -> Result<Pawns, ReadError> {
        let (mut own, mut other) = (0, 0);
        let all = cells(self.width as usize, self.height as usize, text)?;
        for (place, mark) in (0..).zip(all) {
            let bit =
                1 << ((self.height - 1 - place / self.width) * self.width + place % self.width);
            own |= if mark == 'W' { bit } else { 0 };
            other |= if mark == 'b' { bit } else { 0 };
        }
        Ok((own, other))
    }

    fn rules(&self) -> &str {
        "Pawns step ahead, straight or diagonally, and capture diagonally. Reach the farthest row."
    }
}
