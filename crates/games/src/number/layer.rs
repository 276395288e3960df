//! All positions with the same largest number: listed, and solved.
//!
//! # Groups
//!
//! Let F be the largest available number, and cut the numbers below it in two at some
//! *cut* ≥ F/2. The positions with the same available numbers up to the cut, their *prefix*, are a
//! *group*. Of the numbers y between cut and F, in a group
//!
//! - some are sums of unavailable numbers of the prefix, and unavailable;
//! - some are available because F is: those with F − y unavailable;
//! - the others are *free*. Two of them add up to more than F, so the only condition on them is
//!   that an unavailable y makes y + s unavailable for each unavailable s of the prefix. (Such a
//!   y + s is never available because of F: else F − y − s would be unavailable, and with it
//!   F − y, so y would not be free.)
//!
//! So with y < y + s as the order, the sets of unavailable free numbers are the up-sets of a poset
//! of at most 14 elements. They are listed without backtracking: from an up-set of
//! the larger free numbers, the next smaller one, y, is left available, or made unavailable if the
//! up-set holds all y + s.
//!
//! # Order
//!
//! A move either makes F unavailable, and leads to a smaller largest number; or it names a number of the prefix,
//! and leads to a prefix with fewer available numbers; or it names a free number y, and leads to a larger up-set
//! of the same group. So every child is solved before its parents in this order: the largest numbers from 2 on,
//! for each of them the groups by how many numbers of the prefix are available, and in a group large up-sets
//! before small ones. Groups with equally many available numbers in the prefix do not depend on each other, so
//! threads can share them.

use super::Position;
use super::position::up_to;
use perfectplay_core::layers::{OutOfMemory, reserve};

/// The most free numbers of a group: a solver has two words of memory for each set of them.
pub(super) const MOST_FREE: u8 = 14;

/// The positions with the same largest available number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    pub(super) largest: u8,
    pub(super) cut: u8,
}

/// The positions of a layer that have the same numbers up to the layer's cut.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// The position in which all free numbers are available.
    full: u64,
    pub(super) free: u64,
    /// The free numbers, the largest first.
    pub(super) numbers: [u8; MOST_FREE as usize],
    /// By free number: the free numbers that naming it makes unavailable, itself included, as bits
    /// of their places in `numbers`.
    pub(super) made_unavailable: [u16; MOST_FREE as usize],
    pub(super) count: usize,
}

impl Layer {
    /// The positions whose largest number is `largest`.
    ///
    /// # Panics
    /// If `largest` is not 2 to 63.
    pub fn new(largest: u8) -> Self {
        assert!((2..=Position::MAX_NUMBER).contains(&largest), "largest numbers go from 2 to 63");
        Self { largest, cut: (largest / 2).max(largest.saturating_sub(MOST_FREE + 1)) }
    }

    /// The largest available number of all positions of the layer.
    pub const fn largest(self) -> u8 {
        self.largest
    }

    /// The numbers of a position of the layer up to the cut, which all positions of its group have.
    #[inline]
    pub(super) const fn prefix(self, position: Position) -> u64 {
        position.mask() & up_to(self.cut)
    }

    /// The numbers of a position of the layer above the cut, without the largest one.
    #[inline]
    pub(super) const fn top(self, position: Position) -> u16 {
        ((position.mask() & !(1 << self.largest)) >> (self.cut + 1)) as u16
    }

    /// The position of these numbers above the cut in the same group as another one.
    #[inline]
    pub(super) const fn with_top(self, position: Position, top: u16) -> Position {
        let mask = self.prefix(position) | (top as u64) << (self.cut + 1) | 1 << self.largest;
        Position::from_valid_mask(mask)
    }

    /// The groups of the layer, in lists by how many numbers up to the cut are available; the groups of one list
    /// do not depend on each other. A group is represented by its position with the most available numbers, which
    /// takes 8 bytes for a few hundred positions.
    ///
    /// # Errors
    /// If the memory cannot be allocated.
    pub fn groups(self) -> Result<Vec<Vec<Position>>, OutOfMemory> {
        let mut groups = vec![Vec::new(); usize::from(self.cut)];
        self.extend(Position::full(self.largest), 2, &mut groups)?;
        Ok(groups)
    }

    /// Decides the numbers from `number` up to the cut; in `position` all numbers that may still be
    /// available are.
    fn extend(
        self,
        position: Position,
        number: u8,
        groups: &mut [Vec<Position>],
    ) -> Result<(), OutOfMemory> {
        let prefix = position.mask() & up_to(self.cut);
        let open = prefix & u64::MAX << number;
        if open == 0 {
            let groups = &mut groups[prefix.count_ones() as usize];
            reserve(groups, 1)?;
            groups.push(position);
            return Ok(());
        }
        let number = open.trailing_zeros() as u8;
        let without = position.after_legal(super::Move(number));
        if without.largest() == self.largest {
            self.extend(without, number + 1, groups)?;
        }
        self.extend(position, number + 1, groups)
    }

    /// The group whose position with the most available numbers is `full`.
    pub(super) fn group(self, full: Position) -> Group {
        let full = full.mask();
        let unavailable = !full & !0b10;
        // Bit y: F − y is unavailable.
        let kept = unavailable.reverse_bits() >> (63 - self.largest);
        let above_cut = !up_to(self.cut) & (up_to(self.largest) >> 1);
        let free = full & above_cut & !kept;
        let mut group = Group {
            full,
            free,
            numbers: [0; MOST_FREE as usize],
            made_unavailable: [0; MOST_FREE as usize],
            count: 0,
        };
        let mut rest = free;
        while rest != 0 {
            let number = 63 - rest.leading_zeros();
            rest &= !(1 << number);
            group.numbers[group.count] = number as u8;
            let is_taken_away =
                |&place: &usize| unavailable >> (u32::from(group.numbers[place]) - number) & 1 == 1;
            let taken_away = (0..=group.count).filter(is_taken_away);
            group.made_unavailable[group.count] =
                taken_away.fold(0, |bits, place| bits | 1 << place);
            group.count += 1;
        }
        group
    }
}

impl Group {
    /// Lists the up-sets of the free numbers, subsets first, with the positions in which exactly
    /// these free numbers are unavailable.
    pub(super) fn list(&self, sets: &mut Vec<(u16, Position)>) {
        sets.clear();
        sets.push((0, Position::from_valid_mask(self.full)));
        for place in 0..self.count {
            let (bit, number) = (1 << place, 1 << self.numbers[place]);
            let needed = self.made_unavailable[place] & !bit;
            for known in 0..sets.len() {
                let (set, position) = sets[known];
                if needed & !set == 0 {
                    let position = Position::from_valid_mask(position.mask() & !number);
                    sets.push((set | bit, position));
                }
            }
        }
    }
}
