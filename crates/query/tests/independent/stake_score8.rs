//! `score8` of `stake`.

use super::file::File;
use super::{choose, hex, symmetry};

pub struct StakeScore8<'a> {
    size: u64,
    entries: &'a [u8],
}

/// How a board is found.
struct Found {
    symmetry: u64,
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

impl<'a> StakeScore8<'a> {
    pub fn open(bytes: &'a [u8]) -> Self {
        let file = File::open_as(bytes, "stake", "score8", &["entries"]);
        let [size] = file.parameters(["size"]);
        assert!((1..=4).contains(&size));
        let of = |n: u64| (0..=n * n).map(move |f| choose(n * n, f) * choose(f, f.div_ceil(2)));
        file.check_raw_states((1..=size).flat_map(of).sum());
        let table = Self { size, entries: file.section(0, file.states) };
        assert_eq!(table.first_place(0, 0), file.states);
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
        let least = canonical(n, filled);
        let number = (0..8).find(|&number| symmetry::mask(number, (n, n), filled) == least);
        let zeros = symmetry::mask(number.unwrap(), (n, n), zeros);
        let cells = (0..n * n).filter(|cell| least >> cell & 1 == 1);
        let numbers = cells.zip(0..).filter(|(cell, _)| zeros >> cell & 1 == 1);
        let rank = numbers.zip(1..).map(|((_, p), j)| choose(p, j)).sum();
        let first = self.first_place(n, least);
        Found { symmetry: number.unwrap(), canonical: least, first, rank }
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
        let Found { symmetry, canonical, first, rank } = self.find(board);
        let place = (first + rank) as usize;
        vec![
            format!("{:#x}", mask(board, &['0', '1'])),
            symmetry.to_string(),
            format!("{canonical:#x}"),
            first.to_string(),
            place.to_string(),
            hex(&self.entries[place..=place]),
            self.score(board).to_string(),
        ]
    }
}
