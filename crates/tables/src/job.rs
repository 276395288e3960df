//! What the builds of all games are given, and the headers that they start from.

use perfectplay_core::Facts;
use perfectplay_core::control::Control;
use perfectplay_format::{Header, Parameter, Statistic};
use perfectplay_query::{Family, Size, TableBoard, TableFolder};

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

/// The header of a family's table, with its size as parameters of these names, and without sections.
pub fn header_of_family(
    family: Family,
    names: &[&str],
    encoding: &str,
    states: u64,
    statistics: Vec<Statistic>,
) -> Header {
    let size = match family.size() {
        Size::One(size) => vec![size],
        Size::Sides(rows, columns) => vec![rows, columns],
    };
    let parameter =
        |(name, size): (&&str, u8)| Parameter { name: (*name).to_owned(), value: size.into() };
    let parameters = names.iter().zip(size).map(parameter).collect();
    let name = family.to_string();
    Header { parameters, ..header(family.facts(), name, encoding, states, statistics) }
}

/// The header of a board's table, with its text, and without sections.
pub fn header_of_board(
    board: &impl TableBoard,
    text: String,
    encoding: &str,
    states: u64,
    statistics: Vec<Statistic>,
) -> Header {
    let name = board.table();
    Header { board: text, ..header(board.facts(), name, encoding, states, statistics) }
}

fn header(
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
