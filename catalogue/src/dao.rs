//! Dao, by Jeff Pickering and Ben van Buskirk: four stones each on the diagonals of 4 × 4 cells.
//!
//! A stone slides in one of eight directions as far as it goes. Four stones in a row, a column, a square of 2 × 2 cells or the
//! four corners win. With `shut_in`, a player whose stone in a corner is shut in by three of the opponent's has won.

use perfectplay_tables::solve::{End, Game, ReadError};

use crate::boards::{self, Grid, WAYS, bits};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Dao {
    /// Whether a stone that is shut into a corner wins.
    pub shut_in: bool,
}

const GRID: Grid = Grid::new(4, 4);
const CORNERS: u32 = 0x9009;

fn has_shape(cells: u32) -> bool {
    let has = |shape: u32| cells & shape == shape;
    has(CORNERS)
        || (0..4).any(|i| has(0xf << (4 * i)) || has(0x1111 << i))
        || (0..9).any(|i| has(0x33 << (i % 3 + i / 3 * 4)))
}

impl Game for Dao {
    /// The cells of the player to move, and of the opponent.
    type Position = [u32; 2];
    type Move = String;

    fn name(&self) -> String {
        if self.shut_in { "daoshut-4x4" } else { "dao-4x4" }.to_owned()
    }

    fn start(&self) -> [u32; 2] {
        [0x8421, 0x1248]
    }

    fn pack(&self, sets: [u32; 2]) -> u64 {
        boards::pack(sets)
    }

    fn unpack(&self, word: u64) -> [u32; 2] {
        boards::unpack(word)
    }

    fn moves(&self, [own, other]: [u32; 2], mut each: impl FnMut(String, [u32; 2])) {
        for from in bits(own) {
            for way in WAYS {
                let free = GRID.ray(from, way).take_while(|cell| (own | other) >> cell & 1 == 0);
                if let Some(to) = free.last() {
                    let text = GRID.name(from) + &GRID.name(to);
                    each(text, [other, own & !(1 << from) | 1 << to]);
                }
            }
        }
    }

    fn end(&self, [own, other]: [u32; 2]) -> Option<End> {
        let is_shut = |corner: u32| {
            WAYS.into_iter().filter_map(|way| GRID.step(corner, way)).all(|it| other >> it & 1 == 1)
        };
        if has_shape(own) || self.shut_in && bits(own & CORNERS).any(is_shut) {
            return Some(End::Win);
        }
        has_shape(other).then_some(End::Loss)
    }

    fn canonical(&self, sets: [u32; 2]) -> [u32; 2] {
        GRID.least(sets, GRID.symmetries())
    }

    /// The board with X for the player to move.
    fn show(&self, sets: [u32; 2]) -> String {
        GRID.show(sets, "XO")
    }

    fn read(&self, text: &str) -> Result<[u32; 2], ReadError> {
        Ok(GRID.read(text, "XO")?)
    }

    fn rules(&self) -> &str {
        "Slide a stone as far as it goes. A row, a column, a square of four or the four corners win."
    }
}
