//! Some positions of a layer, such as the losing ones, in two bytes each.
//!
//! A position is known by its group and its numbers above the cut, the *top*, which are 14 bits (see [`Layer`]).
//! Tops are sorted, group by group, in *pieces* of up to [`GROUPS`] groups, which threads make and read
//! independently of each other. In addition to the tops a group takes four bytes, and a piece the headers of its
//! allocations.

use super::{Layer, Position};
use perfectplay_core::layers::{OutOfMemory, reserve_exact};

/// The most groups of a piece.
const GROUPS: usize = 16;

/// A list has at least this many pieces, if it has as many groups, so that no thread waits long for the last of
/// them.
const LEAST_PIECES: usize = 256;

/// How many groups the pieces of a list have; the last one may have fewer.
fn groups_of_piece(list: &[Position]) -> usize {
    (list.len() / LEAST_PIECES).clamp(1, GROUPS)
}

/// Positions of a layer, chosen group by group.
#[derive(Clone, Debug)]
pub struct Selection<'a> {
    layer: Layer,
    /// As in [`Layer::groups`].
    groups: &'a [Vec<Position>],
    /// By list of groups; nothing may have been chosen yet from the last ones.
    pieces: Vec<Vec<ChosenPiece>>,
}

/// The positions chosen from some consecutive groups.
#[derive(Clone, Debug)]
pub struct ChosenPiece {
    /// Where the tops of each group end.
    ends: Box<[u32]>,
    tops: Box<[u16]>,
}

/// Chooses the positions of one piece after another with the same memory.
#[derive(Clone, Debug)]
pub struct Choosing {
    layer: Layer,
    ends: Vec<u32>,
    tops: Vec<u16>,
}

impl Choosing {
    /// Chooses positions of a layer.
    pub const fn new(layer: Layer) -> Self {
        Self { layer, ends: Vec::new(), tops: Vec::new() }
    }

    /// Chooses a position of the current group, each at most once.
    #[inline]
    pub fn choose(&mut self, position: Position) {
        self.tops.push(self.layer.top(position));
    }

    /// Ends the current group.
    pub fn end_group(&mut self) {
        let start = self.ends.last().map_or(0, |&end| end as usize);
        self.tops[start..].sort_unstable();
        // A piece has at most 16 groups of at most 2^14 positions.
        self.ends.push(self.tops.len() as u32);
    }

    /// The piece of the groups that have ended.
    ///
    /// # Errors
    /// If the memory cannot be allocated.
    pub fn piece(&mut self) -> Result<ChosenPiece, OutOfMemory> {
        let piece = ChosenPiece { ends: copied(&self.ends)?, tops: copied(&self.tops)? };
        self.ends.clear();
        self.tops.clear();
        Ok(piece)
    }
}

fn copied<T: Copy>(items: &[T]) -> Result<Box<[T]>, OutOfMemory> {
    let mut copy = Vec::new();
    reserve_exact(&mut copy, items.len())?;
    copy.extend_from_slice(items);
    Ok(copy.into_boxed_slice())
}

impl ChosenPiece {
    /// The tops of one of its groups.
    fn tops(&self, group: usize) -> &[u16] {
        let start = if group == 0 { 0 } else { self.ends[group - 1] as usize };
        &self.tops[start..self.ends[group] as usize]
    }
}

impl<'a> Selection<'a> {
    /// Nothing chosen yet from a layer with these groups, the lists of [`Layer::groups`].
    pub const fn new(layer: Layer, groups: &'a [Vec<Position>]) -> Self {
        Self { layer, groups, pieces: Vec::new() }
    }

    /// The groups of each piece of a list, of which a [`Choosing`] makes its piece.
    pub fn pieces_of(
        groups: &'a [Position],
    ) -> impl ExactSizeIterator<Item = &'a [Position]> + use<'a> {
        groups.chunks(groups_of_piece(groups))
    }

    /// The layer.
    pub(super) const fn layer(&self) -> Layer {
        self.layer
    }

    /// The first list of groups that nothing is chosen from yet.
    pub fn next_list(&self) -> Option<&'a [Position]> {
        self.groups.get(self.pieces.len()).map(|groups| &groups[..])
    }

    /// Adds the pieces of [`next_list`](Self::next_list).
    ///
    /// # Panics
    /// If there are not as many as it has.
    pub fn push(&mut self, pieces: Vec<ChosenPiece>) {
        let groups = self.next_list().expect("there is a list left");
        assert_eq!(pieces.len(), Self::pieces_of(groups).len(), "a list has all its pieces");
        self.pieces.push(pieces);
    }

    /// How many positions are chosen.
    pub fn positions(&self) -> u64 {
        self.pieces.iter().flatten().map(|piece| piece.tops.len() as u64).sum()
    }

    /// The bytes of memory that it takes, without the groups.
    pub fn bytes(&self) -> u64 {
        let bytes = |piece: &ChosenPiece| {
            size_of::<ChosenPiece>() + size_of_val(&*piece.ends) + size_of_val(&*piece.tops)
        };
        self.pieces.iter().flatten().map(|piece| bytes(piece) as u64).sum()
    }

    /// By list: the pieces, each with its groups.
    pub fn lists(
        &self,
    ) -> impl Iterator<Item = impl ExactSizeIterator<Item = (&'a [Position], &ChosenPiece)>> {
        let lists = self.groups.iter().zip(&self.pieces);
        lists.map(|(groups, pieces)| Self::pieces_of(groups).zip(pieces))
    }

    /// The positions of a piece, given with its groups.
    pub fn listed<'b>(
        &self,
        groups: &'b [Position],
        piece: &'b ChosenPiece,
    ) -> impl Iterator<Item = Position> + use<'b> {
        let layer = self.layer;
        groups.iter().enumerate().flat_map(move |(number, &group)| {
            piece.tops(number).iter().map(move |&top| layer.with_top(group, top))
        })
    }

    /// The positions chosen from a position's group.
    ///
    /// # Panics
    /// If the position is not of the layer, or nothing is chosen from its list yet.
    pub fn near(&self, position: Position) -> ChosenTops<'_> {
        let layer = self.layer;
        let prefix = layer.prefix(position);
        let list = prefix.count_ones() as usize;
        // Groups are listed with *unavailable* before *available*, first for the smallest number.
        let order = |&group: &Position| layer.prefix(group).reverse_bits();
        let group = self.groups[list].binary_search_by_key(&prefix.reverse_bits(), order);
        let group = group.expect("every prefix has its group");
        let size = groups_of_piece(&self.groups[list]);
        ChosenTops { layer, tops: self.pieces[list][group / size].tops(group % size) }
    }
}

/// The positions chosen from one group.
#[derive(Clone, Copy, Debug)]
pub struct ChosenTops<'a> {
    layer: Layer,
    tops: &'a [u16],
}

impl<'a> ChosenTops<'a> {
    /// The numbers above the cut of each of its positions, as [`Layer::top`] has them.
    pub(super) const fn tops(self) -> &'a [u16] {
        self.tops
    }

    /// Whether a position of the group is chosen.
    #[inline]
    pub fn contains(self, position: Position) -> bool {
        self.tops.binary_search(&self.layer.top(position)).is_ok()
    }
}
