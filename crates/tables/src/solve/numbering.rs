//! Numbers for common kinds of positions, for games with [layers](super::Game::layers).
//!
//! ```
//! use perfectplay_tables::solve::numbering::{Arrangements, Classes, Subsets};
//!
//! // Three of nine cells.
//! let subsets = Subsets::new(9, 3);
//! assert_eq!((subsets.count(), subsets.number(0b111), subsets.subset(83)), (84, 0, 0b111_000_000));
//! // Two crosses and one nought on four cells.
//! let board = Arrangements::new(4, [2, 1]);
//! assert_eq!((board.count(), board.cells(board.number([0b0101, 0b1000]))), (12, [0b0101, 0b1000]));
//! // Of the numbers up to 99, those that are no larger than what they are backwards.
//! let classes = Classes::new(100, |number| number.min(number % 10 * 10 + number / 10));
//! assert_eq!((classes.count(), classes.number(classes.least(7))), (55, 7));
//! ```

/// The most cells.
const CELLS: usize = 64;

/// By n and k: how many ways there are to choose k of n; the largest number of 64 bits if they are more.
static CHOICES: [[u64; CELLS + 1]; CELLS + 1] = choices();

const fn choices() -> [[u64; CELLS + 1]; CELLS + 1] {
    let mut choices = [[0_u64; CELLS + 1]; CELLS + 1];
    let mut n = 0;
    while n <= CELLS {
        choices[n][0] = 1;
        let mut k = 1;
        while k <= n {
            choices[n][k] = choices[n - 1][k - 1].saturating_add(choices[n - 1][k]);
            k += 1;
        }
        n += 1;
    }
    choices
}

/// The subsets of so many of some cells, up to 64, as bits. They have numbers in ascending order.
#[derive(Clone, Copy, Debug)]
pub struct Subsets {
    cells: usize,
    chosen: usize,
}

impl Subsets {
    /// Those of `chosen` of `cells` cells.
    ///
    /// # Panics
    /// If there are more than 64 cells, or fewer than are chosen.
    pub const fn new(cells: usize, chosen: usize) -> Self {
        assert!(chosen <= cells && cells <= CELLS, "no more than there are, and 64 at most");
        Self { cells, chosen }
    }

    /// How many there are.
    pub const fn count(self) -> u64 {
        CHOICES[self.cells][self.chosen]
    }

    /// The number of a subset.
    pub const fn number(self, mut subset: u64) -> u64 {
        let (mut number, mut chosen) = (0, 1);
        while subset != 0 {
            number += CHOICES[subset.trailing_zeros() as usize][chosen];
            (subset, chosen) = (subset & (subset - 1), chosen + 1);
        }
        number
    }

    /// The subset with a number below [`count`](Self::count).
    pub const fn subset(self, mut number: u64) -> u64 {
        let (mut subset, mut cell, mut chosen) = (0, self.cells, self.chosen);
        while chosen > 0 {
            cell -= 1;
            if CHOICES[cell][chosen] <= number {
                number -= CHOICES[cell][chosen];
                subset |= 1 << cell;
                chosen -= 1;
            }
        }
        subset
    }
}

/// The ways to put pieces of `N` kinds on some cells, so many of each kind, one on a cell.
#[derive(Clone, Copy, Debug)]
pub struct Arrangements<const N: usize> {
    kinds: [Subsets; N],
}

impl<const N: usize> Arrangements<N> {
    /// Those of `pieces` of each kind on up to 64 cells.
    ///
    /// # Panics
    /// If there are more than 64 cells, or fewer than pieces.
    pub fn new(cells: usize, pieces: [usize; N]) -> Self {
        let mut free = cells;
        let kinds = pieces.map(|pieces| {
            free -= pieces;
            Subsets::new(free + pieces, pieces)
        });
        Self { kinds }
    }

    /// How many there are.
    pub fn count(self) -> u64 {
        self.kinds.iter().map(|kind| kind.count()).product()
    }

