//! The arguments of `export`.

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Threads;
use crate::export::Format;

#[derive(Debug, Args)]
#[command(after_help = "\
What, of tables of number:
  positions       a row for each position: mask (bit x is set if x is available), largest
                  and available (the largest available number, and how many there are),
                  multiplicity (the least number above 1 that is not available), losing
                  (for the player to move), and plies if the table knows them
  losing          the losing positions, in the same columns but `losing`, with their
                  generators as text: the fewest numbers that leave the position when they
                  are named (not in npy)
  counts          positions and losing ones by largest and available
  few-generators  the losing positions with few generators, see --generators: generators (in
                  npy g1, g2 and so on, 0 behind the last), largest, available
  longest         by largest, for won and for losing positions: the most plies until the
                  end if the winner hurries and the loser stalls, and the first position
                  with that many. From number-24 on the plies are computed, in memory

Rows are in the order of their masks, so smaller largest numbers come first.

Of the other games there are positions alone: index (the number of the entry), position as text \
(not in npy), and the value for the player to move: outcome (1 won, -1 lost), score, or expected \
minutes. The file appears when it is complete.

Examples:
  perfectplay export number-40 --format parquet
  perfectplay export number-40 --format npy --what losing --output losing.npy
  perfectplay export number-20 --format csv --what few-generators --generators 2 --output -
  perfectplay export number-40 --format csv --what few-generators --generators 3-3")]
pub(crate) struct Export {
    /// The table's name, or its file.
    #[arg(value_name = "TABLE")]
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

    /// Replace the file if it exists already.
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
