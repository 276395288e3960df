//! The perfect index: every state of a table has one entry and every entry one state, by arithmetic
//! alone.
//!
//! ```text
//! layer (weight) › slab (shape) › row (complete levels) › two-block levels › top kind
//! ```
//!
//! The *shape* of a state is its number of complete levels below the top, of two-block levels, and
//! of blocks on the top. The *slab* of a shape is a rectangular array of entries. Slabs are in
//! order of weight, so all entries that a layer reads come before it.

use std::ops::Range;

use thiserror::Error;

use super::multiset::{
    self, Counts8, Triple, count8, rank3, triangle, triangle_root, unrank3, unrank8,
};
use super::position::Position;
use super::state::{COMPLETE_KINDS, State, TOP_KINDS};

/// The numbers of levels and blocks of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape {
    /// Complete levels below the top.
    pub complete: usize,
    /// Levels below the top that have their middle and one side.
    pub two: usize,
    /// Blocks of the top level, 1 to 3.
    pub blocks: usize,
}

impl Shape {
    /// The weight, which every move lowers by 1 or by 4. Shapes of equal weight are a layer.
    #[must_use]
    pub const fn weight(self) -> usize {
        6 * self.complete + 3 * self.two + 2 * self.blocks
    }

    /// The shapes after taking a side of a complete level, the middle of a complete level, and the
    /// side of a two-block level, where there is such a block.
    #[must_use]
    pub fn after_moves(self) -> [Option<Self>; 3] {
        // A complete top becomes a complete level below the new one.
        let (complete, two, blocks) = match self.blocks {
            3 => (self.complete + 1, self.two, 1),
            blocks => (self.complete, self.two, blocks + 1),
        };
        let spare = self.complete > 0;
        [
            spare.then(|| Self { complete: complete - 1, two: two + 1, blocks }),
            spare.then(|| Self { complete: complete - 1, two, blocks }),
            (self.two > 0).then(|| Self { complete, two: two - 1, blocks }),
        ]
    }
}

/// The rectangular array of all states of one shape: `rows` × `row_len` entries from `start` on.
///
/// A row holds the states with one multiset of complete levels: all multisets of two-block levels,
/// and for each of these all top kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slab {
    /// The shape of its states.
    pub shape: Shape,
    /// Its first entry.
    pub start: u64,
    /// The number of rows: canonical multisets of complete levels.
    pub rows: u64,
    /// The number of entries of a row: multisets of two-block levels × top kinds.
    pub row_len: usize,
}

impl Slab {
    /// The indexes of its entries.
    #[must_use]
    pub fn entries(&self) -> Range<u64> {
        self.start..self.start + self.rows * self.row_len as u64
    }
}

/// A multiset of complete levels: size and rank of its green half, of its blue half, and of the
/// kinds that exchanging green and blue keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class {
    pub green: (u32, u32),
    pub blue: (u32, u32),
    pub fixed: (u32, u32),
}

impl Class {
    /// The number of complete levels.
    pub(super) fn size(self) -> usize {
        (self.green.0 + self.blue.0 + self.fixed.0) as usize
    }

    pub(super) fn is_canonical(self) -> bool {
        self.green >= self.blue
    }

    pub(super) fn exchanged(self) -> Self {
        Self { green: self.blue, blue: self.green, fixed: self.fixed }
    }
}

/// The index of all states that play from full towers of up to `levels` levels can reach.
#[derive(Clone, Debug)]
pub struct Index {
    levels: usize,
    slabs: Vec<Slab>,
    /// `layers[i]`: the slabs of layer i.
    layers: Vec<Range<usize>>,
    /// By [`slot`] of a shape: its slab, if it can be reached.
    slab_of: Vec<Option<u32>>,
    /// `class_start[size][green size][blue size]`: the first row with these sizes.
    class_start: ClassStarts,
}

const CLASS: usize = Index::MAX_LEVELS;
type ClassStarts = Box<[[[u32; CLASS]; CLASS]; CLASS]>;

/// More than the number of two-block levels of any reachable shape.
const TWO: usize = Triple::MAX_SIZE;

impl Index {
    /// The most levels. Their 5,199,700,749 entries take 42 GB.
    pub const MAX_LEVELS: usize = 12;

    /// The index for full towers of up to `levels` levels, made in microseconds.
    ///
    /// # Errors
    /// [`LevelsError`] if `levels` is 0 or above [`Self::MAX_LEVELS`].
    pub fn new(levels: usize) -> Result<Self, LevelsError> {
        if levels == 0 || levels > Self::MAX_LEVELS {
            return Err(LevelsError(levels));
        }
        let mut index = Self {
            levels,
            slabs: Vec::new(),
            layers: Vec::new(),
            slab_of: vec![None; CLASS * TWO * 3],
            class_start: Box::new([[[0; CLASS]; CLASS]; CLASS]),
        };
        let rows: Vec<u64> = (0..levels).map(|size| index.place_classes(size)).collect();
        index.place_slabs(&rows);
        Ok(index)
    }

