//! Binomial coefficients and the bits of masks, by which sets are counted and ranked.

/// `BINOMIAL[n][k]` = C(n, k) for 0 ≤ n, k ≤ 32, zero for k > n. The largest, C(32, 16), is
/// 601,080,390.
const BINOMIAL: [[u32; 33]; 33] = {
    let mut table = [[0; 33]; 33];
    for_range! { n in 0..33 =>
        table[n][0] = 1;
        for_range! { k in 1..=n =>
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
        }
    }
    table
};

/// C(n, k) for n, k ≤ 32; zero for k > n.
pub const fn choose(n: usize, k: usize) -> usize {
    BINOMIAL[n][k] as usize
}

/// The set bits of a mask, ascending.
#[inline]
pub fn bits(mask: impl Into<u64>) -> Bits {
    Bits(mask.into())
}

/// The iterator of [`bits`].
#[derive(Clone, Copy, Debug)]
pub struct Bits(u64);

impl Iterator for Bits {
    type Item = u32;

    // The module of WebAssembly is compiled to be small, and would call this for each bit.
    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        (self.0 != 0).then(|| {
            let bit = self.0.trailing_zeros();
            self.0 &= self.0 - 1;
            bit
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

/// The bits of `mask` at the places of the set bits of `among`, moved together to the low end.
pub fn gathered(mask: u32, among: u32) -> u32 {
    let (mut gathered, mut place) = (0, 0);
    for bit in bits(among) {
        gathered |= (mask >> bit & 1) << place;
        place += 1;
    }
    gathered
}

/// The inverse of [`gathered`]: bit i goes to the place of the i-th set bit of `among`.
pub fn spread(gathered: u32, among: u32) -> u32 {
    let (mut mask, mut rest) = (0, gathered);
    for bit in bits(among) {
        mask |= (rest & 1) << bit;
        rest >>= 1;
    }
    mask
}
