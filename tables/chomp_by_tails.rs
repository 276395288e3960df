//! Chomp a second way: the winning first moves of all bars inside of one, by a program that shares nothing
//! with the one that makes the tables: neither its index, nor its order, nor its method, nor a line.
//!
//!     rustc -O -C target-cpu=native tables/chomp_by_tails.rs && ./chomp_by_tails 8 10
//!
//! Of all positions that differ in their first row only, at most one is lost, as cutting the first row leads
//! from the longer to the shorter. So the losing positions are a function: it takes the other rows, the
//! *tail*, and gives the length of the first row, if there is one. A byte for each tail has it, which is less
//! than a bit for each position. The tails are in the order of their last row, then of the row above it, and
//! so on; those that differ in their second row only are beside one another, a *line*.
//!
//! For a tail t of second row b, a first row of a ≥ b cells is lost if and only if
//!
//! - no cut of a lower row leads to a tail with the value a,
//! - no cut of the first row to c < b cells leads to a lost position, which does not depend on a,
//! - no shorter first row of b cells or more is lost: so a is the least that the others leave.
//!
//! Rows and columns are counted from 0. It takes a byte for each of C(m + n − 1, m − 1) tails.

use std::env;
use std::process::ExitCode;
use std::time::Instant;

/// No first row of the bar is lost.
const NONE: u8 = 63;

/// The number of ways to choose k of n, which is 64 at most.
fn binomial(n: usize, k: usize) -> u64 {
    (0..k as u128).fold(1, |ways, i| ways * (n as u128 - i) / (i + 1)) as u64
}

struct Bars {
    rows: usize,
    columns: usize,
    /// By rows still to be chosen and the least length: how many ways there are.
    ways: Vec<Vec<u64>>,
    /// By tail: the length of the first row, or `NONE`.
    lost: Vec<u8>,
}

impl Bars {
    fn new(rows: usize, columns: usize) -> Self {
        // This many rows, none shorter than the one below it, from `least` to `columns` cells.
        let ways = |rows: usize, least: usize| binomial(columns - least + rows, rows);
        let ways: Vec<Vec<u64>> =
            (0..rows).map(|rows| (0..=columns).map(|least| ways(rows, least)).collect()).collect();
        let lost = vec![NONE; ways[rows - 1][0] as usize];
        Self { rows, columns, ways, lost }
    }

    /// The place of a tail, given from its last row upwards.
    fn place(&self, tail: &[usize]) -> usize {
        let mut place = 0;
        let mut below = 0;
        for (row, &cells) in tail.iter().enumerate() {
            let ways = &self.ways[tail.len() - row];
            place += ways[below] - ways[cells];
            below = cells;
        }
        place as usize
    }

    fn solve(&mut self) {
        // The rows from the third one on, from the last upwards.
        let mut lower = vec![0usize; self.rows - 2];
        let mut line = 0;
        loop {
            self.solve_line(&lower, line);
            line += self.columns + 1 - lower.last().copied().unwrap_or(0);
            // The next ones: the topmost row that can be longer is, and those above it are as long.
            let Some(row) = (0..lower.len()).rev().find(|&row| lower[row] < self.columns) else {
                break;
            };
            let cells = lower[row] + 1;
            lower[row..].fill(cells);
        }
        assert_eq!(line, self.lost.len());
    }

    /// Finds the values of all tails with these lower rows, which begin at `line`.
    fn solve_line(&mut self, lower: &[usize], line: usize) {
        let third = lower.last().copied().unwrap_or(0);
        let length = self.columns + 1 - third;
        // By second row: a bit for each value that a cut from the third row downwards leads to.
        let mut taken = [0u64; 64];
        self.cut_lower_rows(lower, &mut taken[..length]);
        // Cuts of the second row, or of the first, to fewer cells than the third row has. Those of the first
        // leave both equal.
        let (mut by_second, mut is_won) = (0u64, false);
        let mut cut = vec![0; lower.len() + 1];
        for cells in 0..third {
            lower.iter().zip(&mut cut).for_each(|(&row, cut)| *cut = row.min(cells));
            cut[lower.len()] = cells;
            let value = self.lost[self.place(&cut)];
            by_second |= 1 << value;
            is_won |= usize::from(value) == cells;
        }
        for second in third..=self.columns {
            // No cell at all is a win, as the other player took the corner.
            let nothing = u64::from(second == 0);
            let free = !(taken[second - third] | by_second | nothing) >> second << second;
            let first = free.trailing_zeros() as usize;
            let value = if is_won || first > self.columns { NONE } else { first as u8 };
            self.lost[line + second - third] = value;
            by_second |= 1 << value;
            is_won |= usize::from(value) == second;
        }
    }

