//! Tables as files: the same bytes for any number of threads, what memory they may take, and damage.

use std::num::NonZero;

use perfectplay_core::threads::Threads;
use perfectplay_query::TableFolder;
use perfectplay_solve::{Game, SolveError, SolvedTable, build};
use perfectplay_tables::{Build, Control};

use crate::games::{Kayles, Sliding, TicTacToe};
use crate::solved;

fn bytes<G: Game>(game: &G, threads: usize) -> Vec<u8> {
    let directory = tempfile::tempdir().expect("a folder");
    let folder = TableFolder::new(directory.path());
    let threads = Threads::new(NonZero::new(threads));
    let built = threads.install(|| build(game, &folder, Build::default(), Control::SILENT, |_| {}));
    std::fs::read(built.expect("threads").expect("a table").path).expect("a file")
}

#[test]
fn threads_make_the_same_bytes() {
    assert!(bytes(&TicTacToe { size: 3 }, 1) == bytes(&TicTacToe { size: 3 }, 2));
    assert!(bytes(&Sliding { size: 3 }, 1) == bytes(&Sliding { size: 3 }, 3));
    assert!(bytes(&Kayles { pins: 20 }, 1) == bytes(&Kayles { pins: 20 }, 2));
}

#[test]
fn memory_has_a_ceiling() {
    let directory = tempfile::tempdir().expect("a folder");
    let folder = TableFolder::new(directory.path());
    let how = Build { memory: Some(1 << 16), ..Build::default() };
    let refused = build(&TicTacToe { size: 3 }, &folder, how, Control::SILENT, |_| {});
    assert!(
        matches!(refused, Err(SolveError::Memory { need, limit: 65_536 }) if need > 65_536),
        "{refused:?}"
    );
    assert!(folder.names().expect("a folder").is_empty());
}

/// No flipped bit anywhere in a file goes unnoticed, and none makes a panic.
#[test]
fn damage_is_found() {
    let (directory, table) = solved(TicTacToe { size: 3 });
    let folder = TableFolder::new(directory.path());
    let path = folder.table(&table.game().name());
    let good = std::fs::read(&path).expect("a file");
    // Every byte of the beginning, and some of all others.
    let places = (0..good.len()).filter(|place| *place < 600 || place % 61 == 0);
    for place in places {
        let mut bad = good.clone();
        bad[place] ^= 1 << (place % 8);
        std::fs::write(&path, &bad).expect("a file");
        let verified = SolvedTable::open(TicTacToe { size: 3 }, &folder)
            .and_then(|table| table.verify(u64::MAX, Control::SILENT));
        assert!(verified.is_err(), "byte {place}");
    }
}
