//! How many positions there are, by largest number.

use super::Position;

/// The number of positions with largest number 1, 2, 3, … (OEIS A124506); the empty position
/// counts under 1, the Frobenius number of its semigroup.
#[rustfmt::skip]
const BY_LARGEST: [u64; Position::MAX_NUMBER as usize] = [
    1, 1, 2, 2, 5, 4, 11, 10, 21, 22, 51, 40, 106, 103, 200, 205, 465, 405, 961, 900, 1828, 1913,
    4096, 3578, 8273, 8175, 16132, 16267, 34903, 31822, 70854, 68681, 137_391, 140_661, 292_081,
    270_258, 591_443, 582_453, 1_156_012, 1_161_319, 2_425_711, 2_287_203, 4_889_434, 4_785_671,
    9_575_167, 9_678_844, 19_919_902, 18_896_892, 40_010_851, 39_445_886, 78_794_277, 78_930_306,
    162_306_075, 156_008_182, 325_800_297, 320_523_279, 643_199_112, 644_646_833, 1_317_118_756,
    1_269_765_591, 2_640_706_083, 2_606_766_903, 5_228_286_780,
];

impl Position {
    /// How many positions have this largest number, 2 to [`MAX_NUMBER`](Self::MAX_NUMBER); for 0
    /// and 1 the result is 1, the empty position.
    ///
    /// # Panics
    /// If `largest` is above [`MAX_NUMBER`](Self::MAX_NUMBER).
    pub const fn count_with_largest(largest: u8) -> u64 {
        BY_LARGEST[(if largest == 0 { 1 } else { largest }) as usize - 1]
    }

    /// How many positions have no number above `bound`, the empty position included.
    ///
    /// # Panics
    /// If `bound` is above [`MAX_NUMBER`](Self::MAX_NUMBER).
    pub fn count_up_to(bound: u8) -> u64 {
        BY_LARGEST[..usize::from(bound.max(1))].iter().sum()
    }
}
