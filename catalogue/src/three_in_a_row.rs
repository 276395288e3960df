//! Achi, Three Men's Morris (Tapatan) and Tant Fant: three in a row on nine points win.
//!
//! In Achi four stones each, in Three Men's Morris three, are placed in turn; then a stone slides to an empty point beside
//! it. In Tant Fant the stones begin on the home rows, on which three in a row do not count. Who cannot move has lost.

use perfectplay_tables::solve::{End, Game, ReadError};

use crate::boards::{self, Grid, WAYS, bits, is_diagonal};

/// One of the games.
#[derive(Clone, Copy, Debug)]
pub struct ThreeInARow {
    name: &'static str,
    stones: u32,
    starts_at_home: bool,
    slides: Slides,
    diagonals_win: bool,
    /// Whether rows count only once all stones are placed.
    rows_wait: bool,
    stuck_draws: bool,
}

/// Where stones slide diagonally.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Slides {
    Straight,
    ThroughCentre,
    Anywhere,
}

const GRID: Grid = Grid::new(3, 3);
const ROWS: [u32; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl ThreeInARow {
    /// Achi.
    pub const ACHI: Self = Self {
        name: "achi",
        stones: 4,
        starts_at_home: false,
        slides: Slides::ThroughCentre,
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
    pub const MORRIS_STRAIGHT: Self =
        Self { name: "morrisstraight", slides: Slides::Straight, ..Self::MORRIS };
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
        Self { name: "tantfantsteps", slides: Slides::Anywhere, ..Self::TANT_FANT };
    /// Tant Fant with both.
    pub const TANT_FANT_BOTH: Self =
        Self { name: "tantfantboth", diagonals_win: true, ..Self::TANT_FANT_STEPS };
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::ACHI,
        Self::ACHI_PLACED,
        Self::ACHI_STUCK,
        Self::MORRIS,
        Self::MORRIS_STRAIGHT,
        Self::MORRIS_ROWS,
        Self::TANT_FANT,
        Self::TANT_FANT_LINES,
        Self::TANT_FANT_STEPS,
        Self::TANT_FANT_BOTH,
    ];

    /// What people call the game.
    pub const fn title(&self) -> &'static str {
        match (self.starts_at_home, self.stones) {
            (true, _) => "Tant Fant",
            (_, 4) => "Achi",
            _ => "Three Men's Morris",
        }
    }

    fn slides(&self, from: u32, to: u32) -> bool {
        match self.slides {
            Slides::Straight => false,
            Slides::ThroughCentre => from == 4 || to == 4,
            Slides::Anywhere => true,
        }
    }
}

impl Game for ThreeInARow {
    /// The points of the player to move, who begins below, and of the opponent.
    type Position = [u32; 2];
    type Move = String;

    fn name(&self) -> String {
        format!("{}-3x3", self.name)
    }

    fn start(&self) -> [u32; 2] {
        if self.starts_at_home { [0o700, 0o7] } else { [0, 0] }
    }

    fn pack(&self, sets: [u32; 2]) -> u64 {
        boards::pack(sets)
    }

    fn unpack(&self, word: u64) -> [u32; 2] {
        boards::unpack(word)
    }

    fn moves(&self, [own, other]: [u32; 2], mut each: impl FnMut(String, [u32; 2])) {
        let empty = GRID.all() & !(own | other);
        let next = |own| match self.starts_at_home {
            true => [GRID.turned(other), GRID.turned(own)],
            false => [other, own],
        };
        if (own | other).count_ones() < 2 * self.stones {
            return bits(empty).for_each(|to| each(GRID.name(to), next(own | 1 << to)));
        }
        for from in bits(own) {
            for way in WAYS {
                let to = GRID.step(from, way).filter(|to| empty >> to & 1 == 1);
                if let Some(to) = to.filter(|&to| !is_diagonal(way) || self.slides(from, to)) {
                    let text = GRID.name(from) + &GRID.name(to);
                    each(text, next(own & !(1 << from) | 1 << to));
                }
            }
        }
    }

    fn end(&self, [own, other]: [u32; 2]) -> Option<End> {
        let is_home = |row: u32| self.starts_at_home && row == GRID.row(0);
        let rows = &ROWS[..if self.diagonals_win { 8 } else { 6 }];
        let counts = !self.rows_wait || (own | other).count_ones() == 2 * self.stones;
        if counts && rows.iter().any(|&row| other & row == row && !is_home(row)) {
            return Some(End::Loss);
        }
        let mut is_stuck = self.stuck_draws;
        if is_stuck {
            self.moves([own, other], |_, _| is_stuck = false);
        }
        is_stuck.then_some(End::Draw)
    }

    fn canonical(&self, sets: [u32; 2]) -> [u32; 2] {
        GRID.least(sets, 0..if self.starts_at_home { 2 } else { 8 })
    }

    /// The board with X for the player to move; in Tant Fant from that player's side.
    fn show(&self, sets: [u32; 2]) -> String {
        GRID.show(sets, "XO")
    }

    fn read(&self, text: &str) -> Result<[u32; 2], ReadError> {
        Ok(GRID.read(text, "XO")?)
    }

    fn rules(&self) -> &str {
        if self.starts_at_home {
            "Step to an empty point. Three in a row off your home row win."
        } else {
            "Place your stones in turn, then slide them to empty points. Three in a row win."
        }
    }
}
