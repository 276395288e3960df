//! Packs the tables of a folder, unpacks them into another one, and says how long that took.
//!
//! `cargo run --release -p perfectplay-release --example pack_and_unpack -- tables /tmp/new`
#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

use perfectplay_games::built_in;
use perfectplay_query::TableFolder;
use perfectplay_release::{Release, TableName, pack};
use perfectplay_tables::Control;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let tables = TableFolder::new(words.next().as_deref().unwrap_or("tables"));
    let new = words.next().map_or_else(std::env::temp_dir, PathBuf::from);

    let names: Vec<TableName> =
        tables.names()?.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
    for table in pack(&names, &built_in(), &tables, &new.join("release"), Control::SILENT)? {
        println!("{:<16} {} bytes, {} packed", table.name, table.bytes, table.packed_bytes);
    }

    let release = Release::in_folder(new.join("release"))?;
    let folder = TableFolder::new(new.join("tables"));
    let (start, mut bytes) = (Instant::now(), 0);
    for name in release.names() {
        let table = release.table(&name)?;
        table.unpack(&built_in(), &folder, true, Control::SILENT, || {})?;
        bytes += table.bytes();
    }
    println!("{bytes} bytes unpacked in {:.2?}", start.elapsed());
    Ok(())
}
