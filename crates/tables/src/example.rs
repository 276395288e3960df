//! The game of the documents' examples, so that they need not describe one.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::solve::{Game, SolvedTable, build};

/// The game of the examples: a move takes one to three stones, and a player without a move loses.
#[derive(Clone, Copy, Debug)]
pub struct Pile {
    /// How many stones a game begins with.
    pub stones: u64,
}

impl Game for Pile {
    type Position = u64;
    type Move = u64;

    fn name(&self) -> String {
        format!("pile-{}", self.stones)
    }

    fn start(&self) -> u64 {
        self.stones
    }

    fn pack(&self, stones: u64) -> u64 {
        stones
    }

    fn unpack(&self, word: u64) -> u64 {
        word
    }

    fn moves(&self, stones: u64, mut each: impl FnMut(u64, u64)) {
        (1..=stones.min(3)).for_each(|taken| each(taken, stones - taken));
    }
}

/// A pile of 21 stones, solved. Compiled where it is used, with all of the engine.
#[inline]
pub fn solved_pile() -> SolvedTable<Pile> {
    static FOLDERS: AtomicU64 = AtomicU64::new(0);
    let (pile, number) = (Pile { stones: 21 }, FOLDERS.fetch_add(1, Ordering::Relaxed));
    let name = format!("perfectplay-pile-{}-{number}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    build(&pile, &*folder).expect("the pile is solved");
    let table = SolvedTable::open(pile, &*folder).expect("its table is opened");
    let _ = std::fs::remove_dir_all(folder);
    table
}
