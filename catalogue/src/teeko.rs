//! Teeko, by John Scarne: four stones each on 5 × 5 points are placed in turn, then moved to an empty point beside them.
//!
//! Four stones in a row, a column or a diagonal, or on a square of 2 × 2 points, win at any time. In Advanced Teeko the
//! corners of a larger square win, too. Without `centre_first` the first stone is not placed on the centre.
//!
//! G. Steele (1999): the game is a draw; Advanced Teeko is won by the first player, who begins on the centre, and else a
//! draw.

use perfectplay_tables::solve::{End, Game, ReadError};

use crate::boards::{self, Grid, Path, WAYS, bits, has_any};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Teeko {
    /// How many columns and rows the board has.
    pub size: u32,
    /// Whether the corners of any square win.
    pub is_advanced: bool,
    /// Whether the first stone may be placed on the centre.
    pub centre_first: bool,
}

impl Teeko {
    /// The game as it is sold.
    pub const STANDARD: Self = Self { size: 5, is_advanced: false, centre_first: false };
    /// With larger squares.
    pub const ADVANCED: Self = Self { is_advanced: true, ..Self::STANDARD };
    /// With larger squares, and the first stone anywhere.
    pub const ADVANCED_CENTRE: Self = Self { centre_first: true, ..Self::ADVANCED };

    const fn grid(&self) -> Grid {
        Grid::new(self.size, self.size)
    }

    /// The squares that win and of which a point is the upper left corner.
    fn squares_from(&self, corner: u32) -> impl Iterator<Item = u32> {
        let (grid, longest) = (self.grid(), if self.is_advanced { self.size as i32 } else { 2 });
        (1..longest).filter_map(move |side| {
            let others = grid.beside(corner, &[(side, 0), (0, side), (side, side)]);
            (others.count_ones() == 3).then_some(1 << corner | others)
        })
    }
}

impl Game for Teeko {
    /// The points of the player to move, X, and of the opponent.
    type Position = [u32; 2];
    type Move = Path;
    boards::sets!(self, self.grid(), "XO", 0..8);

    fn name(&self) -> String {
        let kind = if self.is_advanced { "advanced" } else { "" };
        let first = if self.centre_first { "centre" } else { "" };
        format!("teeko{kind}{first}-{}", self.grid())
    }

    fn start(&self) -> [u32; 2] {
        [0, 0]
    }

    fn moves(&self, [own, other]: [u32; 2], mut each: impl FnMut(Path, [u32; 2])) {
        let (grid, empty) = (self.grid(), self.grid().all() & !(own | other));
        if (own | other).count_ones() < 8 {
            let is_first = own | other == 0 && !self.centre_first && self.size % 2 == 1;
            let centre = if is_first { 1 << (grid.cells() / 2) } else { 0 };
            return bits(empty & !centre)
                .for_each(|to| each(grid.path([to]), [other, own | 1 << to]));
        }
        for from in bits(own) {
            for to in bits(grid.beside(from, &WAYS) & empty) {
                each(grid.path([from, to]), [other, boards::moved(own, from, to)]);
            }
        }
    }

    fn end(&self, [_, other]: [u32; 2]) -> Option<End> {
        let shapes = bits(other)
            .flat_map(|first| self.grid().lines_from(first, 4).chain(self.squares_from(first)));
        let has_won = other.count_ones() == 4 && has_any(other, shapes);
        has_won.then_some(End::Loss)
    }

    /// How many stones were placed.
    fn stage(&self, [own, other]: [u32; 2]) -> u32 {
        (own | other).count_ones()
    }

    fn rules(&self) -> &str {
        "Place four stones, then move them to empty points beside them. Four in a row or in a square win."
    }
}

boards::one_sided!(Teeko);
