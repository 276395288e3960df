//! The symmetries of boards, as `stake` and `tokens` number them.

/// A board's rows and columns.
pub type Size = (u64, u64);

/// How many symmetries a board has.
pub fn symmetries((rows, columns): Size) -> u64 {
    if rows == columns { 8 } else { 4 }
}

/// Where a symmetry takes a cell, by number.
pub fn cell(symmetry: u64, (rows, columns): Size, cell: u64) -> u64 {
    let (mut row, mut column) = (cell / columns, cell % columns);
    if symmetry >> 2 & 1 == 1 {
        (row, column) = (column, row);
    }
    if symmetry >> 1 & 1 == 1 {
        row = rows - 1 - row;
    }
    if symmetry & 1 == 1 {
        column = columns - 1 - column;
    }
    columns * row + column
}

/// Where a symmetry takes a set of cells.
pub fn mask(symmetry: u64, size: Size, mask: u64) -> u64 {
    let cells = (0..size.0 * size.1).filter(|place| mask >> place & 1 == 1);
    cells.fold(0, |image, place| image | 1 << cell(symmetry, size, place))
}
