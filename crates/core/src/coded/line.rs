//! One line: a system of equations in a pair of cache lines, and its solution.

use std::ops::Range;

use crate::retrieval::{mix, scale};
use crate::simd::BitInstructions;

/// How many bytes a line has.
pub const LINE: usize = 128;

/// The rows of a line, one bit each, and in the last byte the least low byte of hashes that are bumped.
pub type Line = [u8; LINE];

/// How many rows a line has.
pub(super) const ROWS: usize = 8 * (LINE - 1);

/// The number of the first bit of members; those of codes are smaller.
const MEMBERS: u32 = 32;

/// How many rows an equation can be about.
const WIDTH: usize = 64;

/// An odd number, 2⁶⁴ divided by the golden ratio.
const PHI: u64 = 0x9e37_79b9_7f4a_7c15;

/// What is read where a range has no lines.
pub(super) const EMPTY: Line = [u8::MAX; LINE];

/// The product of two numbers, high and low half together.
#[inline]
const fn folded(one: u64, other: u64) -> u64 {
    let product = one as u128 * other as u128;
    product as u64 ^ (product >> 64) as u64
}

/// The equation of a bit of a hash: its first row, and which rows from there on it has; the first one is one of them.
#[inline]
const fn equation(hash: u64, bit: u32) -> (usize, u64) {
    let hash =
        folded(hash ^ (bit as u64 + 1).wrapping_mul(0xa076_1d64_78bd_642f), 0xe703_7ed1_a0b4_28db);
    let first = scale(hash, (ROWS - WIDTH + 1) as u64) as usize;
    (first, folded(hash, PHI) | 1)
}

/// The bits of a hash that members have.
#[inline]
const fn fingerprint(hash: u64) -> u64 {
    hash >> 8
}

/// The hash of a word in the next level.
#[inline]
pub const fn rehashed(hash: u64) -> u64 {
    mix(hash.wrapping_add(PHI))
}

/// What decides whether a word is bumped: 0 to 254.
#[inline]
const fn rank(hash: u64) -> u8 {
    ((hash & 0xff) * 0xff / 0x100) as u8
}

/// Whether a line has the value of a hash, which is bumped otherwise.
#[inline]
pub const fn holds(line: &Line, hash: u64) -> bool {
    rank(hash) < line[LINE - 1]
}

/// The bit of a hash with a number.
#[inline]
pub fn bit(line: &Line, hash: u64, bit: u32, cpu: BitInstructions) -> u8 {
    let (first, coefficients) = equation(hash, bit);
    let (words, shift) = (line.as_chunks().0, first % 64);
    let word = |place: usize| u64::from_le_bytes(words[place % (LINE / 8)]);
    let (low, high) = (coefficients << shift, coefficients >> 1 >> (63 - shift));
    let sum = word(first / 64) & low ^ word(first / 64 + 1) & high;
    cpu.count(sum) as u8 & 1
}

/// Whether a line has bits of a hash as its members.
#[inline]
pub fn passes(line: &Line, hash: u64, bits: u8, cpu: BitInstructions) -> bool {
    (0..bits.into()).all(|number| {
        bit(line, hash, MEMBERS + number, cpu) == (fingerprint(hash) >> number) as u8 & 1
    })
}

/// A word of a line: its hash, and the bits of its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineKey {
    /// Well mixed.
    pub hash: u64,
    /// Bit 0 of the code is the highest of the `length` lowest.
    pub bits: u32,
    /// How many bits the code has, up to 32.
    pub length: u8,
    /// How many bits of the hash there are as members.
    pub members: u8,
}

impl LineKey {
    /// How many equations the word has.
    pub const fn equations(self) -> usize {
        self.length as usize + self.members as usize
    }

    /// The equations' numbers, and their bits.
    fn each(self) -> impl Iterator<Item = (u32, u8)> {
        let length = u32::from(self.length);
        let code = (0..length).map(move |bit| (bit, (self.bits >> (length - 1 - bit)) as u8 & 1));
        let member = move |bit| (MEMBERS + bit, (fingerprint(self.hash) >> bit) as u8 & 1);
        code.chain((0..self.members.into()).map(member))
    }
}

