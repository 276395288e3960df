//! Games that somebody describes: solved, written, read and verified.

use perfectplay::custom_game;
use perfectplay_catalogue::{
    ConnectFour, Kayles, KnightWalk, Numbers, OnCells, Pig, RookEndgame, Scrambled, Sliding,
    TicTacToe,
};
use perfectplay_core::Outcome;
use perfectplay_games::built_in;
use perfectplay_query::TableFolder;
use perfectplay_tables::solve::{End, Game, SolveError, SolvedTable, Value, Values, build};
use perfectplay_tables::{Build, Control};
use perfectplay_tests::{folder, refused};
use tempfile::TempDir;

#[path = "../../catalogue/checks/built_in/mod.rs"]
mod built_in;
#[path = "../../catalogue/checks/expected.rs"]
mod expected;
mod golden;
mod levels;
mod mistakes;
#[path = "../../catalogue/checks/no_repeat.rs"]
mod no_repeat;
mod numbered;
mod positions;
#[path = "../../catalogue/checks/published.rs"]
mod published;
mod shares;
mod starts;
mod tables;

pub(crate) use positions::all_positions;

/// The table of a game, in a folder of its own. A comparison of all its positions takes the place of verifying it.
fn unverified<G: Game>(game: G) -> (TempDir, SolvedTable<G>) {
    let (directory, folder) = folder();
    build(&game, &folder).expect("a table");
    let table = SolvedTable::open(game, &folder).expect("a table");
    (directory, table)
}

/// A game's table, built and verified.
fn solved<G: Game>(game: G) -> (TempDir, SolvedTable<G>) {
    let (directory, table) = unverified(game);
    assert_eq!(table.verify().expect("a table"), table.header().states);
    (directory, table)
}

/// The value of a position in the table.
fn value<G: Game>(table: &SolvedTable<G>, position: G::Position) -> Value {
    table.unchecked_value(position).expect("a value")
}
