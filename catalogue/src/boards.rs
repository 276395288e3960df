//! Texts of boards.

/// Rows of cells, the first one on top, with `/` between them.
pub(crate) fn rows(width: usize, cells: impl IntoIterator<Item = char>) -> String {
    let mut text = String::new();
    for (number, cell) in cells.into_iter().enumerate() {
        if number > 0 && number % width == 0 {
            text.push('/');
        }
        text.push(cell);
    }
    text
}

/// The cells of a text of rows, so many of this width.
pub(crate) fn cells(width: usize, height: usize, text: &str) -> Result<Vec<char>, String> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != height || rows.iter().any(|row| row.chars().count() != width) {
        return Err(format!("it has {height} rows of {width} cells, with / between them"));
    }
    Ok(rows.concat().chars().collect())
}

/// The name of a cell: columns are letters, rows numbers from below.
pub(crate) fn name(column: usize, row: usize) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}
