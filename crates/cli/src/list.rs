//! `list`: the tables that there are.

use std::path::{Path, PathBuf};

use perfectplay_query::{TableFolder, TableId};
use serde::Serialize;

use crate::advice;
use crate::chosen_folder::ChosenFolder;
use crate::failure::Failure;
use crate::output::{BAD, FAINT, HEADING, Output, printable, styled};

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
    /// The board that it is of, if it is of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    /// What is wrong with it, if it cannot be opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// The files of a folder's tables.
pub(crate) fn files(folder: &TableFolder) -> Result<Vec<PathBuf>, Failure> {
    folder.files().map_err(|error| {
        Failure::refused(format!("{}: cannot be read: {error}", folder.path().display()))
    })
}

pub(crate) fn run(folder: &ChosenFolder, output: &mut Output) -> Result<(), Failure> {
    let files = files(&folder.folder)?;
    let missing = TableId::defaults()
        .iter()
        .map(TableId::to_string)
        .filter(|name| !files.contains(&folder.folder.table(name)))
        .collect();
    let report = Report {
        folder: folder.folder.path().display().to_string(),
        reason: folder.reason.to_string(),
        tables: files.iter().map(|path| listed(path, folder)).collect(),
        missing,
    };
    if output.json { output.json_line(&report) } else { print(&report, output) }
}

fn listed(path: &Path, folder: &ChosenFolder) -> ListedTable {
    let stem = path.file_stem().unwrap_or_default();
    let nothing = ListedTable {
        table: stem.to_string_lossy().into_owned(),
        states: None,
        bytes: None,
        bytes_per_state: None,
        board: None,
        problem: None,
    };
    let file = match stem.to_str().map(|name| folder.folder.file(name)) {
        Some(Ok(file)) => file,
        Some(Err(error)) => {
            return ListedTable { problem: Some(error.problem.to_string()), ..nothing };
        }
        None => {
            let what = "the file's name is not UTF-8, as those of tables are: rename it";
            return ListedTable { problem: Some(what.to_owned()), ..nothing };
        }
    };
    let (states, bytes) = (file.header().states, file.layout().file_length());
    let board = &file.header().board;
    ListedTable {
        states: Some(states),
        bytes: Some(bytes),
        bytes_per_state: Some(bytes as f64 / states.max(1) as f64),
        board: (!board.is_empty()).then(|| board.clone()),
        ..nothing
    }
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
    for ListedTable { table, states, bytes, bytes_per_state, board, problem } in &report.tables {
        let table = printable(table);
        match (states, bytes, bytes_per_state, problem) {
            (Some(states), Some(bytes), Some(ratio), None) => {
                let (states, bytes) = (output.count(*states), output.count(*bytes));
                let board = board.as_deref().map(in_one_line).unwrap_or_default();
                let row = format!("{table:<16} {states:>15} {bytes:>17} {ratio:>12.3}  {board}");
                output.line(row.trim_end())?;
            }
            _ => {
                let problem = printable(problem.as_deref().unwrap_or_default());
                output.line(format_args!("{table:<16} {}", styled(BAD, problem)))?;
            }
        }
    }
    for table in &report.missing {
        let row = format!("{table:<16} missing: {} makes it", advice::command("build"));
        output.line(styled(FAINT, row))?;
    }
    output.line("")?;
    output.line(format_args!("in {} ({})", report.folder, report.reason))
}
