//! Prints the header of a table, and checks all bytes of the file.
//!
//! `cargo run -p perfectplay-format --example header -- tables/number-20.table`
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::{env, fs};

use perfectplay_format::TableFile;

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("which file? for example tables/number-20.table")?;
    let file = TableFile::open(fs::read(path)?)?;
    let header = file.header();
    println!("{}: {} states of `{}`", header.name, header.states, header.rules);
    for section in &header.sections {
        println!("{:>10}  {} bytes from byte {}", section.name, section.length, section.offset);
    }
    file.verify_bytes(|_| true)?;
    println!("all {} bytes are sound", file.layout().file_length());
    Ok(())
}
