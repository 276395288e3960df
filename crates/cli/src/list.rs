//! `list`: the tables that there are.

use std::path::PathBuf;

use perfectplay_oracle::{ListedTable, Listing};
use perfectplay_query::TableFolder;
use serde::Serialize;

use crate::chosen_folder::ChosenFolder;
use crate::failure::Failure;
use crate::output::{BAD, FAINT, HEADING, Output, printable, styled};
use crate::place::IN_PROGRAM;
use crate::{advice, embedded};

#[derive(Serialize)]
struct Report {
    folder: String,
    reason: String,
    #[serde(flatten)]
    listing: Listing,
}

/// The files of a folder's tables.
pub(crate) fn files(folder: &TableFolder) -> Result<Vec<PathBuf>, Failure> {
    folder.files().map_err(|error| {
        Failure::refused(format!("{}: cannot be read: {error}", folder.path().display()))
    })
}

pub(crate) fn run(folder: &ChosenFolder, output: &mut Output) -> Result<(), Failure> {
    let report = Report {
        folder: folder.folder.path().display().to_string(),
        reason: folder.reason.to_string(),
        listing: Listing::of(&folder.folder, embedded::tables())?,
    };
    if output.json { output.json_line(&report) } else { print(&report, output) }
}

/// A board on one line, cut if it is long.
fn in_one_line(board: &str) -> String {
    const LONGEST: usize = 32;
    let lines: Vec<&str> = board.lines().collect();
    let line = printable(&lines.join(" / "));
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

fn print(report: &Report, output: &mut Output) -> Result<(), Failure> {
    let heading =
        format!("{:<16} {:>15} {:>17} {:>12}  board", "table", "states", "bytes", "bytes/state");
    output.line(styled(HEADING, heading))?;
    for ListedTable { table, states, bytes, bytes_per_state, board, embedded, problem, .. } in
        &report.listing.tables
    {
        let table = printable(table);
        match (states, bytes, bytes_per_state, problem) {
            (Some(states), Some(bytes), Some(ratio), None) => {
                let (states, bytes) = (output.count(*states), output.count(*bytes));
                let board = board.as_deref().map(in_one_line);
                let note = embedded.then(|| IN_PROGRAM.to_owned());
                let last = board.into_iter().chain(note).collect::<Vec<_>>().join(", ");
                let row = format!("{table:<16} {states:>15} {bytes:>17} {ratio:>12.3}  {last}");
                output.line(row.trim_end())?;
            }
            _ => {
                let problem = printable(problem.as_deref().unwrap_or_default());
                output.line(format_args!("{table:<16} {}", styled(BAD, problem)))?;
            }
        }
    }
    for table in &report.listing.missing {
        let row = format!("{table:<16} missing: {} makes it", advice::command("build"));
        output.line(styled(FAINT, row))?;
    }
    output.line("")?;
    output.line(format_args!("in {} ({})", report.folder, report.reason))
}
