//! Ranks of multisets: the combinatorial number system.
//!
//! A multiset of `K` kinds with counts `m_0` … m_{K−1} is given by its suffix sums `s_j` = `m_j` +
//! … + m_{K−1}, and has the rank
//!
//! ```text
//! C(s1 + K−2, K−1) + C(s2 + K−3, K−2) + … + C(s(K−1), 1)
//! ```
//!
//! which numbers the multisets of a size from 0 without gaps. `m_0` does not occur in it, so the
//! multisets of one size less are a prefix of those of a size (each completed by one member of kind
//! 0).
//! **Adding or removing kind 0 keeps the rank**, and one table of neighbours serves all sizes. Among
//! multisets of one size a larger rank means lexicographically smaller counts.

use crate::combinatorics::choose;

/// The number of kinds of [`rank8`].
pub(super) const KINDS: usize = 8;

/// The largest size of a multiset of eight kinds that can be ranked here.
pub(super) const MAX_SIZE: usize = 12;

/// [`MAX_SIZE`] + 1 rounded up to a power of two, so that a look-up needs no bounds check.
const SIZES: usize = (MAX_SIZE + 1).next_power_of_two();

/// `CHOOSE[j][s]` = C(s + KINDS − 1 − j, KINDS − j): what the suffix sum `s_j` = s adds to the
/// rank.
static CHOOSE: [[u32; SIZES]; KINDS] = {
    let mut table = [[0; SIZES]; KINDS];
    for_range! { j in 0..KINDS =>
        for_range! { s in 0..=MAX_SIZE =>
            table[j][s] = if s == 0 { 0 } else { choose(s + KINDS - 1 - j, KINDS - j) as u32 };
        }
    }
    table
};

/// The number of multisets of `kinds` kinds with `size` members.
pub(super) const fn count(kinds: usize, size: usize) -> u64 {
    choose(size + kinds - 1, size) as u64
}

/// The number of multisets of eight kinds with `size` members, at most [`MAX_SIZE`].
#[inline]
pub(super) const fn count8(size: u32) -> u32 {
    COUNT8[size as usize % SIZES]
}

static COUNT8: [u32; SIZES] = {
    let mut table = [0; SIZES];
    for_range! { size in 0..=MAX_SIZE =>
        table[size] = count(KINDS, size) as u32;
    }
    table
};

/// A multiset of eight kinds: its suffix sums, which are less than 256, as the bytes of a word, `s_0`
/// the highest. Multisets are added by adding their words.
///
/// The words of multisets are in the order of their sizes, and those of one size in the order of
/// their ranks: the first count that is smaller makes the sum after it larger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Multiset8(pub u64);

impl Multiset8 {
    /// The multiset with these counts.
    pub(super) const fn new(counts: [u8; KINDS]) -> Self {
        let (mut word, mut sum, mut kind) = (0, 0, KINDS);
        while kind > 0 {
            kind -= 1;
            sum += counts[kind] as u64;
            word |= sum << Self::place(kind);
        }
        Self(word)
    }

    #[inline]
    const fn place(kind: usize) -> usize {
        8 * (KINDS - 1 - kind)
    }

    pub(super) fn counts(self) -> [u8; KINDS] {
        std::array::from_fn(|kind| {
            let after = if kind + 1 < KINDS { self.from(kind + 1) } else { 0 };
            (self.from(kind) - after) as u8
        })
    }

    /// How many members are of this kind or a later one.
    #[inline]
    pub(super) const fn from(self, kind: usize) -> u32 {
        (self.0 >> Self::place(kind)) as u8 as u32
    }

    /// This multiset with another number of members of this kind or a later one.
    #[inline]
    pub(super) const fn with(self, kind: usize, sum: u32) -> Self {
        let difference = (self.from(kind) ^ sum) as u64;
        Self(self.0 ^ difference << Self::place(kind))
    }

    /// The number of members.
    #[inline]
    pub(super) const fn size(self) -> u32 {
        self.from(0)
    }

    /// The rank among the multisets of this size, which must be at most [`MAX_SIZE`].
    #[inline]
    pub(super) fn rank(self) -> u32 {
        (1..KINDS).map(|j| CHOOSE[j][self.from(j) as usize & (SIZES - 1)]).sum()
    }
}

/// The rank of a multiset of eight kinds among those of its size, which is at most [`MAX_SIZE`].
pub(super) fn rank8(counts: &[u8; KINDS]) -> u32 {
    Multiset8::new(*counts).rank()
}

/// The multiset of eight kinds with this size and rank.
pub(super) fn unrank8(size: u32, mut rank: u32) -> [u8; KINDS] {
    let mut counts = [0; KINDS];
    let mut sum = size as usize;
    for j in 1..KINDS {
        let next = (0..=sum).rev().find(|&s| CHOOSE[j][s] <= rank).unwrap_or(0);
        rank -= CHOOSE[j][next];
        counts[j - 1] = (sum - next) as u8;
        sum = next;
    }
    counts[KINDS - 1] = sum as u8;
    counts
}

