//! The symmetries of a rectangle of cells.
//!
//! A symmetry is a number of three bits: bit 2 transposes (squares only), then bit 1 mirrors top
//! and bottom, then bit 0 mirrors left and right. So 0 is the identity.

/// The number of symmetries of a board. Those of a single row or column are not all distinct.
pub const fn symmetries(rows: usize, columns: usize) -> usize {
    if rows == columns { 8 } else { 4 }
}

/// The image of a cell, given as (row, column), on a board of these (rows, columns).
pub const fn image(
    symmetry: usize,
    (rows, columns): (usize, usize),
    (row, column): (usize, usize),
) -> (usize, usize) {
    let (row, column) = if symmetry & 4 != 0 { (column, row) } else { (row, column) };
    let row = if symmetry & 2 != 0 { rows - 1 - row } else { row };
    let column = if symmetry & 1 != 0 { columns - 1 - column } else { column };
    (row, column)
}

/// The images of sets of cells under a symmetry. A set is a mask of at most `BYTES` bytes: bit
/// columns · row + column of each cell.
#[derive(Clone, Copy, Debug)]
pub struct Images<const BYTES: usize>([[u32; 256]; BYTES]);

impl<const BYTES: usize> Images<BYTES> {
    /// The images under a symmetry of a board of these (rows, columns), which has at most 32 cells.
    pub const fn new(symmetry: usize, (rows, columns): (usize, usize)) -> Self {
        let mut images = [[0; 256]; BYTES];
        for_range! { cell in 0..8 * BYTES =>
            let one = if cell < rows * columns {
                let place = (cell / columns, cell % columns);
                let (row, column) = image(symmetry, (rows, columns), place);
                1 << (columns * row + column)
            } else {
                0
            };
            // The sets with this cell and others of its byte that come before it.
            let (byte, bit) = (cell / 8, 1 << (cell % 8));
            for_range! { others in 0..bit =>
                images[byte][bit + others] = images[byte][others] | one;
            }
        }
        Self(images)
    }

    /// The images of the sets whose masks have bits in one byte only, by the value of that byte.
    pub(crate) const fn of_byte(&self, byte: usize) -> &[u32; 256] {
        &self.0[byte]
    }

    /// The image of a set, given as the bytes of its mask, the lowest first.
    #[inline]
    pub fn of(&self, mask: [u8; BYTES]) -> u32 {
        let mut image = 0;
        #[expect(clippy::needless_range_loop, reason = "zipped arrays take three times as long")]
        for byte in 0..BYTES {
            image |= self.0[byte][usize::from(mask[byte])];
        }
        image
    }
}
