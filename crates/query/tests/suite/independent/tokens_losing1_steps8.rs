//! `losing1+steps8` of `tokens`.

use super::file::File;
use super::{bit, hex, outcome};

pub struct TokensLosing1Steps8<'a> {
    rows: Vec<&'a str>,
    losing: &'a [u8],
    steps: &'a [u8],
}

impl<'a> TokensLosing1Steps8<'a> {
    pub fn open(bytes: &'a [u8]) -> Self {
        let sections = ["losing", "steps"];
        let file = File::open_as(bytes, "tokens", "losing1+steps8", &sections);
        let (size, lines) = file.board.split_once('\n').unwrap();
        let rows: Vec<&str> = lines.strip_suffix('\n').unwrap().split('\n').collect();
        let (m, n) = (rows.len(), rows[0].len());
        assert!((1..=64).contains(&m) && (1..=64).contains(&n));
        assert!(rows.iter().all(|row| row.len() == n && row.matches(['.', '#']).count() == n));
        let mut fingerprinted = vec![m as u8, n as u8];
        for row in &rows {
            let free = row.char_indices().filter(|&(_, letter)| letter == '.');
            let mask = free.fold(0u64, |mask, (column, _)| mask | 1 << column);
            fingerprinted.extend(mask.to_le_bytes());
        }
        assert_eq!(size, format!("{m} {n}"));
        file.check_board(&format!("{m} {n}\n{}\n", rows.join("\n")), &fingerprinted);
        let free = lines.matches('.').count() as u64;
        assert_eq!(file.states, free * free.saturating_sub(1) / 2);
        let losing = file.section(0, file.states.div_ceil(8));
        assert!((file.states..8 * losing.len() as u64).all(|place| !bit(losing, place)));
        Self { rows, losing, steps: file.section(1, file.states) }
    }

    /// The free cells by number.
    fn cells(&self) -> Vec<(i32, i32)> {
        let rows = self.rows.iter().zip(0..);
        let cells = rows.flat_map(|(line, row)| {
            let free = line.chars().zip(0..).filter(|&(letter, _)| letter == '.');
            free.map(move |(_, column)| (row, column))
        });
        cells.collect()
    }

    fn place(a: usize, b: usize) -> usize {
        let (a, b) = (a.min(b), a.max(b));
        b * (b - 1) / 2 + a
    }

    fn is_losing(&self, place: usize) -> bool {
        bit(self.losing, place as u64)
    }

    /// The pieces of a start, by the numbers of their cells.
    fn pieces(start: &str) -> (usize, usize) {
        let free = start.split('/').flat_map(str::chars).filter(|&letter| letter != '#');
        let pieces: Vec<usize> = (0..)
            .zip(free)
            .filter(|(_, letter)| *letter == 'P')
            .map(|(number, _)| number)
            .collect();
        (pieces[0], pieces[1])
    }

    /// Whether a start loses, its winning moves, and the one to follow.
    pub fn answer(&self, start: &str) -> (bool, Vec<String>, Option<String>) {
        let cells = self.cells();
        let (a, b) = Self::pieces(start);
        let place = Self::place(a, b);
        let low = self.steps[place] & 15;
        let is_adjacent = are_adjacent(&cells, a, b);
        self.check_possible(&cells, (a, b));
        let (mut winning, mut follow) = (Vec::new(), None);
        for step in 0..8 {
            let (from, still) = if step < 4 { (a, b) } else { (b, a) };
            let Some(to) = next_to(&cells, from, step & 3) else { continue };
            let ((r, c), (row, column)) = (cells[from], cells[to]);
            let text = format!("{r},{c}>{row},{column}");
            if to == still || low == step {
                follow = follow.or(Some(text.clone()));
            }
            if self.wins(&cells, (from, to, still), (step, is_adjacent)) {
                winning.push(text);
            }
        }
        winning.sort_unstable();
        (self.is_losing(place), winning, follow)
    }

    /// Checks that the entries of a start are possible.
    fn check_possible(&self, cells: &[(i32, i32)], (a, b): (usize, usize)) {
        let place = Self::place(a, b);
        let (loses, byte) = (self.is_losing(place), self.steps[place]);
        if are_adjacent(cells, a, b) {
            assert_eq!((loses, byte), (false, 9));
            return;
        }
        let is_edge = |step: u8| {
            let (from, still) = if step < 4 { (a, b) } else { (b, a) };
            next_to(cells, from, step & 3).is_some_and(|to| !are_adjacent(cells, to, still))
        };
        let code = byte & 15;
        assert!(code < 8 && is_edge(code) || code == 8 && loses);
        let bits = [(2, 4), (3, 5), (6, 6), (7, 7)];
        assert!(bits.iter().all(|&(step, bit)| byte >> bit & 1 == 0 || is_edge(step)));
    }

    fn wins(
        &self,
        cells: &[(i32, i32)],
        (from, to, still): (usize, usize, usize),
        (step, is_adjacent): (u8, bool),
    ) -> bool {
        if to == still {
            return true;
        }
        let (here, there) = (Self::place(from, still), Self::place(to, still));
        if are_adjacent(cells, to, still) {
            return false;
        }
        if is_adjacent {
            return self.is_losing(there);
        }
        let bit = |place: usize, step: u8| {
            let bit = [(2, 4), (3, 5), (6, 6), (7, 7)].into_iter().find(|bit| bit.0 == step);
            self.steps[place] >> bit.unwrap().1 & 1 == 1
        };
        let in_some = if step & 3 >= 2 {
            bit(here, step)
        } else {
            // The step back, of the piece that has the smaller or the larger cell now.
            let back = (0..4).find(|&back| next_to(cells, to, back) == Some(from)).unwrap();
            bit(there, if to < still { back } else { 4 + back })
        };
        !self.is_losing(here) && in_some
    }

    pub fn row(&self, start: &str) -> Vec<String> {
        let (a, b) = Self::pieces(start);
        let place = Self::place(a, b);
        let (loses, winning, _) = self.answer(start);
        vec![
            format!("{a}, {b}"),
            place.to_string(),
            u8::from(self.is_losing(place)).to_string(),
            hex(&self.steps[place..=place]),
            outcome(loses),
            winning.iter().map(|step| format!("`{step}`")).collect::<Vec<_>>().join(" "),
        ]
    }
}

/// Whether two cells are next to each other.
fn are_adjacent(cells: &[(i32, i32)], one: usize, other: usize) -> bool {
    (0..4).any(|direction| next_to(cells, one, direction) == Some(other))
}

/// The cell up, left, right or down of a cell, by number.
fn next_to(cells: &[(i32, i32)], cell: usize, direction: u8) -> Option<usize> {
    let (row, column) = cells[cell];
    let (down, right) = [(-1, 0), (0, -1), (0, 1), (1, 0)][usize::from(direction)];
    cells.iter().position(|&other| other == (row + down, column + right))
}