/// n(n + 1)/2: the number of pairs a ≥ b below n, and the rank of the pair (n, 0) among them.
#[inline]
pub(super) const fn triangle(n: u64) -> u64 {
    n * (n + 1) / 2
}

/// The largest n with `triangle(n) <= rank`.
pub(super) fn triangle_root(rank: u64) -> u64 {
    ((8 * rank + 1).isqrt() - 1) / 2
}

/// The rank of a multiset of three kinds, given by how many members are of the last two kinds and of
/// the last one.
#[inline]
pub(super) const fn rank3(last_two: u32, last: u32) -> u64 {
    triangle(last_two as u64) + last as u64
}

/// The multiset of three kinds with this size and rank.
pub(super) fn unrank3(size: u8, rank: u64) -> [u8; 3] {
    let sum = triangle_root(rank);
    let last = (rank - triangle(sum)) as u8;
    [size - sum as u8, sum as u8 - last, last]
}

/// The ranks after adding or removing one member, for all multisets of eight kinds up to a size.
#[derive(Clone, Debug)]
pub(super) struct Neighbors {
    /// `plus[rank][kind]`: the rank with one `kind` more. Kind 0 keeps the rank.
    plus: Vec<[u32; KINDS]>,
    /// `minus[rank][kind]`: the rank with one `kind` less, or [`Neighbors::NONE`] if there is none.
    /// For kind 0 it is always [`Neighbors::NONE`], because whether there is one depends on the
    /// size.
    minus: Vec<[u32; KINDS]>,
    /// `others[rank]`: the number of members that are not of kind 0.
    others: Vec<u32>,
}

impl Neighbors {
    const NONE: u32 = u32::MAX;

    /// The tables for all multisets of at most `size` < [`MAX_SIZE`] members.
    pub(super) fn new(size: u32) -> Self {
        let count = count8(size);
        let mut table = Self {
            plus: Vec::with_capacity(count as usize),
            minus: vec![[Self::NONE; KINDS]; count8(size + 1) as usize],
            others: Vec::with_capacity(count as usize),
        };
        for rank in 0..count {
            let mut counts = unrank8(size, rank);
            table.others.push(size - u32::from(counts[0]));
            let mut plus = [rank; KINDS];
            for kind in 1..KINDS {
                counts[kind] += 1;
                plus[kind] = rank8(&counts);
                counts[kind] -= 1;
                table.minus[plus[kind] as usize][kind] = rank;
            }
            table.plus.push(plus);
        }
        table.minus.truncate(count as usize);
        table
    }

    /// The ranks with one member more, by its kind.
    pub(super) fn plus(&self, rank: u32) -> &[u32; KINDS] {
        &self.plus[rank as usize]
    }

    /// The kinds that occur in the multiset of this size and rank, each with the rank after
    /// removing one of it.
    pub(super) fn minus(&self, size: u32, rank: u32) -> impl Iterator<Item = (usize, u32)> {
        let first = (size > self.others[rank as usize]).then_some((0, rank));
        let others = self.minus[rank as usize].iter().copied().enumerate();
        first.into_iter().chain(others.filter(|&(_, less)| less != Self::NONE))
    }
}

/// The ranks of the neighbours of a multiset of three kinds, which is given by its rank alone: its
/// size need not be known (see [`rank3`]).
#[derive(Clone, Copy, Debug)]
pub(super) struct Triple {
    /// The ranks with one more of kind 0, 1 or 2, and the rank itself at [`Triple::SAME`].
    pub more: [usize; 4],
    /// The rank with kinds 1 and 2 exchanged.
    pub exchanged: usize,
    /// The counts of kinds 1 and 2.
    counts: [usize; 2],
}

impl Triple {
    /// The fourth entry of `more`: nothing is added.
    pub(super) const SAME: usize = 3;

    /// The largest size of the multisets in [`TRIPLES`].
    pub(super) const MAX_SIZE: usize = 24;

    const fn new(rank: usize) -> Self {
        let mut sum = 0;
        while triangle(sum + 1) <= rank as u64 {
            sum += 1;
        }
        let sum = sum as usize;
        let last = rank - triangle(sum as u64) as usize;
        Self {
            more: [rank, rank + sum + 1, rank + sum + 2, rank],
            exchanged: rank + sum - 2 * last,
            counts: [sum - last, last],
        }
    }

    /// The ranks with one less of kind 0, 1 and 2, where there is one, for the multiset of this
    /// rank and size.
    pub(super) fn fewer(&self, rank: usize, size: usize) -> [Option<usize>; 3] {
        let [one, two] = self.counts;
        let sum = one + two;
        [
            (size > sum).then_some(rank),
            (one > 0).then(|| rank - sum),
            (two > 0).then(|| rank - sum - 1),
        ]
    }
}

constants! {
    /// All multisets of three kinds up to [`Triple::MAX_SIZE`], by rank.
    pub(super) static TRIPLES: [Triple; count(3, Triple::MAX_SIZE) as usize] = {
        let mut table = [Triple::new(0); count(3, Triple::MAX_SIZE) as usize];
        for_range! { rank in 0..table.len() =>
            table[rank] = Triple::new(rank);
        }
        table
    };
}
