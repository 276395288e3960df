//! The arguments of `catalogue`.

use std::path::PathBuf;

use bytesize::ByteSize;
use clap::Args;

use super::{Threads, size};

#[derive(Debug, Args)]
#[command(after_help = include_str!("help/catalogue.txt"))]
pub(crate) struct Catalogue {
    /// Games, as `achi` or `dao-4x4` [default: all; with --check all that take seconds].
    #[arg(value_name = "GAME")]
    pub(crate) names: Vec<String>,

    /// Solve each game, check every entry, and compare them with a plain solver and with published values.
    #[arg(long)]
    pub(crate) check: bool,

    /// Check the games that take minutes and gigabytes as well.
    #[arg(long, requires = "check")]
    pub(crate) large: bool,

    /// Write what --check found into a folder: README.md, and a record of each game for registries of solved games.
    #[arg(long, value_name = "DIR", requires = "check")]
    pub(crate) write: Option<PathBuf>,

    /// Use at most this much memory to solve a game, as in 512M or 2GiB [default: what is free].
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<ByteSize>,

    #[command(flatten)]
    pub(crate) threads: Threads,
}
