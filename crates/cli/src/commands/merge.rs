//! `merge`: makes a table from the blocks of a store.

use std::time::Instant;

use perfectplay_tables::{Build, Store, merge};

use crate::args;
use crate::commands::build::TableReport;
use crate::commands::plan::recipe;
use crate::failure::{Failure, Result};
use crate::input::chosen_folder::ChosenFolder;
use crate::machine::{memory, threads};
use crate::terminal::output::Output;
use crate::terminal::progress_bar::StatesBar;

pub(crate) fn run(args: &args::Merge, folder: &ChosenFolder, output: &mut Output) -> Result<()> {
    let started = Instant::now();
    let threads = threads::start(args.threads)?;
    let failed = |error| Failure::of_store(&args.table, error);
    let store = Store::open(&args.store, recipe(&args.table, folder)?, None).map_err(failed)?;
    let bar = StatesBar::new(&args.table, store.plan().states());
    let how = Build::default().force(args.force).memory(memory::available()).progress(&bar);
    let merge = || merge(&store, &folder.folder, how);
    let merged = threads.install(merge)?;
    drop(bar);
    let states = store.plan().states();
    let table = TableReport::new(args.table.clone(), states, &merged.map_err(failed)?, started)?;
    output.report(&table, |table, output| {
        table.print(output)?;
        output.line(format_args!("in {folder}"))
    })
}
