//! `g32` and `g64` of `contour`.

use super::file::File;
use super::{choose, hex, integer};

pub struct ContourG<'a> {
    rows: u64,
    a: Vec<Vec<i64>>,
    b: Vec<Vec<i64>>,
    /// The document's S.
    most: i64,
    width: usize,
    entries: &'a [u8],
}

impl<'a> ContourG<'a> {
    pub fn open(bytes: &'a [u8]) -> Self {
        let encoding = File::open(bytes).encoding;
        let file = File::open_as(bytes, "contour", encoding, &["entries"]);
        let mut numbers = file.board.split([' ', '\n']).map(|word| word.parse::<i64>().unwrap());
        let rows = numbers.next().unwrap();
        let columns = numbers.next().unwrap();
        let mut scores = || -> Vec<Vec<i64>> {
            (0..rows).map(|_| (0..columns).map(|_| numbers.next().unwrap()).collect()).collect()
        };
        let (a, b) = (scores(), scores());
        let line = |row: &Vec<i64>| {
            assert!(row.iter().all(|&score| score < 1 << 31));
            row.iter().map(i64::to_string).collect::<Vec<_>>().join(" ") + "\n"
        };
        let board: String = [vec![rows, columns]].iter().chain(&a).chain(&b).map(line).collect();
        assert!((1..=16).contains(&rows) && (1..=16).contains(&columns));
        let mut fingerprinted = vec![rows as u8, columns as u8];
        for &score in a.iter().chain(&b).flatten() {
            fingerprinted.extend((score as u32).to_le_bytes());
        }
        file.check_board(&board, &fingerprinted);
        assert_eq!(file.states, choose((rows + columns) as u64, rows as u64));
        let cells = a.iter().flatten().zip(b.iter().flatten());
        let most = 2 * cells.map(|(a, b)| a.max(b)).sum::<i64>();
        let is_narrow = most <= i64::from(i32::MAX);
        assert_eq!(encoding, if is_narrow { "g32" } else { "g64" });
        let width = if is_narrow { 4 } else { 8 };
        let entries = file.section(0, width * file.states);
        Self { rows: rows as u64, a, b, most, width: width as usize, entries }
    }

    fn place(&self, taken: &[u8]) -> u64 {
        let term = |r: u64| {
            let taken = taken.get(r as usize).copied().unwrap_or_default();
            choose(u64::from(taken) + self.rows - 1 - r, self.rows - r)
        };
        (0..self.rows).map(term).sum()
    }

    fn bytes(&self, place: u64) -> &'a [u8] {
        &self.entries[self.width * place as usize..][..self.width]
    }

    fn g(&self, place: u64) -> i64 {
        let entry = integer(self.bytes(place));
        if self.width == 4 { i64::from((entry as u32).cast_signed()) } else { entry.cast_signed() }
    }

    /// The sum of a − b over the cells that are taken.
    fn difference(&self, taken: &[u8]) -> i64 {
        let rows = taken.iter().zip(self.a.iter().zip(&self.b));
        let cells = rows.flat_map(|(&taken, (a, b))| a.iter().zip(b).take(taken.into()));
        cells.map(|(a, b)| a - b).sum()
    }

    pub fn score(&self, taken: &[u8]) -> i64 {
        let (g, difference) = (self.g(self.place(taken)), self.difference(taken));
        assert!((-self.most..=self.most).contains(&g) && (g - difference) % 2 == 0, "possible");
        let cells: u32 = taken.iter().map(|&taken| u32::from(taken)).sum();
        if cells.is_multiple_of(2) { (g - difference) / 2 } else { (g + difference) / 2 }
    }

    pub fn row(&self, position: &str) -> Vec<String> {
        let taken: Vec<u8> = position.split(',').map(|word| word.parse().unwrap()).collect();
        let place = self.place(&taken);
        vec![
            place.to_string(),
            hex(self.bytes(place)),
            self.g(place).to_string(),
            self.difference(&taken).to_string(),
            if taken.iter().sum::<u8>().is_multiple_of(2) { "A" } else { "B" }.to_owned(),
            self.score(&taken).to_string(),
        ]
    }
}
