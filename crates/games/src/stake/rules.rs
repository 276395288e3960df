//! The rules in plain form, on a grid of cells. The fast code is checked against this module, which does not use
//! masks, ranks or entries.

use super::{Move, Position};

/// `grid[row][column]`: the digit in the cell, or `None` if it is empty. Square, 1 to 8 rows.
pub type Grid = Vec<Vec<Option<u8>>>;

/// The cells of a board.
pub fn grid(board: &Position) -> Grid {
    let size = board.size() as u8;
    (0..size).map(|row| (0..size).map(|column| board.get(Move { row, column })).collect()).collect()
}

/// The board with these cells.
///
/// # Panics
/// If the grid is not that of a board. Legal moves always lead from the grid of a board to one.
pub fn position(grid: &Grid) -> Position {
    let letter = |cell: &Option<u8>| cell.map_or('.', |digit| char::from(b'0' + digit));
    let rows: Vec<String> = grid.iter().map(|row| row.iter().map(letter).collect()).collect();
    rows.join("/").parse().expect("the cells are those of a board")
}

/// The legal moves, row by row, and where they lead: every empty cell may be filled.
pub fn moves(board: &Position) -> Vec<(Move, Position)> {
    let (grid, side) = (grid(board), 0..board.size() as u8);
    let cells = side.clone().flat_map(|row| side.clone().map(move |column| Move { row, column }));
    let is_empty = |cell: &Move| grid[usize::from(cell.row)][usize::from(cell.column)].is_none();
    cells.filter(is_empty).map(|step| (step, position(&after(&grid, step)))).collect()
}

/// The digit of the player to move: 0 if there are as many 0s as 1s, else 1.
pub fn mover(grid: &Grid) -> u8 {
    let count = |digit| grid.iter().flatten().filter(|&&cell| cell == Some(digit)).count();
    u8::from(count(0) != count(1))
}

/// The grid after filling an empty cell with the mover's digit.
///
/// # Panics
/// If the cell is outside the grid or not empty.
pub fn after(grid: &Grid, step: Move) -> Grid {
    let mut after = grid.clone();
    let cell = &mut after[usize::from(step.row)][usize::from(step.column)];
    assert_eq!(*cell, None, "a legal move fills an empty cell");
    *cell = Some(mover(grid));
    after
}

/// The size of the largest region of a digit: cells that hold it, connected through common sides.
pub fn largest_region(grid: &Grid, digit: u8) -> usize {
    let mut left = grid.clone();
    let mut largest = 0;
    for row in 0..grid.len() {
        for column in 0..grid.len() {
            largest = largest.max(take_region(&mut left, digit, row, column));
        }
    }
    largest
}

/// Empties the region of a digit that contains a cell, and returns its size; 0 if the cell does not
/// hold the digit.
fn take_region(left: &mut Grid, digit: u8, row: usize, column: usize) -> usize {
    let cell = left.get(row).and_then(|cells| cells.get(column)).copied().flatten();
    if cell != Some(digit) {
        return 0;
    }
    left[row][column] = None;
    1 + take_region(left, digit, row.wrapping_sub(1), column)
        + take_region(left, digit, row + 1, column)
        + take_region(left, digit, row, column.wrapping_sub(1))
        + take_region(left, digit, row, column + 1)
}

/// The score of a full board: the mover's largest region minus the opponent's.
pub fn final_score(grid: &Grid) -> i8 {
    let mover = mover(grid);
    largest_region(grid, mover) as i8 - largest_region(grid, 1 - mover) as i8
}
