//! Picaria, of the Zuni: three stones each on nine or thirteen points, and three in a row win.
//!
//! The nine points are those of 3 × 3, each joined with all neighbours; the four more are where diagonals cross between
//! them. Stones are placed in turn, but not on the centre, then a stone moves along a line to an empty point beside it.
//! Three stones side by side on a line win at any time. With `on_centre` stones may be placed on the centre. Who cannot move
//! has lost.

use perfectplay_tables::solve::{End, Game, ReadError};

use crate::boards::{self, DIAGONAL, Grid, Path, WAYS, Way, bits, has_any};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Picaria {
    /// Whether there are thirteen points.
    pub is_large: bool,
    /// Whether stones may be placed on the centre.
    pub on_centre: bool,
}

/// The thirteen points are cells of 5 × 5: every second one of every second row, and four between these.
const CROSSINGS: u32 = 0b00000_01010_00000_01010_00000;
const POINTS: u32 = CROSSINGS | 0b10101_00000_10101_00000_10101;
/// Steps between points that are no crossings.
const FAR: [Way; 4] = [(0, -2), (2, 0), (0, 2), (-2, 0)];

impl Picaria {
    /// Both boards by both rules.
    pub const ALL: [Self; 4] = [
        Self { is_large: false, on_centre: false },
        Self { is_large: false, on_centre: true },
        Self { is_large: true, on_centre: false },
        Self { is_large: true, on_centre: true },
    ];

    const fn grid(&self) -> Grid {
        if self.is_large { Grid::new(5, 5) } else { Grid::new(3, 3) }
    }

    const fn points(&self) -> u32 {
        if self.is_large { POINTS } else { self.grid().all() }
    }

    /// The ways of steps from a point.
    const fn ways(&self, from: u32) -> [&'static [Way]; 2] {
        match (self.is_large, CROSSINGS >> from & 1) {
            (false, _) => [&WAYS, &[]],
            (true, 1) => [&DIAGONAL, &[]],
            (true, _) => [&DIAGONAL, &FAR],
        }
    }

    /// The three points from one on in some way, if there are as many.
    fn rows(&self) -> impl Iterator<Item = u32> {
        let steps = bits(self.points())
            .flat_map(|from| self.ways(from).into_iter().flatten().map(move |&way| (from, way)));
        steps.filter_map(|(from, way)| {
            let middle = self.grid().step(from, way)?;
            let last = self.grid().step(middle, way)?;
            Some(1 << from | 1 << middle | 1 << last)
        })
    }
}

impl Game for Picaria {
    /// The points of the player to move, X, and of the opponent.
    type Position = [u32; 2];
    type Move = Path;
    boards::sets!(self, self.grid(), "XO", 0..8);

    fn name(&self) -> String {
        let variant = if self.on_centre { "centre" } else { "" };
        format!("picaria{variant}-{}", self.points().count_ones())
    }

    fn start(&self) -> [u32; 2] {
        [0, 0]
    }

    fn moves(&self, [own, other]: [u32; 2], mut each: impl FnMut(Path, [u32; 2])) {
        let (grid, empty) = (self.grid(), self.points() & !(own | other));
        if (own | other).count_ones() < 6 {
            let centre = if self.on_centre { 0 } else { 1 << (grid.cells() / 2) };
            return bits(empty & !centre)
                .for_each(|to| each(grid.path([to]), [other, own | 1 << to]));
        }
        for from in bits(own) {
            let [near, far] = self.ways(from).map(|ways| grid.beside(from, ways));
            for to in bits((near | far) & empty) {
                each(grid.path([from, to]), [other, boards::moved(own, from, to)]);
            }
        }
    }

    fn end(&self, [_, other]: [u32; 2]) -> Option<End> {
        has_any(other, self.rows()).then_some(End::Loss)
    }

    fn rules(&self) -> &str {
        "Place three stones, then move them along lines. Three side by side on a line win."
    }
}

boards::one_sided!(Picaria);
