//! Binomial coefficients as large as bars have positions.

/// The most steps of a path: rows and columns of a bar together.
pub const MAX_STEPS: usize = 64;

/// `BINOMIAL[n][k]` = C(n, k) for 0 ≤ n, k ≤ 64, zero for k > n. The largest, C(64, 32), is below 2⁶¹.
static BINOMIAL: [[u64; MAX_STEPS + 1]; MAX_STEPS + 1] = {
    let mut table = [[0; MAX_STEPS + 1]; MAX_STEPS + 1];
    for_range! { n in 0..=MAX_STEPS =>
        table[n][0] = 1;
        for_range! { k in 1..=n =>
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
        }
    }
    table
};

/// C(n, k) for n, k ≤ 64; zero for k > n.
#[inline]
pub(super) const fn choose(n: usize, k: usize) -> u64 {
    BINOMIAL[n][k]
}
