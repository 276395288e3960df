//! `build`: makes the tables that are missing.

use perfectplay::{TableRef, table_named};
use perfectplay_query::memory::can_be_had;
#[cfg(feature = "catalogue")]
use perfectplay_tables::solve::Game as _;
use perfectplay_tables::solve::Summary;
use perfectplay_tables::{Build as How, BuildError, BuiltTable, is_unfinished};

use crate::args::Build;
use crate::commands::estimate;
use crate::commands::several::{Outcome, TableResult, make_each};
use crate::games;
use crate::input::boards;
use crate::prelude::*;
use crate::terminal::remark;

/// A build of this many states takes long enough to be announced.
const LARGE: u64 = 100_000_000;

#[derive(Serialize)]
struct BuildReport<'a> {
    folder: String,
    tables: &'a [TableResult<TableReport>],
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<Answer>,
}

/// A requested table that is there now.
#[derive(Serialize)]
pub(crate) struct TableReport {
    table: String,
    file: String,
    states: u64,
    bytes: u64,
    /// Whether it was made now; otherwise it was there already.
    built: bool,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<Summary>,
}

/// Prints what a custom game that was solved now turned out to be.
fn print_summary(summary: &Summary, states: u64, output: &mut Output) -> Result<()> {
    let Summary { ended, moves, levels, .. } = summary;
    let ways = ["lost", "drawn", "won", "with a score"].into_iter().zip(ended);
    let ways = ways.filter(|&(_, &count)| count > 0);
    let ways: Vec<String> =
        ways.map(|(way, &count)| format!("{} {way}", output.count(count))).collect();
    let by_end = if ways.is_empty() { "none".to_owned() } else { ways.join(", ") };
    let stuck = output.count(ended[4]);
    output.line(format_args!(
        "  ended by `end`: {by_end}; other positions without a move: {stuck}"
    ))?;
    output.line(format_args!("  moves a position: {:.2}", *moves as f64 / states as f64))?;
    output.line(format_args!("{:>9} {:>15} {:>15} {:>15}", "level", "won", "drawn", "lost"))?;
    let (all, every) = (levels.len(), levels.len().div_ceil(ROWS).max(1));
    for (row, levels) in levels.chunks(every).enumerate() {
        let sums = [0, 1, 2].map(|way| levels.iter().map(|level| level[way]).sum());
        let (from, to) = (row * every, row * every + levels.len() - 1);
        let level = match (all == 1, from == to) {
            (true, _) => "all".to_owned(),
            (_, true) => from.to_string(),
            _ => format!("{from}-{to}"),
        };
        let [won, drawn, lost] = sums.map(|sum| output.count(sum));
        output.line(format_args!("{level:>9} {won:>15} {drawn:>15} {lost:>15}"))?;
    }
    Ok(())
}

/// The most rows of a summary: several levels share one if there are more.
pub(crate) const ROWS: usize = 40;

pub(crate) fn run(args: &Build, folder: &ChosenFolder, output: &mut Output) -> Result<()> {
    let games = &folder.games;
    let tables = tables(args, games)?;
    let threads = threads::start(args.threads)?;
    let memory = args.memory.map(|size| size.as_u64()).or_else(memory::available);
    let disk = args.disk.map(|size| size.as_u64());
    let how = How::default().force(args.force).memory(memory).disk(disk);
    if args.estimate {
        return estimate::run(&tables, how, &threads, output);
    }
    warn_of_slow_program(&tables);
    let build = |table: &TableRef| build_one(table, folder, how, &threads);
    let Outcome { results, ending } =
        make_each(&tables, |table| table.to_string(), build, TableReport::print, games, output)?;
    let example = if ending.is_ok() { example(&tables, folder) } else { None };
    report(&results, example, folder, output)?;
    ending
}

/// The requested tables, each once; all default ones if none is named.
fn tables(args: &Build, games: &Games) -> Result<Vec<TableRef>> {
    let has_boards = |name: &&String| games.with_board_tables(name).is_some();
    let with_boards = args.names.iter().filter(has_boards).count();
    if args.board.is_some() && with_boards > 1 {
        let what = "--board goes with one game: a board of one is none of another";
        return Err(Failure::usage(what));
    }
    #[cfg(feature = "catalogue")]
    if args.catalogue {
        let wanted = crate::commands::several::entries(&args.names, |entry| !entry.is_large)?;
        let named = wanted.iter().map(|entry| table_named(&entry.game.name(), games.catalogue()));
        return named.collect::<Result<_, _>>().map_err(Failure::usage);
    }
    if args.names.is_empty() && args.board.is_none() {
        return Ok(games.default_tables());
    }
    let mut tables: Vec<TableRef> = Vec::new();
    for name in &args.names {
        let table = table(name, args, games)?;
        if !tables.contains(&table) {
            tables.push(table);
        }
    }
    if args.board.is_some() && with_boards == 0 {
        let what = "--board goes with a game: `perfectplay build contour --board FILE`, or stake \
                    or tokens";
        return Err(Failure::usage(what));
    }
    Ok(tables)
}

fn table(name: &str, args: &Build, games: &Games) -> Result<TableRef> {
    let name = &full_name(name, games);
    if let Some(game) = games.with_board_tables(name) {
        let Some(file) = &args.board else {
            let what = format!("such a {game} table belongs to a board: give it with --board FILE");
            return Err(Failure::board(what));
        };
        return boards::table(file, game);
    }
    table_named(name, games.all()).map_err(|error| {
        let (custom, failure) = (games.custom(), Failure::usage(error));
        if custom.is_empty() {
            return failure;
        }
        let names: Vec<&str> = custom.iter().map(GameRef::name).collect();
        failure.with_hint(format!("this program's own tables are {}", names.join(", ")))
    })
}

