//! Solves the positions of a [`Layer`] group by group, in the order that its module explains.
//!
//! # Moves known from neighbours
//!
//! Let naming y lead from S to T. If naming x makes y unavailable, x leads from S to the same position as from T,
//! because naming y first makes no difference. So the outcome of x at T is that at S. Naming x makes y unavailable
//! if y − x is unavailable, and a shift of the reflected set of unavailable numbers shows that for all x at once.
//! About seven of ten positions are won by a move that is known from a neighbour in the group, and for the others
//! few moves are left to try.
//!
//! # Moves within the layer
//!
//! What is available up to the cut after a move that names a number of the prefix depends on the prefix alone. So
//! all positions of a group that such a move leaves in the layer end up in the same group, which is looked up once
//! for the whole group; and within it a position is identified by its numbers above the cut, of which there are at
//! most 14. [`Selection`] has the losing positions in this form, two bytes each; while a group is solved, those of a
//! group that it asks about are expanded to a bit for each set of numbers above the cut. Moves that leave the
//! layer lead to all smaller layers and are slow to look up, so they are tried last, and all of a position at
//! once.
//!
//! Naming x makes sums of x, 2x, … and unavailable numbers unavailable. If x > F − cut − 1, sums with a number
//! above the cut are above F, so only unavailable numbers of the prefix matter: what else x makes unavailable, and
//! whether that includes F, is worked out once for the group.

use super::layer::{Group, MOST_FREE};
use super::{Layer, Position, Selection};
use crate::combinatorics::bits;

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

/// The losing positions of the groups that the moves of one group lead to, as bits, because they are asked about
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
    fn contains(&mut self, number: u32, child: Position, lost: &Selection<'_>) -> bool {
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
    pub fn new(layer: Layer) -> Self {
        Self { layer, sets: Vec::new(), known: vec![(0, 0); 1 << MOST_FREE], lost: LostTops::new() }
    }

    /// All positions of a group, given as in [`Layer::groups`].
    pub fn positions(&mut self, full: Position) -> impl Iterator<Item = Position> + '_ {
        self.layer.group(full).list(&mut self.sets);
        self.sets.iter().map(|&(_, position)| position)
    }

    /// Calls `solved` with every position of a group and whether it is lost. `lost` must have the losing positions
    /// of the groups with fewer available numbers up to the cut; `find_lost` finds a losing one, if there is one,
    /// among positions with smaller largest numbers, and returns its place.
    pub fn solve(
        &mut self,
        full: Position,
        lost: &Selection<'_>,
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
