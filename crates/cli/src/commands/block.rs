//! `block`: computes one block of a table, for a store that many programs share.

use std::time::Instant;

use perfectplay_tables::{Control, Store};
use serde::Serialize;

use crate::args;
use crate::commands::plan::recipe;
use crate::failure::{Failure, Result};
use crate::input::chosen_folder::ChosenFolder;
use crate::machine::{parent, process_limits, threads};
use crate::terminal::output::{Output, made_in};
use crate::terminal::progress_bar::StatesBar;

#[derive(Serialize)]
struct BlockReport {
    table: String,
    block: usize,
    states: u64,
    bytes: u64,
    /// Whether it was computed now; otherwise it was there already.
    computed: bool,
    seconds: f64,
}

pub(crate) fn run(args: &args::Block, folder: &ChosenFolder, output: &mut Output) -> Result<()> {
    let started = Instant::now();
    if args.end_with_parent {
        parent::end_with_parent()?;
    }
    // A block may read hundreds of others.
    process_limits::open_many_files();
    let threads = threads::start(args.threads)?;
    let size = args.block.map(|size| size.as_u64());
    let failed = |error| Failure::of_store(&args.table, error);
    let store = Store::open(&args.store, recipe(&args.table, folder)?, size).map_err(failed)?;
    let number = args.block_number;
    let block = store.plan().blocks().get(number);
    let states = block.map_or(0, |block| block.states.end - block.states.start);
    let bar = StatesBar::new(&format!("{} {number}", args.table), states);
    // The folder determines how files are read.
    let access = folder.folder.access();
    let computed = threads.install(|| store.compute(number, access, Control::new(&bar)))?;
    drop(bar);
    let report = BlockReport {
        table: args.table.clone(),
        block: number,
        states,
        bytes: block.map_or(0, |block| block.bytes.end - block.bytes.start),
        computed: computed.map_err(failed)?,
        seconds: started.elapsed().as_secs_f64(),
    };
    output.report(&report, BlockReport::print)
}

impl BlockReport {
    fn print(&self, output: &mut Output) -> Result<()> {
        let (table, number) = (&self.table, self.block);
        let (states, bytes) = (output.count(self.states), output.count(self.bytes));
        let done = made_in(self.seconds, "computed", self.computed);
        output.line(format_args!("{table} block {number}: {states} states, {bytes} bytes, {done}"))
    }
}