    /// Fills `class_start` for one size, and returns the number of rows.
    fn place_classes(&mut self, size: usize) -> u64 {
        let mut start = 0;
        for (green, blue) in class_sizes(size) {
            self.class_start[size][green][blue] = start;
            start += class_rows(size, green, blue);
        }
        u64::from(start)
    }

    fn place_slabs(&mut self, rows: &[u64]) {
        let mut start = 0;
        let mut weight = None;
        for shape in reachable_shapes(self.levels) {
            let number = self.slabs.len();
            let row_len = multiset::count(3, shape.two) as usize * TOP_KINDS[shape.blocks];
            let slab = Slab { shape, start, rows: rows[shape.complete], row_len };
            start = slab.entries().end;
            self.slabs.push(slab);
            self.slab_of[slot(shape)] = Some(number as u32);
            if weight.replace(shape.weight()) != Some(shape.weight()) {
                self.layers.push(number..number);
            }
            self.layers.last_mut().expect("a layer was pushed").end = number + 1;
        }
    }

    /// The number of levels of the largest full towers.
    #[must_use]
    pub fn levels(&self) -> usize {
        self.levels
    }

    /// The number of entries.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "an index is never empty")]
    pub fn len(&self) -> u64 {
        self.slabs.last().map_or(0, |slab| slab.entries().end)
    }

    /// The number of states without the exchange of green and blue, which almost halves them.
    #[must_use]
    pub fn unfolded_len(&self) -> u64 {
        self.count(3)
    }

    /// The number of states, without that exchange, if the colours of the middles of two-block
    /// levels are distinguished.
    #[must_use]
    pub fn raw_len(&self) -> u64 {
        self.count(9)
    }

    fn count(&self, two_block_kinds: usize) -> u64 {
        let of_shape = |shape: Shape| {
            let complete = multiset::count(COMPLETE_KINDS, shape.complete);
            let two = multiset::count(two_block_kinds, shape.two);
            complete * two * TOP_KINDS[shape.blocks] as u64
        };
        self.slabs.iter().map(|slab| of_shape(slab.shape)).sum()
    }

    /// The number of layers.
    #[must_use]
    pub fn layers(&self) -> usize {
        self.layers.len()
    }

    /// The slabs of a layer, one directly after the other. They depend on lower layers only.
    #[must_use]
    pub fn layer(&self, layer: usize) -> &[Slab] {
        &self.slabs[self.layers[layer].clone()]
    }

    /// The indexes of the entries of a layer. Lower layers come directly before it.
    #[must_use]
    pub fn layer_entries(&self, layer: usize) -> Range<u64> {
        let slabs = self.layer(layer);
        slabs[0].start..slabs[slabs.len() - 1].entries().end
    }

    /// The slab of a shape; `None` if play from the full towers cannot reach it.
    #[must_use]
    pub fn slab(&self, shape: Shape) -> Option<&Slab> {
        let Shape { complete, two, blocks } = shape;
        if complete >= CLASS || two >= TWO || blocks == 0 || blocks > 3 {
            return None;
        }
        self.slab_of[slot(shape)].map(|number| &self.slabs[number as usize])
    }

    /// The index of a state's entry; `None` if play from the full towers cannot reach its shape.
    /// Takes about 15 ns.
    #[must_use]
    pub fn index(&self, state: &State) -> Option<u64> {
        let (p, q) = (state.green.size(), state.blue.size());
        let [reds, green_blue] = state.fixed.map(u32::from);
        let w = reds + green_blue;
        let shape = Shape {
            complete: (p + q + w) as usize,
            two: state.two.map(usize::from).iter().sum(),
            blocks: usize::from(state.blocks),
        };
        let slab = self.slab(shape)?;
        let class = Class {
            green: (p, state.green.rank()),
            blue: (q, state.blue.rank()),
            fixed: (w, green_blue),
        };
        let row = u64::from(self.row(class));
        let column = rank3(state.two) * TOP_KINDS[shape.blocks] as u64 + u64::from(state.top);
        Some(slab.start + row * slab.row_len as u64 + column)
    }

    /// The index of a tower's entry, which is that of its state.
    #[must_use]
    pub fn index_of(&self, tower: &Position) -> Option<u64> {
        self.index(&State::from(tower))
    }

    /// The state of an entry; `None` if `entry` is not below [`len`](Self::len).
    #[must_use]
    pub fn state(&self, entry: u64) -> Option<State> {
        let number = self.slabs.partition_point(|slab| slab.entries().end <= entry);
        let slab = self.slabs.get(number)?;
        let (row, column) = (
            (entry - slab.start) / slab.row_len as u64,
            (entry - slab.start) % slab.row_len as u64,
        );
        let class = self.class(slab.shape.complete, row as u32);
        let kinds = TOP_KINDS[slab.shape.blocks] as u64;
        let (w, green_blue) = class.fixed;
        Some(State {
            green: Counts8::new(unrank8(class.green.0, class.green.1)),
            blue: Counts8::new(unrank8(class.blue.0, class.blue.1)),
            fixed: [(w - green_blue) as u8, green_blue as u8],
            two: unrank3(slab.shape.two as u8, column / kinds),
            blocks: slab.shape.blocks as u8,
            top: (column % kinds) as u8,
        })
    }

