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
//! bytes each; while a group is solved, those of a group that it asks for are a bit for each set of
//! numbers above the cut. Moves that leave the layer lead to all smaller layers and are slow to look
//! up, so they are tried last, and all of a position at once.
//!
//! Naming x makes sums of x, 2x, … and unavailable numbers unavailable. If x > F − cut − 1, sums with a
//! number above the cut are above F, so only unavailable numbers of the prefix count: what else x makes
//! unavailable is worked out once for the group, and whether that is F.

use super::Position;
use super::chosen::Chosen;
use super::position::up_to;
use crate::combinatorics::bits;
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

/// Where the moves of a group lead.
struct GroupMoves {
    /// Numbers from this one on, added to a number above the cut, make more than F. So what else
    /// naming them makes unavailable depends on the prefix alone, and is the same for the whole
    /// group.
    first_uniform: u32,
    /// By number, from `first_uniform` on: what is available after naming it in the position in which
    /// all free numbers are.
    after: [Position; 64],
    /// The numbers among these that make F unavailable.
    leaving: u64,
}

impl GroupMoves {
    /// Those of the group whose position with the most available numbers is `full`.
    fn new(layer: Layer, full: Position) -> Self {
        let first_uniform = u32::from(layer.largest - layer.cut);
        let (mut after, mut leaving) = ([Position::NONE; 64], 0);
        for number in bits(full.mask() & u64::MAX << first_uniform) {
            let child = full.after_legal(super::Move(number as u8));
            if child.largest() != layer.largest {
                leaving |= 1 << number;
            }
            after[number as usize] = child;
        }
        Self { first_uniform, after, leaving }
    }

    /// The position after naming a number that is available.
    #[inline]
    fn after(&self, number: u32, position: Position) -> Position {
        if number >= self.first_uniform {
            Position::from_valid_mask(position.mask() & self.after[number as usize].mask())
        } else {
            position.after_legal(super::Move(number as u8))
        }
    }
}

/// The losing positions of the groups that the moves of one group lead to, as bits: they are asked for
/// many times.
#[derive(Clone, Debug)]
struct LostTops {
    /// By number: a bit for each set of numbers above the cut.
    bits: Vec<[u64; 1 << (MOST_FREE - 6)]>,
    /// The numbers whose bits are those of the current group.
    current: u64,
}

impl LostTops {
    fn new() -> Self {
        Self { bits: vec![[0; 1 << (MOST_FREE - 6)]; 64], current: 0 }
    }

    /// Begins another group.
    fn clear(&mut self) {
        self.current = 0;
    }

    /// Whether a position to which naming the number leads in the layer is lost.
    #[inline]
    fn contains(&mut self, number: u32, child: Position, lost: &Chosen<'_>) -> bool {
        let bits = &mut self.bits[number as usize];
        if self.current >> number & 1 == 0 {
            self.current |= 1 << number;
            bits.fill(0);
            for &top in lost.near(child).tops() {
                bits[usize::from(top >> 6)] |= 1 << (top % 64);
            }
        }
        let top = lost.layer().top(child);
        bits[usize::from(top >> 6)] >> (top % 64) & 1 == 1
    }
}

/// Lists and solves one group after another with the same memory, about 0.6 megabytes.
#[derive(Clone, Debug)]
pub struct GroupSolver {
    layer: Layer,
    sets: Vec<(u16, Position)>,
    /// By up-set: the moves that are known to win, and those that are known to lose.
    known: Vec<(u64, u64)>,
    lost: LostTops,
}

impl GroupSolver {
    /// A solver of the groups of a layer.
    #[must_use]
    pub fn new(layer: Layer) -> Self {
        Self { layer, sets: Vec::new(), known: vec![(0, 0); 1 << MOST_FREE], lost: LostTops::new() }
    }

    /// All positions of a group, given as in [`Layer::groups`].
    pub fn positions(&mut self, full: Position) -> impl Iterator<Item = Position> + '_ {
        self.layer.group(full).list(&mut self.sets);
        self.sets.iter().map(|&(_, position)| position)
    }

    /// Calls `solved` with every position of a group and whether it is lost. `lost` must have the
    /// losing positions of the groups with fewer available numbers up to the cut; `find_lost` finds a
    /// losing one, if there is one, among positions with smaller largest numbers, and says its place.
    pub fn solve(
        &mut self,
        full: Position,
        lost: &Chosen<'_>,
        mut find_lost: impl FnMut(&[Position]) -> Option<usize>,
        mut solved: impl FnMut(Position, bool),
    ) {
        let layer = self.layer;
        let group = layer.group(full);
        group.list(&mut self.sets);
        let moves = GroupMoves::new(layer, full);
        self.lost.clear();
        // The moves that leave the layer, and where they lead.
        let (mut leaving, mut smaller) = ([0; 64], [Position::NONE; 64]);
        for &(set, position) in self.sets.iter().rev() {
            let (mut winning, mut losing) =
                known_from_neighbours(&self.known, &group, set, position);
            let untried = if winning == 0 { position.mask() & !losing } else { 0 };
            let mut left = 0;
            for number in bits(untried & !moves.leaving) {
                let bit = 1 << number;
                let child = moves.after(number, position);
                if child.largest() != layer.largest {
                    (leaving[left], smaller[left]) = (bit, child);
                    left += 1;
                } else if self.lost.contains(number, child, lost) {
                    winning = bit;
                    break;
                } else {
                    losing |= bit;
                }
            }
            if winning == 0 {
                for number in bits(untried & moves.leaving) {
                    (leaving[left], smaller[left]) = (1 << number, moves.after(number, position));
                    left += 1;
                }
                match if left == 0 { None } else { find_lost(&smaller[..left]) } {
                    Some(found) => winning = leaving[found],
                    None => losing |= leaving[..left].iter().fold(0, |moves, bit| moves | bit),
                }
            }
            self.known[usize::from(set)] = (winning, losing);
            solved(position, winning == 0);
        }
    }
}

/// The moves that are known to win, and those that are known to lose, from larger up-sets. All
/// moves that name free numbers are known. `known` has both for each larger up-set.
#[inline]
fn known_from_neighbours(
    known: &[(u64, u64)],
    group: &Group,
    set: u16,
    position: Position,
) -> (u64, u64) {
    let reflected = (!position.mask() & !0b10).reverse_bits();
    let (mut winning, mut losing) = (0, group.free & position.mask());
    let mut rest = !set & ((1 << group.count) - 1);
    while rest != 0 {
        let place = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let number = group.numbers[place];
        let (wins, loses) = known[usize::from(set | group.made_unavailable[place])];
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
