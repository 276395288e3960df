//! Dao, by Jeff Pickering and Ben van Buskirk: four stones each on the diagonals of 4 × 4 cells.
//!
//! A stone slides in one of eight directions as far as it goes. Four stones in a row, a column, a square of 2 × 2 cells or the
//! four corners win. With `shut_in`, a player whose stone in a corner is shut in by three of the opponent's has won.

use perfectplay_tables::solve::{End, Game, ReadError};

use crate::boards::{self, Grid, Path, WAYS, bits, has_any};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Dao {
    /// Whether a stone that is shut into a corner wins.
    pub shut_in: bool,
}

const GRID: Grid = Grid::new(4, 4);
const CORNERS: u32 = 0x9009;

fn has_shape(cells: u32) -> bool {
    let lines = (0..4).flat_map(|it| [GRID.row(it), GRID.column(it)]);
    let squares = (0..9).map(|it| 0x33 << (it % 3 + it / 3 * 4));
    has_any(cells, lines.chain(squares).chain([CORNERS]))
}

impl Dao {
    /// Without and with the rule on corners.
    pub const VARIANTS: [Self; 2] = [Self { shut_in: false }, Self { shut_in: true }];
}

impl Game for Dao {
    /// The cells of the player to move, X, and of the opponent.
    type Position = [u32; 2];
    type Move = Path;
    boards::sets!(self, GRID, "XO", GRID.symmetries());

    fn name(&self) -> String {
        if self.shut_in { "daoshut-4x4" } else { "dao-4x4" }.to_owned()
    }

    fn start(&self) -> [u32; 2] {
        [0x8421, 0x1248]
    }

    fn moves(&self, [own, other]: [u32; 2], mut each: impl FnMut(Path, [u32; 2])) {
        for from in bits(own) {
            for way in WAYS {
                let free = GRID.ray(from, way).take_while(|cell| (own | other) >> cell & 1 == 0);
                if let Some(to) = free.last() {
                    each(GRID.path([from, to]), [other, boards::moved(own, from, to)]);
                }
            }
        }
    }

    fn end(&self, [own, other]: [u32; 2]) -> Option<End> {
        let is_shut = |corner: u32| has_any(other, [GRID.beside(corner, &WAYS)]);
        if has_shape(own) || self.shut_in && bits(own & CORNERS).any(is_shut) {
            return Some(End::Win);
        }
        has_shape(other).then_some(End::Loss)
    }

    fn rules(&self) -> &str {
        "Slide a stone as far as it goes. A row, a column, a square of four or the four corners win."
    }
}

boards::one_sided!(Dao);