    /// The rows of multisets that differ in one half only: `own` is the size and the ranks of that
    /// half, `other` the size and rank of the other half. Each row comes with a flag: whether it
    /// has the other half as its green half.
    pub(super) fn rows<const N: usize>(
        &self,
        own: (u32, [u32; N]),
        other: (u32, u32),
        fixed: (u32, u32),
    ) -> [(u32, bool); N] {
        let ((p, ranks), (q, v), (w, x)) = (own, other, fixed);
        let starts = &self.class_start[(p + q + w) as usize];
        if p > q {
            let start = starts[p as usize][q as usize] + v * (w + 1) + x;
            let step = count8(q) * (w + 1);
            ranks.map(|u| (start + u * step, false))
        } else if p < q {
            let start = starts[q as usize][p as usize] + v * count8(p) * (w + 1) + x;
            ranks.map(|u| (start + u * (w + 1), true))
        } else {
            let start = starts[p as usize][p as usize] + x;
            ranks.map(|u| {
                let (greater, smaller) = (u.max(v), u.min(v));
                let pair = triangle(u64::from(greater)) as u32 + smaller;
                (start + pair * (w + 1), u < v)
            })
        }
    }

    /// The row of a canonical multiset of complete levels.
    pub(super) fn row(&self, class: Class) -> u32 {
        let Class { green: (p, u), blue: (q, v), fixed: (w, x) } = class;
        let pair = if p == q { triangle(u64::from(u)) as u32 + v } else { u * count8(q) + v };
        self.class_start[class.size()][p as usize][q as usize] + pair * (w + 1) + x
    }

    /// The multiset of `size` complete levels with this row.
    pub(super) fn class(&self, size: usize, row: u32) -> Class {
        let last = class_sizes(size)
            .filter(|&(green, blue)| self.class_start[size][green][blue] <= row)
            .last();
        let (green, blue) = last.expect("the first class starts at row 0");
        let (p, q) = (green as u32, blue as u32);
        let w = size as u32 - p - q;
        let rest = row - self.class_start[size][green][blue];
        let (pair, x) = (rest / (w + 1), rest % (w + 1));
        let (u, v) = if p == q {
            let u = triangle_root(u64::from(pair));
            (u as u32, pair - triangle(u) as u32)
        } else {
            (pair / count8(q), pair % count8(q))
        };
        Class { green: (p, u), blue: (q, v), fixed: (w, x) }
    }

    /// The multiset of the next row. For the last row the result has no meaning.
    pub(super) fn class_after(class: Class) -> Class {
        let Class { green: (p, u), blue: (q, v), fixed: (w, x) } = class;
        if x < w {
            return Class { fixed: (w, x + 1), ..class };
        }
        if v + 1 < if p == q { u + 1 } else { count8(q) } {
            return Class { blue: (q, v + 1), fixed: (w, 0), ..class };
        }
        if u + 1 < count8(p) {
            return Class { green: (p, u + 1), blue: (q, 0), fixed: (w, 0) };
        }
        let (p, q, w) =
            if q < p && w > 0 { (p, q + 1, w - 1) } else { (p + 1, 0, (w + q).wrapping_sub(1)) };
        Class { green: (p, 0), blue: (q, 0), fixed: (w, 0) }
    }
}

/// The place of a shape in `slab_of`.
fn slot(shape: Shape) -> usize {
    (shape.complete * TWO + shape.two) * 3 + shape.blocks - 1
}

/// The sizes (green half, blue half) of canonical multisets of `size` complete levels, in the order
/// of their rows.
fn class_sizes(size: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..=size).flat_map(move |green| (0..=green.min(size - green)).map(move |blue| (green, blue)))
}

/// The number of canonical multisets of `size` complete levels whose halves have these sizes.
fn class_rows(size: usize, green: usize, blue: usize) -> u32 {
    let (u, v) = (count8(green as u32), count8(blue as u32));
    let pairs = if green == blue { triangle(u64::from(u)) as u32 } else { u * v };
    pairs * (size - green - blue + 1) as u32
}

/// The shapes that play from full towers of up to `levels` levels can reach, by weight, then in
/// their natural order.
fn reachable_shapes(levels: usize) -> Vec<Shape> {
    let full = |complete| Shape { complete, two: 0, blocks: 3 };
    let mut pending: Vec<Shape> = (0..levels).map(full).collect();
    let mut found = std::collections::BTreeSet::new();
    while let Some(shape) = pending.pop() {
        if found.insert((shape.weight(), shape)) {
            pending.extend(shape.after_moves().into_iter().flatten());
        }
    }
    found.into_iter().map(|(_, shape)| shape).collect()
}

/// There is no table for this number of levels.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no tower table for {0} levels: expected 1 to {max}", max = Index::MAX_LEVELS)]
pub struct LevelsError(pub usize);
