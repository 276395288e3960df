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

use super::class::{self, Class};
use super::multiset::{self, Multiset8, Triple, rank3, unrank3, unrank8};
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
    pub const fn weight(self) -> usize {
        6 * self.complete + 3 * self.two + 2 * self.blocks
    }

    /// The shapes after taking a side of a complete level, the middle of a complete level, and the
    /// side of a two-block level, where there is such a block.
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
    pub fn entries(&self) -> Range<u64> {
        self.start..self.start + self.rows * self.row_len as u64
    }
}

/// The index of all states that play from full towers of up to `levels` levels can reach.
#[derive(Clone, Debug)]
pub struct Index {
    levels: usize,
    slabs: Vec<Slab>,
    /// `layers[i]`: the slabs of layer i.
    layers: Vec<Range<usize>>,
    /// By [`slot`] of a shape.
    places: Vec<Place>,
}

/// Where the slab of a shape is.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    /// Its first entry.
    start: u64,
    /// The entries of a row; 0 if the shape cannot be reached.
    row_len: u32,
    /// Its number.
    slab: u32,
}

/// More than the number of two-block levels of any reachable shape.
const TWO: usize = Triple::MAX_SIZE;

impl Index {
    /// The most levels. Their 5,199,700,749 entries take 42 GB.
    pub const MAX_LEVELS: usize = class::SIZES;

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
            places: vec![Place::default(); SLOTS],
        };
        index.place_slabs();
        Ok(index)
    }

    fn place_slabs(&mut self) {
        let mut start = 0;
        let mut weight = None;
        for shape in reachable_shapes(self.levels) {
            let number = self.slabs.len();
            let row_len = multiset::count(3, shape.two) as usize * TOP_KINDS[shape.blocks];
            let slab = Slab { shape, start, rows: class::count(shape.complete), row_len };
            start = slab.entries().end;
            self.slabs.push(slab);
            self.places[slot(shape)] =
                Place { start: slab.start, row_len: row_len as u32, slab: number as u32 };
            if weight.replace(shape.weight()) != Some(shape.weight()) {
                self.layers.push(number..number);
            }
            self.layers.last_mut().expect("a layer was pushed").end = number + 1;
        }
    }

    /// The number of levels of the largest full towers.
    pub fn levels(&self) -> usize {
        self.levels
    }

    /// The number of entries.
    #[expect(clippy::len_without_is_empty, reason = "an index is never empty")]
    pub fn len(&self) -> u64 {
        self.slabs.last().map_or(0, |slab| slab.entries().end)
    }

    /// The number of states without the exchange of green and blue, which almost halves them, if the
    /// colours of the middles of two-block levels are distinguished.
    pub fn raw_len(&self) -> u64 {
        let of_shape = |shape: Shape| {
            let complete = multiset::count(COMPLETE_KINDS, shape.complete);
            let two = multiset::count(9, shape.two);
            complete * two * TOP_KINDS[shape.blocks] as u64
        };
        self.slabs.iter().map(|slab| of_shape(slab.shape)).sum()
    }

    /// The number of layers.
    pub fn layers(&self) -> usize {
        self.layers.len()
    }

    /// The slabs of a layer, one directly after the other. They depend on lower layers only.
    pub fn layer(&self, layer: usize) -> &[Slab] {
        &self.slabs[self.layers[layer].clone()]
    }

    /// The indexes of the entries of a layer. Lower layers come directly before it.
    pub fn layer_entries(&self, layer: usize) -> Range<u64> {
        let slabs = self.layer(layer);
        slabs[0].start..slabs[slabs.len() - 1].entries().end
    }

    /// The slab of a shape; `None` if play from the full towers cannot reach it.
    pub fn slab(&self, shape: Shape) -> Option<&Slab> {
        self.place(shape).map(|place| &self.slabs[place.slab as usize])
    }

    #[inline]
    fn place(&self, shape: Shape) -> Option<&Place> {
        let Shape { complete, two, blocks } = shape;
        if complete >= class::SIZES || two >= TWO || blocks == 0 || blocks > 3 {
            return None;
        }
        self.places.get(slot(shape)).filter(|place| place.row_len > 0)
    }

    /// The index of a state's entry; `None` if play from the full towers cannot reach its shape.
    #[inline(always)]
    pub fn index(&self, state: &State) -> Option<u64> {
        let State { green, blue, others, .. } = *state;
        let ((p, q), two) = ((green.size(), blue.size()), others.from(2));
        let w = others.size() - two;
        let blocks = usize::from(state.blocks);
        let place =
            self.place(Shape { complete: (p + q + w) as usize, two: two as usize, blocks })?;
        let class = Class {
            green: (p, green.rank()),
            blue: (q, blue.rank()),
            fixed: (w, others.from(1) - two),
        };
        let column = rank3(others.from(3), others.from(4)) * TOP_KINDS[blocks & 3] as u64
            + u64::from(state.top);
        Some(place.start + u64::from(class.row()) * u64::from(place.row_len) + column)
    }

    /// The index of a tower's entry, which is that of its state.
    #[inline(always)]
    pub fn index_of(&self, tower: &Position) -> Option<u64> {
        self.index(&State::from(tower))
    }

    /// The state of an entry; `None` if `entry` is not below [`len`](Self::len).
    pub fn state(&self, entry: u64) -> Option<State> {
        let number = self.slabs.partition_point(|slab| slab.entries().end <= entry);
        let slab = self.slabs.get(number)?;
        let (place, row_len) = (entry - slab.start, slab.row_len as u64);
        let (row, column) = (place / row_len, place % row_len);
        let class = Class::of_row(slab.shape.complete, row as u32);
        let kinds = TOP_KINDS[slab.shape.blocks] as u64;
        let (w, green_blue) = class.fixed;
        let fixed = [w - green_blue, green_blue].map(|count| count as u8);
        let [red, green, blue] = unrank3(slab.shape.two as u8, column / kinds);
        Some(State {
            green: Multiset8::new(unrank8(class.green.0, class.green.1)),
            blue: Multiset8::new(unrank8(class.blue.0, class.blue.1)),
            others: Multiset8::new([fixed[0], fixed[1], red, green, blue, 0, 0, 0]),
            blocks: slab.shape.blocks as u8,
            top: (column % kinds) as u8,
        })
    }
}

/// How many slots there are for shapes.
const SLOTS: usize = class::SIZES * TWO * 3;

/// The slot of a shape, its place in `places`.
#[inline]
fn slot(shape: Shape) -> usize {
    (shape.complete * TWO + shape.two) * 3 + shape.blocks - 1
}

/// The shapes that play from full towers of up to `levels` levels can reach, by weight, then in
/// their natural order.
fn reachable_shapes(levels: usize) -> Vec<Shape> {
    let full = |complete| Shape { complete, two: 0, blocks: 3 };
    let mut pending: Vec<Shape> = (0..levels).map(full).collect();
    let (mut found, mut is_found) = (Vec::new(), [false; SLOTS]);
    while let Some(shape) = pending.pop() {
        if !std::mem::replace(&mut is_found[slot(shape)], true) {
            found.push(shape);
            pending.extend(shape.after_moves().into_iter().flatten());
        }
    }
    found.sort_unstable_by_key(|&shape| (shape.weight(), shape));
    found
}

/// There is no table for this number of levels.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no tower table for {0} levels: expected 1 to {max}", max = Index::MAX_LEVELS)]
pub struct LevelsError(pub usize);
