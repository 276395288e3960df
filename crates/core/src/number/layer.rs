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
//! A move either makes F unavailable, and leads to a smaller largest number; or it names a number
//! of the prefix, and leads to a prefix with fewer available numbers; or it names a free
//! number y, and leads to a larger up-set of the same group. So every child is solved before its
//! parents in this order: the largest numbers from 2 on, for each of them the groups by how many
//! numbers of the prefix are available, and in a group large up-sets before small ones. Groups with
//! equally many available numbers in the prefix do not depend on each other, so threads share them.
//!
//! # Moves known from neighbours
//!
//! Let naming y lead from S to T. If naming x makes y
//! unavailable, x leads from S to the same position as from T, for naming y before makes no
//! difference. So the outcome of x at T is that at S. Naming x makes y unavailable if y − x is
//! unavailable, and a shift of the reflected set of unavailable numbers shows that for all x at
//! once. About seven of ten positions are won by a move that is known from a neighbour in the
//! group, and for the others few moves are left to try.
//!
//! # Moves within the layer
//!
//! What is available up to the cut after a move that names a number of the prefix depends on the
//! prefix alone. So all positions of a group that such a move leaves in the layer come into one and
//! the same group, which is looked up once for the whole group; and in it a position is known by its
//! numbers above the cut, which are 14 at most. [`Chosen`] has the losing positions in this form, two
//! bytes each, and close together what is asked for one after another. Moves that leave the layer
//! lead to all smaller layers and are slow to look up, so they are tried last.

use super::Position;
use super::chosen::Chosen;
use super::position::up_to;
use crate::layers::{OutOfMemory, reserve};

/// The most free numbers of a group: a solver has two words of memory for each set of them.
const MOST_FREE: u8 = 14;

/// The positions with the same largest available number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    largest: u8,
    cut: u8,
}

/// The positions of a layer that have the same numbers up to the layer's cut.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// The position in which all free numbers are available.
    full: u64,
    free: u64,
    /// The free numbers, the largest first.
    numbers: [u8; MOST_FREE as usize],
    /// By free number: the free numbers that naming it makes unavailable, itself included, as bits
    /// of their places in `numbers`.
    made_unavailable: [u16; MOST_FREE as usize],
    count: usize,
}

impl Layer {
    /// The positions whose largest number is `largest`.
    ///
    /// # Panics
    /// If `largest` is not 2 to 63.
    #[must_use]
    pub fn new(largest: u8) -> Self {
        assert!((2..=Position::MAX_NUMBER).contains(&largest), "largest numbers go from 2 to 63");
        Self { largest, cut: (largest / 2).max(largest.saturating_sub(MOST_FREE + 1)) }
    }

    /// The largest available number of all positions of the layer.
    #[must_use]
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

    /// The groups of the layer, in lists by how many numbers up to the cut are available; the groups
    /// of one list do not depend on each other. A group is represented by its position with the
    /// most available numbers, which is 8 bytes for some hundred positions.
    ///
    /// # Errors
    /// If the memory cannot be had.
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
    #[must_use]
    fn group(self, full: Position) -> Group {
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
    fn list(&self, sets: &mut Vec<(u16, Position)>) {
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

/// Lists and solves one group after another with the same memory, about half a megabyte.
#[derive(Clone, Debug)]
pub struct GroupSolver {
    layer: Layer,
    sets: Vec<(u16, Position)>,
    /// By up-set: the moves that are known to win, and those that are known to lose.
    known: Vec<(u64, u64)>,
}

impl GroupSolver {
    /// A solver of the groups of a layer.
    #[must_use]
    pub fn new(layer: Layer) -> Self {
        Self { layer, sets: Vec::new(), known: vec![(0, 0); 1 << MOST_FREE] }
    }

    /// All positions of a group, given as in [`Layer::groups`].
    pub fn positions(&mut self, full: Position) -> impl Iterator<Item = Position> + '_ {
        self.layer.group(full).list(&mut self.sets);
        self.sets.iter().map(|&(_, position)| position)
    }

    /// Calls `solved` with every position of a group and whether it is lost. `lost` must have the
    /// losing positions of the groups with fewer available numbers up to the cut; `is_lost` says
    /// whether a position with a smaller largest number is lost.
    pub fn solve(
        &mut self,
        full: Position,
        lost: &Chosen<'_>,
        is_lost: impl Fn(Position) -> bool,
        mut solved: impl FnMut(Position, bool),
    ) {
        let layer = self.layer;
        let group = layer.group(full);
        group.list(&mut self.sets);
        // By number of the prefix: the losing positions of the group that naming it leads to.
        let mut groups = [None; 64];
        let mut smaller = [(0, Position::NONE); 64];
        for &(set, position) in self.sets.iter().rev() {
            let (mut winning, mut losing) = self.known_from_neighbours(&group, set, position);
            let mut untried = if winning == 0 { position.mask() & !losing } else { 0 };
            let mut left = 0;
            while untried != 0 {
                let number = untried.trailing_zeros();
                let bit = 1 << number;
                untried &= !bit;
                let child = position.after_legal(super::Move(number as u8));
                if child.largest() != layer.largest {
                    smaller[left] = (bit, child);
                    left += 1;
                    continue;
                }
                let lost = groups[number as usize].get_or_insert_with(|| lost.near(child));
                if lost.contains(child) {
                    (winning, left) = (bit, 0);
                    break;
                }
                losing |= bit;
            }
            for &(bit, child) in &smaller[..left] {
                if is_lost(child) {
                    winning = bit;
                    break;
                }
                losing |= bit;
            }
            self.known[usize::from(set)] = (winning, losing);
            solved(position, winning == 0);
        }
    }

    /// The moves that are known to win, and those that are known to lose, from larger up-sets. All
    /// moves that name free numbers are known.
    #[inline]
    fn known_from_neighbours(&self, group: &Group, set: u16, position: Position) -> (u64, u64) {
        let reflected = (!position.mask() & !0b10).reverse_bits();
        let (mut winning, mut losing) = (0, group.free & position.mask());
        let mut rest = !set & ((1 << group.count) - 1);
        while rest != 0 {
            let place = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let number = group.numbers[place];
            let (wins, loses) = self.known[usize::from(set | group.made_unavailable[place])];
            // Bit x: number − x is unavailable, so naming x makes the number unavailable.
            let same = reflected >> (63 - number);
            winning |= wins & same;
            losing |= loses & same;
            if wins == 0 {
                winning |= 1 << number;
            }
        }
        (winning, losing & !winning)
    }
}
