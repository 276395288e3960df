//! Quoridor, by Mirko Marchesi, on small boards: a pawn each, which walks to the farthest row, and walls.
//!
//! A player steps to a cell beside the own pawn, or puts a wall of two cells' length between cells. Walls do not cross or
//! overlap, and leave each pawn a way. A pawn jumps over the other one that is beside it; where a wall or the edge is behind
//! that one, to a side of it. Who cannot move draws.

use perfectplay_tables::solve::{End, Game, ReadError};

use crate::boards::{Grid, WAYS, Way, bits};

/// The game on a board of this size, of at most sixteen cells. Pawns begin in the middle column, or in the right one of two.
#[derive(Clone, Copy, Debug)]
pub struct Quoridor {
    /// How many columns it has.
    pub width: u32,
    /// How many rows it has.
    pub height: u32,
    /// How many walls each player has.
    pub walls: u8,
}

/// Of the player to move, who goes up, and of the opponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Maze {
    pawns: [u32; 2],
    hands: [u8; 2],
    /// Walls that lie and that stand, by the corner of four cells that is their middle.
    walls: [u32; 2],
}

impl Quoridor {
    const fn grid(&self) -> Grid {
        Grid::new(self.width, self.height)
    }

    const fn corners(&self) -> Grid {
        Grid::new(self.width - 1, self.height - 1)
    }

    /// Where a step leads that no wall stops.
    fn step(&self, maze: Maze, from: u32, way: Way) -> Option<u32> {
        let to = self.grid().step(from, way)?;
        // The first corner beyond both cells, at the right, and the one before it.
        let (column, row) = (from.min(to) % self.width, from.min(to) / self.width);
        let (walls, before) = if way.0 == 0 { (0, (-1, 0)) } else { (1, (0, -1)) };
        let has = |(right, down): Way| {
            let column = column.checked_add_signed(right).filter(|&it| it + 1 < self.width);
            let row = row.checked_add_signed(down).filter(|&it| it + 1 < self.height);
            let corner = column.zip(row).map(|(column, row)| row * (self.width - 1) + column);
            corner.is_some_and(|corner| maze.walls[walls] >> corner & 1 == 1)
        };
        (!has((0, 0)) && !has(before)).then_some(to)
    }

    fn has_way(&self, maze: Maze, from: u32, goal: u32) -> bool {
        let (mut reached, mut new) = (1 << from, 1 << from);
        while new != 0 {
            let steps = bits(new).flat_map(|it| WAYS[..4].iter().map(move |&way| (it, way)));
            let next = steps.filter_map(|(it, way)| self.step(maze, it, way));
            new = next.fold(0, |all, to| all | 1 << to) & !reached;
            reached |= new;
        }
        reached & self.grid().row(goal) != 0
    }

    fn pawn_moves(&self, maze: Maze, mut each: impl FnMut(u32)) {
        let [own, other] = maze.pawns;
        for &way in &WAYS[..4] {
            match self.step(maze, own, way) {
                Some(to) if to == other => match self.step(maze, to, way) {
                    Some(beyond) => each(beyond),
                    None => {
                        let aside = [(way.1, way.0), (-way.1, -way.0)];
                        aside
                            .into_iter()
                            .filter_map(|way| self.step(maze, to, way))
                            .for_each(&mut each);
                    }
                },
                Some(to) => each(to),
                None => {}
            }
        }
    }

    /// As the symmetry of the board shows it.
    fn moved(&self, maze: Maze, symmetry: u32) -> Maze {
        Maze {
            pawns: maze.pawns.map(|pawn| self.grid().moved_cell(pawn, symmetry)),
            walls: maze.walls.map(|walls| self.corners().moved(walls, symmetry)),
            ..maze
        }
    }

    fn next(&self, Maze { pawns: [own, other], hands: [hand, other_hand], walls }: Maze) -> Maze {
        let maze = Maze { pawns: [other, own], hands: [other_hand, hand], walls };
        self.moved(maze, 3)
    }
}

impl Game for Quoridor {
    type Position = Maze;
    type Move = String;

