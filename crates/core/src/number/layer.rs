//! All positions with the same largest number: listed, and solved.
//!
//! # Groups
//!
//! Let F be the largest available number and cut the numbers below it in two at some
//! *cut* ≥ F/2. Which numbers up to the cut are available, a *prefix*, makes a *group* of
//! positions. Of the numbers y between cut and F, in a group
//!
//! - some are sums of unavailable numbers of the prefix, and unavailable;
//! - some are available because F is: those with F − y unavailable;
//! - the rest are *free*. Two of them add up to more than F, so all that binds them is
//!   that an unavailable y makes y + s unavailable for each unavailable s of the prefix
//!   (never one that F keeps available: then F − y − s is unavailable, so
//!   F − y is).
//!
//! So the positions of a group are the up-sets of a poset on its free numbers, at most 14,
//! and are listed without a wrong turn: an up-set of the larger free numbers goes
//! on with the next smaller one, y, available, or unavailable if it holds all y + s.
//!
//! # Order
//!
//! A move either takes F away, and leads to a smaller largest number; or it names a number
//! of the prefix, and leads to a prefix with fewer available numbers; or it names a free
//! number y, and leads to a larger up-set of the same group. So all that is needed
//! is solved before if one goes through the largest numbers from 2 on, through
//! their groups by the number of available numbers in the prefix, and through a
//! group from large up-sets to small ones. Groups with equally many do not need each
//! other: threads share them.
//!
//! # Learning from neighbours
//!
//! Let T be the position that naming y leads to from S. If naming x makes y
//! unavailable, x leads from S to where it leads from T: naming y before changes nothing.
//! So what was learned of x at T holds at S. That x + s = y for an unavailable s says so,
//! which a shift of the reflected set of unavailable numbers tells for all x at once. About
//! seven of ten positions are won by a move that a neighbour in its group knows, and of
//! the rest few moves are left to try.

use super::Position;
use super::position::up_to;
use crate::layers::{OutOfMemory, reserve};

/// The most free numbers of a group: a solver keeps two words for each set of them.
const MOST_FREE: u8 = 14;

/// The positions whose largest number is one number.
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
    /// What each one makes unavailable, itself included, as bits of places in `numbers`.
    names: [u16; MOST_FREE as usize],
    count: usize,
}

impl Layer {
    /// The positions whose largest number is `largest`.
    ///
    /// # Panics
    /// If that is not 2 to 63.
    #[must_use]
    pub fn new(largest: u8) -> Self {
        assert!((2..=Position::MAX_NUMBER).contains(&largest), "largest numbers go from 2 to 63");
        Self { largest, cut: (largest / 2).max(largest.saturating_sub(MOST_FREE + 1)) }
    }

    /// Their largest number.
    #[must_use]
    pub const fn largest(self) -> u8 {
        self.largest
    }

    /// The groups, by how many numbers up to the cut are available; those of one list do
    /// not need each other. A group is given by its position with the most available
    /// numbers, 8 bytes for some hundred positions.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn groups(self) -> Result<Vec<Vec<Position>>, OutOfMemory> {
        let mut groups = vec![Vec::new(); usize::from(self.cut)];
        self.extend(Position::full(self.largest), 2, &mut groups)?;
        Ok(groups)
    }

    /// Decides the numbers from `number` up to the cut; `position` has those that are still
    /// possible.
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
            names: [0; MOST_FREE as usize],
            count: 0,
        };
        let mut rest = free;
        while rest != 0 {
            let number = 63 - rest.leading_zeros();
            rest &= !(1 << number);
            group.numbers[group.count] = number as u8;
            let named =
                |&place: &usize| unavailable >> (u32::from(group.numbers[place]) - number) & 1 == 1;
            let named = (0..=group.count).filter(named);
            group.names[group.count] = named.fold(0, |bits, place| bits | 1 << place);
            group.count += 1;
        }
        group
    }
}

impl Group {
    /// Lists the up-sets of the free numbers, sets after their subsets, with the positions
    /// in which they are unavailable.
    fn list(&self, sets: &mut Vec<(u16, Position)>) {
        sets.clear();
        sets.push((0, Position::from_valid_mask(self.full)));
        for place in 0..self.count {
            let (bit, number) = (1 << place, 1 << self.numbers[place]);
            let needed = self.names[place] & !bit;
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

/// Lists and solves group after group, and keeps the memory: about half a megabyte.
#[derive(Clone, Debug)]
pub struct GroupSolver {
    layer: Layer,
    sets: Vec<(u16, Position)>,
    /// By up-set: the moves known to win, and those known to lose.
    known: Vec<(u64, u64)>,
}

impl GroupSolver {
    /// For the groups of a layer.
    #[must_use]
    pub fn new(layer: Layer) -> Self {
        Self { layer, sets: Vec::new(), known: vec![(0, 0); 1 << MOST_FREE] }
    }

    /// All positions of a group, given as in [`Layer::groups`].
    pub fn positions(&mut self, full: Position) -> impl Iterator<Item = Position> + '_ {
        self.layer.group(full).list(&mut self.sets);
        self.sets.iter().map(|&(_, position)| position)
    }

    /// Calls `solved` with every position of a group and whether it is lost. `is_lost` must
    /// tell that of positions with a smaller largest number, and of groups with
    /// fewer available numbers up to the cut.
    pub fn solve(
        &mut self,
        full: Position,
        is_lost: impl Fn(Position) -> bool,
        mut solved: impl FnMut(Position, bool),
    ) {
        let group = self.layer.group(full);
        group.list(&mut self.sets);
        for &(set, position) in self.sets.iter().rev() {
            let (mut winning, mut losing) = self.learn(&group, set, position);
            if winning == 0 {
                let mut untried = position.mask() & !losing;
                while untried != 0 {
                    let number = untried.trailing_zeros();
                    let bit = 1 << number;
                    untried &= !bit;
                    if is_lost(position.after_legal(super::Move(number as u8))) {
                        winning = bit;
                        break;
                    }
                    losing |= bit;
                }
            }
            self.known[usize::from(set)] = (winning, losing);
            solved(position, winning == 0);
        }
    }

    /// The moves that are known from larger up-sets to win or to lose. All that name free
    /// numbers are.
    #[inline]
    fn learn(&self, group: &Group, set: u16, position: Position) -> (u64, u64) {
        let reflected = (!position.mask() & !0b10).reverse_bits();
        let (mut winning, mut losing) = (0, group.free & position.mask());
        let mut rest = !set & ((1 << group.count) - 1);
        while rest != 0 {
            let place = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let number = group.numbers[place];
            let (wins, loses) = self.known[usize::from(set | group.names[place])];
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
