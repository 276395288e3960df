//! Positions up to a bound, numbered without gaps: a trie in one array of words.
//!
//! A table stores the trie as bytes, which are two arrays:
//!
//! - the *directory*: one 16-bit word for each set of numbers from 2 to the directory's bound,
//!   which is at most 10. The word is 0 if the set is not a position,
//!   else 1 + the rank of the set among those that are (ranked as binary numbers);
//! - the *nodes*: one 64-bit word for each position up to the directory's bound,
//!   then one for each position up to 5 more, and so on, the last for those up to
//!   5 below the index's bound. The low half has a bit for each of the 32 ways in
//!   which the next five numbers can be available; the high half says where the
//!   first of those positions is: its place among the nodes, or on the last level
//!   its rank.
//!
//! Ranking a position takes one directory word, then a node and a bit count for every five numbers. If the
//! directory's bound is the index's there are no nodes.
//!
//! The bits of a node take two look-ups when the trie is built: the next five numbers, k + 1 to
//! k + 5, may be available in any combination in which (1) no sum of two
//! unavailable numbers up to k is available, and (2) no available number is the sum of an
//! unavailable one of the five and an unavailable 2, 3 or 4. (Two of the five add up
//! to more than k + 5, as k ≥ 5; so do one of them and 5.)

use zerocopy::FromBytes;
use zerocopy::little_endian::{U16, U64};

use super::position::up_to;
use super::{Move, Position};
use crate::combinatorics::bits;
use perfectplay_core::layers::{OutOfMemory, reserve, reserve_exact};
use perfectplay_core::simd::BitInstructions;

/// How many numbers are decided at each level of nodes.
const STEP: u8 = 5;

/// The most levels of nodes that any index has.
const MOST_LEVELS: usize = 11;

/// The shape of the index of all positions with numbers up to a bound.
///
/// The trie itself is a byte slice, [built](Index::build) or mapped from a table, which
/// [`Index::over`] reads. Its words are checked as they are read, so that a damaged
/// trie gives wrong ranks or none, and never a panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index {
    bound: u8,
    directory_bound: u8,
    /// The bytes of the directory, rounded up so that the nodes after it are aligned.
    directory_bytes: u32,
}

impl Index {
    /// The index of the positions whose numbers are at most `bound`.
    ///
    /// # Panics
    /// If `bound` is not 2 to 63.
    pub const fn new(bound: u8) -> Self {
        assert!(2 <= bound && bound <= Position::MAX_NUMBER, "bounds go from 2 to 63");
        let directory_bound = if bound <= 10 { bound } else { 6 + (bound - 6) % STEP };
        let directory_bytes = (2u32 << (directory_bound - 1)).next_multiple_of(8);
        Self { bound, directory_bound, directory_bytes }
    }

    /// The largest number that a position of this index may hold.
    #[inline]
    pub const fn bound(self) -> u8 {
        self.bound
    }

    #[inline]
    fn levels(self) -> u8 {
        (self.bound - self.directory_bound) / STEP
    }

    /// The positions in rank order, and the bytes of their trie.
    ///
    /// Takes 8 bytes per position for the list and less than 2 for the trie.
    ///
    /// # Errors
    /// If the memory cannot be allocated.
    pub fn build(self) -> Result<(Vec<Position>, Vec<u8>), OutOfMemory> {
        let mut trie = vec![0; self.directory_bytes as usize];
        let mut prefixes = Vec::new();
        for mask in 0..1u64 << (self.directory_bound - 1) {
            let Ok(position) = Position::from_mask(mask << 2) else { continue };
            if position.largest() > self.directory_bound {
                continue;
            }
            prefixes.push(position);
            let word = mask as usize * 2;
            trie[word..word + 2].copy_from_slice(&(prefixes.len() as u16).to_le_bytes());
        }
        let mut first_child = prefixes.len() as u64;
        for level in 0..self.levels() {
            if level + 1 == self.levels() {
                first_child = 0;
            }
            prefixes =
                extend(&prefixes, self.directory_bound + level * STEP, first_child, &mut trie)?;
            first_child += prefixes.len() as u64;
        }
        Ok((prefixes, trie))
    }

    /// The index over the bytes of its trie; `None` if there are too few, or there are nodes where there cannot be
    /// any.
    #[inline(always)]
    pub fn over(self, trie: &[u8]) -> Option<Trie<'_>> {
        let (directory, nodes) = trie.split_at_checked(self.directory_bytes as usize)?;
        let directory = <[U16]>::ref_from_bytes(directory).ok()?;
        let nodes = <[U64]>::ref_from_bytes(nodes).ok()?;
        if self.levels() == 0 && !nodes.is_empty() {
            return None;
        }
        Some(Trie { index: self, directory, nodes, cpu: BitInstructions::here() })
    }
}

