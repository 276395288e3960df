//! Tables as they are built, and proven.

use std::fs;

use perfectplay::{GameRef, TableRef, table_named, table_of_board, verify_table};
use perfectplay_games::built_in;
use perfectplay_query::{TableFolder, TablePlace, Tables};
use perfectplay_tables::{Build, BuiltTable, Depth, Verification, VerifiedTable, VerifyError};

use crate::damage::directory;

/// The table with a name, of a game that is built in.
pub fn planned(name: &str) -> TableRef {
    table_named(name, &built_in()).unwrap()
}

/// The table of a board in the contest's format, of a game that is built in.
pub fn of_board(game: &str, board: &str) -> TableRef {
    table_of_board(board, &crate::game(game)).unwrap()
}

pub fn build(table: &TableRef, folder: &TableFolder) -> BuiltTable {
    table.build(folder, Build::default()).unwrap()
}

pub fn built_bytes(table: &TableRef) -> Vec<u8> {
    let directory = directory();
    fs::read(build(table, &TableFolder::new(directory.path())).path).unwrap()
}

/// Verifies a table of one of these games.
pub fn verify_as(
    games: &[GameRef],
    tables: &Tables,
    place: &TablePlace,
    depth: Depth,
) -> Result<VerifiedTable, VerifyError> {
    verify_table(games, tables, place, Verification::new(depth))
}

/// Verifies a table of a game that is built in.
pub fn verify(
    tables: &Tables,
    place: &TablePlace,
    depth: Depth,
) -> Result<VerifiedTable, VerifyError> {
    verify_as(&built_in(), tables, place, depth)
}
