//! Fanorona, of Madagascar, on small boards: stones take the opponent's by moving up to them, or away from them.
//!
//! A stone moves along a line to an empty point; points have diagonal lines where the sum of column and row is even. It takes
//! the stones that stand in one row ahead of it, or those behind it, and has to if any stone can take. It may go on taking, but
//! not to a point where it was, nor in the direction of its last step. Who has no move has lost.

use perfectplay_tables::solve::{Game, ReadError};

use crate::boards::{self, Grid, WAYS, Way, bits, is_diagonal};

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
        let height = self.board.split('/').count();
        Grid::new((self.board.len() + 1) as u32 / height as u32 - 1, height as u32)
    }

    /// The steps to empty points where a stone has not been.
    fn steps(&self, stone: &Stone) -> impl Iterator<Item = (Way, u32)> {
        let (grid, from) = (self.grid(), stone.at);
        let full = stone.own | stone.other | stone.visited;
        let is_joined =
            move |way| !is_diagonal(way) || (from % grid.width + from / grid.width) % 2 == 0;
        let ways = WAYS.into_iter().filter(move |&way| is_joined(way));
        let steps = ways.filter_map(move |way| Some((way, grid.step(from, way)?)));
        steps.filter(move |(_, to)| full >> to & 1 == 0)
    }

    /// Adds what follows if the stone takes once or more, each result once.
    fn take(&self, stone: &Stone, results: &mut Vec<(String, [u32; 2])>) {
        let grid = self.grid();
        let row = |from, way| {
            let row = grid.ray(from, way).take_while(|cell| stone.other >> cell & 1 == 1);
            row.fold(0, |row, cell| row | 1 << cell)
        };
        for (way, to) in self.steps(stone).filter(|&(way, _)| Some(way) != stone.way) {
            let rows = [('>', row(to, way)), ('<', row(stone.at, (-way.0, -way.1)))];
            for (sign, taken) in rows.into_iter().filter(|&(_, taken)| taken != 0) {
                let other = stone.other & !taken;
                let text = format!("{}{sign}{}", stone.text, grid.name(to));
                let result = [other, stone.own | 1 << to];
                if results.iter().all(|(_, known)| *known != result) {
                    results.push((text.clone(), result));
                }
                let visited = stone.visited | 1 << to;
                let after = Stone { at: to, own: stone.own, other, visited, way: Some(way), text };
                self.take(&after, results);
            }
        }
    }
}

impl Game for Fanorona {
    /// The points of the player to move, and of the opponent.
    type Position = [u32; 2];
    type Move = String;

    fn name(&self) -> String {
        format!("{}-{}x{}", self.name, self.grid().width, self.grid().height)
    }

    fn start(&self) -> [u32; 2] {
        self.grid().read(self.board, "WB").expect("it is a board")
    }

    fn pack(&self, sets: [u32; 2]) -> u64 {
        boards::pack(sets)
    }

    fn unpack(&self, word: u64) -> [u32; 2] {
        boards::unpack(word)
    }

    fn moves(&self, [own, other]: [u32; 2], mut each: impl FnMut(String, [u32; 2])) {
        let stone = |at: u32| Stone {
            at,
            own: own & !(1 << at),
            other,
            visited: 1 << at,
            way: None,
            text: self.grid().name(at),
        };
        let mut results = Vec::new();
        bits(own).for_each(|at| self.take(&stone(at), &mut results));
        if results.is_empty() {
            for stone in bits(own).map(stone) {
                let step =
                    |to| (stone.text.clone() + &self.grid().name(to), [other, stone.own | 1 << to]);
                results.extend(self.steps(&stone).map(|(_, to)| step(to)));
            }
        }
        results.into_iter().for_each(|(text, result)| each(text, result));
    }

    fn canonical(&self, sets: [u32; 2]) -> [u32; 2] {
        self.grid().least(sets, self.grid().symmetries())
    }

    /// The board with W for the player to move.
    fn show(&self, sets: [u32; 2]) -> String {
        self.grid().show(sets, "WB")
    }

    fn read(&self, text: &str) -> Result<[u32; 2], ReadError> {
        Ok(self.grid().read(text, "WB")?)
    }

    fn rules(&self) -> &str {
        "Move up to stones, or away from them, to take them. You have to take if you can. Who cannot move has lost."
    }
}
