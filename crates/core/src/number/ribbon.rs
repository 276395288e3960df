//! A static function: k bits for each key of a set, and any bits for all other keys,
//! in 1.6 % more than k bits a key.
//!
//! The keys are not stored. Each key stands for an equation over GF(2): of 128
//! consecutive rows of bits, those that its hash says add up (exclusive or) to its value.
//! As all equations are this narrow, Gaussian elimination in the order of the rows takes
//! linear time; an answer takes one read of neighbouring words (Dillinger, Walzer,
//! "Ribbon filter: practically smaller than Bloom and Xor", 2021).
//!
//! A system of equations with about 16,000 keys, a *shard*, needs 0.8 % more rows than it has
//! keys, and 127 more because the last equations need their room. It may still have no
//! solution; then other hashes are tried, whose number, the *seed*, is kept. The
//! shards of a function can be solved on different threads.
//!
//! - The *hash* of a key is `mix(key)`; 128-bit products of hashes and sizes give the
//!   shard, ⌊hash · shards / 2⁶⁴⌋.
//! - With g = mix(hash xor (seed + 1) · φ), an equation starts at row ⌊g · (rows − 127) /
//!   2⁶⁴⌋; its coefficients are mix(g + φ) with bit 0 set, and above that mix(g + 2φ).
//! - Bit j of a value is found in column j; bit r mod 64 of word ⌊r / 64⌋ · columns + j of
//!   a shard is row r of its column j.

use zerocopy::little_endian::U64;

/// How many rows an equation reaches over.
const WIDTH: usize = 128;

/// About how many keys share a system of equations.
const SHARD_KEYS: usize = 1 << 14;

/// φ: 2⁶⁴ over the golden ratio.
const PHI: u64 = 0x9e37_79b9_7f4a_7c15;

/// A bijection of 64-bit numbers that mixes all bits (Steele, Lea, Flood, "Fast splittable
/// pseudorandom number generators", 2014).
#[inline]
pub(super) const fn mix(mut key: u64) -> u64 {
    key = (key ^ key >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    key = (key ^ key >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ key >> 31
}

/// ⌊hash · size / 2⁶⁴⌋: from 0 to below `size`.
#[inline]
const fn scale(hash: u64, size: u64) -> u64 {
    ((hash as u128 * size as u128) >> 64) as u64
}

/// How many shards a function of so many keys has.
pub(super) const fn shards(keys: usize) -> usize {
    keys.div_ceil(SHARD_KEYS)
}

/// The shard of a key among so many.
#[inline]
pub(super) const fn shard(hash: u64, shards: u64) -> u64 {
    scale(hash, shards)
}

/// Where an equation starts, and its coefficients from there on, bit 0 among them.
#[inline]
const fn equation(hash: u64, seed: u8, rows: u64) -> (u64, u128) {
    let g = mix(hash ^ (seed as u64 + 1).wrapping_mul(PHI));
    let low = mix(g.wrapping_add(PHI)) | 1;
    let high = mix(g.wrapping_add(PHI.wrapping_mul(2)));
    (scale(g, rows - (WIDTH as u64 - 1)), low as u128 | (high as u128) << 64)
}

/// A solved shard: its words, and what one has to know to read them.
#[derive(Clone, Debug)]
pub struct Shard {
    pub(super) place: Place,
    pub(super) words: Vec<u64>,
}

/// Where a shard is and how to read it, in one word: the first of its words (40 bits), the
/// number of rows (16 bits), the seed (8 bits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place(pub u64);

impl Place {
    const fn new(first: u64, rows: u64, seed: u8) -> Self {
        Self(first | rows << 40 | (seed as u64) << 56)
    }

    /// The same shard elsewhere.
    pub(super) const fn at(self, first: u64) -> Self {
        Self(self.0 >> 40 << 40 | first)
    }

    const fn first(self) -> u64 {
        self.0 & ((1 << 40) - 1)
    }

    const fn rows(self) -> u64 {
        self.0 >> 40 & 0xffff
    }

    const fn seed(self) -> u8 {
        (self.0 >> 56) as u8
    }
}

/// The value of a key, `columns` bits of it, as the shard in a place has it among `words`.
/// `None` if the place or the words cannot be right.
#[inline]
pub(super) fn value(words: &[U64], place: Place, columns: usize, hash: u64) -> Option<u8> {
    let rows = place.rows();
    if rows < WIDTH as u64 {
        return None;
    }
    let (start, coefficients) = equation(hash, place.seed(), rows);
    let first = place.first() as usize + start as usize / 64 * columns;
    // The 128 rows are in three words of each column; what follows the last shard is
    // readable, too.
    let window = words.get(first..first + 3 * columns)?;
    let shift = start % 64;
    let mut value = 0;
    for column in 0..columns {
        let word = |block: usize| window[block * columns + column].get();
        let low = u128::from(word(0)) | u128::from(word(1)) << 64;
        // Twice, as a shift by all 128 bits is none.
        let high = u128::from(word(2)) << 64 << (63 - shift) << 1;
        let parity = ((low >> shift | high) & coefficients).count_ones() as u8 & 1;
        value |= parity << column;
    }
    Some(value)
}

/// Whether a shard's place can be right, and all that is read of it is among so many words.
pub(super) fn is_readable(words: usize, place: Place, columns: usize) -> bool {
    let last_start = place.rows().checked_sub(WIDTH as u64);
    last_start
        .is_some_and(|start| place.first() as usize + (start as usize / 64 + 3) * columns <= words)
}

/// So many words must follow the last shard of `columns` columns.
pub(super) const fn padding(columns: usize) -> usize {
    2 * columns
}

/// A row of the system: an equation that starts there.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    coefficients: u128,
    value: u8,
}

/// Solves one shard: keys given by hash and value, of `columns` bits. The words depend
/// on the order of the keys, too.
pub(super) fn solve(keys: &[(u64, u8)], columns: usize) -> Shard {
    let mut rows = keys.len() + keys.len() / 128 + WIDTH;
    loop {
        for seed in 0..=u8::MAX {
            if let Some(system) = eliminate(keys, rows, seed) {
                let place = Place::new(0, rows as u64, seed);
                return Shard { place, words: substitute(&system, columns) };
            }
        }
        // No keys have been seen to need this.
        rows += rows / 64;
    }
}

/// Row echelon form; `None` if an equation depends on others.
fn eliminate(keys: &[(u64, u8)], rows: usize, seed: u8) -> Option<Vec<Row>> {
    // In the order of their starts equations need fewer steps, and those meet the cache.
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

/// Solves the rows from the last one on; rows without an equation become zero.
fn substitute(system: &[Row], columns: usize) -> Vec<u64> {
    let mut words = vec![0; system.len().div_ceil(64) * columns];
    // By column, the rows solved last, the latest in bit 0.
    let mut solved = [0u128; 8];
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
