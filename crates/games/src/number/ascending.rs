//! The positions with the same largest number, in the order of their masks.
//!
//! # No backtracking
//!
//! The numbers below the largest one are decided from the largest to the smallest. A number y may
//! always be made available: with all undecided numbers available, too, the unavailable numbers
//! are closed under addition, for each is above y and so are their sums, which are decided. It may
//! be made unavailable if 2y and y + s are unavailable for every unavailable s above y; all of
//! these are decided, too. So every choice leads to at least one position, and choosing
//! *unavailable* first lists the positions by mask.
//!
//! At most one branch for each number is stored, however many positions there are.

use super::position::up_to;
use super::{Layer, Position};

/// Lists the positions of a [`Layer`], those with smaller masks first.
#[derive(Clone, Debug)]
pub struct Ascending {
    /// The branches still to be listed, the next one last.
    branches: Vec<Branch>,
}

/// The positions that agree on the numbers decided so far.
#[derive(Clone, Copy, Debug)]
struct Branch {
    /// The position of the branch in which all undecided numbers are available.
    mask: u64,
    /// The undecided numbers y for which y + s is unavailable for every unavailable s: they may be
    /// made unavailable if 2y is unavailable as well, which is checked when y is decided.
    open: u64,
}

impl Layer {
    /// The positions of the layer, those with smaller masks first.
    pub fn ascending(self) -> Ascending {
        let mask = Position::full(self.largest()).mask();
        let open = mask & up_to(self.largest() - 1);
        Ascending { branches: vec![Branch { mask, open }] }
    }
}

impl Iterator for Ascending {
    type Item = Position;

    #[inline]
    fn next(&mut self) -> Option<Position> {
        let Branch { mut mask, mut open } = self.branches.pop()?;
        while open != 0 {
            let number = 63 - open.leading_zeros();
            open &= !(1 << number);
            // Bit s: number + s is available.
            let sums = mask >> number;
            if sums >> number & 1 == 1 {
                continue;
            }
            self.branches.push(Branch { mask, open });
            mask &= !(1 << number);
            open &= !sums;
        }
        Some(Position::from_valid_mask(mask))
    }
}
