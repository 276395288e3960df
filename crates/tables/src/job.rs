//! What the builds of all games are given, and the header that they begin with.

use perfectplay_format::{Header, Parameter, Statistic};
use perfectplay_query::{TableFolder, TableId};

use crate::{Control, Notice};

/// What the builds of all games are given.
pub(crate) struct Job<'a> {
    /// Where to build the table.
    pub(crate) folder: &'a TableFolder,
    /// Whether to use nothing that an earlier build has left.
    pub(crate) anew: bool,
    /// How many bytes of memory it may use.
    pub(crate) memory: u64,
    pub(crate) control: Control<'a>,
    /// Is told about what an earlier build has left.
    pub(crate) notify: &'a dyn Fn(Notice),
}

/// The header of a table, without what its game adds: parameters, a board, sections.
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
