//! Tic-tac-toe and Connect Four as boards that people read. Tests and benchmarks have their positions as bare numbers.

use perfectplay_tables::solve::{End, Game, ReadError};

use crate::boards::{Grid, Path, bits, in_turn};
use crate::{ConnectFour, TicTacToe};

/// A game whose positions are the cells of two players, X the one who begins, and whose moves each fill a cell.
#[derive(Clone, Copy, Debug)]
pub struct Drawn<G>(pub G);

/// How such a game's positions are sets of cells.
pub trait Marks: Game {
    /// Its rules.
    const RULES: &str;

    /// Its cells.
    fn grid(&self) -> Grid;

    /// The cells of the player to move, and of the opponent.
    fn marks(&self, position: Self::Position) -> [u32; 2];

    /// The position with these cells; `None` if a piece hangs in the air.
    fn of_marks(&self, marks: [u32; 2]) -> Option<Self::Position>;
}

impl<G: Marks> Game for Drawn<G> {
    type Position = G::Position;
    type Move = Path;

    of_inner! {
        name() -> String;
        start() -> G::Position;
        pack(position: G::Position) -> u64;
        unpack(word: u64) -> G::Position;
        end(position: G::Position) -> Option<End>;
    }

    fn moves(&self, position: G::Position, mut each: impl FnMut(Path, G::Position)) {
        let filled = |position| self.0.marks(position).iter().fold(0, |all, cells| all | cells);
        let before = filled(position);
        self.0.moves(position, |_, to| {
            let cells = bits(filled(to) & !before).collect::<Vec<_>>();
            each(self.0.grid().path(cells), to);
        });
    }

    fn show(&self, position: G::Position) -> String {
        self.0.grid().show(in_turn(self.0.marks(position)), "XO")
    }

    fn read(&self, text: &str) -> Result<G::Position, ReadError> {
        let marks = self.0.grid().read(text, "XO")?;
        let position = self.0.of_marks(in_turn(marks));
        position.ok_or_else(|| "below a piece there are pieces".to_owned().into())
    }

    fn rules(&self) -> &str {
        G::RULES
    }
}

impl Marks for TicTacToe {
    const RULES: &str = "Fill a cell. A full row, column or diagonal wins.";

    fn grid(&self) -> Grid {
        Grid::new(self.size, self.size)
    }

    fn marks(&self, board: Self::Position) -> [u32; 2] {
        let word = self.pack(board);
        [(word >> 32) as u32, word as u32]
    }

    fn of_marks(&self, [own, other]: [u32; 2]) -> Option<Self::Position> {
        Some(self.unpack(u64::from(own) << 32 | u64::from(other)))
    }
}

impl Marks for ConnectFour {
    const RULES: &str = "Drop a piece into a column. Four in a row, in any direction, win.";

    fn grid(&self) -> Grid {
        Grid::new(self.columns, self.rows)
    }

    fn marks(&self, board: Self::Position) -> [u32; 2] {
        let word = self.pack(board);
        let mut marks = [0; 2];
        for cell in 0..self.columns * self.rows {
            let (column, down) = self.grid().place(cell);
            let pieces = word >> (column * (self.rows + 1)) & ((1 << (self.rows + 1)) - 1);
            let up = self.rows - 1 - down;
            // A one stands above all pieces of a column.
            if pieces >> (up + 1) != 0 {
                marks[usize::from(pieces >> up & 1 == 0)] |= 1 << cell;
            }
        }
        marks
    }

    fn of_marks(&self, [own, other]: [u32; 2]) -> Option<Self::Position> {
        let mut word = 0;
        for column in 0..self.columns {
            let mut pieces = 0;
            let cells = (0..self.rows).map(|up| (self.rows - 1 - up) * self.columns + column);
            let top = cells.clone().take_while(|cell| (own | other) >> cell & 1 == 1).count();
            for (up, cell) in cells.enumerate() {
                let is_filled = (own | other) >> cell & 1 == 1;
                if is_filled != (up < top) {
                    return None;
                }
                pieces |= u64::from(own >> cell & 1) << up;
            }
            word |= (pieces | 1 << top) << (column * (self.rows + 1));
        }
        Some(self.unpack(word))
    }
}
