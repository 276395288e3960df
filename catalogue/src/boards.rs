//! Boards of cells, for descriptions of games.
//!
//! A [`Grid`] is a board of up to 32 cells in rows, which are numbered row by row from the top left. A set of cells is a `u32`
//! with a bit for each cell, and a position is an array of such sets: often the cells of the player to move and those of the
//! opponent. [`sets!`](crate::boards::sets) writes what a [`Game`] says about such positions.
//!
//! ```
//! use perfectplay_catalogue::boards::{self, Grid, Path, WAYS, bits};
//! use perfectplay_tables::solve::{End, Game, ReadError};
//!
//! /// Step to an empty cell next to yours. Three in a row win.
//! struct Steps;
//!
//! const GRID: Grid = Grid::new(3, 3);
//!
//! impl Game for Steps {
//!     /// The cells of the player to move, and of the opponent.
//!     type Position = [u32; 2];
//!     type Move = Path;
//!     boards::sets!(self, GRID, "XO", GRID.symmetries());
//!
//!     fn name(&self) -> String {
//!         format!("steps-{GRID}")
//!     }
//!
//!     fn start(&self) -> [u32; 2] {
//!         [0b010_001_100, 0b001_100_010]
//!     }
//!
//!     fn moves(&self, [own, other]: [u32; 2], mut each: impl FnMut(Path, [u32; 2])) {
//!         for from in bits(own) {
//!             for to in bits(GRID.beside(from, &WAYS) & !(own | other)) {
//!                 each(GRID.path([from, to]), [other, boards::moved(own, from, to)]);
//!             }
//!         }
//!     }
//!
//!     fn end(&self, [_, other]: [u32; 2]) -> Option<End> {
//!         GRID.lines(3).any(|line| other & line == line).then_some(End::Loss)
//!     }
//! }
//!
//! assert_eq!(Steps.name(), "steps-3x3");
//! assert_eq!(Steps.show(Steps.start()), ".OX/X.O/OX.");
//!
//! // For people, X stays X: the text says whose turn it is.
//! use perfectplay_catalogue::boards::Sides;
//!
//! boards::one_sided!(Steps);
//!
//! let position = Sides(Steps).read("XO./X.O/OX. O")?;
//! assert_eq!(Sides(Steps).show(position), "XO./X.O/OX. O");
//! # Ok::<(), ReadError>(())
//! ```

use std::fmt;
use std::ops::Range;

use perfectplay_tables::solve::{Game, ReadError};

/// Columns to the right and rows down of a step.
pub type Way = (i32, i32);

/// The ways to all neighbours: [`STRAIGHT`], then [`DIAGONAL`].
pub const WAYS: [Way; 8] = [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];

