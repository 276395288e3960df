//! Hare and Hounds on eleven points: three hounds, which never step back, hunt a hare, which steps anywhere beside it.
//!
//! Points are cells of 5 × 3 without the corners, joined along rows and columns, and diagonally where the sum of column and
//! row is odd. The hounds win when the hare cannot move, the hare when no hound is left of it.

use perfectplay_tables::solve::{End, Game, ReadError};

use crate::boards::{self, Grid, Path, STRAIGHT, WAYS, bits, choice, parts};

/// The game. The hounds begin on the left, and move first.
#[derive(Clone, Copy, Debug)]
pub struct Hounds {
    /// Whether the hare moves first.
    pub hare_first: bool,
    /// Whether the hare begins in the centre, rather than at the right end.
    pub in_centre: bool,
}

const GRID: Grid = Grid::new(5, 3);
const CORNERS: u32 = 0b10001_00000_10001;
const MOVERS: [&str; 2] = ["hounds", "hare"];

/// The points that a piece reaches from one.
fn beside(from: u32) -> u32 {
    let (column, row) = GRID.place(from);
    let ways = if (column + row) % 2 == 1 { &WAYS[..] } else { &STRAIGHT };
    GRID.beside(from, ways) & !CORNERS
}

impl Hounds {
    /// The usual game, and those that the hare begins.
    pub const VARIANTS: [Self; 3] = [
        Self { hare_first: false, in_centre: false },
        Self { hare_first: true, in_centre: false },
        Self { hare_first: true, in_centre: true },
    ];
}

impl Game for Hounds {
    /// The points of the hounds and of the hare, and 1 if the hare is to move.
    type Position = [u32; 3];
    type Move = Path;
    boards::packed!();

    fn name(&self) -> String {
        let first = if self.hare_first { "harefirst" } else { "hounds" };
        format!("{first}{}-11", if self.in_centre { "centre" } else { "" })
    }

    fn start(&self) -> [u32; 3] {
        let hare = if self.in_centre { 7 } else { 9 };
        [1 << 1 | 1 << 5 | 1 << 11, 1 << hare, self.hare_first.into()]
    }

    fn moves(&self, [hounds, hare, mover]: [u32; 3], mut each: impl FnMut(Path, [u32; 3])) {
        for from in bits(if mover == 1 { hare } else { hounds }) {
            for to in bits(beside(from) & !(hounds | hare)) {
                if mover == 1 {
                    each(GRID.path([from, to]), [hounds, 1 << to, 0]);
                } else if to % 5 >= from % 5 {
                    each(GRID.path([from, to]), [boards::moved(hounds, from, to), hare, 1]);
                }
            }
        }
    }

    fn end(&self, [hounds, hare, mover]: [u32; 3]) -> Option<End> {
        let has_passed = !bits(hounds).any(|hound| hound % 5 < hare.trailing_zeros() % 5);
        has_passed.then_some(if mover == 1 { End::Win } else { End::Loss })
    }

    fn canonical(&self, [hounds, hare, mover]: [u32; 3]) -> [u32; 3] {
        let [hounds, hare] = GRID.least([hounds, hare], [0, 2]);
        [hounds, hare, mover]
    }

    /// The board with D for hounds and H for the hare, and who moves.
    fn show(&self, [hounds, hare, mover]: [u32; 3]) -> String {
        format!("{} {}", GRID.show([hounds, hare, CORNERS], "DH-"), MOVERS[mover as usize])
    }

    fn read(&self, text: &str) -> Result<[u32; 3], ReadError> {
        let [board, mover] = parts(text)?;
        match GRID.read(board, "DH-")? {
            [hounds, hare, _] if hare.is_power_of_two() => {
                Ok([hounds, hare, choice(&MOVERS, mover)?])
            }
            _ => Err("there is one hare".into()),
        }
    }

    fn rules(&self) -> &str {
        "Hounds step ahead or sideways, the hare anywhere. Hounds shut the hare in; the hare slips past them."
    }
}
