//! The committed tables are built again, to the byte. What FORMAT.md finds in them is compared with the rules by
//! `tables/test_check.py`, which shares nothing with this crate.
//!
//! With `PERFECTPLAY_BLESS=1` they are written.

use std::path::Path;
use std::{env, fs};

use crate::*;

/// `rules` is the tag, which must never change for the same rules: programs refuse tables with another one.
fn is_as_committed(game: impl Game, rules: &str) {
    let (directory, table) = solved(game);
    assert_eq!(table.header().rules, rules);
    let name = format!("{}.table", table.game().name());
    let built = fs::read(directory.path().join(&name)).expect("a file");
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/custom/v1").join(&name);
    if env::var_os("PERFECTPLAY_BLESS").is_some_and(|value| value == "1") {
        fs::write(&committed, &built).expect("a file");
    }
    assert!(fs::read(committed).expect("a file") == built, "{name}");
}

/// In outcomes with plies, without a filter, and with the members that small tables have by default.
#[test]
fn tic_tac_toe_is_as_committed() {
    is_as_committed(TicTacToe { size: 3 }, "tictactoe/dc8564e2cf5aedc8");
}

/// Nearly all positions are drawn, so that there is a filter.
#[test]
fn sliding_is_as_committed() {
    is_as_committed(Sliding { size: 3 }, "sliding/580bb648d1720619");
}

/// In a byte for each of the positions, which have numbers.
#[test]
fn numbered_tic_tac_toe_is_as_committed() {
    is_as_committed(OnCells::tic_tac_toe(3), "numberedtictactoe/29b5771ba2f9dc2e");
}

/// In bounds of expectations, which are numbered.
#[test]
fn pig_is_as_committed() {
    is_as_committed(Pig { goal: 10 }, "pig/fbf53975ff1a6f35");
}

/// In groups and mates, where no position may come back.
#[test]
fn knight_walk_is_as_committed() {
    is_as_committed(KnightWalk { width: 5, height: 3 }, "knightwalk/984a9ed76165c58d");
}

/// In Grundy values, and with members of four bits.
#[test]
fn kayles_is_as_committed() {
    is_as_committed(Kayles { pins: 20, takes_one: true }, "kayles/8aaf87a2f9c99531");
}
