//! A program that includes a table: answers positions of the Number Game with numbers up to 20.
//!
//! `cargo run -p perfectplay-games --example answer -- after:4,5`
//!
//! A program that keeps its tables in files opens a `TableFolder` instead.
#![allow(clippy::print_stdout, reason = "a program that prints answers")]

use std::error::Error;

use perfectplay_games::NumberTable;
use perfectplay_query::{Bytes, Probe, TableFile};

static TABLE: &[u8] = include_bytes!("../tables/number-20.table");

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| "after:4,5".to_owned());
    // The bytes are read in place.
    let table = NumberTable::new(TableFile::open(Bytes::from(TABLE))?)?;
    let answer = table.answer(&text.parse()?)?;
    println!("{}: {}", answer.position, answer.value);
    for reply in &answer.moves {
        let mark = if reply.best { '*' } else { ' ' };
        println!("{mark} {:2}  {:10}  leaves {}", reply.step, reply.result, reply.position);
    }
    Ok(())
}
