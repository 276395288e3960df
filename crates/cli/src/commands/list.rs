//! `list`: the tables that exist.

use anstyle::Style;
use perfectplay::{ListedTable, Listing};
use perfectplay_query::TableFolder;
use perfectplay_tables::files::UnfinishedTable;

use crate::input::table_argument::IN_PROGRAM;
use crate::prelude::*;
use crate::terminal::{BAD, hanging, remark};

#[derive(Serialize)]
struct ListReport {
    folder: String,
    reason: String,
    #[serde(flatten)]
    listing: Listing,
    unfinished: Vec<UnfinishedTable>,
}

/// The tables of the folder and inside the program, and the default ones that are missing.
pub(crate) fn listing(folder: &ChosenFolder) -> Result<Listing> {
    let tables = folder.tables();
    let places = tables.first_places().unwrap_or_default();
    let games = folder.games_of(places.iter().filter_map(|place| place.name()));
    Ok(Listing::of(&tables, &games, folder.games.by_default())?)
}

/// The unfinished builds and downloads in a folder.
pub(crate) fn unfinished(folder: &TableFolder) -> Result<Vec<UnfinishedTable>> {
    UnfinishedTable::in_folder(folder)
        .map_err(|error| Failure::cannot("be read", folder.path(), &error))
}

pub(crate) fn run(folder: &ChosenFolder, output: &mut Output) -> Result<()> {
    let report = ListReport {
        folder: folder.folder.path().display().to_string(),
        reason: folder.reason.to_string(),
        listing: listing(folder)?,
        unfinished: unfinished(&folder.folder)?,
    };
    if !folder.is_elsewhere() && !folder.folder.path().exists() {
        remark(format_args!("the folder {} does not exist; `build` makes it", report.folder));
    }
    if output.json { output.json_line(&report) } else { print(&report, output) }
}

/// A board on one line, cut if it is long.
fn in_one_line(board: &str) -> String {
    const LONGEST: usize = 25;
    let lines: Vec<&str> = board.lines().collect();
    let line = printable(&lines.join(" / "));
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

fn print(report: &ListReport, output: &mut Output) -> Result<()> {
    let heading =
        format!("{:<16} {:>13} {:>9} {:>11}  board", "table", "states", "size", "bytes/state");
    output.line(styled(HEADING, heading))?;
    for listed in &report.listing.tables {
        let ListedTable { table, states, bytes, bytes_per_state, board, embedded, problem, .. } =
            listed;
        let table = format!("{:<16}", printable(table));
        match (states, bytes, bytes_per_state, problem) {
            (Some(states), Some(bytes), Some(ratio), None) => {
                let (states, size) = (output.count(*states), ByteSize(*bytes).to_string());
                let board = board.as_deref().map(in_one_line);
                let note = embedded.then(|| IN_PROGRAM.to_owned());
                let unproven = listed.unproven.then(|| "unproven".to_owned());
                let notes: Vec<String> = [board, note, unproven].into_iter().flatten().collect();
                let last = notes.join(", ");
                let row = format!("{table} {states:>13} {size:>9} {ratio:>11.3}  {last}");
                output.line(row.trim_end())?;
            }
            _ => {
                let problem = printable(problem.as_deref().unwrap_or_default());
                entry(output, &table, BAD, &problem)?;
            }
        }
    }
    for table in &report.listing.missing {
        let text = format!("missing: {} makes it", advice::command(format_args!("build {table}")));
        entry(output, &format!("{table:<16}"), FAINT, &text)?;
    }
    for UnfinishedTable { table, bytes, is_download, .. } in &report.unfinished {
        let (table, bytes) = (printable(table), ByteSize(*bytes));
        let what = if *is_download { "download" } else { "build" };
        let clean = advice::command(format_args!("clean {table}"));
        let text =
            format!("unfinished {what} of {bytes}: the same command goes on, {clean} removes it");
        entry(output, &format!("{table:<16}"), Style::new(), &text)?;
    }
    output.line("")?;
    output.line(format_args!("in {} ({})", printable(&report.folder), report.reason))
}

/// A table without a row of figures.
fn entry(output: &mut Output, table: &str, style: Style, text: &str) -> Result<()> {
    let width = output.width();
    output.line(hanging(&format!("{table} "), &styled(style, text), width))
}
