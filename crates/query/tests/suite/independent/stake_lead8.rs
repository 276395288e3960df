//! `lead8` of `stake`.

use super::file::File;
use super::{choose, hex};

pub struct StakeLead8<'a> {
    board: &'a str,
    first: char,
    entries: &'a [u8],
}

/// The number of words of i letters with a times *first* and b times *second*.
fn w(i: u64, a: i64, b: i64) -> u64 {
    if a < 0 || b < 0 {
        0
    } else {
        choose(i, a as u64) * choose(i.saturating_sub(a as u64), b as u64)
    }
}

/// The words with so many *empty* letters of e.
fn with_empty(e: u64, k: u64) -> u64 {
    w(e, (e - k).div_ceil(2) as i64, ((e - k) / 2) as i64)
}

impl<'a> StakeLead8<'a> {
    pub fn open(bytes: &'a [u8]) -> Self {
        let file = File::open_as(bytes, "stake", "lead8", &["entries"]);
        let rows: Vec<&str> = file.board.split('/').collect();
        assert!(rows.len() <= 8 && rows.iter().all(|row| row.len() == rows.len()));
        file.check_board(&rows.join("/"), file.board.as_bytes());
        let [zeros, ones, e] = ['0', '1', '.'].map(|cell| file.board.matches(cell).count() as u64);
        assert_eq!(zeros + ones + e, (rows.len() * rows.len()) as u64);
        assert!((ones == zeros || ones + 1 == zeros) && e <= 24);
        file.check_raw_states(file.states);
        assert_eq!(file.states, (0..=e).map(|k| with_empty(e, k)).sum::<u64>());
        let first = if zeros == ones { '0' } else { '1' };
        Self { board: file.board, first, entries: file.section(0, file.states) }
    }

    /// Each of the board's empty cells: e, f or s.
    fn word(&self, board: &str) -> String {
        let cells = self.board.chars().zip(board.chars()).filter(|&(before, _)| before == '.');
        let letter = |cell| match cell {
            '.' => 'e',
            cell if cell == self.first => 'f',
            _ => 's',
        };
        cells.map(|(_, cell)| letter(cell)).collect()
    }

    fn place(word: &str) -> u64 {
        let e = word.len() as u64;
        let count = |part: &str, letter: char| part.matches(letter).count() as i64;
        let layers: u64 = (0..count(word, 'e') as u64).map(|k| with_empty(e, k)).sum();
        let rank = |i: usize| {
            let (a, b) = (count(&word[..=i], 'f'), count(&word[..=i], 's'));
            match &word[i..=i] {
                "f" => w(i as u64, a, b),
                "s" => w(i as u64, a, b) + w(i as u64, a - 1, b),
                _ => 0,
            }
        };
        layers + (0..word.len()).map(rank).sum::<u64>()
    }

    pub fn score(&self, board: &str) -> i8 {
        let word = self.word(board);
        let lead = i16::from(self.entries[Self::place(&word) as usize]) - 64;
        let size = board.split('/').count() as i16;
        assert!((-size * size..=size * size).contains(&lead), "possible");
        let first_moves = word.matches('f').count() == word.matches('s').count();
        (if first_moves { lead } else { -lead }) as i8
    }

    pub fn row(&self, board: &str) -> Vec<String> {
        let word = self.word(board);
        let place = Self::place(&word) as usize;
        vec![
            word,
            place.to_string(),
            hex(&self.entries[place..=place]),
            self.score(board).to_string(),
        ]
    }
}
