//! What the builds of all games are given, and the header that they start from.

use perfectplay_core::Facts;
use perfectplay_core::control::Control;
use perfectplay_format::{Header, Parameter, Statistic};
use perfectplay_query::TableFolder;

/// What the builds of all games are given.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// Where to build the table.
    pub folder: &'a TableFolder,
    /// Whether to use nothing that an earlier build has left.
    pub anew: bool,
    /// How many bytes of memory it may use.
    pub memory: u64,
    /// Receives the progress, and says whether to go on.
    pub control: Control<'a>,
}

/// The header of a table, without the parts that its game adds: parameters, a board, sections.
pub fn header(
    facts: &Facts,
    name: String,
    encoding: &str,
    states: u64,
    statistics: Vec<Statistic>,
) -> Header {
    Header {
        game: facts.game.to_owned(),
        name,
        rules: facts.rules_tag.to_owned(),
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
pub fn parameter(name: &str, value: impl Into<u64>) -> Parameter {
    Parameter { name: name.to_owned(), value: value.into() }
}