/// A table's name with its game's short name: `number-20` for `Sylver-20`.
fn full_name(name: &str, games: &Games) -> String {
    let (game, size) = name.split_once('-').map_or((name, None), |(game, size)| (game, Some(size)));
    match (games.named(game), size) {
        (Some(game), Some(size)) if game.about().facts.is_some() => format!("{game}-{size}"),
        (Some(game), None) if game.about().facts.is_some() => game.name().to_owned(),
        _ => name.to_owned(),
    }
}

/// Builds a table, unless it is there.
pub(crate) fn build_one(
    table: &TableRef,
    folder: &ChosenFolder,
    how: How<'_>,
    threads: &Threads,
) -> Result<TableReport> {
    let (started, name, states) = (Instant::now(), table.name(), table.states());
    if states >= Some(LARGE) && (how.force || !folder.folder.table(name).exists()) {
        announce(table, how);
    }
    let expected = states.unwrap_or_default();
    let bar = StatesBar::new(name, expected);
    let build = || table.build(&folder.folder, how.progress(&bar));
    let built = threads.install(build)?;
    let growth = bar.growth().clone();
    drop(bar);
    let built = built.map_err(|error| {
        if is_unfinished(name, &folder.folder) {
            remark(format_args!(
                "{name}: what is complete stays, and the same command goes on from there"
            ));
        }
        match error {
            // More positions may follow.
            BuildError::Memory { need, limit } if table.needs().is_none() => {
                let (positions, levels) = (growth.positions(), growth.levels.len());
                let expected = estimate::expected(&growth);
                Failure::refused(format!(
                    "{name} needs {} of memory or more to build, and {} may be used: {positions} positions of {levels} \
                     levels were found{}",
                    ByteSize(need),
                    ByteSize(limit),
                    expected.map(|all| format!("; {all}")).unwrap_or_default()
                ))
                .with_hint("free some, or raise --memory")
            }
            error => Failure::of_build(name, error),
        }
    })?;
    let states = match states {
        Some(states) => states,
        None => folder.folder.file(name)?.header().states,
    };
    let mut report = TableReport::new(name.to_owned(), states, &built, started)?;
    report.summary = built.summary;
    Ok(report)
}

/// A custom game is solved by code that is compiled with the program.
fn warn_of_slow_program(tables: &[TableRef]) {
    if cfg!(debug_assertions) && tables.iter().any(|table| table.states().is_none()) {
        remark(
            "this program was compiled without optimisation, so that it solves games about eight times \
             slower: `cargo run --release` is faster",
        );
    }
}

/// Says what a long build needs, unless it is going to fail for lack of that.
fn announce(table: &TableRef, how: How<'_>) {
    let (Some(states), Some(needs)) = (table.states(), table.needs()) else { return };
    if how.memory.is_none_or(|limit| limit >= needs.memory) && can_be_had(needs.memory) {
        let (memory, disk) = (ByteSize(needs.memory), ByteSize(needs.disk));
        remark(format_args!(
            "{table}: solving {states} states in about {memory} of memory and {disk} on disk"
        ));
    }
}

impl TableReport {
    /// A table of this many states, started at this time.
    pub(crate) fn new(
        table: String,
        states: u64,
        built: &BuiltTable,
        started: Instant,
    ) -> Result<Self> {
        let path = &built.path;
        let file = path.metadata().map_err(|error| Failure::cannot("measure", path, &error))?;
        Ok(Self {
            table,
            file: path.display().to_string(),
            states,
            bytes: file.len(),
            built: built.anew,
            seconds: started.elapsed().as_secs_f64(),
            summary: None,
        })
    }

    pub(crate) fn print(&self, output: &mut Output) -> Result<()> {
        let states = output.count(self.states);
        let bytes = output.count(self.bytes);
        let done = made_in(self.seconds, "built", self.built);
        output.line(format_args!("{:<16} {states} states, {bytes} bytes, {done}", self.table))?;
        self.summary.as_ref().map_or(Ok(()), |summary| print_summary(summary, self.states, output))
    }
}

/// The first example that the requested tables answer: the command that asks it, and the answer. One that fails, because
/// another table is damaged, is left out; so is one that no table answers.
fn example(tables: &[TableRef], folder: &ChosenFolder) -> Option<(String, Answer)> {
    let oracle = folder.games.oracle(folder.folder.clone()).ok()?;
    tables.iter().find_map(|table| {
        let (command, question) = games::question(table)?;
        let answer = oracle.answer(&question).ok()?;
        answer.table.is_some().then_some((command, answer))
    })
}

/// Where the tables are, and an answer from them.
fn report(
    results: &[TableResult<TableReport>],
    example: Option<(String, Answer)>,
    folder: &ChosenFolder,
    output: &mut Output,
) -> Result<()> {
    if output.json {
        let folder = folder.folder.path().display().to_string();
        let example = example.map(|(_, answer)| answer);
        return output.json_line(&BuildReport { folder, tables: results, example });
    }
    if is_quiet() {
        return Ok(());
    }
    if results.iter().any(TableResult::is_made) {
        output.line(format_args!("in {folder}"))?;
    }
    let Some((command, answer)) = example else { return Ok(()) };
    output.line("")?;
    let command = advice::command(command).replace('`', "");
    output.line(styled(HEADING, format_args!("$ {command}")))?;
    output.drawn(&answer)
}