    fn name(&self) -> String {
        let walls = if self.walls == 2 { String::new() } else { self.walls.to_string() };
        format!("quoridor{walls}-{}x{}", self.width, self.height)
    }

    fn start(&self) -> Maze {
        let column = self.width / 2;
        let pawns = [(self.height - 1) * self.width + column, column];
        Maze { pawns, hands: [self.walls; 2], walls: [0; 2] }
    }

    fn pack(&self, Maze { pawns, hands, walls }: Maze) -> u64 {
        let pawns = pawns[0] << 4 | pawns[1];
        let all = [pawns, hands[0].into(), hands[1].into(), walls[0], walls[1]];
        all.into_iter().fold(0, |word, part| word << 12 | u64::from(part))
    }

    fn unpack(&self, word: u64) -> Maze {
        let part = |number: u32| (word >> (12 * number)) as u32 & 0xfff;
        let pawns = [part(4) >> 4, part(4) & 15];
        Maze { pawns, hands: [part(3) as u8, part(2) as u8], walls: [part(1), part(0)] }
    }

    fn moves(&self, maze: Maze, mut each: impl FnMut(String, Maze)) {
        let (grid, corners, [own, other]) = (self.grid(), self.corners(), maze.pawns);
        self.pawn_moves(maze, |to| {
            each(grid.name(to), self.next(Maze { pawns: [to, other], ..maze }));
        });
        let hands = [maze.hands[0].saturating_sub(1), maze.hands[1]];
        let free = if maze.hands[0] == 0 { 0 } else { !(maze.walls[0] | maze.walls[1]) };
        for corner in bits(corners.all() & free) {
            for (kind, ways) in [(0, [(-1, 0), (1, 0)]), (1, [(0, -1), (0, 1)])] {
                let beside = ways.into_iter().filter_map(|way| corners.step(corner, way));
                let overlaps = beside.fold(0, |all, it| all | 1 << it) & maze.walls[kind] != 0;
                let mut after = Maze { hands, ..maze };
                after.walls[kind] |= 1 << corner;
                let (top, bottom) = (0, self.height - 1);
                if !overlaps && self.has_way(after, own, top) && self.has_way(after, other, bottom)
                {
                    each(format!("{}{}", corners.name(corner), ["-", "|"][kind]), self.next(after));
                }
            }
        }
    }

    fn end(&self, maze: Maze) -> Option<End> {
        if maze.pawns[1] >= self.grid().cells() - self.width {
            return Some(End::Loss);
        }
        let mut is_stuck = true;
        self.moves(maze, |_, _| is_stuck = false);
        is_stuck.then_some(End::Draw)
    }

    fn canonical(&self, maze: Maze) -> Maze {
        let mirrored = self.moved(maze, 1);
        if self.pack(mirrored) < self.pack(maze) { mirrored } else { maze }
    }

    /// The board with X for the player to move, how many walls both have left, and the corners with walls, lying and standing.
    fn show(&self, maze: Maze) -> String {
        let pawns = self.grid().show(maze.pawns.map(|pawn| 1 << pawn), "XO");
        let walls = self.corners().show(maze.walls, "-|").replace('/', ",");
        format!("{pawns} {}-{} {walls}", maze.hands[0], maze.hands[1])
    }

    fn read(&self, text: &str) -> Result<Maze, ReadError> {
        let parts: Vec<&str> = text.split(' ').collect();
        let hands = parts.get(1).and_then(|hands| hands.split_once('-'));
        let (&[board, _, walls], Some((hand, other))) = (&parts[..], hands) else {
            return Err("it is a board, walls in hand as in 2-2, and walls".into());
        };
        let pawns: [u32; 2] = self.grid().read(board, "XO")?;
        if pawns.iter().any(|pawn| !pawn.is_power_of_two()) {
            return Err("there is a pawn each".into());
        }
        let walls = self.corners().read(&walls.replace(',', "/"), "-|")?;
        Ok(Maze {
            pawns: pawns.map(u32::trailing_zeros),
            hands: [hand.parse()?, other.parse()?],
            walls,
        })
    }

    fn rules(&self) -> &str {
        "Walk to the farthest row, or put a wall of two cells' length that leaves both pawns a way."
    }
}
