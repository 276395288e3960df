//! One shard: the equations of its keys, and their solution.

use std::num::TryFromIntError;

use super::{RetrievalError, mix};
use crate::simd::{BitInstructions, prefetch};

/// How many consecutive rows an equation reads.
const WIDTH: usize = 128;

/// The most bits of a value.
pub(super) const MOST_COLUMNS: usize = 8;

/// φ: 2⁶⁴ over the golden ratio.
const PHI: u64 = 0x9e37_79b9_7f4a_7c15;

/// ⌊hash · size / 2⁶⁴⌋: from 0 to below `size`.
#[inline]
pub const fn scale(hash: u64, size: u64) -> u64 {
    ((hash as u128 * size as u128) >> 64) as u64
}

/// The first row of an equation, and its coefficients from there on, of which bit 0 is set.
#[inline(always)]
const fn equation(hash: u64, seed: u8, rows: u64) -> (u64, u128) {
    let g = mix(hash ^ (seed as u64 + 1).wrapping_mul(PHI));
    let low = mix(g.wrapping_add(PHI)) | 1;
    let high = mix(g.wrapping_add(PHI.wrapping_mul(2)));
    (scale(g, rows - (WIDTH as u64 - 1)), low as u128 | (high as u128) << 64)
}

/// A solved shard: its words, and the parameters to read them.
#[derive(Clone, Debug)]
pub struct Shard {
    #[doc(hidden)]
    pub place: Place,
    #[doc(hidden)]
    pub words: Vec<u64>,
}

/// The place of a shard and the parameters to read it, in one word: the number of its first word
/// (40 bits), the number of rows (16 bits), the seed (8 bits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(#[doc(hidden)] pub u64);

impl Place {
    /// The largest number of rows that fits.
    pub const MOST_ROWS: usize = 0xffff;

    /// The place of a shard whose first word is `first`; `None` if the numbers do not fit.
    pub const fn new(first: u64, rows: usize, seed: u8) -> Option<Self> {
        if first >> 40 != 0 || rows > Self::MOST_ROWS {
            return None;
        }
        Some(Self(first | (rows as u64) << 40 | (seed as u64) << 56))
    }

    /// This shard from word `first` on; `None` if the number does not fit.
    pub const fn at(self, first: u64) -> Option<Self> {
        Self::new(first, self.rows() as usize, self.seed())
    }

    #[inline]
    fn first(self) -> Result<usize, TryFromIntError> {
        usize::try_from(self.0 & ((1 << 40) - 1))
    }

    /// The number of rows.
    #[inline]
    pub const fn rows(self) -> u64 {
        self.0 >> 40 & 0xffff
    }

    /// The seed.
    #[inline]
    pub const fn seed(self) -> u8 {
        (self.0 >> 56) as u8
    }
}

/// A word of a table, whose bytes are little-endian.
pub type Word = [u8; 8];

/// What the equation of a hash reads of a shard: 128 rows of each column, which are in three words.
#[derive(Clone, Copy, Debug)]
pub struct Window<'a> {
    /// The three words of all columns.
    words: [&'a [Word]; 3],
    /// The coefficients of the rows in the three words of a column.
    coefficients: [u64; 3],
}

impl<'a> Window<'a> {
    /// What is read of the shard at a place in `words` for a hash. `None` if the place or the words are
    /// impossible.
    #[inline(always)]
    pub(super) fn new(words: &'a [Word], place: Place, columns: usize, hash: u64) -> Option<Self> {
        let (first, equation) = Self::place(place, columns, hash)?;
        Self::of(words.get(first..)?, columns, equation)
    }

    /// The number of the first word that is read for a hash, and the equation; `None` if the place is impossible.
    #[inline(always)]
    pub(super) fn place(place: Place, columns: usize, hash: u64) -> Option<(usize, (u64, u128))> {
        let rows = place.rows();
        if rows < WIDTH as u64 {
            return None;
        }
        let (start, coefficients) = equation(hash, place.seed(), rows);
        let first = place.first().ok()?.checked_add(start as usize / 64 * columns)?;
        Some((first, (start, coefficients)))
    }

    /// What an equation reads of the words from its first one on.
    #[inline(always)]
    pub(super) fn of(
        words: &'a [Word],
        columns: usize,
        (start, coefficients): (u64, u128),
    ) -> Option<Self> {
        // Padding after the last shard makes three words readable everywhere.
        let (one, words) = words.split_at_checked(columns)?;
        let (two, words) = words.split_at_checked(columns)?;
        let words = [one, two, words.get(..columns)?];
        let (low, high) = (coefficients as u64, (coefficients >> 64) as u64);
        // In two shifts, as shifting by all 64 bits is undefined.
        let (left, right) = (|word: u64| word << (start % 64), |word| word >> 1 >> (!start % 64));
        Some(Self { words, coefficients: [left(low), right(low) | left(high), right(high)] })
    }

    /// Makes the processor fetch the words while it does other work.
    #[inline(always)]
    pub fn prefetch(self) {
        self.words.into_iter().for_each(prefetch);
    }

