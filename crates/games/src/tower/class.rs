//! Multisets of complete levels and their rows, which are the same for all numbers of levels.
//!
//! Green and blue may be exchanged, so only [canonical](Class::is_canonical) multisets have a row.
//! Rows are in the order of size, size of the green half, size of the blue half, and the ranks of
//! both halves; last, the kinds that exchanging green and blue keeps.

use super::multiset::{count8, triangle, triangle_root};

/// A multiset of complete levels: size and rank of its green half, of its blue half, and of the
/// kinds that exchanging green and blue keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class {
    pub green: (u32, u32),
    pub blue: (u32, u32),
    pub fixed: (u32, u32),
}

/// More than the complete levels below the top of any state.
pub(super) const SIZES: usize = 12;

/// [`SIZES`] rounded up to a power of two, so that a look-up needs no bounds check.
const PADDED: usize = SIZES.next_power_of_two();

struct Rows {
    /// `starts[size][green size][blue size]`: the first row with these sizes.
    starts: [[[u32; PADDED]; PADDED]; PADDED],
    /// By size, how many rows there are.
    counts: [u64; SIZES],
}

static ROWS: Rows = {
    let mut rows = Rows { starts: [[[0; PADDED]; PADDED]; PADDED], counts: [0; SIZES] };
    for_range! { size in 0..SIZES =>
        let mut start = 0;
        for_range! { green in 0..=size =>
            let most = if green < size - green { green } else { size - green };
            for_range! { blue in 0..=most =>
                rows.starts[size][green][blue] = start;
                start += count_with(size, green, blue);
            }
        }
        rows.counts[size] = start as u64;
    }
    rows
};

/// How many rows there are of multisets of this many complete levels, below [`SIZES`].
pub(super) fn count(size: usize) -> u64 {
    ROWS.counts[size]
}

/// The number of canonical multisets of `size` complete levels whose halves have these sizes.
const fn count_with(size: usize, green: usize, blue: usize) -> u32 {
    let (u, v) = (count8(green as u32), count8(blue as u32));
    let pairs = if green == blue { triangle(u as u64) as u32 } else { u * v };
    pairs * (size - green - blue + 1) as u32
}

/// The rows of multisets that differ in one half only: `own` is the size and the ranks of that half,
/// `other` the size and rank of the other half. Each row comes with a flag: whether it has the other
/// half as its green half.
pub(super) fn rows<const N: usize>(
    own: (u32, [u32; N]),
    other: (u32, u32),
    fixed: (u32, u32),
) -> [(u32, bool); N] {
    let ((p, ranks), (q, v), (w, x)) = (own, other, fixed);
    let starts = &ROWS.starts[(p + q + w) as usize];
    if p > q {
        let start = starts[p as usize][q as usize] + v * (w + 1) + x;
        let step = count8(q) * (w + 1);
        ranks.map(|u| (start + u * step, false))
    } else if p < q {
        let start = starts[q as usize][p as usize] + v * count8(p) * (w + 1) + x;
        ranks.map(|u| (start + u * (w + 1), true))
    } else {
        let start = starts[p as usize][p as usize] + x;
        ranks.map(|u| {
            let (greater, smaller) = (u.max(v), u.min(v));
            let pair = triangle(u64::from(greater)) as u32 + smaller;
            (start + pair * (w + 1), u < v)
        })
    }
}

impl Class {
    /// The multiset of `size` complete levels with this row.
    pub(super) fn of_row(size: usize, row: u32) -> Self {
        let mut sizes = (0..=size)
            .flat_map(|green| (0..=green.min(size - green)).map(move |blue| (green, blue)));
        let last = sizes.rfind(|&(green, blue)| ROWS.starts[size][green][blue] <= row);
        let (green, blue) = last.expect("the first class starts at row 0");
        let (p, q) = (green as u32, blue as u32);
        let w = size as u32 - p - q;
        let rest = row - ROWS.starts[size][green][blue];
        let (pair, x) = (rest / (w + 1), rest % (w + 1));
        let (u, v) = if p == q {
            let u = triangle_root(u64::from(pair));
            (u as u32, pair - triangle(u) as u32)
        } else {
            (pair / count8(q), pair % count8(q))
        };
        Self { green: (p, u), blue: (q, v), fixed: (w, x) }
    }

    /// The row of a canonical multiset.
    #[inline]
    pub(super) fn row(self) -> u32 {
        let Self { green: (p, u), blue: (q, v), fixed: (w, x) } = self;
        // Both are computed, as a mispredicted branch costs more than either.
        let (equal, other) = (triangle(u64::from(u)) as u32, u.wrapping_mul(count8(q)));
        let pair = if p == q { equal } else { other } + v;
        let place = |size: u32| size as usize % PADDED;
        ROWS.starts[place(p + q + w)][place(p)][place(q)] + pair * (w + 1) + x
    }

    /// The multiset of the next row. For the last row the result is meaningless.
    pub(super) fn next(self) -> Self {
        let Self { green: (p, u), blue: (q, v), fixed: (w, x) } = self;
        if x < w {
            return Self { fixed: (w, x + 1), ..self };
        }
        if v + 1 < if p == q { u + 1 } else { count8(q) } {
            return Self { blue: (q, v + 1), fixed: (w, 0), ..self };
        }
        if u + 1 < count8(p) {
            return Self { green: (p, u + 1), blue: (q, 0), fixed: (w, 0) };
        }
        let (p, q, w) =
            if q < p && w > 0 { (p, q + 1, w - 1) } else { (p + 1, 0, (w + q).wrapping_sub(1)) };
        Self { green: (p, 0), blue: (q, 0), fixed: (w, 0) }
    }

    pub(super) fn is_canonical(self) -> bool {
        self.green >= self.blue
    }

    pub(super) fn exchanged(self) -> Self {
        Self { green: self.blue, blue: self.green, fixed: self.fixed }
    }
}
