//! Quoridor, by Mirko Marchesi, on small boards: a pawn each, which walks to the farthest row, and walls.
//!
//! A player steps to a cell beside the own pawn, or puts a wall of two cells' length between cells. Walls do not cross or
//! overlap, and leave each pawn a way. A pawn jumps over the other one that is beside it; where a wall or the edge is behind
//! that one, to a side of it. Who cannot move draws.

use perfectplay_tables::solve::{End, Game, ReadError};

use crate::boards::{self, Grid, STRAIGHT, Way, bits, set};

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
type Maze = [[u32; 2]; 3];

/// Where the other half of a wall is, of those that lie and that stand.
const HALVES: [[Way; 2]; 2] = [[(-1, 0), (1, 0)], [(0, -1), (0, 1)]];

impl Quoridor {
    /// The game with any number of walls up to one.
    pub fn up_to(grid: Grid, walls: u32) -> impl Iterator<Item = Self> {
        (0..=walls).map(move |walls| Self { grid, walls })
    }

    const fn corners(&self) -> Grid {
        Grid::new(self.grid.width - 1, self.grid.height - 1)
    }

    /// The corners of a cell.
    fn corners_of(&self, cell: u32) -> u32 {
        let (column, row) = self.grid.place(cell);
        let near = |one: u32, before: u32| one == before || one == before + 1;
        set((0..self.corners().cells()).filter(|&corner| {
            let (left, above) = self.corners().place(corner);
            near(column, left) && near(row, above)
        }))
    }

    /// Where a step leads that no wall stops.
    fn step(&self, [.., walls]: Maze, from: u32, way: Way) -> Option<u32> {
        let stopping = walls[if way.0 == 0 { 0 } else { 1 }] & self.corners_of(from);
        self.grid.step(from, way).filter(|&to| stopping & self.corners_of(to) == 0)
    }

    fn steps(&self, maze: Maze, from: u32) -> u32 {
        set(STRAIGHT.into_iter().filter_map(|way| self.step(maze, from, way)))
    }

    /// The cells to which the pawn of the player to move goes.
    fn pawn_moves(&self, maze: Maze) -> u32 {
        let [own, other] = maze[0];
        let jumps = STRAIGHT.iter().filter(|&&way| self.step(maze, own, way) == Some(other));
        let beyond = jumps.map(|&way| match self.step(maze, other, way) {
            Some(beyond) => 1 << beyond,
            None => self.steps(maze, other),
        });
        beyond.fold(self.steps(maze, own), |all, cells| all | cells) & !(1 << own | 1 << other)
    }

    /// Whether both pawns have a way.
    fn is_open(&self, maze: Maze) -> bool {
        [0, self.grid.height - 1].into_iter().zip(maze[0]).all(|(goal, pawn)| {
            let (mut reached, mut new) = (0, 1 << pawn);
            while new != 0 {
                reached |= new;
                new = bits(new).fold(0, |all, from| all | self.steps(maze, from)) & !reached;
            }
            reached & self.grid.row(goal) != 0
        })
    }

    /// As a symmetry of the board shows it.
    fn moved(&self, [pawns, hands, walls]: Maze, symmetry: u32) -> Maze {
        let pawns = pawns.map(|pawn| self.grid.moved_cell(pawn, symmetry));
        [pawns, hands, walls.map(|walls| self.corners().moved(walls, symmetry))]
    }

    fn next(&self, [[own, other], [hand, other_hand], walls]: Maze) -> Maze {
        self.moved([[other, own], [other_hand, hand], walls], 3)
    }
}

impl Game for Quoridor {
    type Position = Maze;
    type Move = String;

    fn name(&self) -> String {
        let walls = if self.walls == 2 { String::new() } else { self.walls.to_string() };
        format!("quoridor{walls}-{}", self.grid)
    }

    fn start(&self) -> Maze {
        let column = self.grid.width / 2;
        let own = self.grid.cells() - self.grid.width + column;
        [[own, column], [self.walls; 2], [0; 2]]
    }

    fn pack(&self, [[own, other], [hand, other_hand], [lying, standing]]: Maze) -> u64 {
        boards::pack([own, other, hand, other_hand, lying, standing])
    }

    fn unpack(&self, word: u64) -> Maze {
        let [own, other, hand, other_hand, lying, standing] = boards::unpack(word);
        [[own, other], [hand, other_hand], [lying, standing]]
    }

    fn moves(&self, maze: Maze, mut each: impl FnMut(String, Maze)) {
        let [[own, other], [hand, other_hand], walls] = maze;
        for to in bits(self.pawn_moves(maze)) {
            each(self.grid.name(to), self.next([[to, other], maze[1], walls]));
        }
        let free = if hand == 0 { 0 } else { self.corners().all() & !(walls[0] | walls[1]) };
        for corner in bits(free) {
            for (kind, sign) in ["-", "|"].into_iter().enumerate() {
                let mut after = [[own, other], [hand - 1, other_hand], walls];
                after[2][kind] |= 1 << corner;
                let overlaps = self.corners().beside(corner, &HALVES[kind]) & walls[kind] != 0;
                if !overlaps && self.is_open(after) {
                    each(self.corners().name(corner) + sign, self.next(after));
                }
            }
        }
    }

    fn end(&self, maze: Maze) -> Option<End> {
        if maze[0][1] >= self.grid.cells() - self.grid.width {
            return Some(End::Loss);
        }
        let mut is_stuck = true;
        self.moves(maze, |_, _| is_stuck = false);
        is_stuck.then_some(End::Draw)
    }

    fn canonical(&self, maze: Maze) -> Maze {
        maze.min(self.moved(maze, 1))
    }

    /// The board with X for the player to move, how many walls both have left, and the corners with walls, lying and standing.
    fn show(&self, [pawns, [hand, other_hand], walls]: Maze) -> String {
        let pawns = self.grid.show(pawns.map(|pawn| 1 << pawn), "XO");
        let walls = self.corners().show(walls, "-|").replace('/', ",");
        format!("{pawns} {hand}-{other_hand} {walls}")
    }

    fn read(&self, text: &str) -> Result<Maze, ReadError> {
        let parts: Vec<&str> = text.splitn(3, ' ').collect();
        let hands = parts.get(1).and_then(|hands| hands.split_once('-'));
        let (&[pawns, _, walls], Some((hand, other_hand))) = (&parts[..], hands) else {
            return Err("it is a board, walls in hand as in 2-2, and walls".into());
        };
        let pawns = self.grid.read(pawns, "XO")?.map(u32::trailing_zeros);
        let walls = self.corners().read(&walls.replace(',', "/"), "-|")?;
        Ok([pawns, [hand.parse()?, other_hand.parse()?], walls])
    }

    fn rules(&self) -> &str {
        "Walk to the farthest row, or put a wall of two cells' length that leaves both pawns a way."
    }
}
