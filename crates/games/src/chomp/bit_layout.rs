//! Where the solver keeps the outcome of each position of a bar: a bit for each, in blocks and
//! segments.

use std::array;
use std::ops::Range;

use super::Position;
use super::index::{Index, Terms, sum};
use super::paths::choose;

/// The most bits of a segment.
pub(super) const LONGEST: usize = 128;

/// The largest block that is wanted, in bytes: what one thread solves at a time.
const BLOCK: u64 = 4 << 20;

/// The most blocks, for which places are kept.
const MOST_BLOCKS: u64 = 1 << 20;

/// Whether the staircases in a box of this many rows and columns are few enough for a segment.
pub(super) const fn is_segment(rows: usize, columns: usize) -> bool {
    choose(rows + columns, rows) <= LONGEST as u64
}

/// Where the bits of a bar's positions are.
///
/// The topmost rows of a position, the *fixed* ones, say in which *block* it is. The
/// others are a staircase in a box of as many columns as the last of those rows has cells. The
/// positions of a box are kept in the order of their paths: first those whose first row is shorter
/// than the box is wide, which are those of a box that is narrower by a column; then those whose first
/// row is as long, which are those of a box that is lower by a row. A box of at most 128 staircases is
/// not divided further. It is a *segment*: a bit for each of its staircases, by their rank, and zeros
/// up to the end of the byte.
///
/// So what a box looks like depends on its rows and columns alone, and all positions that share their
/// topmost rows, or their topmost rows and that the next is shorter than some length, are consecutive
/// bytes. Blocks of equal sums of their fixed rows are a layer, and layers follow one another.
#[derive(Clone, Debug)]
pub struct BitLayout {
    boxes: Boxes,
    /// By row and cells: what a row adds to the rank of the fixed rows, or to the number of a bit in
    /// its block.
    terms: Vec<Terms>,
    /// By place, in the order of layers: the rank of a block's fixed rows.
    blocks: Vec<u32>,
    /// By place: its first byte; one more at the end.
    starts: Vec<u64>,
    /// By rank: the block's place.
    places: Vec<u32>,
    /// The places of each layer.
    layers: Vec<Range<usize>>,
}

/// The sizes of a bar's boxes.
#[derive(Clone, Debug)]
struct Boxes {
    index: Index,
    fixed: usize,
    /// By rows and columns: the bytes of a box.
    sizes: Vec<u64>,
    /// By rows and columns (r, c): the bytes of the boxes of c − 1 columns and 1 to r rows, but for
    /// those that are within a segment.
    sums: Vec<u64>,
}

impl Boxes {
    fn new(index: Index) -> Self {
        let (rows, columns) = (index.rows(), index.columns());
        let cells = (rows + 1) * (columns + 1);
        let mut boxes = Self { index, fixed: 0, sizes: vec![0; cells], sums: vec![0; cells] };
        for r in 0..=rows {
            for c in 0..=columns {
                let cell = boxes.cell(r, c);
                boxes.sizes[cell] = match is_segment(r, c) {
                    true => choose(r + c, r).div_ceil(8),
                    false => boxes.size(r, c - 1) + boxes.size(r - 1, c),
                };
                if r > 0 && c > 0 {
                    let own = if is_segment(r, c) { 0 } else { boxes.size(r, c - 1) };
                    boxes.sums[cell] = boxes.sums[boxes.cell(r - 1, c)] + own;
                }
            }
        }
        let are_few = |&fixed: &usize| choose(columns + fixed, fixed) <= MOST_BLOCKS;
        let is_small = |&fixed: &usize| boxes.size(rows - fixed, columns) <= BLOCK;
        let few = (0..rows).take_while(are_few);
        boxes.fixed = few.clone().find(is_small).or(few.last()).unwrap_or(0);
        boxes
    }

    /// The place of rows and columns in the tables by both.
    #[inline]
    const fn cell(&self, rows: usize, columns: usize) -> usize {
        rows * (self.index.columns() + 1) + columns
    }

