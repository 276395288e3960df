//! Fanorona, of Madagascar, on small boards: stones take the opponent's by moving up to them, or away from them.
//!
//! A stone moves along a line to an empty point; points have diagonal lines where the sum of column and row is even. It takes
//! the stones that stand in one row ahead of it, or those behind it, and has to if any stone can take. It may go on taking, but
//! not to a point where it was, nor in the direction of its last step. Who has no move has lost.

use perfectplay_tables::solve::{Game, ReadError};

use crate::boards::{self, Grid, STRAIGHT, WAYS, Way, bits, set};

/// The game from a board.
#[derive(Clone, Copy, Debug)]
pub struct Fanorona {
    /// The game's name before its size.
    pub name: &'static str,
    /// Rows with `/` between them. White, W, moves first.
    pub board: &'static str,
}

/// Part of a move: a stone, and the stones that it can take or stand beside.
#[derive(Clone, Debug)]
struct Stone {
    at: u32,
    /// The other stones of its player.
    own: u32,
    other: u32,
    visited: u32,
    way: Option<Way>,
    text: String,
}

impl Fanorona {
    /// Three by three points, the usual start.
    pub const SMALLEST: Self = Self { name: "fanorona", board: "BBB/B.W/WWW" };
    /// Where Black has four stones and White three.
    pub const UNEQUAL: Self = Self { name: "fanoronaunequal", board: "BBB/B.B/WWW" };
    /// Three points wide and five high.
    pub const HIGH: Self = Self { name: "fanorona", board: "BBB/BBB/B.W/WWW/WWW" };
    /// Five points wide and three high, the usual start.
    pub const WIDE: Self = Self { name: "fanorona", board: "BBBBB/BW.BW/WWWWW" };
    /// Where the middle row is its own mirror image.
    pub const MIRRORED: Self = Self { name: "fanoronamirrored", board: "BBBBB/BW.WB/WWWWW" };

    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::SMALLEST, Self::UNEQUAL, Self::HIGH, Self::WIDE, Self::MIRRORED];

    fn grid(&self) -> Grid {
        let rows = self.board.split('/');
        Grid::new(rows.clone().map(str::len).max().unwrap_or_default() as u32, rows.count() as u32)
    }

    /// The steps to empty points where a stone has not been.
    fn steps(&self, stone: &Stone) -> impl Iterator<Item = (Way, u32)> {
        let (grid, from, full) = (self.grid(), stone.at, stone.own | stone.other | stone.visited);
        let (column, row) = grid.place(from);
        let ways = if (column + row) % 2 == 0 { &WAYS[..] } else { &STRAIGHT };
        let steps = ways.iter().filter_map(move |&way| Some((way, grid.step(from, way)?)));
        steps.filter(move |(_, to)| full >> to & 1 == 0)
    }

    /// Adds what follows if the stone takes once or more, each result once.
    fn take(&self, stone: &Stone, results: &mut Vec<(String, [u32; 2])>) {
        let grid = self.grid();
        let row =
            |from, way| set(grid.ray(from, way).take_while(|cell| stone.other >> cell & 1 == 1));
        for (way, to) in self.steps(stone).filter(|&(way, _)| Some(way) != stone.way) {
            let rows = [('>', row(to, way)), ('<', row(stone.at, (-way.0, -way.1)))];
            for (sign, taken) in rows.into_iter().filter(|&(_, taken)| taken != 0) {
                let (own, other) = (stone.own, stone.other & !taken);
                let text = format!("{}{sign}{}", stone.text, grid.name(to));
                let result = [other, own | 1 << to];
                if results.iter().all(|(_, known)| *known != result) {
                    results.push((text.clone(), result));
                }
                let visited = stone.visited | 1 << to;
                self.take(&Stone { at: to, own, other, visited, way: Some(way), text }, results);
            }
        }
    }
}

impl Game for Fanorona {
    /// The points of the player to move, W, and of the opponent.
    type Position = [u32; 2];
    type Move = String;
    boards::sets!(self, self.grid(), "WB", self.grid().symmetries());

    fn name(&self) -> String {
        format!("{}-{}", self.name, self.grid())
    }

    fn start(&self) -> [u32; 2] {
        self.read(self.board).expect("it is a board")
    }

    fn moves(&self, [own, other]: [u32; 2], mut each: impl FnMut(String, [u32; 2])) {
        let stones = bits(own).map(|at| {
            let (own, visited, text) = (own & !(1 << at), 1 << at, self.grid().name(at));
            Stone { at, own, other, visited, way: None, text }
        });
        let mut results = Vec::new();
        stones.clone().for_each(|stone| self.take(&stone, &mut results));
        if results.is_empty() {
            for stone in stones {
                let step = |(_, to)| {
                    (stone.text.clone() + &self.grid().name(to), [other, stone.own | 1 << to])
                };
                results.extend(self.steps(&stone).map(step));
            }
        }
        results.into_iter().for_each(|(text, result)| each(text, result));
    }

    fn rules(&self) -> &str {
        "Move up to stones, or away from them, to take them. You have to take if you can. Who cannot move has lost."
    }
}

boards::one_sided!(Fanorona, "W", "B");
