//! `verify`: proves tables.

use std::path::{Path, PathBuf};

use perfectplay_tables::{Control, Depth, Verified, VerifyError, verify};
use serde::Serialize;

use crate::args::Verify;
use crate::build::states_bar;
use crate::failure::Failure;
use crate::info::table_path;
use crate::interrupt;
use crate::output::{BAD, GOOD, Output, complain, styled};
use crate::sources::names;
use crate::tables_folder::TablesFolder;

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
    let mut failure = None;
    for path in paths(args, folder)? {
        match verify_one(&path, depth, output) {
            Ok(()) => {}
            Err(stop @ (Failure::Interrupted | Failure::OutputClosed)) => return Err(stop),
            // A table that is wrong says more than one that is missing.
            Err(Failure::ChecksFailed) => failure = Some(Failure::ChecksFailed),
            Err(other) => {
                complain(&other);
                failure.get_or_insert(other);
            }
        }
    }
    match failure {
        None => Ok(()),
        Some(Failure::ChecksFailed) => Err(Failure::ChecksFailed),
        Some(_) => Err(Failure::Refused("not every table could be checked".to_owned())),
    }
}

fn paths(args: &Verify, folder: &TablesFolder) -> Result<Vec<PathBuf>, Failure> {
    if !args.names.is_empty() {
        return Ok(args.names.iter().map(|table| table_path(table, &folder.folder)).collect());
    }
    let names = names(&folder.folder)?;
    if names.is_empty() {
        return Err(Failure::Refused(format!(
            "there are no tables in {folder}; `perfectplay build` makes them"
        )));
    }
    Ok(names.iter().map(|name| folder.folder.table(name)).collect())
}

fn verify_one(path: &Path, depth: Depth, output: &mut Output) -> Result<(), Failure> {
    let stem = path.file_stem().unwrap_or_default().display().to_string();
    let bar = states_bar(&stem, 0);
    let control = Control { bar: bar.clone(), interrupted: interrupt::watch() };
    let verified = verify(path, depth, &control);
    bar.finish_and_clear();
    let file = path.display().to_string();
    let report = match verified {
        Ok(verified) => sound(file, &verified),
        Err(VerifyError::Interrupted(_)) => return Err(Failure::Interrupted),
        Err(error) => match Failure::from(error) {
            Failure::Check(problem) => damaged(file, problem),
            refused => return Err(refused),
        },
    };
    if output.json {
        output.json_line(&report)?;
    } else {
        print(&stem, &report, output)?;
    }
    output.flush()?;
    if report.good { Ok(()) } else { Err(Failure::ChecksFailed) }
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
        return output.line(format_args!("{name:<16} {}  {problem}", styled(BAD, "BAD ")));
    }
    let count = |figure: Option<u64>| output.count(figure.unwrap_or_default());
    let manifest = match report.in_manifest {
        Some(true) => "as in the manifest",
        _ => "not in the manifest",
    };
    let row = format!(
        "{name:<16} {}  {} bytes, {manifest}; {} of {} entries follow from the rules",
        styled(GOOD, "good"),
        count(report.bytes),
        count(report.entries_compared),
        count(report.states),
    );
    output.line(row)
}
