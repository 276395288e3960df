//! `plan`: how a table is cut into blocks that can be computed one by one; `block`: computes one of them, or
//! all that are missing, for a store that many programs share; `merge`: makes the table of them.

use std::ops::Range;

use perfectplay::{Event, Progress, filled_names, table_named};
use perfectplay_tables::{Block, Build, Plan, PlanError, Recipe, Store};

use crate::args;
use crate::commands::build::TableReport;
use crate::machine::process_limits;
use crate::prelude::*;

/// The plan as JSON.
#[derive(Serialize)]
struct PlanReport {
    table: String,
    states: u64,
    /// Of the table's file.
    bytes: u64,
    layers: usize,
    block_size: u64,
    hash: String,
    blocks: Vec<PlannedBlock>,
    /// The first and the last block of each run of blocks that a given store lacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<Vec<[usize; 2]>>,
}

#[derive(Serialize)]
struct PlannedBlock {
    block: usize,
    /// The first and the last one.
    layers: [usize; 2],
    /// The first one, and the one after the last.
    states: [u64; 2],
    bytes: u64,
    /// The first and the last block of each run of blocks that it reads.
    reads: Vec<[usize; 2]>,
}

pub(crate) fn plan(args: &args::Plan, folder: &ChosenFolder, output: &mut Output) -> Result<()> {
    let (table, size) = (recipe(&args.table, folder)?, args.block.map(|size| size.as_u64()));
    let (plan, missing) = match &args.store {
        None => (Plan::new(&*table, size)?, None),
        Some(directory) => {
            let failed = |error| Failure::of_store(&args.table, error);
            let store = Store::open(directory, table, size).map_err(failed)?;
            let missing = store.missing().map_err(failed)?;
            (store.plan().clone(), Some(runs(&missing)))
        }
    };
    match output.json {
        true => output.json_line(&PlanReport::of(&plan, missing.as_deref())),
        false => print(&plan, missing.as_deref(), output),
    }
}

/// Ascending numbers as runs of consecutive ones.
fn runs(numbers: &[usize]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some(run) if run.end == number => run.end += 1,
            _ => runs.push(number..number + 1),
        }
    }
    runs
}

/// How the table with a name is made.
fn recipe(name: &str, folder: &ChosenFolder) -> Result<Arc<dyn Recipe>> {
    let table = table_named(name, folder.games.all()).map_err(Failure::usage)?;
    table.recipe().filter(|recipe| recipe.blocks().is_some()).ok_or_else(|| {
        let error = PlanError::NotLayered(name.to_owned());
        let build = advice::command(format_args!("build {name}"));
        let filled = filled_names(folder.games.listed());
        Failure::usage(format!("{error}: {filled}")).with_hint(format!("{build} makes it"))
    })
}

impl PlanReport {
    fn of(plan: &Plan, missing: Option<&[Range<usize>]>) -> Self {
        let block = |(block, cut): (usize, &Block)| PlannedBlock {
            block,
            layers: ends(&cut.layers),
            states: [cut.states.start, cut.states.end],
            bytes: length(cut),
            reads: cut.reads.iter().map(ends).collect(),
        };
        Self {
            table: plan.table().to_string(),
            states: plan.states(),
            bytes: plan.file_length(),
            layers: plan.layers().len(),
            block_size: plan.block_size(),
            hash: plan.hash().to_string(),
            blocks: plan.blocks().iter().enumerate().map(block).collect(),
            missing: missing.map(|runs| runs.iter().map(ends).collect()),
        }
    }
}

fn length(block: &Block) -> u64 {
    block.bytes.end - block.bytes.start
}

/// The first and the last number of a range that is not empty.
fn ends(range: &Range<usize>) -> [usize; 2] {
    [range.start, range.end - 1]
}

fn print(plan: &Plan, missing: Option<&[Range<usize>]>, output: &mut Output) -> Result<()> {
    let (states, bytes) = (output.count(plan.states()), output.count(plan.file_length()));
    let (layers, blocks) = (plan.layers().len(), plan.blocks().len());
    let table = plan.table();
    let layers = counted(layers, "layer");
    let size = ByteSize(plan.block_size());
    if plan.is_shared() {
        output.line(format_args!("{table}: which states there are is found on the way"))?;
        output
            .line(format_args!("{blocks} blocks, each a share of the work, in steps of {size}"))?;
    } else {
        output.line(format_args!("{table}: {states} states in {layers}, {bytes} bytes"))?;
        let blocks = counted(blocks, "block");
        output.line(format_args!("{blocks} of at most {size}"))?;
    }
    output.line(format_args!("hash {}", plan.hash()))?;
    if let Some(missing) = missing {
        let list: Vec<String> = missing.iter().map(run_of).collect();
        let list = if list.is_empty() { "none".to_owned() } else { list.join(", ") };
        output.line(format_args!("missing: {list}"))?;
    }
    if plan.is_shared() {
        return Ok(());
    }
    output.line("")?;
    let heading =
        format!("{:>5}  {:>7}  {:>16}  {:>13}  reads", "block", "layers", "states", "bytes");
    output.line(styled(HEADING, heading))?;
    for (number, block) in plan.blocks().iter().enumerate() {
        let states = output.count(block.states.end - block.states.start);
        let bytes = output.count(length(block));
        let reads: Vec<String> = block.reads.iter().map(run_of).collect();
        let reads = if reads.is_empty() { "-".to_owned() } else { reads.join(", ") };
        let layers = run_of(&block.layers);
        output
            .line(format_args!("{number:>5}  {layers:>7}  {states:>16}  {bytes:>13}  {reads}"))?;
    }
    Ok(())
}

