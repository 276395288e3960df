//! `verify`: proves tables.

use std::ffi::OsStr;
use std::path::Path;

use perfectplay_oracle::Code;
use perfectplay_query::{Place, TableId};
use perfectplay_tables::{Control, Depth, Threads, Verified, verify};
use serde::Serialize;

use crate::args::Verify;
use crate::bar::StatesBar;
use crate::chosen_folder::ChosenFolder;
use crate::failure::{Error, Failure};
use crate::output::{BAD, GOOD, Output, is_quiet, printable, report_error, styled};
use crate::table_argument::{self, IN_PROGRAM, TableArgument};
use crate::{advice, threads};

#[derive(Serialize)]
struct VerifyReport {
    /// None if it is inside the program.
    file: Option<String>,
    good: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blake3: Option<String>,
    /// Whether the manifest knows the table; it then agreed.
    #[serde(skip_serializing_if = "Option::is_none")]
    in_manifest: Option<bool>,
    /// How many entries were compared with the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    entries_compared: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Error>,
}

pub(crate) fn run(
    args: &Verify,
    folder: &ChosenFolder,
    output: &mut Output,
) -> Result<(), Failure> {
    let depth = match args.sample {
        _ if args.quick => Depth::Bytes,
        Some(entries) => Depth::Sample(entries),
        None => Depth::Entries,
    };
    let threads = threads::start(args.threads)?;
    let (mut failed, mut closed) = (Vec::new(), None);
    for place in places(args, folder)? {
        let report = verify_one(&place, folder, depth, &threads)?;
        failed.extend(report.error.as_ref().map(|error| error.code));
        // The exit code matters to a reader that closed the output, too.
        if closed.is_none() {
            match print_report(&place, &report, output) {
                Err(Failure::OutputClosed) => closed = Some(Failure::OutputClosed),
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

fn places(args: &Verify, folder: &ChosenFolder) -> Result<Vec<Place>, Failure> {
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
        for table in TableId::defaults() {
            let place = tables.place(&table.to_string());
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

/// Checks a table; what is wrong with it is in the report, and an interruption is a failure.
fn verify_one(
    place: &Place,
    folder: &ChosenFolder,
    depth: Depth,
    threads: &Threads,
) -> Result<VerifyReport, Failure> {
    let bar = StatesBar::new(&shown_name(place), 0);
    let control = Control::new(&bar);
    let verified = threads.install(|| verify(&folder.tables(), place, depth, control))?;
    drop(bar);
    let file = table_argument::file(place);
    match verified.map_err(Failure::from) {
        Ok(verified) => Ok(sound(file, &verified)),
        Err(Failure::Error(error)) if error.code != Code::Interrupted => Ok(failed(file, *error)),
        Err(failure) => Err(failure),
    }
}

fn shown_name(place: &Place) -> String {
    let stem = place.file().and_then(Path::file_stem).map(OsStr::to_string_lossy);
    printable(&stem.unwrap_or_else(|| place.name().unwrap_or_default().into()))
}

fn print_report(place: &Place, report: &VerifyReport, output: &mut Output) -> Result<(), Failure> {
    match &report.error {
        _ if output.json => output.json_line(&report)?,
        None if is_quiet() => {}
        // There is no table to give a line to.
        Some(error) if error.code != Code::Damaged => report_error(error, false),
        _ => print(&shown_name(place), report, output)?,
    }
    output.flush()
}

fn sound(file: Option<String>, verified: &Verified) -> VerifyReport {
    VerifyReport {
        file,
        good: true,
        table: Some(verified.header.name.clone()),
        states: Some(verified.file.states),
        bytes: Some(verified.file.bytes),
        blake3: Some(verified.file.blake3.clone()),
        in_manifest: Some(verified.in_manifest),
        entries_compared: Some(verified.entries),
        problem: None,
        error: None,
    }
}

fn failed(file: Option<String>, error: Error) -> VerifyReport {
    VerifyReport {
        file,
        good: false,
        table: None,
        states: None,
        bytes: None,
        blake3: None,
        in_manifest: None,
        entries_compared: None,
        problem: Some(error.text()),
        error: Some(error),
    }
}

fn print(name: &str, report: &VerifyReport, output: &mut Output) -> Result<(), Failure> {
    if let Some(problem) = &report.problem {
        // The name is there already.
        let problem = problem.strip_prefix(&format!("{name}: ")).unwrap_or(problem);
        let problem = printable(problem);
        return output.line(format_args!("{name:<16} {}  {problem}", styled(BAD, "BAD ")));
    }
    let count = |figure: Option<u64>| output.count(figure.unwrap_or_default());
    let manifest = match report.in_manifest {
        Some(true) => "as in the manifest",
        _ => "not in the manifest",
    };
    let entries = match report.entries_compared {
        None | Some(0) => "entries not compared".to_owned(),
        compared if compared == report.states => {
            format!("all {} entries follow from the rules", count(compared))
        }
        compared => {
            let (compared, states) = (count(compared), count(report.states));
            format!("{compared} of {states} entries compared, and they follow from the rules")
        }
    };
    let place = if report.file.is_none() { format!("; {IN_PROGRAM}") } else { String::new() };
    let row = format!(
        "{name:<16} {}  {} bytes, {manifest}; {entries}{place}",
        styled(GOOD, "good"),
        count(report.bytes),
    );
    output.line(row)
}