/// Up, to the right, down and to the left.
pub const STRAIGHT: [Way; 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// The four ways between these.
pub const DIAGONAL: [Way; 4] = [(1, -1), (1, 1), (-1, 1), (-1, -1)];

/// The cells of a set, ascending.
pub fn bits(mut cells: u32) -> impl Iterator<Item = u32> + Clone {
    std::iter::from_fn(move || {
        let cell = cells.trailing_zeros();
        cells &= cells.wrapping_sub(1);
        (cell < 32).then_some(cell)
    })
}

/// The set of some cells, which are below 32.
pub fn set(cells: impl IntoIterator<Item = u32>) -> u32 {
    cells.into_iter().fold(0, |set, cell| set | 1 << cell)
}

/// The set with one cell in place of another.
#[must_use]
pub const fn moved(cells: u32, from: u32, to: u32) -> u32 {
    cells & !(1 << from) | 1 << to
}

/// Whether a set has all cells of one of these shapes.
pub fn has_any(cells: u32, shapes: impl IntoIterator<Item = u32>) -> bool {
    shapes.into_iter().any(|shape| cells & shape == shape)
}

/// The cells of a set, and those to which any number of steps lead from them. `beside` has those to which one step leads.
pub fn reached(cells: u32, beside: impl Fn(u32) -> u32) -> u32 {
    let (mut reached, mut new) = (0, cells);
    while new != 0 {
        reached |= new;
        new = bits(new).fold(0, |all, cell| all | beside(cell)) & !reached;
    }
    reached
}

/// The cells of the player to move and of the opponent as those of the first and the second player, or the other way round, of a
/// game in which both fill a cell in turn: the second player is to move if there are more of the first.
#[must_use]
pub const fn in_turn([one, other]: [u32; 2]) -> [u32; 2] {
    if one.count_ones() == other.count_ones() { [one, other] } else { [other, one] }
}

/// Whether the player to move has no move, for games in which that is no loss.
pub fn is_stuck<G: Game>(game: &G, position: G::Position) -> bool {
    let mut is_stuck = true;
    game.moves(position, |_, _| is_stuck = false);
    is_stuck
}

/// How many bits of a word each of some parts has: at most 32.
const fn part_bits(parts: usize) -> u32 {
    if parts < 3 { 32 } else { 64 / parts as u32 }
}

/// Numbers as one word, each in as many bits: 32 for one or two numbers, 21 for three, 16 for four, 12 for five, 10 for six.
///
/// A number with more bits loses the upper ones, so that the position does not come back from its word. The engine reports
/// that as a mistake of the description.
#[must_use]
pub fn pack<const PARTS: usize>(parts: [u32; PARTS]) -> u64 {
    let bits = part_bits(PARTS);
    parts.iter().fold(0, |word, &part| word << bits | u64::from(part) & ((1 << bits) - 1))
}

/// The numbers of a word that [`pack`] has made.
#[must_use]
pub fn unpack<const PARTS: usize>(word: u64) -> [u32; PARTS] {
    let bits = part_bits(PARTS);
    let part = |place: usize| word >> (bits * (PARTS - 1 - place) as u32) & ((1 << bits) - 1);
    std::array::from_fn(|place| part(place) as u32)
}

/// The parts of a text, with a blank between them.
///
/// # Errors
/// If there are not as many.
pub fn parts<const PARTS: usize>(text: &str) -> Result<[&str; PARTS], ReadError> {
    let parts: Vec<&str> = text.split(' ').collect();
    parts.try_into().map_err(|_| format!("it has {PARTS} parts with blanks between them").into())
}

/// The numbers of a text, with a blank, a comma or a hyphen between them.
///
/// # Errors
/// If there are not as many, or one is no number.
pub fn numbers<const NUMBERS: usize>(text: &str) -> Result<[u32; NUMBERS], ReadError> {
    let parts = text.split([' ', ',', '-']).map(str::parse);
    let numbers: Vec<u32> = parts.collect::<Result<_, _>>()?;
    numbers.try_into().map_err(|_| format!("it has {NUMBERS} numbers").into())
}

/// The place of a text among some.
///
/// # Errors
/// If it is none of them.
pub fn choice(texts: &[&str], text: &str) -> Result<u32, ReadError> {
    let place = texts.iter().position(|it| *it == text);
    place.map(|it| it as u32).ok_or_else(|| format!("`{text}` is none of {texts:?}").into())
}

/// A board of cells, which are numbered row by row from the top left. Its text is its size, as in `3x4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// How many columns it has, at most 26.
    pub width: u32,
    /// How many rows it has.
    pub height: u32,
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl Grid {
    /// A board of so many columns and rows. Sets need one of at most 32 cells; all else works on larger ones, too.
    #[must_use]
    pub const fn new(width: u32, height: u32) -> Self {
        Self { width, height }
    }

    /// How many cells there are.
    #[must_use]
    pub const fn cells(self) -> u32 {
        self.width * self.height
    }

    /// The set of all cells.
    #[must_use]
    pub const fn all(self) -> u32 {
        u32::MAX >> (32 - self.cells())
    }

    /// The set of cells of a row; the first one, on top, is 0.
    #[must_use]
    pub const fn row(self, row: u32) -> u32 {
        ((1 << self.width) - 1) << (row * self.width)
    }

    /// The set of cells of a column; the first one, on the left, is 0.
    pub fn column(self, column: u32) -> u32 {
        set((0..self.height).map(|row| row * self.width + column))
    }

    /// The column and the row of a cell.
    #[must_use]
    pub const fn place(self, cell: u32) -> (u32, u32) {
        (cell % self.width, cell / self.width)
    }

    /// The cell of a column and a row, if it is on the board.
    #[must_use]
    pub fn at(self, column: u32, row: u32) -> Option<u32> {
        (column < self.width && row < self.height).then(|| row * self.width + column)
    }

    /// The cell's name: a letter for the column, and the number of the row, from 1 at the bottom.
    #[must_use]
    pub fn name(self, cell: u32) -> String {
        self.path([cell]).to_string()
    }

    /// The cell of a name.
    #[must_use]
    pub fn named(self, name: &str) -> Option<u32> {
        (0..self.cells()).find(|&cell| self.name(cell) == name)
    }

    /// The text of a move through up to four cells, which is their names.
    #[must_use]
    pub fn path(self, cells: impl AsRef<[u32]>) -> Path {
        let mut path = Path { grid: self, cells: [0; 4], length: cells.as_ref().len() };
        path.cells[..path.length].copy_from_slice(cells.as_ref());
        path
    }

    /// The cell to which a step leads, if it is on the board.
    #[must_use]
    pub fn step(self, cell: u32, (right, down): Way) -> Option<u32> {
        let (column, row) = self.place(cell);
        self.at(column.checked_add_signed(right)?, row.checked_add_signed(down)?)
    }

    /// The set of cells to which one step leads.
    #[must_use]
    pub fn beside(self, cell: u32, ways: &[Way]) -> u32 {
        set(ways.iter().filter_map(|&way| self.step(cell, way)))
    }

    /// The cells that steps in one way lead through, without the first one.
    pub fn ray(self, cell: u32, way: Way) -> impl Iterator<Item = u32> {
        std::iter::successors(self.step(cell, way), move |&cell| self.step(cell, way))
    }

    /// Every set of so many cells in a row, a column or a diagonal.
    pub fn lines(self, length: usize) -> impl Iterator<Item = u32> {
        (0..self.cells()).flat_map(move |cell| self.lines_from(cell, length))
    }

    /// Those of which a cell is the first one: the one on top, or on the left of a row.
    pub fn lines_from(self, cell: u32, length: usize) -> impl Iterator<Item = u32> {
        let ways = [(1, 0), (0, 1), (1, 1), (-1, 1)].into_iter();
        let lines = ways.map(move |way| 1 << cell | set(self.ray(cell, way).take(length - 1)));
        lines.filter(move |line: &u32| line.count_ones() as usize == length)
    }

    /// A cell after a symmetry: bit 0 mirrors columns, bit 1 mirrors rows, and bit 2 then makes rows of the columns of a
    /// square board.
    #[must_use]
    pub const fn moved_cell(self, cell: u32, symmetry: u32) -> u32 {
        let (column, row) = self.place(cell);
        let column = if symmetry & 1 == 0 { column } else { self.width - 1 - column };
        let row = if symmetry & 2 == 0 { row } else { self.height - 1 - row };
        if symmetry & 4 == 0 { row * self.width + column } else { column * self.width + row }
    }

    /// A set of cells after a symmetry.
    #[must_use]
    pub fn moved(self, cells: u32, symmetry: u32) -> u32 {
        set(bits(cells).map(|cell| self.moved_cell(cell, symmetry)))
    }

    /// A set of cells after each symmetry: faster than one by one.
    fn images(self, cells: u32) -> [u32; 8] {
        let four = |cells: u32| {
            let mirrored = (0..self.height).fold(0, |mirrored, row| {
                let [bit, cells] = [row * self.width, cells & self.row(row)];
                mirrored | (cells >> bit).reverse_bits() >> (32 - self.width) << bit
            });
            [cells, mirrored, self.turned(mirrored), self.turned(cells)]
        };
        let [same, columns, rows, both] = four(cells);
        if self.width != self.height {
            return [same, columns, rows, both, 0, 0, 0, 0];
        }
        // Columns are mirrored before they become rows.
        let [across, rows_across, columns_across, both_across] = four(self.moved(cells, 4));
        [same, columns, rows, both, across, columns_across, rows_across, both_across]
    }

    /// The board as somebody on the other side sees it.
    #[must_use]
    pub const fn turned(self, cells: u32) -> u32 {
        cells.reverse_bits() >> (32 - self.cells())
    }

    /// All symmetries of the board: eight of a square one, four of another one.
    #[must_use]
    pub const fn symmetries(self) -> Range<u32> {
        0..if self.width == self.height { 8 } else { 4 }
    }

    /// The least of what symmetries make of sets of cells. They are among the [`symmetries`](Self::symmetries) of the board.
    #[must_use]
    pub fn least<const SETS: usize>(
        self,
        sets: [u32; SETS],
        symmetries: impl IntoIterator<Item = u32>,
    ) -> [u32; SETS] {
        let images = sets.map(|set| self.images(set));
        let all = symmetries.into_iter().map(|it| images.map(|images| images[it as usize]));
        all.min().unwrap_or(sets)
    }

    /// The text of a board: a letter for each cell, with `/` between the rows.
    #[must_use]
    pub fn draw(self, letter: impl Fn(u32) -> char) -> String {
        let mut text = String::new();
        for cell in 0..self.cells() {
            if cell > 0 && cell % self.width == 0 {
                text.push('/');
            }
            text.push(letter(cell));
        }
        text
    }

    /// The letters of the cells of a text that [`draw`](Self::draw) has made.
    ///
    /// # Errors
    /// If there are not as many rows, or one does not have as many cells.
    pub fn letters(self, text: &str) -> Result<Vec<char>, ReadError> {
        let rows: Vec<&str> = text.split('/').collect();
        let are_long = |row: &&str| row.chars().count() == self.width as usize;
        if rows.len() == self.height as usize && rows.iter().all(are_long) {
            return Ok(rows.concat().chars().collect());
        }
        let Self { width, height } = self;
        Err(format!("it has {height} rows of {width} cells, with / between them").into())
    }

    /// The text of a board of sets: a letter for the cells of each set, and a point for all other cells.
    #[must_use]
    pub fn show<const SETS: usize>(self, sets: [u32; SETS], letters: &str) -> String {
        self.draw(|cell| {
            let mut both = sets.iter().zip(letters.chars());
            both.find(|(set, _)| *set >> cell & 1 == 1).map_or('.', |(_, letter)| letter)
        })
    }

    /// The sets of cells of a text that [`show`](Self::show) has made of as many sets as there are letters.
    ///
    /// # Errors
    /// If it has other rows or letters.
    pub fn read<const SETS: usize>(
        self,
        text: &str,
        letters: &str,
    ) -> Result<[u32; SETS], ReadError> {
        let mut sets = [0; SETS];
        for (cell, mark) in self.letters(text)?.into_iter().enumerate().filter(|it| it.1 != '.') {
            let set = letters.chars().position(|letter| letter == mark);
            sets[set.ok_or_else(|| format!("a cell is a point or one of {letters}"))?] |= 1 << cell;
        }
        Ok(sets)
    }
}

/// A move from cell to cell, whose text is the names of the cells. It is only made where somebody sees it.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    grid: Grid,
    cells: [u32; 4],
    length: usize,
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cells[..self.length].iter().try_for_each(|&cell| {
            let (column, row) = self.grid.place(cell);
            write!(f, "{}{}", char::from(b'a' + column as u8), self.grid.height - row)
        })
    }
}

