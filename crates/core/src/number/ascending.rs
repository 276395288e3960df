//! The positions with one largest number, by mask.
//!
//! # No wrong turn
//!
//! Decide the numbers below the largest one from above. A number y may be available
//! whatever was decided: with all that are left available, too, the unavailable numbers
//! are closed under addition, for sums of those are decided. It may be unavailable if
//! 2y and all y + s are, for the unavailable s above y; these are decided, too. So every
//! choice leads to a position, and to choose *unavailable* first lists them by mask.
//!
//! At most one branch a number waits for its turn, however many positions there are.

use super::position::up_to;
use super::{Layer, Position};

/// Lists the positions of a [`Layer`], those with smaller masks first.
#[derive(Clone, Debug)]
pub struct Ascending {
    /// What is to be listed, the next last.
    branches: Vec<Branch>,
}

/// The positions that agree on some numbers.
#[derive(Clone, Copy, Debug)]
struct Branch {
    /// The one in which all other numbers are available.
    mask: u64,
    /// The numbers that are not available in all of them, but for those of which twice the
    /// number is: that is asked when their turn comes.
    open: u64,
}

impl Layer {
    /// Its positions, those with smaller masks first.
    #[must_use]
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
