//! What the builds of all games are given, and the header that they start from.

use std::fmt;

use perfectplay_core::Facts;
use perfectplay_core::control::Control;
use perfectplay_format::{Header, Parameter, Statistic};
use perfectplay_query::TableFolder;

/// News of other builds of the same table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// Another process or thread is making it, and this one is waiting.
    Waiting,
    /// An earlier build has completed so many states, and this one resumes from there.
    GoingOn {
        /// How many states are complete.
        states: u64,
    },
    /// What an earlier build has completed is damaged, or comes from another version of this program, and this one
    /// starts over.
    BeginningAnew,
}

/// What the builds of all games are given.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// Where to build the table.
    pub folder: &'a TableFolder,
    /// Whether to use nothing that an earlier build has left.
    pub anew: bool,
    /// How many bytes of memory it may use.
    pub memory: u64,
    /// Is told how far the build is, and asked whether to go on.
    pub control: Control<'a>,
    /// Is told about what an earlier build has left.
    pub notify: &'a dyn Fn(Notice),
}

impl fmt::Debug for Job<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Job").field(&self.folder).finish()
    }
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
