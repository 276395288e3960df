//! Quoridor, by Mirko Marchesi, on small boards: a pawn each, which walks to the farthest row, and walls.
//!
//! A player steps to a cell beside the own pawn, or puts a wall of two cells' length between cells. Walls do not cross or
//! overlap, and leave each pawn a way. A pawn jumps over the other one that is beside it; where a wall or the edge is behind
//! that one, to a side of it. Who cannot move draws.

use perfectplay_tables::solve::{End, Game, ReadError};

use crate::boards::{
    self, Grid, OneSided, Path, STRAIGHT, Step, Way, bits, is_stuck, numbers, parts, reached, set,
};

/// The game. Pawns begin in the middle column, or in the right one of two.
#[derive(Clone, Copy, Debug)]
pub struct Quoridor {
    /// The board, of at most sixteen cells.
    pub grid: Grid,
    /// How many walls each player has.
    pub walls: u32,
}

/// The cells of the pawns of the player to move, who goes up, and of the opponent; how many walls each has in hand; and the
/// walls that lie and that stand, by the corner of four cells that is their middle.
type Maze = [u32; 6];
const LYING: usize = 4;
const STANDING: usize = 5;

impl Quoridor {
    const fn corners(&self) -> Grid {
        Grid::new(self.grid.width - 1, self.grid.height - 1)
    }

    /// The corners of a cell.
    fn corners_of(&self, cell: u32) -> u32 {
        let (column, row) = self.grid.place(cell);
        let all = [(1, 1), (0, 1), (1, 0), (0, 0)].into_iter();
        set(all.filter_map(|(left, up)| {
            self.corners().at(column.checked_sub(left)?, row.checked_sub(up)?)
        }))
    }

    /// Where a step leads that no wall stops.
    fn step(&self, maze: Maze, from: u32, way: Way) -> Option<u32> {
        let walls = maze[if way.0 == 0 { LYING } else { STANDING }] & self.corners_of(from);
        self.grid.step(from, way).filter(|&to| walls & self.corners_of(to) == 0)
    }

    fn steps(&self, maze: Maze, from: u32) -> u32 {
        set(STRAIGHT.into_iter().filter_map(|way| self.step(maze, from, way)))
    }

    /// The cells to which the pawn of the player to move goes.
    fn pawn_moves(&self, maze: Maze) -> u32 {
        let [own, other, ..] = maze;
        let jumps = STRAIGHT.iter().filter(|&&way| self.step(maze, own, way) == Some(other));
        let beyond = jumps.map(|&way| match self.step(maze, other, way) {
            Some(beyond) => 1 << beyond,
            None => self.steps(maze, other),
        });
        beyond.fold(self.steps(maze, own), |all, cells| all | cells) & !(1 << own | 1 << other)
    }

    /// Whether both pawns have a way.
    fn is_open(&self, maze: Maze) -> bool {
        [0, self.grid.height - 1].into_iter().zip(maze).all(|(goal, pawn)| {
            let reached = reached(1 << pawn, |from| self.steps(maze, from));
            reached & self.grid.row(goal) != 0
        })
    }

    /// As a symmetry of the board shows it.
    fn moved(&self, [own, other, hand, other_hand, lying, standing]: Maze, symmetry: u32) -> Maze {
        let pawn = |cell| self.grid.moved_cell(cell, symmetry);
        let walls = |walls| self.corners().moved(walls, symmetry);
        [pawn(own), pawn(other), hand, other_hand, walls(lying), walls(standing)]
    }
}

impl Game for Quoridor {
    type Position = Maze;
    /// The cell of the pawn, or the corner of a wall and how it is put.
    type Move = Step<(Path, &'static str)>;
    boards::packed!();

    fn name(&self) -> String {
        let walls = if self.walls == 2 { String::new() } else { self.walls.to_string() };
        format!("quoridor{walls}-{}", self.grid)
    }

    fn start(&self) -> Maze {
        let column = self.grid.width / 2;
        [self.grid.cells() - self.grid.width + column, column, self.walls, self.walls, 0, 0]
    }

    fn moves(&self, maze: Maze, mut each: impl FnMut(Self::Move, Maze)) {
        let [own, other, hand, other_hand, lying, standing] = maze;
        let mut play = |path, sign, after| {
            each(
                Step((path, sign), |(path, sign)| format!("{path}{sign}")),
                self.other_side(after),
            );
        };
        for to in bits(self.pawn_moves(maze)) {
            play(self.grid.path([to]), "", [to, other, hand, other_hand, lying, standing]);
        }
        let corners = self.corners();
        for corner in bits(if hand == 0 { 0 } else { corners.all() & !(lying | standing) }) {
            let [aside, along] = [[(-1, 0), (1, 0)], [(0, -1), (0, 1)]];
            for (kind, sign, halves) in [(LYING, "-", aside), (STANDING, "|", along)] {
                let mut after = [own, other, hand - 1, other_hand, lying, standing];
                after[kind] |= 1 << corner;
                if corners.beside(corner, &halves) & maze[kind] == 0 && self.is_open(after) {
                    play(corners.path([corner]), sign, after);
                }
            }
        }
    }

    fn end(&self, maze: Maze) -> Option<End> {
        if maze[1] >= self.grid.cells() - self.grid.width {
            return Some(End::Loss);
        }
        is_stuck(self, maze).then_some(End::Draw)
    }

    fn canonical(&self, maze: Maze) -> Maze {
        maze.min(self.moved(maze, 1))
    }

    /// The board with X for the player to move, how many walls both have left, and the corners with walls, lying and standing.
    fn show(&self, [own, other, hand, other_hand, lying, standing]: Maze) -> String {
        let pawns = self.grid.show([1 << own, 1 << other], "XO");
        let walls = self.corners().show([lying, standing], "-|").replace('/', ",");
        format!("{pawns} {hand}-{other_hand} {walls}")
    }

    fn read(&self, text: &str) -> Result<Maze, ReadError> {
        let [pawns, hands, walls] = parts(text)?;
        let [own, other] = self.grid.read(pawns, "XO")?.map(u32::trailing_zeros);
        let [hand, other_hand] = numbers(hands)?;
        let [lying, standing] = self.corners().read(&walls.replace(',', "/"), "-|")?;
        Ok([own, other, hand, other_hand, lying, standing])
    }

    fn rules(&self) -> &str {
        "Walk to the farthest row, or put a wall of two cells' length that leaves both pawns a way."
    }
}

impl OneSided for Quoridor {
    fn other_side(&self, [own, other, hand, other_hand, lying, standing]: Maze) -> Maze {
        self.moved([other, own, other_hand, hand, lying, standing], 3)
    }

    fn other_side_move(&self, Step((path, sign), text): Self::Move) -> Self::Move {
        Step((path.moved(3), sign), text)
    }
}