    /// The bits of the value, by column.
    #[inline(always)]
    pub(super) fn bits(self, cpu: BitInstructions) -> impl Iterator<Item = u8> {
        let Self { words: [one, two, three], coefficients } = self;
        one.iter().zip(two).zip(three).map(move |((&one, &two), &three)| {
            let [one, two, three] = [one, two, three].map(u64::from_le_bytes);
            let sum = one & coefficients[0] ^ two & coefficients[1] ^ three & coefficients[2];
            cpu.count(sum) as u8 & 1
        })
    }
}

/// The value of a hash in the shard at a place in `words`; `None` if the place or the words cannot be
/// right.
pub fn value(words: &[Word], place: Place, columns: usize, hash: u64) -> Option<u8> {
    let bits = Window::new(words, place, columns, hash)?.bits(BitInstructions::here());
    Some((0..).zip(bits).map(|(column, bit)| bit << column).sum())
}

/// Whether a shard's place is possible, and all words that are read of it are among the first `words`.
pub fn is_readable(words: usize, place: Place, columns: usize) -> bool {
    let (Ok(first), Some(last_start)) = (place.first(), place.rows().checked_sub(WIDTH as u64))
    else {
        return false;
    };
    let read = (last_start as usize / 64 + 3) * columns;
    first.checked_add(read).is_some_and(|end| end <= words)
}

/// How many words must follow the last shard of `columns` columns.
pub const fn padding(columns: usize) -> usize {
    2 * columns
}

/// A row of the system: an equation that starts there.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    coefficients: u128,
    value: u8,
}

/// Solves one shard: keys given by hash and value, of `columns` bits, 1 to `MOST_COLUMNS`.
///
/// The words do not depend on the order of the keys. The rows at which equations of an echelon form
/// begin are the same for all echelon forms of a system, and with zero in all other rows the system
/// has just one solution.
///
/// # Errors
/// If two keys have the same hash, or there are too many keys.
pub fn solve(keys: &[(u64, u8)], columns: usize) -> Result<Shard, RetrievalError> {
    assert!((1..=MOST_COLUMNS).contains(&columns), "values have 1 to 8 bits");
    let crowded = RetrievalError::Crowded { keys: keys.len() };
    let mut rows = keys.len() + keys.len() / 128 + WIDTH;
    let mut are_different = false;
    loop {
        for seed in 0..=u8::MAX {
            let place = Place::new(0, rows, seed).ok_or(crowded)?;
            if let Some(system) = eliminate(keys, rows, seed) {
                return Ok(Shard { place, words: substitute(&system, columns) });
            }
            // Equal keys fail with every seed, so they are looked for only after the first failure.
            if !are_different {
                check_different(keys)?;
                are_different = true;
            }
        }
        // No keys that need this are known.
        rows += rows / 64;
    }
}

fn check_different(keys: &[(u64, u8)]) -> Result<(), RetrievalError> {
    let mut hashes: Vec<u64> = keys.iter().map(|&(hash, _)| hash).collect();
    hashes.sort_unstable();
    match hashes.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(RetrievalError::Repeated { hash: pair[0] }),
        None => Ok(()),
    }
}

/// The row echelon form; `None` if an equation depends linearly on others.
fn eliminate(keys: &[(u64, u8)], rows: usize, seed: u8) -> Option<Vec<Row>> {
    // In the order of their first rows equations need fewer steps, with fewer cache misses.
    let start = |hash| equation(hash, seed, rows as u64).0;
    let mut order: Vec<u64> =
        keys.iter().zip(0..).map(|(&(hash, _), place)| start(hash) << 32 | place).collect();
    order.sort_unstable();
    let mut system = vec![Row::default(); rows];
    for place in order {
        let (hash, mut value) = keys[place as u32 as usize];
        let (start, mut coefficients) = equation(hash, seed, rows as u64);
        let mut row = start as usize;
        while system[row].coefficients != 0 {
            coefficients ^= system[row].coefficients;
            value ^= system[row].value;
            if coefficients == 0 {
                return None;
            }
            let zeros = coefficients.trailing_zeros();
            coefficients >>= zeros;
            row += zeros as usize;
        }
        system[row] = Row { coefficients, value };
    }
    Some(system)
}

/// Solves the rows from the last to the first; rows without an equation become zero.
fn substitute(system: &[Row], columns: usize) -> Vec<u64> {
    let mut words = vec![0; system.len().div_ceil(64) * columns];
    // By column, the last 128 rows that were solved, the latest in bit 0.
    let mut solved = [0u128; MOST_COLUMNS];
    for (row, equation) in system.iter().enumerate().rev() {
        let block = row / 64 * columns;
        for (column, solved) in solved.iter_mut().enumerate().take(columns) {
            let known = (equation.coefficients >> 1 & *solved).count_ones();
            let bit = (known ^ u32::from(equation.value >> column)) & 1;
            let bit = u64::from(equation.coefficients != 0) & u64::from(bit);
            *solved = *solved << 1 | u128::from(bit);
            words[block + column] |= bit << (row % 64);
        }
    }
    words
}