/// A count with its unit.
fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// A range as its first and its last number.
fn run_of(range: &Range<usize>) -> String {
    match ends(range) {
        [first, last] if first == last => first.to_string(),
        [first, last] => format!("{first}-{last}"),
    }
}

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

/// All blocks of a table.
#[derive(Serialize)]
struct BlocksReport {
    table: String,
    blocks: usize,
    /// How many of them this program has computed.
    computed: usize,
    seconds: f64,
}

pub(crate) fn block(args: &args::Block, folder: &ChosenFolder, output: &mut Output) -> Result<()> {
    let started = Instant::now();
    // A block may read hundreds of others.
    process_limits::open_many_files();
    let threads = threads::start(args.threads)?;
    let size = args.block.map(|size| size.as_u64());
    let failed = |error| Failure::of_store(&args.table, error);
    let store = Store::open(&args.store, recipe(&args.table, folder)?, size).map_err(failed)?;
    // The folder determines how files are read.
    let access = folder.folder.access();
    let Some(number) = args.block_number else {
        let bar = StatesBar::new(&args.table, 0);
        // Others may compute most of the states.
        bar.event(Event::Phase { name: "computing", states: None });
        let computed = threads.install(|| store.complete(access, Control::new(&bar)))?;
        drop(bar);
        let report = BlocksReport {
            table: args.table.clone(),
            blocks: store.plan().blocks().len(),
            computed: computed.map_err(failed)?,
            seconds: started.elapsed().as_secs_f64(),
        };
        return output.report(&report, BlocksReport::print);
    };
    let block = store.plan().blocks().get(number);
    let states = block.map_or(0, |block| block.states.end - block.states.start);
    let bar = StatesBar::new(&format!("{} {number}", args.table), states);
    let computed = threads.install(|| store.compute(number, access, Control::new(&bar)))?;
    drop(bar);
    let report = BlockReport {
        table: args.table.clone(),
        block: number,
        states,
        bytes: block.map_or(0, length),
        computed: computed.map_err(failed)?,
        seconds: started.elapsed().as_secs_f64(),
    };
    output.report(&report, BlockReport::print)
}

impl BlocksReport {
    fn print(&self, output: &mut Output) -> Result<()> {
        let Self { table, blocks, computed, seconds } = self;
        let blocks = counted(*blocks, "block");
        output.line(format_args!("{table}: {blocks}, {computed} computed here in {seconds:.2} s"))
    }
}

impl BlockReport {
    fn print(&self, output: &mut Output) -> Result<()> {
        let (table, number) = (&self.table, self.block);
        let (states, bytes) = (output.count(self.states), output.count(self.bytes));
        let done = made_in(self.seconds, "computed", self.computed);
        match self.states {
            0 => output.line(format_args!("{table} block {number}: {done}")),
            _ => output.line(format_args!(
                "{table} block {number}: {states} states, {bytes} bytes, {done}"
            )),
        }
    }
}

pub(crate) fn merge(args: &args::Merge, folder: &ChosenFolder, output: &mut Output) -> Result<()> {
    let started = Instant::now();
    let threads = threads::start(args.threads)?;
    let failed = |error| Failure::of_store(&args.table, error);
    let store = Store::open(&args.store, recipe(&args.table, folder)?, None).map_err(failed)?;
    let bar = StatesBar::new(&args.table, store.plan().states());
    let how = Build::default().force(args.force).memory(memory::available()).progress(&bar);
    let merge = || perfectplay_tables::merge(&store, &folder.folder, how);
    let merged = threads.install(merge)?;
    drop(bar);
    let merged = merged.map_err(failed)?;
    let states = folder.folder.file(&args.table)?.header().states;
    let table = TableReport::new(args.table.clone(), states, &merged, started)?;
    output.report(&table, |table, output| {
        table.print(output)?;
        output.line(format_args!("in {folder}"))
    })
}
