//! What is in a folder of tables and inside the program.

use perfectplay_query::{Access, Beginning, Header, Problem, TablePlace, Tables, is_custom};
use serde::Serialize;

use crate::named_tables::{default_tables, game_of};
use perfectplay_protocol::{Error, GameRef, TableRef};

/// What is in a folder of tables and inside the program. Its serialisation is the JSON of the program.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Listing {
    /// The files with a table's ending, by name; then the tables inside the program for which the folder has no
    /// file.
    pub tables: Vec<ListedTable>,
    /// The default tables that are neither in the folder nor inside the program.
    pub missing: Vec<String>,
}

/// A table, or a file that should be one.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
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
    /// Whether it is inside the program rather than in the folder.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub embedded: bool,
    /// Whether its figures are only what its header says: the rules of its game are not known here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unproven: bool,
    /// What is wrong with it, if it cannot be opened, or is of other rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

impl Listing {
    /// Lists all tables by the headers of their files, for a program with these games, which builds the tables of
    /// `by_default` unless it is asked for others.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn of(tables: &Tables, games: &[GameRef], by_default: &[GameRef]) -> Result<Self, Error> {
        let places = tables.first_places().map_err(|error| Error::folder(tables, error))?;
        let is_there = |name: &str| places.contains(&tables.place(name));
        let defaults = default_tables(by_default);
        let missing = defaults.iter().map(TableRef::to_string).filter(|name| !is_there(name));
        let missing = missing.collect();
        let tables = places.iter().map(|place| listed(tables, place, games)).collect();
        Ok(Self { tables, missing })
    }
}

/// Checks that a table is of the rules that are known here; returns whether none are known of its game.
fn check(header: &Header, games: &[GameRef]) -> Result<bool, Problem> {
    match game_of(header, games) {
        Ok(game) => game.check(header).map(|()| false),
        Err(_) if is_custom(header) => Ok(true),
        Err(problem) => Err(problem),
    }
}

fn listed(tables: &Tables, place: &TablePlace, games: &[GameRef]) -> ListedTable {
    let name = match place {
        TablePlace::File(path) => path.file_stem().unwrap_or_default().to_string_lossy(),
        place => place.name().unwrap_or_default().into(),
    };
    let (table, embedded) = (name.into_owned(), matches!(place, TablePlace::Program(_)));
    let unlisted = ListedTable { table, embedded, ..ListedTable::default() };
    let problem = match (place.name(), tables.file_with(place, Access::positioned())) {
        (None, _) => "the file's name is not UTF-8, as those of tables are: rename it".to_owned(),
        (_, Err(error)) => error.problem.to_string(),
        (_, Ok(file)) => 'wrong: {
            let unproven = match check(file.header(), games) {
                Ok(unproven) => unproven,
                Err(problem) => break 'wrong problem.to_string(),
            };
            let Beginning { header, layout, .. } = file.into_beginning();
            let (states, bytes) = (header.states, layout.file_length());
            return ListedTable {
                states: Some(states),
                bytes: Some(bytes),
                bytes_per_state: Some(bytes as f64 / states.max(1) as f64),
                board: Some(header.board).filter(|board| !board.is_empty()),
                unproven,
                ..unlisted
            };
        }
    };
    ListedTable { problem: Some(problem), ..unlisted }
}
