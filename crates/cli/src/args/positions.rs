//! The arguments of `positions`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::questions::SolveLimits;

#[derive(Debug, Args)]
#[command(after_help = include_str!("help/positions.txt"))]
pub(crate) struct Positions {
    /// The game, or a table that has the positions.
    #[arg(value_name = "GAME|TABLE")]
    pub(crate) from: String,

    /// Draw from all that the board in this file can become: contour, stake or tokens.
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,

    /// How many positions to draw, up to ten million.
    #[arg(long, value_name = "N", default_value_t = 10,
        value_parser = clap::value_parser!(u32).range(..=10_000_000))]
    pub(crate) count: u32,

    /// The seed: the same one draws the same positions.
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Draw only positions in which some moves are better than others.
    #[arg(long)]
    pub(crate) decisive: bool,

    /// The format.
    #[arg(long, value_enum, default_value_t = PositionsFormat::Text, conflicts_with = "json")]
    pub(crate) format: PositionsFormat,

    #[command(flatten)]
    pub(crate) solving: SolveLimits,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PositionsFormat {
    /// A list for people.
    Text,
    /// Comma-separated values: position, value, move, result, best.
    Csv,
}
