//! The arguments of `export`.

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Threads;
use crate::export::Format;

#[derive(Debug, Args)]
#[command(after_help = include_str!("help/export.txt"))]
pub(crate) struct Export {
    /// The table's name, or its file.
    pub(crate) table: OsString,

    /// The format.
    #[arg(long)]
    pub(crate) format: Format,

    /// What to write.
    #[arg(long, value_enum, default_value_t = ExportContent::Positions)]
    pub(crate) what: ExportContent,

    /// The file to write; - is standard output, for csv [default: TABLE-WHAT.FORMAT in the
    /// current folder].
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// How many generators the positions of `few-generators` have: at most N, or from M to N
    /// [default: 3].
    #[arg(long, value_name = "N|M-N", value_parser = generators)]
    pub(crate) generators: Option<RangeInclusive<u8>>,

    /// Replace the file if it exists.
    #[arg(long)]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) threads: Threads,
}

/// Reads `3` as 2 to 3, since one generator never leaves a position, and `3-5` as 3 to 5.
fn generators(text: &str) -> Result<RangeInclusive<u8>, String> {
    let (least, most) = text.split_once('-').unwrap_or(("2", text));
    let number = |text: &str| text.parse().ok().filter(|number| (2..=64).contains(number));
    match (number(least), number(most)) {
        (Some(least), Some(most)) if least <= most => Ok(least..=most),
        _ => Err("expected N or M-N with numbers from 2 to 64, as in `3`, `3-3` or `2-4`".into()),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportContent {
    /// Every position and its outcome.
    Positions,
    /// The losing positions.
    Losing,
    /// The numbers of positions and of losing positions.
    Counts,
    /// The losing positions with few generators.
    FewGenerators,
    /// The longest games.
    Longest,
}

/// A value's word on the command line.
pub(crate) fn word(value: impl ValueEnum) -> String {
    value.to_possible_value().expect("none is hidden").get_name().to_owned()
}