/// How many equations a line is given, in 1/128 of its rows. With more, more are bumped; with fewer, rows stay empty.
const LOAD: usize = 132;

/// How many lines this many equations take.
pub const fn lines_for(equations: usize) -> usize {
    lines_at(equations, LOAD)
}

/// How many lines this many equations take, at about this load.
pub(super) const fn lines_at(equations: usize, load: usize) -> usize {
    let lines = (equations * 128 + ROWS * load / 2) / (ROWS * load);
    if lines == 0 && equations > 0 { 1 } else { lines }
}

/// Solves lines one after another.
#[derive(Debug)]
pub struct Solver {
    /// By row: the coefficients of the equation that begins there, and its value; 0 if there is none.
    rows: [(u64, u8); ROWS],
    /// The rows at which the equations of words with one rank begin.
    begun: Vec<usize>,
}

impl Default for Solver {
    fn default() -> Self {
        Self { rows: [(0, 0); ROWS], begun: Vec::new() }
    }
}

impl Solver {
    /// Appends some of `count` lines with the words that are theirs; returns those that are bumped.
    pub fn append(
        &mut self,
        keys: &mut [LineKey],
        numbers: Range<u64>,
        count: usize,
        lines: &mut Vec<Line>,
    ) -> Vec<LineKey> {
        let line = |key: &LineKey| scale(key.hash, count as u64);
        keys.sort_unstable_by_key(|key| key.hash);
        let (mut bumped, mut rest) = (Vec::new(), keys);
        for number in numbers {
            let end = rest.partition_point(|key| line(key) <= number);
            let (own, behind) = rest.split_at_mut(end);
            let (solved, others) = self.solve(own);
            lines.push(solved);
            bumped.extend_from_slice(others);
            rest = behind;
        }
        bumped
    }

    /// A line with as many words as it can hold, in the order of their ranks, and the others.
    ///
    /// The line does not depend on the order of words with one rank: the rows at which equations of an echelon form
    /// begin are the same for all echelon forms of a system, and with zero in all other rows it has one solution.
    fn solve<'a>(&mut self, keys: &'a mut [LineKey]) -> (Line, &'a [LineKey]) {
        keys.sort_unstable_by_key(|key| rank(key.hash));
        self.rows.fill((0, 0));
        let mut held = 0;
        for group in keys.chunk_by(|one, next| rank(one.hash) == rank(next.hash)) {
            self.begun.clear();
            if group.iter().any(|&key| !self.add(key)) {
                self.begun.iter().for_each(|&row| self.rows[row] = (0, 0));
                break;
            }
            held += group.len();
        }
        let mut line = self.substitute();
        line[LINE - 1] = keys.get(held).map_or(u8::MAX, |key| rank(key.hash));
        (line, &keys[held..])
    }

    /// Adds the equations of a word, unless they contradict those that are there.
    fn add(&mut self, key: LineKey) -> bool {
        for (bit, mut value) in key.each() {
            let (mut row, mut coefficients) = equation(key.hash, bit);
            loop {
                let (others, other) = self.rows[row];
                if others == 0 {
                    self.rows[row] = (coefficients, value);
                    self.begun.push(row);
                    break;
                }
                coefficients ^= others;
                value ^= other;
                if coefficients == 0 {
                    if value == 0 {
                        break;
                    }
                    return false;
                }
                let zeros = coefficients.trailing_zeros();
                coefficients >>= zeros;
                row += zeros as usize;
            }
        }
        true
    }

    /// The rows from the last to the first; those without an equation are zero.
    fn substitute(&self) -> Line {
        let cpu = BitInstructions::here();
        let (mut line, mut solved) = ([0; LINE], 0);
        for (row, &(coefficients, value)) in self.rows.iter().enumerate().rev() {
            let known = cpu.count(coefficients >> 1 & solved) as u8;
            let bit = (known ^ value) & u8::from(coefficients != 0) & 1;
            solved = solved << 1 | u64::from(bit);
            line[row / 8] |= bit << (row % 8);
        }
        line
    }
}
