//! Texts of boards.

use std::fmt;

/// A move, and how its text is made: only where somebody sees it, as of most moves nobody does.
#[derive(Clone, Copy, Debug)]
pub struct Step<T>(pub T, pub fn(T) -> String);

impl<T: Copy> fmt::Display for Step<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&(self.1)(self.0))
    }
}

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

/// Columns to the right and rows down of a step: first straight ones, then diagonal ones.
pub(crate) type Way = (i32, i32);

/// All ways to a neighbour; the first four are straight.
pub(crate) const WAYS: [Way; 8] =
    [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];

/// Whether a way is diagonal.
pub(crate) const fn is_diagonal((right, down): Way) -> bool {
    right != 0 && down != 0
}

/// The places of the ones, ascending.
pub(crate) fn bits(mut cells: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = cells.trailing_zeros();
        cells &= cells.wrapping_sub(1);
        (cell < 32).then_some(cell)
    })
}

/// How many bits of a word each of `sets` sets of cells has.
const fn set_bits(sets: usize) -> u32 {
    if sets < 3 { 32 } else { 64 / sets as u32 }
}

/// Up to four sets of cells as one word.
pub(crate) fn pack<const SETS: usize>(sets: [u32; SETS]) -> u64 {
    sets.iter().fold(0, |word, &set| word << set_bits(SETS) | u64::from(set))
}

/// The sets of a word that [`pack`] has made.
pub(crate) fn unpack<const SETS: usize>(word: u64) -> [u32; SETS] {
    let bits = set_bits(SETS);
    std::array::from_fn(|set| (word >> (bits * (SETS - 1 - set) as u32) & ((1 << bits) - 1)) as u32)
}

/// A board of cells, numbered row by row from the top. A set of cells has a bit for each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl Grid {
    pub(crate) const fn new(width: u32, height: u32) -> Self {
        Self { width, height }
    }

    pub(crate) const fn cells(self) -> u32 {
        self.width * self.height
    }

    /// The set of all cells.
    pub(crate) const fn all(self) -> u32 {
        (1 << self.cells()) - 1
    }

    /// The set of cells of a row.
    pub(crate) const fn row(self, row: u32) -> u32 {
        ((1 << self.width) - 1) << (row * self.width)
    }

    /// The cell's name, with rows from below.
    pub(crate) fn name(self, cell: u32) -> String {
        name((cell % self.width) as usize, (self.height - 1 - cell / self.width) as usize)
    }

    /// The cell to which a step leads, if it is on the board.
    pub(crate) fn step(self, cell: u32, (right, down): Way) -> Option<u32> {
        let column = (cell % self.width).checked_add_signed(right)?;
        let row = (cell / self.width).checked_add_signed(down)?;
        (column < self.width && row < self.height).then(|| row * self.width + column)
    }

    /// The cells that steps in one way lead through.
    pub(crate) fn ray(self, cell: u32, way: Way) -> impl Iterator<Item = u32> {
        std::iter::successors(self.step(cell, way), move |&cell| self.step(cell, way))
    }

    /// A cell after a symmetry: 1 mirrors columns, 2 mirrors rows, and 4 makes rows of the columns of a square board.
    pub(crate) const fn moved_cell(self, cell: u32, symmetry: u32) -> u32 {
        let (column, row) = (cell % self.width, cell / self.width);
        let column = if symmetry & 1 == 0 { column } else { self.width - 1 - column };
        let row = if symmetry & 2 == 0 { row } else { self.height - 1 - row };
        if symmetry & 4 == 0 { row * self.width + column } else { column * self.width + row }
    }

    /// A set of cells after a symmetry.
    pub(crate) fn moved(self, cells: u32, symmetry: u32) -> u32 {
        bits(cells).fold(0, |moved, cell| moved | 1 << self.moved_cell(cell, symmetry))
    }

    /// The board as the player on the other side sees it.
    pub(crate) fn turned(self, cells: u32) -> u32 {
        self.moved(cells, 3)
    }

    /// All symmetries of the board.
    pub(crate) const fn symmetries(self) -> std::ops::Range<u32> {
        0..if self.width == self.height { 8 } else { 4 }
    }

    /// The least of what the symmetries make of sets of cells.
    pub(crate) fn least<const SETS: usize>(
        self,
        sets: [u32; SETS],
        symmetries: impl IntoIterator<Item = u32>,
    ) -> [u32; SETS] {
        let all = symmetries.into_iter().map(|it| sets.map(|set| self.moved(set, it)));
        all.min().unwrap_or(sets)
    }

    /// The text of a board: a letter for the cells of each set, and a point for all other cells.
    pub(crate) fn show<const SETS: usize>(self, sets: [u32; SETS], letters: &str) -> String {
        let letter = |cell: u32| {
            let mut both = sets.iter().zip(letters.chars());
            both.find(|(set, _)| *set >> cell & 1 == 1).map_or('.', |(_, letter)| letter)
        };
        rows(self.width as usize, (0..self.cells()).map(letter))
    }

    /// The sets of cells of such a text.
    pub(crate) fn read<const SETS: usize>(
        self,
        text: &str,
        letters: &str,
    ) -> Result<[u32; SETS], String> {
        let mut sets = [0; SETS];
        for (cell, mark) in
            cells(self.width as usize, self.height as usize, text)?.iter().enumerate()
        {
            match letters.chars().position(|letter| letter == *mark) {
                Some(set) => sets[set] |= 1 << cell,
                None if *mark == '.' => {}
                None => return Err(format!("a cell is a point or one of {letters}")),
            }
        }
        Ok(sets)
    }
}
