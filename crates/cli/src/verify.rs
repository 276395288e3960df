//! `verify`: proves tables.

use std::path::{Path, PathBuf};

use perfectplay_tables::{Control, Depth, Verified, verify};
use serde::Serialize;

use crate::args::Verify;
use crate::bar::StatesBar;
use crate::failure::Failure;
use crate::list::names;
use crate::output::{BAD, GOOD, Output, complain, printable, styled};
use crate::table_argument;
use crate::tables_folder::TablesFolder;
use crate::threads;

#[derive(Serialize)]
struct Report {
    file: String,
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
}

pub(crate) fn run(
    args: &Verify,
    folder: &TablesFolder,
    output: &mut Output,
) -> Result<(), Failure> {
    let depth = match args.sample {
        _ if args.quick => Depth::Bytes,
        Some(entries) => Depth::Sample(entries),
        None => Depth::Entries,
    };
    threads::start(None)?;
    let (mut wrong, mut missing, mut closed) = (false, false, None);
    for path in paths(args, folder)? {
        match verify_one(&path, folder, depth) {
            Ok(report) => {
                wrong |= !report.good;
                // Who reads no more may still want to know how it ends.
                if closed.is_none() {
                    match tell(&path, &report, output) {
                        Err(Failure::OutputClosed) => closed = Some(Failure::OutputClosed),
                        told => told?,
                    }
                }
            }
            Err(Failure::Interrupted) => return Err(Failure::Interrupted),
            Err(other) => {
                complain(&other);
                missing = true;
            }
        }
    }
    // A table that is wrong says more than one that is missing.
    match (wrong, missing) {
        (true, _) => Err(Failure::ChecksFailed),
        (false, true) => Err(Failure::TableMissing),
        (false, false) => closed.map_or(Ok(()), Err),
    }
}

fn paths(args: &Verify, folder: &TablesFolder) -> Result<Vec<PathBuf>, Failure> {
    if !args.names.is_empty() {
        return Ok(args
            .names
            .iter()
            .map(|table| table_argument::path(table, &folder.folder))
            .collect());
    }
    let names = names(&folder.folder)?;
    if names.is_empty() {
        return Err(Failure::Refused(format!(
            "there are no tables in {folder}; `perfectplay build` makes them"
        )));
    }
    Ok(names.iter().map(|name| folder.folder.table(name)).collect())
}

fn verify_one(path: &Path, folder: &TablesFolder, depth: Depth) -> Result<Report, Failure> {
    let bar = StatesBar::new(&stem(path), 0);
    let verified = verify(path, folder.folder.access(), depth, Control::new(&bar));
    drop(bar);
    let file = path.display().to_string();
    match verified {
        Ok(verified) => Ok(sound(file, &verified)),
        Err(error) => match Failure::from(error) {
            Failure::Check(problem) => Ok(damaged(file, problem)),
            refused => Err(refused),
        },
    }
}

fn stem(path: &Path) -> String {
    printable(&path.file_stem().unwrap_or_default().display().to_string())
}

fn tell(path: &Path, report: &Report, output: &mut Output) -> Result<(), Failure> {
    if output.json {
        output.json_line(&report)?;
    } else {
        print(&stem(path), report, output)?;
    }
    output.flush()
}

fn sound(file: String, verified: &Verified) -> Report {
    Report {
        file,
        good: true,
        table: Some(verified.header.name.clone()),
        states: Some(verified.file.states),
        bytes: Some(verified.file.bytes),
        blake3: Some(verified.file.blake3.clone()),
        in_manifest: Some(verified.in_manifest),
        entries_compared: Some(verified.entries),
        problem: None,
    }
}

fn damaged(file: String, problem: String) -> Report {
    Report {
        file,
        good: false,
        table: None,
        states: None,
        bytes: None,
        blake3: None,
        in_manifest: None,
        entries_compared: None,
        problem: Some(problem),
    }
}

fn print(name: &str, report: &Report, output: &mut Output) -> Result<(), Failure> {
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
    let row = format!(
        "{name:<16} {}  {} bytes, {manifest}; {entries}",
        styled(GOOD, "good"),
        count(report.bytes),
    );
    output.line(row)
}
