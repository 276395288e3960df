//! `export`: a table's positions and statistics as files for other programs.

use std::fs::File;
use std::io::Write;
use std::ops::RangeInclusive;

use perfectplay::{is_unknown, open_known};
use perfectplay_query::memory::can_be_had;
use perfectplay_query::{Bytes, Problem, TableFile, TablePlace};

use crate::args;
use crate::commands::partial_file::PartialFile;
use crate::export::{Content, Export, ExportError, Format};
use crate::input::table_argument::TableArgument;
use crate::machine::interrupt;
use crate::prelude::*;

/// How many generators are few.
const FEW: RangeInclusive<u8> = 2..=3;

#[derive(Serialize)]
struct ExportReport<'a> {
    table: &'a str,
    what: String,
    format: String,
    file: String,
    rows: u64,
    bytes: u64,
    seconds: f64,
}

pub(crate) fn run(args: &args::Export, folder: &ChosenFolder, output: &mut Output) -> Result<()> {
    if args.generators.is_some() && args.what != args::ExportContent::FewGenerators {
        let what = "--generators goes with `--what few-generators`";
        return Err(Failure::usage(what));
    }
    let to_output = args.output.as_deref() == Some(Path::new("-"));
    if to_output && args.format != Format::Csv {
        let what = "standard output is for `--format csv` alone: give a file with --output FILE";
        return Err(Failure::usage(what));
    }
    let (place, file) = sound_table(TableArgument::read(&args.table, folder)?, folder)?;
    let (name, states) = (file.header().name.clone(), file.header().states);
    let games = folder.games.all();
    if is_unknown(file.header(), games) {
        let what = "this program does not have the game of this table";
        return Err(Failure::usage(what).with_hint("the program that built it exports it"));
    }
    let table = open_known(file, &place, games)?;
    let export = Export::new(&*table, content(args), args.format);
    let export = export.ok_or_else(|| no_content(args, &name))?;
    export.check(memory::available)?;
    let memory = memory::available().unwrap_or(u64::MAX);
    let export = export.on(threads::start(args.threads)?).within(memory);
    check_memory(args.format)?;
    if to_output {
        print(&name, states, output, |out, control| export.write_csv(out, control))
    } else {
        save(args, &name, states, output, |file, control| export.write_file(file, control))
    }
}

/// A table does not have what is to be written of it.
fn no_content(args: &args::Export, table: &str) -> Failure {
    Failure::usage(match args.what {
        args::ExportContent::Positions => format!("the positions of {table} have no index"),
        _ => format!("of {table} its `positions` can be written"),
    })
}

/// Writing takes about the same memory whatever the table. That is checked beforehand.
fn check_memory(format: Format) -> Result<()> {
    let need = format.memory();
    if can_be_had(need) {
        return Ok(());
    }
    let (format, need) = (args::word(format), ByteSize(need));
    Err(Failure::refused(format!(
        "to write {format} takes {need} of memory, and the system does not give it"
    )))
}

fn content(args: &args::Export) -> Content {
    match args.what {
        args::ExportContent::Positions => Content::Positions,
        args::ExportContent::Losing => Content::Losing,
        args::ExportContent::Counts => Content::Counts,
        args::ExportContent::FewGenerators => {
            let (least, most) = args.generators.clone().unwrap_or(FEW).into_inner();
            Content::FewGenerators { least, most }
        }
        args::ExportContent::Longest => Content::Longest,
    }
}

/// A table all bytes of which are good: rows of a damaged one would look like those of a sound one.
pub(crate) fn sound_table(
    table: TableArgument<'_>,
    folder: &ChosenFolder,
) -> Result<(TablePlace, TableFile<Bytes>)> {
    let (place, file) = table.open(folder)?;
    let sound = file.source().read_in_order(|| file.verify_bytes(|_| true));
    sound.map_err(|error| Problem::from(error).at(place.clone()))?;
    Ok((place, file))
}

/// Writes the rows of a table with this many states to standard output.
fn print<'o>(
    table: &str,
    states: u64,
    output: &'o mut Output,
    write: impl FnOnce(&'o mut dyn Write, Control<'_>) -> Result<u64, ExportError>,
) -> Result<()> {
    let bar = match output.terminal {
        // It would be mixed with the rows.
        true => StatesBar::hidden(),
        false => StatesBar::new(table, states),
    };
    // There is nothing to clean up, so a signal can end the program at once.
    let written = write(output.writer(), Control::new(&bar));
    written.map(drop).map_err(|error| match error {
        ExportError::Write(error) => Failure::output(&error),
        error => error.into(),
    })
}

/// Writes the rows of a table with this many states to a file, and reports what is in it.
fn save(
    args: &args::Export,
    table: &str,
    states: u64,
    output: &mut Output,
    write: impl FnOnce(&File, Control<'_>) -> Result<u64, ExportError>,
) -> Result<()> {
    let started = Instant::now();
    let (what, format) = (args::word(args.what), args::word(args.format));
    let path = args.output.clone().unwrap_or_else(|| format!("{table}-{what}.{format}").into());
    interrupt::watch();
    let partial = PartialFile::create(&path, args.force)?;
    let bar = StatesBar::new(table, states);
    let rows = write(partial.file(), Control::new(&bar));
    drop(bar);
    let rows = rows.map_err(|error| match error {
        ExportError::Write(error) => partial.refused(&error),
        error => error.into(),
    })?;
    let bytes = partial.publish()?;
    let report = ExportReport {
        table,
        what,
        format,
        file: path.display().to_string(),
        rows,
        bytes,
        seconds: started.elapsed().as_secs_f64(),
    };
    output.report(&report, ExportReport::print)
}

impl ExportReport<'_> {
    fn print(&self, output: &mut Output) -> Result<()> {
        let (rows, bytes) = (output.count(self.rows), output.count(self.bytes));
        let done = made_in(self.seconds, "written", true);
        let file = printable(&self.file);
        output.line(format_args!("{file}  {rows} rows, {bytes} bytes, {done}"))
    }
}
