//! `export`: a table's positions and statistics as files for other programs.
//!
//! Each content has a file of its own that makes [rows], batch by batch; a [writer] puts them
//! into the format asked for. So memory is bounded however large the table is.

mod counts;
mod csv;
mod file;
mod generators;
mod longest;
mod npy;
mod parquet;
mod positions;
mod rows;
mod walk;
mod writer;

use std::ffi::OsStr;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Instant;

use bytesize::ByteSize;
use perfectplay_core::Game;
use perfectplay_query::memory::can_be_had;
use perfectplay_query::{Bytes, Family, NumberTable, Problem};
use perfectplay_tables::Control;
use serde::Serialize;

use crate::args::{Content, Export, ExportFormat};
use crate::bar::StatesBar;
use crate::chosen_folder::ChosenFolder;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{GOOD, Output, is_quiet, styled};
use crate::table_argument::TableArgument;
use crate::threads;
use file::Partial;
use rows::Rows;
use writer::Writer;

/// How many generators are few.
const FEW: RangeInclusive<u8> = 2..=3;

#[derive(Serialize)]
struct Report<'a> {
    table: &'a str,
    what: String,
    format: String,
    file: String,
    rows: u64,
    bytes: u64,
    seconds: f64,
}

/// What to write of a table.
#[derive(Clone, Copy)]
enum What {
    Positions(positions::What),
    Counts,
    FewGenerators(generators::What),
    Longest { generators: bool },
}

pub(crate) fn run(
    args: &Export,
    folder: &ChosenFolder,
    output: &mut Output,
) -> Result<(), Failure> {
    if args.generators.is_some() && args.what != Content::FewGenerators {
        let what = "--generators goes with `--what few-generators`";
        return Err(Failure::usage(what));
    }
    let to_output = args.output.as_deref() == Some(Path::new("-"));
    if to_output && args.format != ExportFormat::Csv {
        let what = "standard output is for `--format csv` alone: give a file with --output FILE";
        return Err(Failure::usage(what));
    }
    let table = open(&args.table, folder)?;
    let what = What::new(args, &table);
    if let What::Longest { .. } = what {
        longest::check(&table)?;
    }
    threads::start(args.threads)?;
    check_memory(args.format)?;
    if to_output { print(&table, what, output) } else { save(args, &table, what, output) }
}

/// Rows are written in batches, so an export takes about as much memory whatever the table. That
/// is asked for beforehand: the libraries that write the formats do not ask.
fn check_memory(format: ExportFormat) -> Result<(), Failure> {
    let need = match format {
        ExportFormat::Parquet => 96 << 20,
        ExportFormat::Csv | ExportFormat::Npy => 16 << 20,
    };
    if can_be_had(need) {
        return Ok(());
    }
    let need = ByteSize(need);
    Err(Failure::refused(format!(
        "to write {format} takes {need} of memory, and the system does not give it"
    )))
}

/// The table called so, or in this file, if it is one of `number`.
fn open(argument: &OsStr, folder: &ChosenFolder) -> Result<NumberTable<Bytes>, Failure> {
    let table = TableArgument::read(argument, folder)?;
    // That another game's table is missing would be no help.
    if let TableArgument::Name(name) = table
        && name.parse::<Family>().is_ok_and(|family| family.game() != Game::Number)
    {
        return Err(other_game(argument));
    }
    let (place, file) = table.open(folder)?;
    if file.header().game != Game::Number.name() {
        return Err(other_game(argument));
    }
    // Rows of a damaged table would look like those of a sound one.
    let sound = file.source().read_in_order(|| file.verify_bytes(|_| true));
    sound.map_err(|error| Problem::from(error).of(&place))?;
    NumberTable::new(file).map_err(|problem| problem.of(place).into())
}

fn other_game(table: &OsStr) -> Failure {
    Failure::usage(format!(
        "{} is no table of `number`, and others cannot be exported",
        table.display()
    ))
}

impl What {
    fn new(args: &Export, table: &NumberTable<Bytes>) -> Self {
        let text = args.format != ExportFormat::Npy;
        let plies = table.knows_plies();
        match args.what {
            Content::Positions => {
                Self::Positions(positions::What { losing: false, plies, generators: false })
            }
            Content::Losing => {
                Self::Positions(positions::What { losing: true, plies, generators: text })
            }
            Content::Counts => Self::Counts,
            Content::FewGenerators => {
                let (least, most) = args.generators.clone().unwrap_or(FEW).into_inner();
                Self::FewGenerators(generators::What { least, most, text })
            }
            Content::Longest => Self::Longest { generators: text },
        }
    }

    fn schema(self) -> Rows {
        match self {
            Self::Positions(what) => positions::schema(what),
            Self::Counts => counts::schema(),
            Self::FewGenerators(what) => generators::schema(what),
            Self::Longest { generators } => longest::schema(generators),
        }
    }

    fn write(
        self,
        table: &NumberTable<Bytes>,
        control: Control<'_>,
        writer: &mut Writer<'_>,
    ) -> Result<(), Failure> {
        match self {
            Self::Positions(what) => positions::write(table, what, control, writer),
            Self::Counts => counts::write(table, writer),
            Self::FewGenerators(what) => generators::write(table, what, control, writer),
            Self::Longest { generators } => longest::write(table, generators, control, writer),
        }
    }
}

/// Writes to standard output.
fn print(table: &NumberTable<Bytes>, what: What, output: &mut Output) -> Result<(), Failure> {
    // A bar would run through the rows.
    let hidden = output.terminal;
    let bar = if hidden {
        StatesBar::hidden()
    } else {
        StatesBar::new(table.name(), table.header().states)
    };
    // There is nothing to clean up, so a signal may end the program at once.
    let mut writer = Writer::to_output(output, &what.schema())?;
    let written = what.write(table, Control::new(&bar), &mut writer);
    drop(bar);
    written?;
    writer.finish().map(drop)
}

/// Writes a file, and reports what is in it.
fn save(
    args: &Export,
    table: &NumberTable<Bytes>,
    what: What,
    output: &mut Output,
) -> Result<(), Failure> {
    let started = Instant::now();
    let path = args.output.clone().unwrap_or_else(|| default_path(args, table));
    interrupt::watch();
    let partial = Partial::create(&path, args.force)?;
    let bar = StatesBar::new(table.name(), table.header().states);
    let mut writer = Writer::to_file(&partial, args.format, &what.schema())?;
    let written = what.write(table, Control::new(&bar), &mut writer);
    drop(bar);
    written?;
    let rows = writer.finish()?;
    let bytes = partial.publish()?;
    let report = Report {
        table: table.name(),
        what: args.what.to_string(),
        format: args.format.to_string(),
        file: path.display().to_string(),
        rows,
        bytes,
        seconds: started.elapsed().as_secs_f64(),
    };
    match output.json {
        true => output.json_line(&report),
        false if is_quiet() => Ok(()),
        false => report.print(output),
    }
}

fn default_path(args: &Export, table: &NumberTable<Bytes>) -> PathBuf {
    format!("{}-{}.{}", table.name(), args.what, args.format).into()
}

impl Report<'_> {
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let (rows, bytes) = (output.count(self.rows), output.count(self.bytes));
        let done = styled(GOOD, format_args!("written in {:.2} s", self.seconds));
        output.line(format_args!("{}  {rows} rows, {bytes} bytes, {done}", self.file))
    }
}
