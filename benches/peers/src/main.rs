//! Measures perfectplay's tables beside what people would use instead: a hash map, a sorted array, a
//! finite-state transducer, and embedded databases.
//!
//! `benches/peers/run` calls it and prints a report in Markdown; see [`HELP`]. To leave stores out is wise for large
//! tables: `tower-8 --without lmdb`.

mod dispatch;
mod files;
mod fresh;
mod games;
mod measure;
mod peer;
mod report;
mod stores;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use perfectplay::{TableRef, default_tables, table_named};
use perfectplay_games::built_in;

use crate::dispatch::game_of;
use crate::measure::{Measure, Measurement};

const HELP: &str = "\
usage: run [--write] [--without STORE,STORE...] [TABLE...]

Measures the default tables, or those that are named, such as number-40 and tower-8.

  --write     writes the report into benches/README.md
  --without   leaves stores out: hashmap, sorted-array, fst, lmdb, sqlite";

/// The lines of `benches/README.md` between which the report is.
const BEGIN: &str = "<!-- peers: begin -->\n";
const END: &str = "<!-- peers: end -->\n";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some((fresh::COMMAND, rest)) =
        arguments.split_first().map(|(first, rest)| (first.as_str(), rest))
    {
        return dispatch::answer(rest);
    }
    let (mut tables, mut without, mut write) = (Vec::new(), Vec::new(), false);
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--write" => write = true,
            "--without" => {
                let stores = words.next().context("--without is followed by names of stores")?;
                without.extend(stores.split(',').map(str::to_owned));
            }
            "--help" | "-h" => {
                println!("{HELP}");
                return Ok(());
            }
            option if option.starts_with('-') => bail!("unknown option {option}\n\n{HELP}"),
            name => tables.push(table_named(name, &built_in())?),
        }
    }
    if tables.is_empty() {
        tables = default_tables(&built_in());
        tables.retain(|table| !table.is_of_board());
    }
    let tables = tables
        .iter()
        .map(|table| measure(table, &without))
        .collect::<Result<Vec<Measurement>>>()?;
    let report = report::markdown(&tables);
    print!("{report}");
    if write {
        write_report(&report)?;
    }
    Ok(())
}

/// Measures a table in a temporary folder, which is removed in the end.
fn measure(table: &TableRef, without: &[String]) -> Result<Measurement> {
    let folder = tempfile::Builder::new()
        .prefix("perfectplay-peers-")
        .tempdir()
        .context("cannot make a temporary folder")?;
    let measured = game_of(table)?.measure(&Measure { table, folder: folder.path(), without })?;
    folder.close().context("cannot remove the temporary folder")?;
    Ok(measured)
}

/// Replaces the report of `benches/README.md`.
fn write_report(report: &str) -> Result<()> {
    let benches = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let path = benches.join("README.md");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {path:?}"))?;
    let (before, rest) = text.split_once(BEGIN).context("the README has no place to begin")?;
    let (_, after) = rest.split_once(END).context("the README has no place to end")?;
    fs::write(&path, format!("{before}{BEGIN}\n{report}\n{END}{after}"))
        .with_context(|| format!("cannot write {path:?}"))
}
