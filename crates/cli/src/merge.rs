//! `merge`: makes a table of the blocks of a store.

use std::time::Instant;

use perfectplay_tables::{Build, Control, Store, merge};
use serde::Serialize;

use crate::args;
use crate::bar::StatesBar;
use crate::chosen_folder::ChosenFolder;
use crate::failure::Failure;
use crate::output::{GOOD, Output, is_quiet, remark, styled};
use crate::plan::family;
use crate::threads;

#[derive(Serialize)]
struct Report {
    table: String,
    file: String,
    states: u64,
    bytes: u64,
    /// Whether it was made now; else it was there.
    merged: bool,
    seconds: f64,
}

pub(crate) fn run(
    args: &args::Merge,
    folder: &ChosenFolder,
    output: &mut Output,
) -> Result<(), Failure> {
    let started = Instant::now();
    threads::start(args.threads)?;
    let failed = |error| Failure::of_store(&args.table, error);
    let store = Store::open(&args.store, family(&args.table)?, None).map_err(failed)?;
    let (states, bytes) = (store.plan().states(), store.plan().file_length());
    let bar = StatesBar::new(&args.table, states);
    let how = Build { force: args.force, memory: None };
    let merged = merge(&store, &folder.folder, how, Control::new(&bar), || {
        remark(format_args!("{}: waiting for another program that is making it", args.table));
    });
    drop(bar);
    let made = merged.map_err(failed)?;
    let report = Report {
        table: args.table.clone(),
        file: made.path.display().to_string(),
        states,
        bytes,
        merged: made.anew,
        seconds: started.elapsed().as_secs_f64(),
    };
    if output.json {
        return output.json_line(&report);
    }
    if is_quiet() {
        return Ok(());
    }
    let done = if report.merged {
        styled(GOOD, format_args!("merged in {:.2} s", report.seconds))
    } else {
        "is there already".to_owned()
    };
    let (states, bytes) = (output.count(states), output.count(bytes));
    output.line(format_args!("{:<16} {states} states, {bytes} bytes, {done}", args.table))?;
    output.line(format_args!("in {folder}"))
}
