//! What is in a folder of tables and inside the program.

use std::path::Path;

use perfectplay_query::{Beginning, EmbeddedTables, TableFolder, TableId};
use serde::Serialize;

use crate::Error;

/// What is in a folder of tables and inside the program. Its serialisation is the JSON of the program.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Listing {
    /// The files that have a table's ending, by name; then the tables inside the program that the
    /// folder has no files of.
    pub tables: Vec<ListedTable>,
    /// The default tables that are neither in the folder nor inside the program.
    pub missing: Vec<String>,
}

/// A table, or a file that should be one.
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
    /// Whether it is inside the program, and not in the folder.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub embedded: bool,
    /// What is wrong with it, if it cannot be opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

impl Listing {
    /// Lists each table of a folder, and those inside the program, by the headers of their files.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn of(folder: &TableFolder, embedded: EmbeddedTables) -> Result<Self, Error> {
        let files = folder.files().map_err(|error| Error::Refused {
            message: format!("{}: cannot be read: {error}", folder.path().display()),
        })?;
        let has_file = |name: &str| files.contains(&folder.table(name));
        let inside: Vec<&str> = embedded.names().filter(|name| !has_file(name)).collect();
        let names = TableId::defaults().into_iter().map(|id| id.to_string());
        let missing = names.filter(|name| !has_file(name) && !inside.contains(&name.as_str()));
        let in_folder = files.iter().map(|path| in_folder(folder, path));
        let in_program = inside.iter().map(|name| in_program(embedded, name));
        Ok(Self { tables: in_folder.chain(in_program).collect(), missing: missing.collect() })
    }
}

fn in_folder(folder: &TableFolder, path: &Path) -> ListedTable {
    let stem = path.file_stem().unwrap_or_default();
    let beginning = match stem.to_str() {
        Some(name) => match folder.beginning(name) {
            Ok((_, beginning)) => Ok(beginning),
            Err(error) => Err(error.problem.to_string()),
        },
        None => Err("the file's name is not UTF-8, as those of tables are: rename it".to_owned()),
    };
    ListedTable::new(&stem.to_string_lossy(), beginning)
}

fn in_program(embedded: EmbeddedTables, name: &str) -> ListedTable {
    let beginning = embedded.beginning(name).map_err(|error| error.problem.to_string());
    ListedTable { embedded: true, ..ListedTable::new(name, beginning) }
}

impl ListedTable {
    fn new(name: &str, beginning: Result<Beginning, String>) -> Self {
        let table = Self {
            table: name.to_owned(),
            states: None,
            bytes: None,
            bytes_per_state: None,
            board: None,
            embedded: false,
            problem: None,
        };
        let Beginning { header, layout, .. } = match beginning {
            Ok(beginning) => beginning,
            Err(problem) => return Self { problem: Some(problem), ..table },
        };
        let (states, bytes) = (header.states, layout.file_length());
        Self {
            states: Some(states),
            bytes: Some(bytes),
            bytes_per_state: Some(bytes as f64 / states.max(1) as f64),
            board: Some(header.board).filter(|board| !board.is_empty()),
            ..table
        }
    }
}
