//! `list`: the tables that there are.

use perfectplay_oracle::{ListedTable, Listing};
use perfectplay_query::TableFolder;
use perfectplay_tables::Unfinished;
use serde::Serialize;

use crate::advice;
use crate::chosen_folder::ChosenFolder;
use crate::failure::Failure;
use crate::output::{BAD, FAINT, HEADING, Output, printable, styled};
use crate::table_argument::IN_PROGRAM;

#[derive(Serialize)]
struct ListReport {
    folder: String,
    reason: String,
    #[serde(flatten)]
    listing: Listing,
    unfinished: Vec<UnfinishedRow>,
}

/// What a build or a download would go on from.
#[derive(Serialize)]
struct UnfinishedRow {
    table: String,
    bytes: u64,
    download: bool,
}

/// What a folder has of unfinished builds and downloads.
pub(crate) fn unfinished(folder: &TableFolder) -> Result<Vec<Unfinished>, Failure> {
    Unfinished::in_folder(folder).map_err(|error| Failure::cannot("be read", folder.path(), &error))
}

pub(crate) fn run(folder: &ChosenFolder, output: &mut Output) -> Result<(), Failure> {
    let report = ListReport {
        folder: folder.folder.path().display().to_string(),
        reason: folder.reason.to_string(),
        listing: Listing::of(&folder.tables())?,
        unfinished: unfinished(&folder.folder)?.into_iter().map(UnfinishedRow::from).collect(),
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

impl From<Unfinished> for UnfinishedRow {
    fn from(Unfinished { table, bytes, is_download, .. }: Unfinished) -> Self {
        Self { table, bytes, download: is_download }
    }
}

fn print(report: &ListReport, output: &mut Output) -> Result<(), Failure> {
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
    for UnfinishedRow { table, bytes, download } in &report.unfinished {
        let (table, bytes) = (printable(table), output.count(*bytes));
        let what = if *download { "download" } else { "build" };
        let clean = advice::command(format_args!("clean {table}"));
        output.line(format_args!(
            "{table:<16} unfinished {what} of {bytes} bytes: the same command goes on, {clean} removes it"
        ))?;
    }
    output.line("")?;
    output.line(format_args!("in {} ({})", report.folder, report.reason))
}