/// Writes the nodes of `prefixes`, the positions up to `bound`, and returns the
/// positions up to `bound + 5`, the first of which has the number `first_child`.
fn extend(
    prefixes: &[Position],
    bound: u8,
    first_child: u64,
    trie: &mut Vec<u8>,
) -> Result<Vec<Position>, OutOfMemory> {
    let mut children = Vec::new();
    reserve_exact(trie, prefixes.len() * 8)?;
    for &prefix in prefixes {
        let ways = extensions(prefix, bound);
        reserve(&mut children, ways.count_ones() as usize)?;
        let node = u64::from(ways) | (first_child + children.len() as u64) << 32;
        trie.extend_from_slice(&node.to_le_bytes());
        children.extend(
            bits(ways).map(|way| {
                Position::from_valid_mask(prefix.mask() | u64::from(way) << (bound + 1))
            }),
        );
    }
    Ok(children)
}

/// Bit w is set if of the five numbers above `bound` those given by the set bits of w (bit i for
/// `bound + 1 + i`) can be available together with the position `prefix`.
fn extensions(prefix: Position, bound: u8) -> u32 {
    let unavailable = !prefix.mask() & !0b11 & up_to(bound);
    let sums = bits(unavailable).fold(0, |sums, bit| sums | unavailable << bit);
    let sums = (sums >> (bound + 1)) as usize & 31;
    let small = (unavailable >> 2) as usize & 7;
    WITHOUT[sums] & CLOSED[small]
}

/// `WITHOUT[s]`: the ways that have none of the set bits of s.
const WITHOUT: [u32; 32] = {
    let mut table = [0; 32];
    for_range! { sums in 0..32 =>
        for_range! { way in 0..32 =>
            if way & sums == 0 {
                table[sums] |= 1 << way;
            }
        }
    }
    table
};

/// `CLOSED[s]`, where bits 0, 1 and 2 of s are set if 2, 3 and 4 are unavailable: the ways in
/// which no available number is the sum of an unavailable one of the five and an unavailable 2, 3
/// or 4.
const CLOSED: [u32; 8] = {
    let mut table = [0; 8];
    for_range! { small in 0..8 =>
        for_range! { way in 0usize..32 =>
            let unavailable = !way & 31;
            let two = (small & 1) * (unavailable << 2);
            let three = (small >> 1 & 1) * (unavailable << 3);
            let four = (small >> 2 & 1) * (unavailable << 4);
            if (two | three | four) & way == 0 {
                table[small] |= 1 << way;
            }
        }
    }
    table
};

/// An index over the bytes of its trie.
#[derive(Clone, Copy, Debug)]
pub struct Trie<'a> {
    index: Index,
    directory: &'a [U16],
    nodes: &'a [U64],
    cpu: BitInstructions,
}

impl<'a> Trie<'a> {
    /// The rank of a position: from 0, without gaps, and every move leads to a smaller one.
    /// `None` if the position has a number above the bound, or if the trie is
    /// damaged.
    #[inline(always)]
    pub fn rank(&self, position: Position) -> Option<u64> {
        let Index { bound, directory_bound, .. } = self.index;
        if position.mask() > up_to(bound) {
            return None;
        }
        let mut place = self.directory_place(position)?;
        let mut decided = directory_bound;
        while decided < bound {
            place = self.child_place(place, position, decided)?;
            decided += STEP;
        }
        Some(place)
    }

