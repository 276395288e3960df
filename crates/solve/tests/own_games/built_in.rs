//! Games that are built in, described anew: every position has the value that its own solver and table give it.

use std::fmt::Debug;

use perfectplay_core::{self as core, Outcome};
use perfectplay_query::{ChompTable, Family, NumberTable, Probe, StakeTable, TableFolder};
use perfectplay_solve::{End, Game, Value, Values};
use perfectplay_tables::{Build, Control};

use crate::{all_positions, solved};

/// The Number Game: whoever names 1 has lost, so it is not there.
struct Numbers {
    bound: u32,
}

impl Game for Numbers {
    /// The numbers that can be named, as bits.
    type Position = u64;
    type Move = u32;

    fn name(&self) -> String {
        format!("numbers-{}", self.bound)
    }

    fn start(&self) -> u64 {
        (2..=self.bound).fold(0, |numbers, number| numbers | 1 << number)
    }

    fn pack(&self, numbers: u64) -> u64 {
        numbers
    }

    fn unpack(&self, word: u64) -> u64 {
        word
    }

    fn moves(&self, numbers: u64, mut each: impl FnMut(u32, u64)) {
        for named in (2..=self.bound).filter(|number| numbers >> number & 1 == 1) {
            // With a number, 0 included, the one is gone that is larger by the named one. 1 never is.
            let left = (named..=self.bound).fold(numbers | 2, |left, number| {
                if left >> (number - named) & 1 == 0 { left & !(1 << number) } else { left }
            });
            each(named, left & !2);
        }
    }

    fn show(&self, numbers: u64) -> String {
        let listed: Vec<_> = (2..=self.bound)
            .filter(|number| numbers >> number & 1 == 1)
            .map(|number| number.to_string())
            .collect();
        if listed.is_empty() { "none".to_owned() } else { listed.join(" ") }
    }

    fn read(&self, text: &str) -> Option<u64> {
        if text == "none" {
            return Some(0);
        }
        text.split(' ')
            .try_fold(0, |numbers, number| Some(numbers | 1 << number.parse::<u32>().ok()?))
    }
}

/// Chomp: the lengths of the rows in four bits each, the first one the highest.
struct Bar {
    rows: u32,
    columns: u64,
}

impl Bar {
    fn row(bar: u64, row: u32) -> u64 {
        bar >> (4 * row) & 15
    }

    fn transposed(&self, bar: u64) -> u64 {
        let cells =
            |column| (0..self.rows).filter(|&row| Self::row(bar, row) > column).count() as u64;
        (0..self.columns).fold(0, |word, column| word | cells(column) << (4 * column))
    }
}

impl Game for Bar {
    type Position = u64;
    type Move = String;

    fn name(&self) -> String {
        format!("bar-{}x{}", self.rows, self.columns)
    }

    fn start(&self) -> u64 {
        (0..self.rows).fold(0, |bar, row| bar | self.columns << (4 * row))
    }

    fn pack(&self, bar: u64) -> u64 {
        bar
    }

    fn unpack(&self, word: u64) -> u64 {
        word
    }

    fn moves(&self, bar: u64, mut each: impl FnMut(String, u64)) {
        for row in 0..self.rows {
            for column in 0..Self::row(bar, row) {
                let left = (0..self.rows).fold(0, |left, other| {
                    let cells = Self::row(bar, other);
                    left | if other < row { cells } else { cells.min(column) } << (4 * other)
                });
                each(format!("{row},{column}"), left);
            }
        }
    }

    /// Who takes the last cell has lost: with none left the player to move has won.
    fn values(&self) -> Values {
        Values::Misere
    }

    fn canonical(&self, bar: u64) -> u64 {
        if u64::from(self.rows) == self.columns { bar.min(self.transposed(bar)) } else { bar }
    }

    fn show(&self, bar: u64) -> String {
        let rows: Vec<_> = (0..self.rows)
            .map(|row| Self::row(bar, row))
            .take_while(|&cells| cells > 0)
            .map(|cells| cells.to_string())
            .collect();
        if rows.is_empty() { "0".to_owned() } else { rows.join(",") }
    }

    fn read(&self, text: &str) -> Option<u64> {
        (0..)
            .zip(text.split(','))
            .try_fold(0, |bar, (row, cells)| Some(bar | cells.parse::<u64>().ok()? << (4 * row)))
    }
}

/// Stake Your Claim: the cells of the digits 0 and 1 as bits.
struct Claims {
    size: usize,
}

