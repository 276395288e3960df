//! `list`: the tables that there are.

use std::path::{Path, PathBuf};

use perfectplay_query::{Bytes, TableFile, TableFolder, TableId};
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
    tables: Vec<ListedTable>,
    /// Default tables that are neither in the folder nor inside the program.
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
    /// Whether it is inside the program, and not in the folder.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    embedded: bool,
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
        .filter(|name| !folder.embedded().any(|embedded| embedded == name))
        .collect();
    let in_folder = files.iter().map(|path| listed(path, folder));
    let report = Report {
        folder: folder.folder.path().display().to_string(),
        reason: folder.reason.to_string(),
        tables: in_folder.chain(folder.embedded().map(in_program)).collect(),
        missing,
    };
    if output.json { output.json_line(&report) } else { print(&report, output) }
}

fn listed(path: &Path, folder: &ChosenFolder) -> ListedTable {
    let stem = path.file_stem().unwrap_or_default();
    let file = match stem.to_str() {
        Some(name) => folder.folder.file(name).map_err(|error| error.problem.to_string()),
        None => Err("the file's name is not UTF-8, as those of tables are: rename it".to_owned()),
    };
    ListedTable::new(&stem.to_string_lossy(), file)
}

fn in_program(name: &'static str) -> ListedTable {
    let file = embedded::tables().file(name).map_err(|error| error.problem.to_string());
    ListedTable { embedded: true, ..ListedTable::new(name, file) }
}

impl ListedTable {
    fn new(name: &str, file: Result<TableFile<Bytes>, String>) -> Self {
        let table = Self {
            table: name.to_owned(),
            states: None,
            bytes: None,
            bytes_per_state: None,
            board: None,
            embedded: false,
            problem: None,
        };
        let file = match file {
            Ok(file) => file,
            Err(problem) => return Self { problem: Some(problem), ..table },
        };
        let (states, bytes) = (file.header().states, file.layout().file_length());
        let board = &file.header().board;
        Self {
            states: Some(states),
            bytes: Some(bytes),
            bytes_per_state: Some(bytes as f64 / states.max(1) as f64),
            board: (!board.is_empty()).then(|| board.clone()),
            ..table
        }
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
    for ListedTable { table, states, bytes, bytes_per_state, board, embedded, problem } in
        &report.tables
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
    for table in &report.missing {
        let row = format!("{table:<16} missing: {} makes it", advice::command("build"));
        output.line(styled(FAINT, row))?;
    }
    output.line("")?;
    output.line(format_args!("in {} ({})", report.folder, report.reason))
}
