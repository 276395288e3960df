//! `build`: makes the tables that are missing.

use std::time::Instant;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use perfectplay_core::Rules;
use perfectplay_core::contour::Contour;
use perfectplay_core::stake::Stake;
use perfectplay_core::tokens::Tokens;
use perfectplay_tables::{Build as How, Control, Family, Instance, TableId, build, can_be_had};
use serde::Serialize;

use crate::args::Build;
use crate::boards;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{GOOD, HEADING, Output, remark, styled};
use crate::probe::{NumberReport, Report as _};
use crate::sources::NumberSource;
use crate::tables_folder::TablesFolder;
use crate::threads;

/// The games whose tables can be of one board.
const WITH_BOARDS: [&str; 3] = [Contour::NAME, Stake::NAME, Tokens::NAME];

/// A build of so many states takes long enough to be announced.
const LARGE: u64 = 100_000_000;

/// The position that a build answers to show that its tables do.
const EXAMPLE: &str = "2 3 4 5 6";

#[derive(Serialize)]
struct Report<'a> {
    folder: String,
    tables: &'a [BuiltTable],
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<NumberReport>,
}

#[derive(Serialize)]
struct BuiltTable {
    table: String,
    file: String,
    states: u64,
    bytes: u64,
    /// Whether it was made now; else it was there.
    built: bool,
    seconds: f64,
}

pub(crate) fn run(args: &Build, folder: &TablesFolder, output: &mut Output) -> Result<(), Failure> {
    let recipes = recipes(args)?;
    threads::start(args.threads)?;
    let how = How {
        force: args.force,
        memory: args.memory.map(|size| size.as_u64()).or_else(available_memory),
    };
    let mut built = Vec::new();
    let mut failure = None;
    for recipe in &recipes {
        match build_one(recipe, folder, how) {
            Ok(table) => {
                if !output.json {
                    table.print(output)?;
                    output.flush()?;
                }
                built.push(table);
            }
            Err(error) => {
                failure = Some(error);
                break;
            }
        }
    }
    // What was built is told even if the rest was not.
    report(&built, failure.is_none(), folder, output)?;
    failure.map_or(Ok(()), Err)
}

/// The tables asked for, each once; all default ones if none is.
fn recipes(args: &Build) -> Result<Vec<TableId>, Failure> {
    let mut recipes: Vec<TableId> = Vec::new();
    for name in &args.names {
        let recipe = recipe(name, args)?;
        if !recipes.contains(&recipe) {
            recipes.push(recipe);
        }
    }
    if args.board.is_some() && !args.names.iter().any(|name| WITH_BOARDS.contains(&name.as_str())) {
        let what = "--board goes with a game: `perfectplay build contour --board FILE`, or stake \
                    or tokens";
        return Err(Failure::Input(what.to_owned()));
    }
    if recipes.is_empty() {
        recipes = TableId::defaults();
    }
    Ok(recipes)
}

fn recipe(name: &str, args: &Build) -> Result<TableId, Failure> {
    match (name, &args.board) {
        (Contour::NAME, Some(file)) => Ok(Instance::Contour(boards::contour(file)?).into()),
        (Stake::NAME, Some(file)) => Ok(Instance::Stake(boards::stake(file)?).into()),
        (Tokens::NAME, Some(file)) => Ok(Instance::Tokens(boards::tokens(file)?.into()).into()),
        (game, None) if WITH_BOARDS.contains(&game) => {
            let what = format!("such a {game} table belongs to a board: give it with --board FILE");
            Err(Failure::Input(what))
        }
        // The names of the sample boards' tables, too.
        _ => match TableId::defaults().into_iter().find(|recipe| recipe.to_string() == name) {
            Some(recipe) => Ok(recipe),
            None => name
                .parse()
                .map(|family: Family| family.into())
                .map_err(|error| Failure::Input(format!("{error}"))),
        },
    }
}

fn build_one(recipe: &TableId, folder: &TablesFolder, how: How) -> Result<BuiltTable, Failure> {
    let started = Instant::now();
    let name = recipe.to_string();
    if recipe.states() >= LARGE && (how.force || !folder.folder.table(&name).exists()) {
        announce(recipe, how);
    }
    let bar = states_bar(&name, recipe.states());
    let control = Control { bar: bar.clone(), interrupted: interrupt::watch() };
    let built = build(recipe, &folder.folder, how, &control, || {
        remark(format_args!("{name}: waiting for another program that is building it"));
    });
    bar.finish_and_clear();
    let built = built?;
    let file = perfectplay_query::open(&built.path)?;
    Ok(BuiltTable {
        table: name,
        file: built.path.display().to_string(),
        states: file.header().states,
        bytes: file.layout().file_length(),
        built: built.anew,
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// Says what a long build needs, unless that is what it will fail for.
fn announce(recipe: &TableId, how: How) {
    let (states, memory) = (recipe.states(), recipe.needs().memory);
    if how.memory.is_none_or(|limit| limit >= memory) && can_be_had(memory) {
        let memory = bytesize::ByteSize(memory);
        remark(format_args!("{recipe}: solving {states} states in about {memory} of memory"));
    }
}

/// A bar that counts states; invisible without a terminal.
pub(crate) fn states_bar(name: &str, states: u64) -> ProgressBar {
    let style = ProgressStyle::with_template(
        "{msg} {wide_bar} {human_pos}/{human_len} states, {rate}, {eta} left",
    )
    .expect("the template is right")
    .with_key("rate", |state: &ProgressState, text: &mut dyn std::fmt::Write| {
        let _ = write!(text, "{:.0}/s", state.per_sec());
    });
    ProgressBar::new(states).with_style(style).with_message(name.to_owned())
}

impl BuiltTable {
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let states = output.count(self.states);
        let bytes = output.count(self.bytes);
        let done = if self.built {
            styled(GOOD, format_args!("built in {:.2} s", self.seconds))
        } else {
            "is there already".to_owned()
        };
        output.line(format_args!("{:<16} {states} states, {bytes} bytes, {done}", self.table))
    }
}

/// Where the tables are, and if all went well an answer from them.
fn report(
    built: &[BuiltTable],
    complete: bool,
    folder: &TablesFolder,
    output: &mut Output,
) -> Result<(), Failure> {
    // An example that fails, for a damaged table of others, is left out; so is one that no
    // table answers.
    let example = || {
        let mut source = NumberSource::new(&folder.folder).ok()?;
        let example = NumberReport::new(EXAMPLE.parse().ok()?, &mut source).ok();
        example.filter(NumberReport::is_from_table)
    };
    let example = if complete { example() } else { None };
    if output.json {
        let folder = folder.folder.path().display().to_string();
        return output.json_line(&Report { folder, tables: built, example });
    }
    if !built.is_empty() {
        output.line(format_args!("in {folder}"))?;
    }
    let Some(example) = example else { return Ok(()) };
    output.line("")?;
    output.line(styled(HEADING, format_args!("$ perfectplay probe number {EXAMPLE}")))?;
    example.print(output)
}

/// The bytes of memory that can be had without swapping, where the system says so.
pub(crate) fn available_memory() -> Option<u64> {
    let meminfo = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
