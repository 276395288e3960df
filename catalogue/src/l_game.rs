//! The L game, by Edward de Bono: an L of four cells each and two neutral cells on a board of 4 × 4.
//!
//! A player moves the own L to another place, also turned or mirrored, and then may move one neutral to any empty cell. Who
//! cannot move the L has lost.

use perfectplay_tables::solve::{Game, ReadError};

use crate::boards::{self, Grid, OneSided, bits};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct LGame;

const GRID: Grid = Grid::new(4, 4);

/// The 48 places of an L.
fn places() -> impl Iterator<Item = u32> {
    // The four that lie, in the corner at the top left.
    let lying = [0x17, 0x47, 0x71, 0x74].into_iter();
    let shifted = lying.flat_map(|it| (0..6).map(move |place| it << (place % 2 + place / 2 * 4)));
    shifted.flat_map(|lies| [lies, GRID.moved(lies, 4)])
}

impl Game for LGame {
    /// The cells of the L of the player to move, X, of the other one, and neutral ones.
    type Position = [u32; 3];
    type Move = String;
    boards::sets!(self, GRID, "XON", GRID.symmetries());

    fn name(&self) -> String {
        "lgame-4x4".to_owned()
    }

    fn start(&self) -> [u32; 3] {
        [0x0446, 0x6220, 0x8001]
    }

    fn moves(&self, [own, other, neutral]: [u32; 3], mut each: impl FnMut(String, [u32; 3])) {
        for own in places().filter(|&to| to != own && to & (other | neutral) == 0) {
            let text: String = bits(own).map(|cell| GRID.name(cell)).collect();
            each(text.clone(), [other, own, neutral]);
            for from in bits(neutral) {
                for to in bits(GRID.all() & !(own | other | neutral)) {
                    let text = format!("{text}+{}", GRID.path([from, to]));
                    each(text, [other, own, boards::moved(neutral, from, to)]);
                }
            }
        }
    }

    fn rules(&self) -> &str {
        "Move your L, then one neutral cell if you like. Who cannot move the L has lost."
    }
}

impl OneSided for LGame {
    fn other_side(&self, [own, other, neutral]: [u32; 3]) -> [u32; 3] {
        [other, own, neutral]
    }
}
