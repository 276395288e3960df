//! `verify`: proves tables.

use std::ffi::OsStr;

#[cfg(feature = "catalogue")]
use perfectplay::TableRef;
use perfectplay::verify_table;
use perfectplay_query::TablePlace;
use perfectplay_tables::{Depth, Verification, VerifiedTable};

use crate::args::Verify;
use crate::input::table_argument::{self, IN_PROGRAM, TableArgument};
use crate::prelude::*;
use crate::terminal::{BAD, ErrorReport, report_error};

#[derive(Serialize)]
struct VerifyReport {
    /// None if it is inside the program.
    file: Option<String>,
    good: bool,
    /// Whether nothing contradicts it, but its rules are not known here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unproven: bool,
    #[serde(flatten)]
    found: Verdict,
}

/// What was found.
#[derive(Serialize)]
#[serde(untagged)]
enum Verdict {
    Sound {
        table: String,
        states: u64,
        bytes: u64,
        blake3: String,
        /// Whether the manifest knows the table; in that case it agreed.
        in_manifest: bool,
        /// How many entries were compared with the rules; none if this program does not know them.
        entries_compared: Option<u64>,
    },
    Wrong {
        problem: String,
        error: ErrorReport,
    },
}

pub(crate) fn run(args: &Verify, folder: &ChosenFolder, output: &mut Output) -> Result<()> {
    let depth = match args.sample {
        _ if args.quick => Depth::Bytes,
        Some(entries) => Depth::Sample(entries),
        None => Depth::Entries,
    };
    let threads = threads::start(args.threads)?;
    let memory = args.memory.map(|size| size.as_u64()).or_else(memory::available);
    let how = Verification::new(depth).memory(memory.unwrap_or(u64::MAX));
    let (mut failed, mut closed) = (Vec::new(), None);
    for place in places(args, folder)? {
        let report = verify_one(&place, folder, how, &threads)?;
        match &report.found {
            Verdict::Wrong { error, .. } => failed.push(error.code),
            // The rules are missing.
            Verdict::Sound { .. } if report.unproven => failed.push(Code::Missing),
            Verdict::Sound { .. } => {}
        }
        // The exit code matters even if the reader has closed the output.
        if closed.is_none() {
            match print_report(&place, &report, output) {
                Err(Failure::ReaderGone) => closed = Some(Failure::ReaderGone),
                printed => printed?,
            }
        }
    }
    // A table that is wrong matters more than one that is missing.
    let worst = failed.iter().find(|&&code| code == Code::Damaged).or(failed.first());
    match worst {
        Some(code) => Err(Failure::Reported(code.exit_code())),
        None => closed.map_or(Ok(()), Err),
    }
}

fn places(args: &Verify, folder: &ChosenFolder) -> Result<Vec<TablePlace>> {
    let (mut places, tables) = (Vec::new(), folder.tables());
    for table in &args.names {
        places.push(TableArgument::read(table, folder)?.place(folder));
    }
    if places.is_empty() {
        let all = tables.first_places();
        places =
            all.map_err(|error| Failure::refused(format!("{folder}: cannot be read: {error}")))?;
    }
    if args.complete {
        for table in folder.games.default_tables() {
            let place = tables.place(table.name());
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }
    if places.is_empty() {
        let hint = format!("{} makes them", advice::command("build"));
        return Err(Failure::missing(format!("there are no tables in {folder}")).with_hint(hint));
    }
    Ok(places)
}

/// Checks every entry of a table that was built.
#[cfg(feature = "catalogue")]
pub(crate) fn verify_built(
    table: &TableRef,
    folder: &ChosenFolder,
    threads: &Threads,
) -> Result<()> {
    let how = Verification::new(Depth::Entries).memory(memory::available().unwrap_or(u64::MAX));
    let report = verify_one(&folder.tables().place(table.name()), folder, how, threads)?;
    match report.found {
        Verdict::Wrong { error, .. } => Err(Failure::error(error.code, error.text())),
        Verdict::Sound { .. } => Ok(()),
    }
}

/// Checks a table; what is wrong with it is in the report, and an interruption is a failure.
fn verify_one(
    place: &TablePlace,
    folder: &ChosenFolder,
    how: Verification<'_>,
    threads: &Threads,
) -> Result<VerifyReport> {
    let (tables, name) = (folder.tables(), shown_name(place));
    let bar = StatesBar::new(&name, 0);
    let control = Control::new(&bar);
    let games = folder.games_of([&*name]);
    let verify = || verify_table(&games, &tables, place, how.progress(control));
    let verified = threads.install(verify)?;
    drop(bar);
    let found = match verified.map_err(Failure::from) {
        Ok(VerifiedTable { header, file, in_manifest, entries, .. }) => Verdict::Sound {
            table: header.name,
            states: file.states,
            bytes: file.bytes,
            blake3: file.blake3.to_string(),
            in_manifest,
            entries_compared: entries,
        },
        Err(Failure::Error(error)) if error.code != Code::Interrupted => {
            let error = error.told(&folder.games);
            Verdict::Wrong { problem: error.text(), error }
        }
        Err(failure) => return Err(failure),
    };
    let unproven = matches!(found, Verdict::Sound { entries_compared: None, .. });
    let good = matches!(found, Verdict::Sound { .. }) && !unproven;
    Ok(VerifyReport { file: table_argument::file(place), good, unproven, found })
}

fn shown_name(place: &TablePlace) -> String {
    let stem = place.file().and_then(Path::file_stem).map(OsStr::to_string_lossy);
    printable(&stem.unwrap_or_else(|| place.name().unwrap_or_default().into()))
}

fn print_report(place: &TablePlace, report: &VerifyReport, output: &mut Output) -> Result<()> {
    match &report.found {
        _ if output.json => output.json_line(&report)?,
        Verdict::Sound { .. } if is_quiet() && !report.unproven => {}
        // There is no table to print a line for.
        Verdict::Wrong { error, .. } if error.code != Code::Damaged => report_error(error, false),
        _ => output.line(row(&shown_name(place), report, output))?,
    }
    output.flush()
}

/// A table's line.
fn row(name: &str, report: &VerifyReport, output: &Output) -> String {
    let (states, bytes, in_manifest, compared) = match &report.found {
        Verdict::Wrong { problem, .. } => {
            // The name is there already.
            let problem = problem.strip_prefix(&format!("{name}: ")).unwrap_or(problem);
            return format!("{name:<16} {}  {}", styled(BAD, "BAD "), printable(problem));
        }
        Verdict::Sound { states, bytes, in_manifest, entries_compared, .. } => {
            (*states, output.count(*bytes), *in_manifest, *entries_compared)
        }
    };
    let manifest = if in_manifest { "as in the manifest" } else { "not in the manifest" };
    let count = output.count(compared.unwrap_or_default());
    let entries = match compared {
        None => "nothing in the file contradicts the rest; its rules are not known here".to_owned(),
        Some(0) => "entries not compared".to_owned(),
        Some(compared) if compared == states => {
            format!("all {count} entries follow from the rules")
        }
        Some(_) => {
            let states = output.count(states);
            format!("{count} of {states} entries compared, and they follow from the rules")
        }
    };
    let place = if report.file.is_none() { format!("; {IN_PROGRAM}") } else { String::new() };
    let good = if report.unproven { styled(FAINT, "unproven") } else { styled(GOOD, "good") };
    format!("{name:<16} {good}  {bytes} bytes, {manifest}; {entries}{place}")
}
