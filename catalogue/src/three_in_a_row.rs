//! Achi, Three Men's Morris (Tapatan) and Tant Fant: three in a row on nine points win.
//!
//! In Achi four stones each, in Three Men's Morris three, are placed in turn; then a stone slides to an empty point beside
//! it. In Tant Fant the stones begin on the home rows, on which three in a row do not count. Who cannot move has lost.

use perfectplay_tables::solve::{End, Game, ReadError};

use crate::boards::{self, DIAGONAL, Grid, OneSided, Path, STRAIGHT, bits, has_any, is_stuck};

/// One of the games.
#[derive(Clone, Copy, Debug)]
pub struct ThreeInARow {
    name: &'static str,
    stones: u32,
    starts_at_home: bool,
    /// The points from and to which stones slide diagonally.
    diagonal: u32,
    diagonals_win: bool,
    /// Whether rows count only once all stones are placed.
    rows_wait: bool,
    stuck_draws: bool,
}

const GRID: Grid = Grid::new(3, 3);
const CENTRE: u32 = 0o020;
const ROWS: [u32; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl ThreeInARow {
    /// Achi.
    pub const ACHI: Self = Self {
        name: "achi",
        stones: 4,
        starts_at_home: false,
        diagonal: CENTRE,
        diagonals_win: true,
        rows_wait: false,
        stuck_draws: false,
    };
    /// Achi in which a row counts only once all stones are placed, and for whoever has just moved.
    pub const ACHI_PLACED: Self = Self { name: "achiplaced", rows_wait: true, ..Self::ACHI };
    /// Achi in which a player who cannot move has not lost: the game is a draw.
    pub const ACHI_STUCK: Self = Self { name: "achistuck", stuck_draws: true, ..Self::ACHI };
    /// Three Men's Morris.
    pub const MORRIS: Self = Self { name: "morris", stones: 3, ..Self::ACHI };
    /// Three Men's Morris without diagonal slides.
    pub const MORRIS_STRAIGHT: Self = Self { name: "morrisstraight", diagonal: 0, ..Self::MORRIS };
    /// Three Men's Morris without diagonals at all.
    pub const MORRIS_ROWS: Self =
        Self { name: "morrisrows", diagonals_win: false, ..Self::MORRIS_STRAIGHT };
    /// Tant Fant.
    pub const TANT_FANT: Self =
        Self { name: "tantfant", starts_at_home: true, ..Self::MORRIS_ROWS };
    /// Tant Fant in which diagonal rows win, too.
    pub const TANT_FANT_LINES: Self =
        Self { name: "tantfantlines", diagonals_win: true, ..Self::TANT_FANT };
    /// Tant Fant with diagonal steps.
    pub const TANT_FANT_STEPS: Self =
        Self { name: "tantfantsteps", diagonal: GRID.all(), ..Self::TANT_FANT };
    /// Tant Fant with both.
    pub const TANT_FANT_BOTH: Self =
        Self { name: "tantfantboth", diagonals_win: true, ..Self::TANT_FANT_STEPS };
    /// Tant Fant along the lines of a board that has both diagonals, on which rows win, too.
    pub const TANT_FANT_CENTRE: Self =
        Self { name: "tantfantcentre", diagonal: Self::ACHI.diagonal, ..Self::TANT_FANT_LINES };
    /// All of Tant Fant.
    pub const TANT_FANT_VARIANTS: [Self; 5] = [
        Self::TANT_FANT,
        Self::TANT_FANT_LINES,
        Self::TANT_FANT_STEPS,
        Self::TANT_FANT_BOTH,
        Self::TANT_FANT_CENTRE,
    ];
}

impl Game for ThreeInARow {
    /// The points of the player to move, X, and of the opponent; in Tant Fant from that player's side.
    type Position = [u32; 2];
    type Move = Path;
    boards::sets!(self, GRID, "XO", 0..if self.starts_at_home { 2 } else { 8 });

    fn name(&self) -> String {
        format!("{}-3x3", self.name)
    }

    fn start(&self) -> [u32; 2] {
        if self.starts_at_home { [GRID.row(2), GRID.row(0)] } else { [0, 0] }
    }

    fn moves(&self, [own, other]: [u32; 2], mut each: impl FnMut(Path, [u32; 2])) {
        let empty = GRID.all() & !(own | other);
        let next = |own| self.other_side([own, other]);
        if (own | other).count_ones() < 2 * self.stones {
            return bits(empty).for_each(|to| each(GRID.path([to]), next(own | 1 << to)));
        }
        for from in bits(own) {
            let ends = if self.diagonal >> from & 1 == 1 { GRID.all() } else { self.diagonal };
            let beside = GRID.beside(from, &STRAIGHT) | GRID.beside(from, &DIAGONAL) & ends;
            for to in bits(beside & empty) {
                each(GRID.path([from, to]), next(boards::moved(own, from, to)));
            }
        }
    }

    fn end(&self, [own, other]: [u32; 2]) -> Option<End> {
        let home = if self.starts_at_home { GRID.row(0) } else { 0 };
        let rows = ROWS.into_iter().take(if self.diagonals_win { 8 } else { 6 });
        let counts = !self.rows_wait || (own | other).count_ones() == 2 * self.stones;
        if counts && has_any(other, rows.filter(|&row| row != home)) {
            return Some(End::Loss);
        }
        (self.stuck_draws && is_stuck(self, [own, other])).then_some(End::Draw)
    }

    fn rules(&self) -> &str {
        if self.starts_at_home {
            "Step to an empty point. Three in a row off your home row win."
        } else {
            "Place your stones in turn, then slide them to empty points. Three in a row win."
        }
    }
}

impl OneSided for ThreeInARow {
    fn other_side(&self, [own, other]: [u32; 2]) -> [u32; 2] {
        if self.starts_at_home { [other, own].map(|set| GRID.turned(set)) } else { [other, own] }
    }

    fn other_side_move(&self, path: Path) -> Path {
        if self.starts_at_home { path.moved(3) } else { path }
    }
}
