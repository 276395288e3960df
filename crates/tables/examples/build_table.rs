//! Builds a table in a folder and proves a sample of it, with progress on one line.
//!
//! `cargo run --release -p perfectplay-tables --example build_table -- /tmp/tables number-40`
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints")]

use std::error::Error;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use perfectplay::{TableFolder, TablePlace, Tables, table_named, verify_table};
use perfectplay_games::built_in;
use perfectplay_tables::{Build, Control, Depth, Progress, Verification};

/// How many states are done. Used from all threads.
#[derive(Default)]
struct Line(AtomicU64);

impl Progress for Line {
    fn advance(&self, states: u64) {
        let before = self.0.fetch_add(states, Ordering::Relaxed);
        if before >> 20 != (before + states) >> 20 {
            eprint!("\r{} states", before + states);
        }
    }

    fn set_position(&self, states: u64) {
        self.0.store(states, Ordering::Relaxed);
    }

    /// A program that catches signals, or has a button, returns here whether to stop.
    fn interrupted(&self) -> bool {
        false
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let path = words.next().map_or_else(std::env::temp_dir, Into::into);
    let (name, games) = (words.next(), built_in());
    let table = table_named(name.as_deref().unwrap_or("number-30"), &games)?;
    let sample = words.next().as_deref().unwrap_or("20000").parse()?;

    let (folder, line) = (TableFolder::new(path), Line::default());
    let control = Control::new(&line);
    let start = Instant::now();
    let built = table.build(&folder, Build::default().progress(control))?;
    println!("\r{} exists after {:.2?}", built.path.display(), start.elapsed());

    let start = Instant::now();
    let how = Verification::new(Depth::Sample(sample)).progress(control);
    let place = TablePlace::File(built.path);
    let verified = verify_table(&games, &Tables::from(folder), &place, how)?;
    let (entries, states) = (verified.entries.unwrap_or_default(), verified.file.states);
    println!("\r{entries} of {states} entries are right, after {:.2?}", start.elapsed());
    Ok(())
}