impl Path {
    /// The path after a symmetry of its board, as [`Grid::moved_cell`] numbers them: 3 turns the board.
    #[must_use]
    pub fn moved(mut self, symmetry: u32) -> Self {
        let cells = &mut self.cells[..self.length];
        cells.iter_mut().for_each(|cell| *cell = self.grid.moved_cell(*cell, symmetry));
        self
    }
}

/// A move, and how its text is made, for moves that are no [`Path`]. It is only made where somebody sees it.
#[derive(Clone, Copy, Debug)]
pub struct Step<T>(pub T, pub fn(T) -> String);

impl<T: Copy> fmt::Display for Step<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&(self.1)(self.0))
    }
}

/// Writes `pack` and `unpack` of a game whose positions are numbers, `[u32; N]`, as [`pack`](crate::boards::pack) does it.
#[macro_export]
macro_rules! packed {
    () => {
        fn pack(&self, parts: Self::Position) -> u64 {
            $crate::boards::pack(parts)
        }

        fn unpack(&self, word: u64) -> Self::Position {
            $crate::boards::unpack(word)
        }
    };
}

/// Writes `pack`, `unpack`, `show` and `read` of a game whose positions are sets of cells, `[u32; N]`; and `canonical` if there
/// are symmetries, of which [`Grid::moved_cell`] has the numbers.
///
/// Its arguments are `self`, the [`Grid`], the letter of each set, and the symmetries.
#[macro_export]
macro_rules! sets {
    ($self:ident, $grid:expr, $letters:expr, $symmetries:expr) => {
        $crate::boards::sets!($self, $grid, $letters);

        fn canonical(&$self, sets: Self::Position) -> Self::Position {
            $grid.least(sets, $symmetries)
        }
    };
    ($self:ident, $grid:expr, $letters:expr) => {
        $crate::boards::packed!();

        fn show(&$self, sets: Self::Position) -> String {
            $grid.show(sets, $letters)
        }

        fn read(&$self, text: &str) -> Result<Self::Position, ReadError> {
            $grid.read(text, $letters)
        }
    };
}

pub use crate::sides::{OneSided, Sided, Sides};
pub use crate::{one_sided, packed, sets};
