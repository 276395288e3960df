//! Stake Your Claim: an alpha-beta search with a transposition table.
//!
//! This is how programs for POJ 3317 solve it. The empty cells are the digits of a number in base
//! three, the place of a board in the table, which holds bounds of its score. A full board is a
//! grid that is searched for regions.

use fastrand::Rng;
use perfectplay_games::stake::Position;

/// The score of the player to move minus the opponent's under best play.
///
/// # Panics
/// If more than 12 cells are empty. The contest has at most 10.
pub fn score(board: &Position) -> i8 {
    let mut search = Search::new(board);
    let left = search.cells.len();
    search.score(board.mover() as u8, 0, left, -MOST, MOST)
}

/// The largest score.
const MOST: i8 = 64;

/// What an empty cell has in the grid instead of a digit.
const EMPTY: u8 = 2;

/// A lower and an upper bound of a score.
#[derive(Clone, Copy)]
struct Bounds {
    lower: i8,
    upper: i8,
}

struct Search {
    grid: [[u8; 8]; 8],
    size: usize,
    /// The cells that were empty at the start.
    cells: Vec<Cell>,
    /// By the cells as a number in base three, with 1 + digit for a filled one.
    table: Vec<Bounds>,
}

#[derive(Clone, Copy)]
struct Cell {
    row: usize,
    column: usize,
    /// The power of three that stands for the cell.
    power: usize,
}

impl Search {
    fn new(board: &Position) -> Self {
        let mut grid = [[EMPTY; 8]; 8];
        for (digit, filled) in (0..).zip(board.filled()) {
            crate::bits(filled).for_each(|cell| grid[cell / 8][cell % 8] = digit);
        }
        let empty = crate::bits(board.empty_cells()).zip(0..);
        let cells: Vec<Cell> = empty
            .map(|(cell, i)| Cell { row: cell / 8, column: cell % 8, power: 3usize.pow(i) })
            .collect();
        assert!(cells.len() <= 12, "the table has a place for each filling of 12 cells");
        let bounds = Bounds { lower: -MOST, upper: MOST };
        let table = vec![bounds; 3usize.pow(cells.len() as u32)];
        Self { grid, size: board.size(), cells, table }
    }

    /// The score if it is between `alpha` and `beta`; otherwise a bound that is not.
    fn score(&mut self, mover: u8, filling: usize, left: usize, alpha: i8, beta: i8) -> i8 {
        let Bounds { lower, upper } = self.table[filling];
        if lower >= beta || lower == upper {
            return lower;
        }
        if upper <= alpha {
            return upper;
        }
        if left == 0 {
            let score = self.largest_region(mover) - self.largest_region(1 - mover);
            self.table[filling] = Bounds { lower: score, upper: score };
            return score;
        }
        let (alpha, beta) = (alpha.max(lower), beta.min(upper));
        let best = self.best(mover, filling, left, alpha, beta);
        let bounds = &mut self.table[filling];
        if best > alpha {
            bounds.lower = best;
        }
        if best < beta {
            bounds.upper = best;
        }
        best
    }

    fn best(&mut self, mover: u8, filling: usize, left: usize, mut alpha: i8, beta: i8) -> i8 {
        let mut best = -MOST;
        for i in 0..self.cells.len() {
            let Cell { row, column, power } = self.cells[i];
            if self.grid[row][column] != EMPTY {
                continue;
            }
            self.grid[row][column] = mover;
            let next = filling + power * (1 + usize::from(mover));
            best = best.max(-self.score(1 - mover, next, left - 1, -beta, -alpha));
            self.grid[row][column] = EMPTY;
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn largest_region(&self, digit: u8) -> i8 {
        let mut seen = [[false; 8]; 8];
        let mut largest = 0;
        for row in 0..self.size {
            for column in 0..self.size {
                if self.grid[row][column] == digit && !seen[row][column] {
                    largest = largest.max(self.region(digit, row, column, &mut seen));
                }
            }
        }
        largest
    }

    /// The number of cells with this digit that are connected to a cell and were not seen before.
    fn region(&self, digit: u8, row: usize, column: usize, seen: &mut [[bool; 8]; 8]) -> i8 {
        let on_board = row < self.size && column < self.size;
        if !on_board || seen[row][column] || self.grid[row][column] != digit {
            return 0;
        }
        seen[row][column] = true;
        1 + self.region(digit, row.wrapping_sub(1), column, seen)
            + self.region(digit, row + 1, column, seen)
            + self.region(digit, row, column.wrapping_sub(1), seen)
            + self.region(digit, row, column + 1, seen)
    }
}

/// A board with random cells empty and the others filled at random.
///
/// # Panics
/// If there is no such board.
pub fn random_board(random: &mut Rng, size: usize, empty: usize) -> Position {
    let mut cells: Vec<usize> = (0..size * size).collect();
    random.shuffle(&mut cells);
    let mut filled = [0; 2];
    for (turn, cell) in cells[empty..].iter().enumerate() {
        filled[turn % 2] |= 1 << (8 * (cell / size) + cell % size);
    }
    Position::from_masks(size, filled).expect("a board")
}
