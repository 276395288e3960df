//! What every game's build is given, and the header that it begins with.

use perfectplay_format::{Header, Parameter, Statistic};
use perfectplay_query::{TableFolder, TableId};

use crate::Control;

/// What every game's build is given.
pub(crate) struct Job<'a> {
    /// Where the table is to be.
    pub(crate) folder: &'a TableFolder,
    /// Whether what an earlier build has left is to stay out of it.
    pub(crate) anew: bool,
    pub(crate) control: Control<'a>,
}

/// The header of a table, but for what the game adds: sections, parameters, a board.
pub(crate) fn header(
    id: impl Into<TableId>,
    encoding: &str,
    states: u64,
    statistics: Vec<Statistic>,
) -> Header {
    let id = id.into();
    Header {
        game: id.game().name().to_owned(),
        name: id.to_string(),
        rules: id.game().rules_tag().to_owned(),
        encoding: encoding.to_owned(),
        parameters: Vec::new(),
        board: String::new(),
        states,
        sections: Vec::new(),
        checksums: 0,
        statistics,
    }
}

/// A parameter of a header.
pub(crate) fn parameter(name: &str, value: impl Into<u64>) -> Parameter {
    Parameter { name: name.to_owned(), value: value.into() }
}