    #[inline]
    fn size(&self, rows: usize, columns: usize) -> u64 {
        self.sizes[self.cell(rows, columns)]
    }

    /// The bytes of all blocks.
    fn len(&self) -> u64 {
        let columns = self.index.columns();
        let free = self.index.rows() - self.fixed;
        // By columns: the bytes of a box with some fixed rows.
        let mut sizes: Vec<u64> = (0..=columns).map(|columns| self.size(free, columns)).collect();
        for _ in 0..self.fixed {
            for columns in 1..=columns {
                sizes[columns] += sizes[columns - 1];
            }
        }
        sizes[columns]
    }
}

impl BitLayout {
    /// How many bytes the positions of a bar take.
    pub fn bytes_of(index: &Index) -> u64 {
        Boxes::new(index.clone()).len()
    }

    /// The layout of a bar. It takes some bytes for each of up to a million blocks.
    pub fn new(index: Index) -> Self {
        let mut layout = Self {
            boxes: Boxes::new(index),
            terms: Vec::new(),
            blocks: Vec::new(),
            starts: vec![0],
            places: Vec::new(),
            layers: Vec::new(),
        };
        layout.add_blocks();
        layout.add_terms();
        layout
    }

    fn add_blocks(&mut self) {
        let (fixed, index) = (self.fixed(), self.index());
        let (rows, columns) = (index.rows(), index.columns());
        let count = choose(columns + fixed, fixed) as u32;
        let sums: Vec<usize> =
            (0..count).map(|rank| self.fixed_rows(rank)[..fixed].iter().sum()).collect();
        self.blocks = (0..count).collect();
        self.blocks.sort_by_key(|&rank| sums[rank as usize]);
        self.places = vec![0; count as usize];
        let mut start = 0;
        for (place, &rank) in self.blocks.iter().enumerate() {
            self.places[rank as usize] = place as u32;
            let width = self.fixed_rows(rank)[..fixed].last().copied().unwrap_or(columns);
            start += self.size(rows - fixed, width);
            self.starts.push(start);
        }
        let sum = |rank: u32| sums[rank as usize];
        for layer in self.blocks.chunk_by(|&one, &other| sum(one) == sum(other)) {
            let start = self.layers.last().map_or(0, |before: &Range<usize>| before.end);
            self.layers.push(start..start + layer.len());
        }
    }

    fn add_terms(&mut self) {
        let (rows, columns) = (self.index().rows(), self.index().columns());
        let term = |row: usize, cells: usize| match rows - row {
            _ if row < self.fixed() => self.rank_term(row, cells),
            below if is_segment(below, cells) => choose(cells + below - 1, below),
            below => 8 * self.size(below, cells - 1),
        };
        let terms =
            |row| array::from_fn(|cells| if cells <= columns { term(row, cells) } else { 0 });
        self.terms = (0..rows).map(terms).collect();
    }

    /// What a fixed row adds to the rank of the fixed rows.
    #[inline]
    const fn rank_term(&self, row: usize, cells: usize) -> u64 {
        let from_below = self.fixed() - row;
        choose(cells + from_below - 1, from_below)
    }

    pub(super) fn fixed_rows(&self, rank: u32) -> [usize; MAX_FIXED] {
        let mut rows = [0; MAX_FIXED];
        let mut rest = u64::from(rank);
        let mut cells = self.index().columns();
        for (row, length) in rows[..self.fixed()].iter_mut().enumerate() {
            while self.rank_term(row, cells) > rest {
                cells -= 1;
            }
            rest -= self.rank_term(row, cells);
            *length = cells;
        }
        rows
    }

    /// The rank of fixed rows.
    pub(super) fn rank(&self, rows: &[usize]) -> u32 {
        let terms = rows.iter().enumerate().map(|(row, &cells)| self.rank_term(row, cells));
        terms.sum::<u64>() as u32
    }

    /// The index of the bar.
    pub const fn index(&self) -> &Index {
        &self.boxes.index
    }

