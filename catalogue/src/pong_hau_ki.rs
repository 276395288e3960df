//! Pong Hau K'i, of China, in Korea Umul Gonu: two stones each on the corners of a square, whose centre is empty.
//!
//! Points are joined along the sides of the square but the upper one, and the centre with all corners. A stone moves along a line
//! to the empty point. Who cannot move has lost. The stones of a player begin at the upper or the lower corners.

use perfectplay_tables::solve::{Game, ReadError};

use crate::boards::{self, DIAGONAL, Grid, Path, bits};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct PongHauKi;

const GRID: Grid = Grid::new(3, 3);
const CENTRE: u32 = 4;
const UPPER: u32 = 0b000_000_101;
const LOWER: u32 = 0b101_000_000;

/// The points beside one.
fn beside(point: u32) -> u32 {
    let sides: &[_] = match 1 << point {
        upper if upper & UPPER != 0 => &[(0, 2)],
        lower if lower & LOWER != 0 => &[(0, -2), (2, 0), (-2, 0)],
        _ => &[],
    };
    GRID.beside(point, &DIAGONAL) | GRID.beside(point, sides)
}

impl Game for PongHauKi {
    /// The points of the player to move, X, and of the opponent.
    type Position = [u32; 2];
    type Move = Path;
    boards::sets!(self, GRID, "XO", 0..2);

    fn name(&self) -> String {
        "ponghauki-5".to_owned()
    }

    fn start(&self) -> [u32; 2] {
        [UPPER, LOWER]
    }

    fn starts(&self, mut each: impl FnMut([u32; 2])) {
        each([UPPER, LOWER]);
        each([LOWER, UPPER]);
    }

    fn moves(&self, [own, other]: [u32; 2], mut each: impl FnMut(Path, [u32; 2])) {
        let empty = (UPPER | LOWER | 1 << CENTRE) & !(own | other);
        for from in bits(own) {
            for to in bits(beside(from) & empty) {
                each(GRID.path([from, to]), [other, boards::moved(own, from, to)]);
            }
        }
    }

    fn rules(&self) -> &str {
        "Move a stone along a line to the empty point. Who cannot move has lost."
    }
}

boards::one_sided!(PongHauKi);