    /// The values of the tails that a cut of the third row or a lower one leads to. Cut to `cells`, the rows
    /// that are longer become equal, and the others stay: so what they add to the place is known from sums.
    fn cut_lower_rows(&self, lower: &[usize], taken: &mut [u64]) {
        let count = lower.len();
        let third = lower.last().copied().unwrap_or(0);
        let ways = |row: usize| &self.ways[count + 1 - row];
        let below = |row: usize| if row > 0 { lower[row - 1] } else { 0 };
        // What all rows below a row add to the place, and what all rows from one on do.
        let mut under = [0u64; 65];
        for row in 0..count {
            under[row + 1] = under[row] + ways(row)[below(row)] - ways(row)[lower[row]];
        }
        let all = under[count];
        let mut first = 0;
        for cells in 0..third {
            // Rows below `first` stay as they are.
            while lower[first] <= cells {
                first += 1;
            }
            let start = under[first] + ways(first)[below(first)] - ways(first)[cells];
            for top in first..count {
                // The rows from `first` to `top` are cut, and those above stay.
                let place = match top + 1 < count {
                    true => {
                        let next = top + 1;
                        start + ways(next)[cells] - ways(next)[lower[next]] + all - under[next + 1]
                    }
                    // The second row follows: it is as long as the third was, at least.
                    false => start + self.ways[1][cells] - self.ways[1][third],
                };
                let values = &self.lost[place as usize..][..taken.len()];
                for (taken, &value) in taken.iter_mut().zip(values) {
                    *taken |= 1 << value;
                }
            }
        }
    }

    /// The winning first moves of a bar.
    fn openings(&self, rows: usize, columns: usize) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        // Cutting the first row leaves a bar, which is won.
        for row in 1..rows {
            for column in 0..columns {
                let cells = |place: usize| match place {
                    place if place < row => columns,
                    place if place < rows => column,
                    _ => 0,
                };
                let tail: Vec<usize> = (1..self.rows).rev().map(cells).collect();
                if usize::from(self.lost[self.place(&tail)]) == columns {
                    found.push((row, column));
                }
            }
        }
        found
    }
}

fn main() -> ExitCode {
    let sides: Vec<usize> = env::args().skip(1).filter_map(|side| side.parse().ok()).collect();
    let &[rows, columns] = sides.as_slice() else {
        eprintln!("usage: chomp_by_tails ROWS COLUMNS");
        return ExitCode::from(2);
    };
    if rows < 2 || columns < rows || rows + columns > 64 || columns >= usize::from(NONE) {
        eprintln!("expected 2 rows or more, no more than columns, and 64 of both together");
        return ExitCode::from(2);
    }
    let started = Instant::now();
    let mut bars = Bars::new(rows, columns);
    bars.solve();
    let lost = bars.lost.iter().filter(|&&value| value != NONE).count();
    eprintln!(
        "{} tails, {lost} lost positions, {:.1} s",
        bars.lost.len(),
        started.elapsed().as_secs_f64()
    );
    println!("rows,columns,row,column");
    for rows in 1..=rows {
        for columns in rows..=columns {
            // Of one row everything but the corner is taken.
            let openings = match (rows, columns) {
                (1, 1) => Vec::new(),
                (1, _) => vec![(0, 1)],
                _ => bars.openings(rows, columns),
            };
            for (row, column) in openings {
                println!("{rows},{columns},{row},{column}");
            }
        }
    }
    ExitCode::SUCCESS
}
