//! `losing1` of `chomp`.

use super::file::File;
use super::{bit, choose, outcome};

pub struct ChompLosing1<'a> {
    rows: u64,
    columns: u64,
    losing: &'a [u8],
}

impl<'a> ChompLosing1<'a> {
    pub fn open(bytes: &'a [u8]) -> Self {
        let file = File::open_as(bytes, "chomp", "losing1", &["losing"]);
        let [rows, columns] = file.parameters(["rows", "columns"]);
        assert!(1 <= rows && rows <= columns && columns <= 16);
        assert_eq!(file.states, choose(rows + columns, rows));
        let losing = file.section(0, file.states.div_ceil(8));
        assert!((file.states..8 * losing.len() as u64).all(|place| !bit(losing, place)));
        Self { rows, columns, losing }
    }

    pub fn loses(&self, position: &str) -> bool {
        bit(self.losing, self.place(position))
    }

    fn place(&self, position: &str) -> u64 {
        let left: Vec<u64> = position.split(',').map(|cells| cells.parse().unwrap()).collect();
        let left = if left.len() as u64 > self.rows || left[0] > self.columns {
            let column = |column| left.iter().filter(|&&cells| cells > column).count() as u64;
            (0..left[0]).map(column).collect()
        } else {
            left
        };
        let cells = |row: u64| left.get(row as usize).copied().unwrap_or(0);
        (0..self.rows).map(|r| choose(cells(r) + self.rows - 1 - r, self.rows - r)).sum()
    }

    pub fn row(&self, position: &str) -> Vec<String> {
        let (place, loses) = (self.place(position), self.loses(position));
        vec![place.to_string(), u8::from(loses).to_string(), outcome(loses)]
    }
}
