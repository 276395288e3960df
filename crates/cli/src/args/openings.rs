//! The arguments of `openings`.

use clap::{Args, ValueEnum};

use super::questions::SolveLimits;

#[derive(Debug, Args)]
#[command(after_help = include_str!("help/openings.txt"))]
pub(crate) struct Openings {
    /// The game.
    pub(crate) game: String,

    /// The largest bar, rows and columns.
    #[arg(value_name = "ROWSxCOLUMNS", value_parser = |text: &str| bar(text, usize::MAX))]
    pub(crate) bar: (usize, usize),

    /// The format.
    #[arg(long, value_enum, default_value_t = OpeningsFormat::Text, conflicts_with = "json")]
    pub(crate) format: OpeningsFormat,

    #[command(flatten)]
    pub(crate) solving: SolveLimits,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OpeningsFormat {
    /// A list for people.
    Text,
    /// Comma-separated values, the names of the columns in the first line.
    Csv,
    /// A picture: which bars have how many winning moves, and where these are.
    Svg,
}

/// Reads the size of a bar with this many rows and columns together at most.
pub(super) fn bar(text: &str, most: usize) -> Result<(usize, usize), String> {
    let number = |text: &str| text.parse().ok().filter(|&number| number > 0);
    let sides =
        text.split_once('x').and_then(|(rows, columns)| Some((number(rows)?, number(columns)?)));
    sides
        .filter(|&(rows, columns): &(usize, usize)| rows.saturating_add(columns) <= most)
        .ok_or_else(|| {
            format!("expected ROWSxCOLUMNS, from 1 and at most {most} together, as in `10x42`")
        })
}
