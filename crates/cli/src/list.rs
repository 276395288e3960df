//! `list`: the tables that there are.

use perfectplay_query::{TableFolder, TableId};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{BAD, FAINT, HEADING, Output, printable, styled};
use crate::tables_folder::TablesFolder;

#[derive(Serialize)]
struct Report {
    folder: String,
    reason: String,
    tables: Vec<ListedTable>,
    /// Default tables that are not there.
    missing: Vec<String>,
}

#[derive(Serialize)]
struct ListedTable {
    table: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes_per_state: Option<f64>,
    /// What is wrong with it, if it cannot be opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// The names of a folder's tables.
pub(crate) fn names(folder: &TableFolder) -> Result<Vec<String>, Failure> {
    folder.names().map_err(|error| {
        Failure::Refused(format!("{}: cannot be read: {error}", folder.path().display()))
    })
}

pub(crate) fn run(folder: &TablesFolder, output: &mut Output) -> Result<(), Failure> {
    let names = names(&folder.folder)?;
    let missing = TableId::defaults()
        .iter()
        .map(TableId::to_string)
        .filter(|name| !names.contains(name))
        .collect();
    let report = Report {
        folder: folder.folder.path().display().to_string(),
        reason: folder.reason.to_string(),
        tables: names.iter().map(|name| listed(name, folder)).collect(),
        missing,
    };
    if output.json { output.json_line(&report) } else { print(&report, output) }
}

fn listed(name: &str, folder: &TablesFolder) -> ListedTable {
    let table = printable(name);
    match folder.folder.file(name) {
        Ok(file) => {
            let (states, bytes) = (file.header().states, file.layout().file_length());
            ListedTable {
                table,
                states: Some(states),
                bytes: Some(bytes),
                bytes_per_state: Some(bytes as f64 / states.max(1) as f64),
                problem: None,
            }
        }
        Err(error) => ListedTable {
            table,
            states: None,
            bytes: None,
            bytes_per_state: None,
            problem: Some(error.problem.to_string()),
        },
    }
}

fn print(report: &Report, output: &mut Output) -> Result<(), Failure> {
    let heading = format!("{:<16} {:>15} {:>17} {:>12}", "table", "states", "bytes", "bytes/state");
    output.line(styled(HEADING, heading))?;
    for ListedTable { table, states, bytes, bytes_per_state, problem } in &report.tables {
        match (states, bytes, bytes_per_state, problem) {
            (Some(states), Some(bytes), Some(ratio), None) => {
                let (states, bytes) = (output.count(*states), output.count(*bytes));
                output.line(format_args!("{table:<16} {states:>15} {bytes:>17} {ratio:>12.3}"))?;
            }
            _ => {
                let problem = problem.as_deref().unwrap_or_default();
                output.line(format_args!("{table:<16} {}", styled(BAD, problem)))?;
            }
        }
    }
    for table in &report.missing {
        let row = format!("{table:<16} missing: `perfectplay build` makes it");
        output.line(styled(FAINT, row))?;
    }
    output.line("")?;
    output.line(format_args!("in {} ({})", report.folder, report.reason))
}