    /// How many rows at the top say in which block a position is.
    pub(super) const fn fixed(&self) -> usize {
        self.boxes.fixed
    }

    /// The bytes of a box.
    #[inline]
    pub(super) fn size(&self, rows: usize, columns: usize) -> u64 {
        self.boxes.size(rows, columns)
    }

    /// Whether a box is a segment: any other has more than 128 staircases.
    #[inline]
    pub(super) fn has_segment(&self, rows: usize, columns: usize) -> bool {
        self.size(rows, columns) <= LONGEST as u64 / 8
    }

    /// The bytes from the beginning of a box of this many rows to that of the box below it in which
    /// `columns` is the length of all these rows, up to the segment that has it.
    #[inline]
    pub(super) fn sum(&self, rows: usize, columns: usize) -> u64 {
        self.boxes.sums[self.boxes.cell(rows, columns)]
    }

    /// How many bytes all positions take.
    #[expect(clippy::len_without_is_empty, reason = "a bar has two positions at least")]
    pub fn len(&self) -> u64 {
        self.starts[self.blocks.len()]
    }

    pub(super) const fn layers(&self) -> &Vec<Range<usize>> {
        &self.layers
    }

    /// The fixed rows' rank of the block at a place.
    pub(super) fn block(&self, place: usize) -> u32 {
        self.blocks[place]
    }

    /// The bytes of some blocks.
    pub(super) fn bytes(&self, places: &Range<usize>) -> Range<u64> {
        self.starts[places.start]..self.starts[places.end]
    }

    /// The first byte of the block with fixed rows of this rank.
    #[inline]
    pub(super) fn start(&self, rank: u32) -> u64 {
        self.starts[self.places[rank as usize] as usize]
    }

    /// The number of a position's bit; `None` if neither it nor its transpose fits into the bar.
    #[inline(always)]
    pub fn bit_of(&self, position: &Position) -> Option<u64> {
        self.index().fitted(position, |position| self.bit(position))
    }

    /// The number of the bit of a position that fits into the bar.
    #[inline(always)]
    fn bit(&self, position: &Position) -> u64 {
        let (fixed, lower) = self.terms.split_at(self.fixed());
        let (above, below) = position.left().split_at(self.fixed());
        8 * self.start(sum(fixed, above) as u32) + sum(lower, below)
    }

    /// The number of the bit of the position with an index; `None` if there is none.
    pub fn bit_at(&self, index: u64) -> Option<u64> {
        Some(self.bit(&self.index().position(index)?))
    }

    /// Calls `visit` with the bits of all positions in the order of their index, at most 64 at a time, and with
    /// their number. `bytes` are those of the whole layout.
    pub(super) fn for_each_part(&self, bytes: &[u8], mut visit: impl FnMut(u64, usize)) {
        for rank in 0..self.blocks.len() as u32 {
            let width = self.fixed_rows(rank)[..self.fixed()].last().copied();
            let columns = width.unwrap_or(self.index().columns());
            let mut at = self.start(rank) as usize;
            self.visit_box(self.index().rows() - self.fixed(), columns, bytes, &mut at, &mut visit);
        }
    }

    fn visit_box(
        &self,
        rows: usize,
        columns: usize,
        bytes: &[u8],
        at: &mut usize,
        visit: &mut impl FnMut(u64, usize),
    ) {
        if !is_segment(rows, columns) {
            self.visit_box(rows, columns - 1, bytes, at, visit);
            return self.visit_box(rows - 1, columns, bytes, at, visit);
        }
        let mut bits = choose(rows + columns, rows) as usize;
        while bits > 0 {
            let part = bits.min(64);
            let mut word = [0; 8];
            let used = part.div_ceil(8);
            word[..used].copy_from_slice(&bytes[*at..*at + used]);
            visit(u64::from_le_bytes(word), part);
            *at += used;
            bits -= part;
        }
    }
}

/// The most rows at the top that say in which block a position is.
pub(super) const MAX_FIXED: usize = 32;
