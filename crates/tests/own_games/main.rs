//! Games that somebody describes: solved, written, read and verified.

mod built_in;
mod games;
mod golden;
mod mistakes;
mod published;
mod tables;

use std::collections::HashSet;

use perfectplay_query::TableFolder;
use perfectplay_tables::solve::{Game, SolvedTable, build};
use perfectplay_tables::{Build, Control};
use tempfile::TempDir;

/// The table of a game, in a folder of its own. A comparison of all its positions takes the place of verifying it.
fn unverified<G: Game>(game: G) -> (TempDir, SolvedTable<G>) {
    let directory = tempfile::tempdir().expect("a folder");
    let folder = TableFolder::new(directory.path());
    build(&game, &folder, Build::default(), Control::SILENT, |_| {}).expect("a table");
    let table = SolvedTable::open(game, &folder).expect("a table");
    (directory, table)
}

/// The same, and verified.
fn solved<G: Game>(game: G) -> (TempDir, SolvedTable<G>) {
    let (directory, table) = unverified(game);
    assert_eq!(table.verify(u64::MAX, Control::SILENT).expect("a table"), table.header().states);
    (directory, table)
}

/// All positions that play reaches, of those that are the same but for a symmetry the canonical one.
fn all_positions<G: Game>(game: &G) -> Vec<G::Position> {
    let start = game.canonical(game.start());
    let mut found = HashSet::from([game.pack(start)]);
    let mut positions = vec![start];
    let mut next = 0;
    while let Some(&position) = positions.get(next) {
        next += 1;
        if game.end(position).is_none() {
            game.moves(position, |_, child| {
                let child = game.canonical(child);
                if found.insert(game.pack(child)) {
                    positions.push(child);
                }
            });
        }
    }
    positions
}