    /// The path of a position through the trie, by which the positions that its moves lead to are
    /// ranked faster. `None` as for [`rank`](Self::rank).
    #[inline]
    pub fn path(&self, position: Position) -> Option<Path<'a>> {
        let Index { bound, directory_bound, .. } = self.index;
        if position.mask() > up_to(bound) {
            return None;
        }
        let mut places = [0; MOST_LEVELS + 1];
        places[0] = self.directory_place(position)?;
        let mut decided = directory_bound;
        for level in 0..usize::from(self.index.levels()) {
            places[level + 1] = self.child_place(places[level], position, decided)?;
            decided += STEP;
        }
        Some(Path { trie: *self, position, places })
    }

    #[inline(always)]
    fn directory_place(&self, position: Position) -> Option<u64> {
        let low = (position.mask() & up_to(self.index.directory_bound)) >> 2;
        Some(u64::from(self.directory.get(low as usize)?.get().checked_sub(1)?))
    }

    /// The place of the child of the node in `place`, which stands for the numbers of `position`
    /// up to `decided`, by the next five numbers.
    #[inline(always)]
    fn child_place(&self, place: u64, position: Position, decided: u8) -> Option<u64> {
        let node = Node(self.nodes.get(place as usize)?.get());
        node.child(position.mask() >> (decided + 1) & 31, self.cpu)
    }

    /// The position of a rank; `None` if the rank is too large, or if the trie is damaged.
    pub fn position(&self, rank: u64) -> Option<Position> {
        let Index { bound, directory_bound, .. } = self.index;
        let starts = self.level_starts()?;
        let (mut mask, mut place, mut decided) = (0, rank, bound);
        for level in starts.windows(2).rev() {
            decided -= STEP;
            let nodes = self.nodes.get(level[0]..level[1])?;
            let parent = nodes.partition_point(|node| Node(node.get()).first_child() <= place);
            let parent = parent.checked_sub(1)?;
            let node = Node(nodes[parent].get());
            mask |= node.way(place.checked_sub(node.first_child())?)? << (decided + 1);
            place = (level[0] + parent) as u64;
        }
        let word = u16::try_from(place.checked_add(1)?).ok()?;
        let low = self.directory.iter().position(|entry| entry.get() == word)?;
        debug_assert_eq!(decided, directory_bound);
        Some(Position::from_valid_mask(mask | (low as u64) << 2))
    }

    /// Where each level's nodes begin, then where the last level ends. The first node of a level is the first child of
    /// the first node of the level before, as both are of the empty position. In a sound trie these places rise; if they
    /// do not, it is damaged: `None`.
    fn level_starts(&self) -> Option<Vec<usize>> {
        let mut starts = vec![0];
        for _ in 1..self.index.levels() {
            let first = Node(self.nodes.get(*starts.last()?)?.get()).first_child() as usize;
            if first <= *starts.last()? {
                return None;
            }
            starts.push(first);
        }
        if self.index.levels() > 0 {
            starts.push(self.nodes.len());
        }
        Some(starts)
    }
}

/// The path of a position through a trie.
///
/// Naming a number leaves the smaller numbers as they are, so the path of the position that it
/// leads to is the same down to the node that decides the number.
#[derive(Clone, Copy, Debug)]
pub struct Path<'a> {
    trie: Trie<'a>,
    position: Position,
    /// The places of the nodes, and after the last one the rank.
    places: [u64; MOST_LEVELS + 1],
}

impl Path<'_> {
    /// The position's rank.
    pub fn rank(&self) -> u64 {
        self.places[usize::from(self.trie.index.levels())]
    }

    /// The position that a legal move leads to, and its rank; `None` only if the trie is
    /// damaged.
    #[inline]
    pub fn after(&self, step: Move) -> Option<(Position, u64)> {
        let Index { bound, directory_bound, .. } = self.trie.index;
        let child = self.position.after_legal(step);
        let (mut place, mut decided) = match step.0.checked_sub(directory_bound + 1) {
            None => (self.trie.directory_place(child)?, directory_bound),
            Some(above) => {
                let level = above / STEP;
                (*self.places.get(usize::from(level))?, directory_bound + level * STEP)
            }
        };
        while decided < bound {
            place = self.trie.child_place(place, child, decided)?;
            decided += STEP;
        }
        Some((child, place))
    }
}

/// A node: the ways in which the next five numbers can be available, and the place of the first
/// child.
struct Node(u64);

impl Node {
    #[inline]
    fn first_child(&self) -> u64 {
        self.0 >> 32
    }

    #[inline(always)]
    fn child(&self, way: u64, cpu: BitInstructions) -> Option<u64> {
        // The bit of the way becomes the highest one, so that all others left are of smaller ways.
        let ways = (self.0 as u32) << (!way & 31);
        let smaller = u64::from(ways << 1);
        (ways >> 31 == 1).then(|| self.first_child() + cpu.count(smaller))
    }

    /// The way that leads to a child, given by its number among the children of this node.
    fn way(&self, child: u64) -> Option<u64> {
        let mut ways = self.0 as u32;
        for _ in 0..child.min(32) {
            ways &= ways.wrapping_sub(1);
        }
        (ways != 0).then(|| u64::from(ways.trailing_zeros()))
    }
}
