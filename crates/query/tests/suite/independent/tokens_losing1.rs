//! `losing1` of `tokens`.

use super::file::File;
use super::symmetry::{self, Size};
use super::{bit, outcome};

pub struct TokensLosing1<'a> {
    size: Size,
    homes: Vec<(u64, u64)>,
    losing: &'a [u8],
}

/// How a start is found.
struct Found {
    symmetry: u64,
    home: u64,
    mask: u64,
    place: u64,
}

fn image(symmetry: u64, size: Size, (a, b): (u64, u64)) -> (u64, u64) {
    let (a, b) = (symmetry::cell(symmetry, size, a), symmetry::cell(symmetry, size, b));
    (a.min(b), a.max(b))
}

impl<'a> TokensLosing1<'a> {
    pub fn open(bytes: &'a [u8]) -> Self {
        let file = File::open_as(bytes, "tokens", "losing1", &["losing"]);
        let [rows, columns] = file.parameters(["rows", "columns"]);
        assert!(1 <= rows && rows <= columns && columns <= 25);
        assert!((2..=25).contains(&(rows * columns)));
        let size = (rows, columns);
        let mut homes = Vec::new();
        for pair in (1..rows * columns).flat_map(|b| (0..b).map(move |a| (a, b))) {
            let mut images =
                (0..symmetry::symmetries(size)).map(|number| image(number, size, pair));
            if !images.any(|image| homes.contains(&image)) {
                homes.push(pair);
            }
        }
        assert_eq!(file.states, (homes.len() as u64) << (rows * columns - 2));
        let cells = rows * columns;
        file.check_raw_states((cells * (cells - 1) / 2) << (cells - 2));
        let losing = file.section(0, file.states.div_ceil(8));
        assert!((file.states..8 * losing.len() as u64).all(|place| !bit(losing, place)));
        Self { size, homes, losing }
    }

    fn find(&self, start: &str) -> Found {
        let lines: Vec<Vec<char>> = start.split('/').map(|line| line.chars().collect()).collect();
        let (rows, columns) = self.size;
        let transposed = lines.len() as u64 > rows || lines[0].len() as u64 > columns;
        let (mut free, mut pieces) = (0u64, Vec::new());
        for (row, line) in (0..).zip(&lines) {
            for (column, &letter) in (0..).zip(line) {
                let cell = if transposed { column * columns + row } else { row * columns + column };
                free |= u64::from(letter != '#') << cell;
                if letter == 'P' {
                    pieces.push(cell);
                }
            }
        }
        pieces.sort_unstable();
        let pair = (pieces[0], pieces[1]);
        let found = (0..symmetry::symmetries(self.size)).find_map(|number| {
            let image = image(number, self.size, pair);
            Some((number, self.homes.iter().position(|&home| home == image)? as u64))
        });
        let (symmetry, home) = found.unwrap();
        let free = symmetry::mask(symmetry, self.size, free);
        let (low, high) = self.homes[home as usize];
        let others = (0..rows * columns).filter(|&cell| cell != low && cell != high);
        let mask = others.zip(0..).fold(0, |mask, (cell, bit)| mask | (free >> cell & 1) << bit);
        Found { symmetry, home, mask, place: (home << (rows * columns - 2)) + mask }
    }

    pub fn loses(&self, start: &str) -> bool {
        bit(self.losing, self.find(start).place)
    }

    pub fn row(&self, start: &str) -> Vec<String> {
        let Found { symmetry, home, mask, place } = self.find(start);
        vec![
            symmetry.to_string(),
            home.to_string(),
            format!("{mask:#06b}"),
            place.to_string(),
            u8::from(self.loses(start)).to_string(),
            outcome(self.loses(start)),
        ]
    }
}
