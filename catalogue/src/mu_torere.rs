//! Mū tōrere, of the Māori: eight points in a ring round a centre, and four stones each, which begin side by side.
//!
//! A stone moves to the empty point: to one beside it in the ring, from the centre to any, and to the centre from beside one of
//! the opponent's stones, or with `free_centre` from anywhere. Who cannot move has lost.

use perfectplay_tables::solve::{Game, ReadError};

use crate::boards::{self, Grid, Path, bits, set};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct MuTorere {
    /// Whether every stone may move to the centre.
    pub free_centre: bool,
}

const GRID: Grid = Grid::new(3, 3);
const CENTRE: u32 = 8;
/// The point that is drawn in each cell.
const POINTS: [u32; 9] = [0, 1, 2, 7, CENTRE, 3, 6, 5, 4];

/// The cell in which a point is drawn.
fn cell(point: u32) -> u32 {
    (0..9).find(|&cell| POINTS[cell as usize] == point).expect("each is drawn")
}

/// The points beside one of the ring.
const fn beside(point: u32) -> u32 {
    1 << ((point + 1) % 8) | 1 << ((point + 7) % 8)
}

impl MuTorere {
    /// With and without the rule on the centre.
    pub const VARIANTS: [Self; 2] = [Self { free_centre: false }, Self { free_centre: true }];
}

impl Game for MuTorere {
    /// The points of the player to move, and of the opponent.
    type Position = [u32; 2];
    type Move = Path;
    boards::packed!();

    fn name(&self) -> String {
        if self.free_centre { "mutorerefree-8" } else { "mutorere-8" }.to_owned()
    }

    fn start(&self) -> [u32; 2] {
        [0b0000_1111, 0b1111_0000]
    }

    fn moves(&self, [own, other]: [u32; 2], mut each: impl FnMut(Path, [u32; 2])) {
        let to = (own | other).trailing_ones();
        for from in bits(own) {
            let may_move = match (from, to) {
                (_, CENTRE) => self.free_centre || other & beside(from) != 0,
                (CENTRE, _) => true,
                _ => beside(from) >> to & 1 == 1,
            };
            if may_move {
                each(GRID.path([from, to].map(cell)), [other, boards::moved(own, from, to)]);
            }
        }
    }

    fn canonical(&self, sets: [u32; 2]) -> [u32; 2] {
        let moved = |set: u32, by: u32| {
            let ring = if by < 8 { set as u8 } else { (set as u8).reverse_bits() };
            set & 1 << CENTRE | u32::from(ring.rotate_left(by % 8))
        };
        (0..16).map(|by| sets.map(|set| moved(set, by))).min().expect("there are some")
    }

    /// The ring round the centre.
    fn show(&self, sets: [u32; 2]) -> String {
        GRID.show(sets.map(|points| set(bits(points).map(cell))), "XO")
    }

    fn read(&self, text: &str) -> Result<[u32; 2], ReadError> {
        let sets: [u32; 2] = GRID.read(text, "XO")?;
        if sets.map(u32::count_ones) != [4, 4] {
            return Err("there are four stones each".into());
        }
        Ok(sets.map(|cells| set(bits(cells).map(|cell| POINTS[cell as usize]))))
    }

    fn rules(&self) -> &str {
        "Move a stone to the empty point. Who cannot move has lost."
    }
}

boards::one_sided!(MuTorere);
