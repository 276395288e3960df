//! What is in a folder of tables.

use std::path::Path;

use perfectplay_query::{TableFolder, TableId};
use serde::Serialize;

use crate::Error;

/// What is in a folder of tables. Its serialisation is the JSON of the program.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Listing {
    /// The files that have a table's ending, by name.
    pub tables: Vec<ListedTable>,
    /// The default tables that are not there.
    pub missing: Vec<String>,
}

/// A table of a folder, or a file that should be one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ListedTable {
    /// Its name.
    pub table: String,
    /// How many states it has, if it can be opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<u64>,
    /// How many bytes its file has, if it can be opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// Bytes for each state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes_per_state: Option<f64>,
    /// The board that it is of, if it is of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// What is wrong with it, if it cannot be opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

impl Listing {
    /// Opens each table of a folder and lists it.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn of(folder: &TableFolder) -> Result<Self, Error> {
        let files = folder.files().map_err(|error| Error::Refused {
            message: format!("{}: cannot be read: {error}", folder.path().display()),
        })?;
        let names = TableId::defaults().into_iter().map(|id| id.to_string());
        let missing = names.filter(|name| !files.contains(&folder.table(name))).collect();
        Ok(Self { tables: files.iter().map(|path| listed(folder, path)).collect(), missing })
    }
}

fn listed(folder: &TableFolder, path: &Path) -> ListedTable {
    let stem = path.file_stem().unwrap_or_default();
    let nothing = ListedTable {
        table: stem.to_string_lossy().into_owned(),
        states: None,
        bytes: None,
        bytes_per_state: None,
        board: None,
        problem: None,
    };
    let file = match stem.to_str().map(|name| folder.file(name)) {
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
