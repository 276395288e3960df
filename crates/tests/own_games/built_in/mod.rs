//! Games that are built in, described by their rules: every position has the value that its own solver and table give
//! it.

mod by_rules;
mod contour;

use std::convert::identity;

use perfectplay_core::{self as core, Outcome, Random};
use perfectplay_games::chomp::Chomp;
use perfectplay_games::contour::{Board, Contour};
use perfectplay_games::{ChompTable, ContourTable, NumberTable, StakeTable};
use perfectplay_oracle::TableRef;
use perfectplay_query::{Probe, TableFolder};
use perfectplay_tables::solve::{Game, SolvedTable, Value};
use perfectplay_tests::folder;
use perfectplay_tests::intact::{build, of_board, planned};
use tempfile::TempDir;

use self::by_rules::{ByRules, bar, claims, numbers};
use self::contour::{Contested, ContourWithLead, SIDE};
use crate::{all_positions, solved, unverified, value};

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
    assert_eq!(compare(solved(numbers(20)), &table, identity, is_same), 3_515);
}

/// The built-in table has no plies.
#[test]
fn more_numbers_have_the_same_outcomes() {
    let (_directory, folder) = built(&planned("number-28"));
    let table = folder.read("number-28", NumberTable::new).expect("a table");
    let is_same = |_, here: Value, there: core::Value| here.outcome() == Some(there.outcome);
    assert_eq!(compare(unverified(numbers(28)), &table, identity, is_same), 63_777);
}

/// Compares all positions of a bar.
fn compare_bars(
    rows: usize,
    columns: usize,
    solved: impl Fn(ByRules<Chomp>) -> (TempDir, SolvedTable<ByRules<Chomp>>),
) -> usize {
    let family = format!("chomp-{rows}x{columns}");
    let (_directory, folder) = built(&planned(&family));
    let table = folder.read(&family, ChompTable::new).expect("a table");
    let is_same = |_, here: Value, there: Outcome| here.outcome() == Some(there);
    compare(solved(bar(rows, columns)), &table, identity, is_same)
}

#[test]
fn bars_have_the_same_outcomes() {
    // Of two symmetric ones there is one.
    assert_eq!(compare_bars(6, 6, solved), 494);
    assert_eq!(compare_bars(7, 10, unverified), 19_448);
}

#[test]
fn claims_have_the_same_scores() {
    let (_directory, folder) = built(&planned("stake-3"));
    let table = folder.read("stake-3", StakeTable::new).expect("a table");
    let is_same = |_, here, there: i8| here == Value::Score(there.into());
    assert_eq!(compare(solved(claims()), &table, identity, is_same), 6_046);
}

/// The built-in table has what is still to be won.
#[test]
fn contours_have_the_same_scores() {
    let mut random = Random::with_seed(1);
    let mut scores = || [(); SIDE].map(|()| [(); SIDE].map(|()| random.below(4) as u32).to_vec());
    let board = Board::new(&scores(), &scores()).expect("a board");
    let table = of_board("contour", &board.to_contest());
    let (_directory, folder) = built(&table);
    let table = folder.read(table.name(), ContourTable::new).expect("a table");
    let is_same = |position: Contested, here, there: i64| {
        here == Value::Score(i64::from(position.lead) + there)
    };
    let own = solved(ContourWithLead(Contour { board }));
    assert_eq!(compare(own, &table, |of| of.position, is_same), 3_802);
}
