//! Games that are built in, described by their plain rules, with which their own solvers and tables share no code: every
//! position has the value that these give it.

mod sources;

pub(crate) use sources::compare_towers;

use std::array;

use perfectplay::TableRef;
use perfectplay_core as core;
use perfectplay_core::Rules;
use perfectplay_games::chomp::{self, Chomp};
use perfectplay_games::number::{self, Number};
use perfectplay_games::stake::{self, Stake, rules};
use perfectplay_games::{ChompTable, NumberTable, StakeTable};
use perfectplay_query::Probe;
use perfectplay_tests::intact::{build, planned};

use crate::*;

/// The words of what moves lead to by the rules.
fn after<R: Rules>(rules: R, position: R::Position, pack: impl Fn(R::Position) -> u64) -> Vec<u64> {
    rules.moves(&position).into_iter().map(|(_, after)| pack(after)).collect()
}

/// A position of the Number Game: its numbers as bits.
fn numbers(word: u64) -> number::Position {
    number::Position::from_mask(word).expect("a position")
}

/// The Number Game with numbers up to a bound.
fn numbers_up_to(bound: u8) -> Numbers {
    Numbers {
        name: format!("numbers-{bound}"),
        start: number::Position::full(bound).mask(),
        moves: |word| after(Number, numbers(word), |position| position.mask()),
        ..Numbers::default()
    }
}

/// A position of Chomp: the rows in four bits each.
fn bar(word: u64) -> chomp::Position {
    let rows: [u8; 16] = array::from_fn(|row| (word >> (4 * row) & 15) as u8);
    chomp::Position::new(&rows).expect("a position")
}

fn word_of_bar(bar: chomp::Position) -> u64 {
    bar.left()[..16].iter().rfold(0, |word, &cells| word << 4 | u64::from(cells))
}

/// Chomp. Who takes the last cell has lost: with none left the player to move has won.
fn bars(rows: usize, columns: usize) -> Numbers {
    let least = |word| word_of_bar(bar(word).min(bar(word).transposed()));
    Numbers {
        name: format!("bar-{rows}x{columns}"),
        start: word_of_bar(chomp::Position::bar(rows, columns).expect("a bar")),
        values: Values::Misere,
        moves: |word| after(Chomp, bar(word), word_of_bar),
        canonical: if rows == columns { least } else { |word| word },
        ..Numbers::default()
    }
}

/// A board of Stake Your Claim with 3 × 3 cells: those of the digits 0 and 1 as bits.
fn claims(word: u64) -> stake::Position {
    stake::Position::from_masks(3, [word >> 32, word & 0xffff_ffff]).expect("a board")
}

fn word_of_claims(board: stake::Position) -> u64 {
    board.filled()[0] << 32 | board.filled()[1]
}

/// Stake Your Claim.
fn all_claims() -> Numbers {
    Numbers {
        name: "claims-3x3".to_owned(),
        start: word_of_claims(stake::Position::empty(3).expect("a size")),
        values: Values::Score,
        moves: |word| after(Stake, claims(word), word_of_claims),
        end: |word| {
            let score = || End::Score(rules::final_score(&rules::grid(&claims(word))).into());
            (claims(word).empty_cells() == 0).then(score)
        },
        ..Numbers::default()
    }
}

/// Compares all positions of a game with those of a built-in one's table, and returns how many there are.
fn compare<G: Game, T: Probe>(
    (_folder, own): (TempDir, SolvedTable<G>),
    table: &T,
    there: impl Fn(G::Position) -> T::Position,
    is_same: impl Fn(G::Position, Value, T::Value) -> bool,
) -> usize {
    let positions = all_positions(own.game());
    for &position in &positions {
        let here = value(&own, position);
        let known = table.value(&there(position)).expect("a value");
        assert!(is_same(position, here, known), "{position:?}: {here}");
    }
    positions.len()
}

/// A folder with the table.
fn built(table: &TableRef) -> (TempDir, TableFolder) {
    let (directory, folder) = folder();
    build(table, &folder);
    (directory, folder)
}

#[test]
fn numbers_have_the_same_plies() {
    let (_directory, folder) = built(&planned("number-20"));
    let table = folder.read("number-20", NumberTable::new).expect("a table");
    let is_same = |_, here, there: core::Value| here == Value::Outcome(there);
    assert_eq!(compare(solved(numbers_up_to(20)), &table, numbers, is_same), 3_515);
}

/// The built-in table has no plies.
#[test]
fn more_numbers_have_the_same_outcomes() {
    let (_directory, folder) = built(&planned("number-28"));
    let table = folder.read("number-28", NumberTable::new).expect("a table");
    let is_same = |_, here: Value, there: core::Value| here.outcome() == Some(there.outcome);
    assert_eq!(compare(unverified(numbers_up_to(28)), &table, numbers, is_same), 63_777);
}

/// Compares all positions of a bar.
fn compare_bars(
    rows: usize,
    columns: usize,
    solved: impl Fn(Numbers) -> (TempDir, SolvedTable<Numbers>),
) -> usize {
    let family = format!("chomp-{rows}x{columns}");
    let (_directory, folder) = built(&planned(&family));
    let table = folder.read(&family, ChompTable::new).expect("a table");
    let is_same = |_, here: Value, there: Outcome| here.outcome() == Some(there);
    compare(solved(bars(rows, columns)), &table, bar, is_same)
}

#[test]
fn bars_have_the_same_outcomes() {
    // Of two symmetric ones there is one.
    assert_eq!(compare_bars(6, 6, solved), 494);
    assert_eq!(compare_bars(7, 10, unverified), 19_448);
}

/// Rows of cells of two digits, with other numbers of bits between them.
fn rows(word: u64, from: u32, to: u32) -> u64 {
    let row = |row: u32| (word >> (row * from) & (7 | 7 << 32)) << (row * to);
    (0..3).map(row).sum()
}

/// Every board is a state of the built-in table.
#[test]
fn numbered_claims_have_the_same_scores() {
    let (_directory, folder) = built(&planned("stake-3"));
    let table = folder.read("stake-3", StakeTable::new).expect("a table");
    // Words have rows of eight bits, and numbers rows of three.
    let (pack, unpack) = (|word| rows(word, 8, 3), |word| rows(word, 3, 8));
    let game = Numbers { pack, unpack, ..all_claims() };
    let kinds = |pieces| vec![[pieces - pieces / 2, pieces / 2]];
    let own = solved(OnCells { game, cells: 9, kinds }).1;
    assert_eq!(own.header().states, 6_046);
    for number in 0..6_046 {
        let word = own.game().unpack(number);
        let known = table.value(&claims(word)).expect("a board");
        assert_eq!(value(&own, word), Value::Score(known.into()));
    }
}

#[test]
fn claims_have_the_same_scores() {
    let (_directory, folder) = built(&planned("stake-3"));
    let table = folder.read("stake-3", StakeTable::new).expect("a table");
    let is_same = |_, here, there: i8| here == Value::Score(there.into());
    assert_eq!(compare(solved(all_claims()), &table, claims, is_same), 6_046);
}