    /// The number of one: the cells of each kind as bits, of which no two have one in common.
    pub fn number(self, cells: [u64; N]) -> u64 {
        let mut taken = 0;
        let digits = self.kinds.iter().zip(cells).map(|(kind, cells)| {
            let number = (kind.count(), kind.number(without(cells, taken)));
            taken |= cells;
            number
        });
        digits.fold(0, |number, (count, digit)| number * count + digit)
    }

    /// The cells of each kind in the one with a number below [`count`](Self::count).
    pub fn cells(self, mut number: u64) -> [u64; N] {
        let mut digits = [0; N];
        for (digit, kind) in digits.iter_mut().zip(self.kinds).rev() {
            (*digit, number) = (number % kind.count(), number / kind.count());
        }
        let (mut taken, mut place) = (0, 0);
        digits.map(|digit| {
            let cells = among(self.kinds[place].subset(digit), taken);
            (taken, place) = (taken | cells, place + 1);
            cells
        })
    }
}

/// Cells as numbers among those that are not taken.
fn without(mut cells: u64, taken: u64) -> u64 {
    let mut others = 0;
    while cells != 0 {
        let cell = cells.trailing_zeros();
        others |= 1 << (cell - (taken & ((1 << cell) - 1)).count_ones());
        cells &= cells - 1;
    }
    others
}

/// The cells with these numbers among those that are not taken.
fn among(mut others: u64, taken: u64) -> u64 {
    let mut cells = 0;
    while others != 0 {
        let place = others.trailing_zeros();
        let mut cell = place;
        // As many cells farther as are taken before it.
        loop {
            let next = place + (taken & (u64::MAX >> (63 - cell))).count_ones();
            if next == cell {
                break;
            }
            cell = next;
        }
        cells |= 1 << cell;
        others &= others - 1;
    }
    cells
}

/// Numbers that are the same but for symmetries, of which the least stands for all.
#[derive(Clone, Debug)]
pub struct Classes {
    least: Vec<u64>,
}

impl Classes {
    /// Those of the numbers below `count`, each of which `least` makes the least of its class. It takes eight bytes of memory for
    /// each class.
    pub fn new(count: u64, least: impl Fn(u64) -> u64) -> Self {
        Self { least: (0..count).filter(|&number| least(number) == number).collect() }
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.least.len() as u64
    }

    /// The number of the class of which this is the least number; if it is none, that of the next one.
    pub fn number(&self, least: u64) -> u64 {
        self.least.partition_point(|&other| other < least) as u64
    }

    /// The least number of a class.
    pub fn least(&self, class: u64) -> u64 {
        self.least[class as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subset_has_its_number() {
        for (cells, chosen) in
            [(0, 0), (1, 1), (5, 0), (9, 4), (64, 1), (64, 2), (64, 63), (20, 10)]
        {
            let subsets = Subsets::new(cells, chosen);
            let mut last = None;
            for number in 0..subsets.count() {
                let subset = subsets.subset(number);
                assert!(last < Some(subset) && subset.count_ones() as usize == chosen);
                assert!(cells == CELLS || subset >> cells == 0);
                assert_eq!(subsets.number(subset), number);
                last = Some(subset);
            }
        }
        assert_eq!(Subsets::new(64, 32).subset(Subsets::new(64, 32).count() - 1), u64::MAX << 32);
    }

    #[test]
    fn every_arrangement_has_its_number() {
        for pieces in [[0, 0, 0], [3, 3, 3], [9, 0, 0], [0, 2, 5], [1, 4, 2]] {
            let all = Arrangements::new(9, pieces);
            for number in 0..all.count() {
                let cells = all.cells(number);
                assert_eq!(cells.map(|cells| cells.count_ones() as usize), pieces);
                assert_eq!(cells.iter().sum::<u64>(), cells.iter().fold(0, |all, it| all | it));
                assert_eq!(all.number(cells), number);
            }
        }
        let wide = Arrangements::new(64, [1, 1]);
        assert_eq!(wide.cells(wide.count() - 1), [1 << 63, 1 << 62]);
        assert_eq!(wide.number([1 << 63, 1 << 62]), wide.count() - 1);
    }
}