impl Claims {
    fn largest(&self, mut cells: u32) -> i16 {
        let size = self.size;
        let mut largest = 0;
        while cells != 0 {
            let (mut region, mut open) = (0, vec![cells.trailing_zeros() as usize]);
            while let Some(cell) = open.pop() {
                if cells >> cell & 1 == 0 {
                    continue;
                }
                cells ^= 1 << cell;
                region += 1;
                open.extend((cell % size > 0).then(|| cell - 1));
                open.extend((cell % size + 1 < size).then_some(cell + 1));
                open.extend(cell.checked_sub(size));
                open.extend((cell + size < size * size).then_some(cell + size));
            }
            largest = largest.max(region);
        }
        largest
    }
}

impl Game for Claims {
    type Position = [u32; 2];
    type Move = usize;

    fn name(&self) -> String {
        format!("claims-{0}x{0}", self.size)
    }

    fn start(&self) -> [u32; 2] {
        [0, 0]
    }

    fn pack(&self, [zeros, ones]: [u32; 2]) -> u64 {
        u64::from(zeros) << 32 | u64::from(ones)
    }

    fn unpack(&self, word: u64) -> [u32; 2] {
        [(word >> 32) as u32, word as u32]
    }

    fn moves(&self, cells: [u32; 2], mut each: impl FnMut(usize, [u32; 2])) {
        let [zeros, ones] = cells;
        let digit = usize::from(zeros.count_ones() > ones.count_ones());
        for cell in (0..self.size * self.size).filter(|cell| (zeros | ones) >> cell & 1 == 0) {
            let mut next = cells;
            next[digit] |= 1 << cell;
            each(cell, next);
        }
    }

    fn end(&self, [zeros, ones]: [u32; 2]) -> Option<End> {
        let lead = self.largest(zeros) - self.largest(ones);
        let is_full = (zeros | ones).count_ones() as usize == self.size * self.size;
        let of_mover = if zeros.count_ones() > ones.count_ones() { -lead } else { lead };
        is_full.then_some(End::Score(of_mover))
    }

    fn values(&self) -> Values {
        Values::Score
    }

    fn show(&self, [zeros, ones]: [u32; 2]) -> String {
        let digit = |cell: usize| match (zeros >> cell & 1, ones >> cell & 1) {
            (1, _) => '0',
            (_, 1) => '1',
            _ => '.',
        };
        let row =
            |row: usize| (0..self.size).map(|column| digit(row * self.size + column)).collect();
        (0..self.size).map(row).collect::<Vec<String>>().join("/")
    }

    fn read(&self, text: &str) -> Option<[u32; 2]> {
        let mut cells = [0, 0];
        for (cell, digit) in text.chars().filter(|&digit| digit != '/').enumerate() {
            if let Some(digit) = digit.to_digit(2) {
                cells[digit as usize] |= 1 << cell;
            }
        }
        Some(cells)
    }
}

/// Compares all positions of a game with those of a built-in one's table, and returns how many there are.
fn compare<G: Game, T: Probe<Value: Debug>>(
    game: G,
    table: &T,
    is_same: impl Fn(Value, T::Value) -> bool,
) -> usize {
    let (_folder, own) = solved(game);
    let positions = all_positions(own.game());
    for &position in &positions {
        let text = own.game().show(position);
        let position_there = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let (here, there) =
            (own.value(position).expect("a value"), table.value(&position_there).expect("a value"));
        assert!(is_same(here, there), "{text}: {here}, and {there:?}");
    }
    positions.len()
}

fn built(family: Family) -> (tempfile::TempDir, TableFolder) {
    let directory = tempfile::tempdir().expect("a folder");
    let folder = TableFolder::new(directory.path());
    perfectplay_tables::build(&family.into(), &folder, Build::default(), Control::SILENT, |_| {})
        .expect("a table");
    (directory, folder)
}

#[test]
fn numbers_have_the_same_plies() {
    let (_directory, folder) = built(Family::Number { bound: 20 });
    let table = folder.read("number-20", NumberTable::new).expect("a table");
    let is_same = |here, there: core::Value| here == Value::Outcome(there);
    assert_eq!(compare(Numbers { bound: 20 }, &table, is_same), 3_515);
}

#[test]
fn bars_have_the_same_outcomes() {
    let (_directory, folder) = built(Family::Chomp { rows: 6, columns: 6 });
    let table = folder.read("chomp-6x6", ChompTable::new).expect("a table");
    let is_same = |here: Value, there: Outcome| here.outcome() == Some(there);
    // The symmetric ones once.
    assert_eq!(compare(Bar { rows: 6, columns: 6 }, &table, is_same), 494);
}

#[test]
fn claims_have_the_same_scores() {
    let (_directory, folder) = built(Family::Stake { size: 3 });
    let table = folder.read("stake-3", StakeTable::new).expect("a table");
    let is_same = |here, there: i8| here == Value::Score(there.into());
    assert_eq!(compare(Claims { size: 3 }, &table, is_same), 6_046);
}
