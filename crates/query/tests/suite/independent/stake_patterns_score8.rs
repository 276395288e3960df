//! `patterns+score8` of `stake`.

use super::file::File;
use super::{choose, hex, integer, symmetry};

pub struct StakePatternsScore8<'a> {
    size: u64,
    patterns: Vec<u64>,
    entries: &'a [u8],
}

/// How a board is found.
struct Found {
    symmetry: u64,
    canonical_rank: u64,
    canonical: u64,
    first: u64,
    rank: u64,
}

fn canonical(n: u64, mask: u64) -> u64 {
    (0..8).map(|number| symmetry::mask(number, (n, n), mask)).min().unwrap()
}

/// The mask of the cells with one of these letters.
fn mask(board: &str, letters: &[char]) -> u64 {
    let cells = board.chars().filter(|&letter| letter != '/').enumerate();
    cells.fold(0, |mask, (bit, cell)| mask | u64::from(letters.contains(&cell)) << bit)
}

impl<'a> StakePatternsScore8<'a> {
    pub fn open(bytes: &'a [u8]) -> Self {
        let file = File::open_as(bytes, "stake", "patterns+score8", &["patterns", "entries"]);
        let [size] = file.parameters(["size"]);
        assert!((1..=4).contains(&size));
        let of = |n: u64| (0..=n * n).map(move |f| choose(n * n, f) * choose(f, f.div_ceil(2)));
        file.check_raw_states((1..=size).flat_map(of).sum());
        let length = (1..=size).map(|n| 2 << (n * n)).sum();
        let patterns = file.section(0, length).chunks(2).map(integer).collect();
        let table = Self { size, patterns, entries: file.section(1, file.states) };
        assert_eq!(table.first_place(0, 0), file.states);
        table.check_patterns();
        table
    }

    pub fn score(&self, board: &str) -> i8 {
        let found = self.find(board);
        let score = self.entries[(found.first + found.rank) as usize].cast_signed();
        assert!(score.unsigned_abs() as usize <= board.split('/').count().pow(2), "possible");
        score
    }

    fn find(&self, board: &str) -> Found {
        let n = board.split('/').count() as u64;
        let (filled, zeros) = (mask(board, &['0', '1']), mask(board, &['0']));
        let before: u64 = (1..n).map(|n| 1 << (n * n)).sum();
        let item = self.patterns[(before + filled) as usize];
        let (canonical_rank, symmetry) = (item / 8, item % 8);
        let [least, zeros] = [filled, zeros].map(|mask| symmetry::mask(symmetry, (n, n), mask));
        let cells = (0..n * n).filter(|cell| least >> cell & 1 == 1);
        let numbers = cells.zip(0..).filter(|(cell, _)| zeros >> cell & 1 == 1);
        let rank = numbers.zip(1..).map(|((_, p), j)| choose(p, j)).sum();
        let f = u64::from(filled.count_ones());
        let first = self.first_place(n, (1 << f) - 1) + canonical_rank * choose(f, f.div_ceil(2));
        Found { symmetry, canonical_rank, canonical: least, first, rank }
    }

    /// Compares the look-up table with what it is defined to be.
    fn check_patterns(&self) {
        let mut patterns = self.patterns.iter();
        for n in 1..=self.size {
            let all: Vec<u64> = (0..1 << (n * n)).map(|pattern| canonical(n, pattern)).collect();
            for (pattern, &least) in (0..).zip(&all) {
                let smallest = (0..8).find(|&s| symmetry::mask(s, (n, n), pattern) == least);
                let less = (0..least).filter(|&other| {
                    all[other as usize] == other && other.count_ones() == least.count_ones()
                });
                let expected = 8 * less.count() as u64 + smallest.unwrap();
                assert_eq!(patterns.next(), Some(&expected), "{n}, {pattern}");
            }
        }
        assert_eq!(patterns.next(), None);
    }

    /// The first place of a canonical mask; for a board of size 0 the number of all places.
    fn first_place(&self, n: u64, canonical_mask: u64) -> u64 {
        let mut place = 0;
        for empty in 0..=self.size * self.size {
            for size in (1..=self.size).filter(|size| size * size >= empty) {
                let f = size * size - empty;
                for mask in 0..1u64 << (size * size) {
                    if u64::from(mask.count_ones()) != f || canonical(size, mask) != mask {
                        continue;
                    }
                    if (size, mask) == (n, canonical_mask) {
                        return place;
                    }
                    place += choose(f, f.div_ceil(2));
                }
            }
        }
        assert_eq!(n, 0, "no such mask");
        place
    }

    pub fn row(&self, board: &str) -> Vec<String> {
        let Found { symmetry, canonical_rank, canonical, first, rank } = self.find(board);
        let place = (first + rank) as usize;
        vec![
            format!("{:#x}", mask(board, &['0', '1'])),
            symmetry.to_string(),
            canonical_rank.to_string(),
            format!("{canonical:#x}"),
            first.to_string(),
            place.to_string(),
            hex(&self.entries[place..=place]),
            self.score(board).to_string(),
        ]
    }
}
