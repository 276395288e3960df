//! The arguments of the commands that compute tables in blocks.

use std::path::PathBuf;

use bytesize::ByteSize;
use clap::Args;
use perfectplay::filled_names;

use super::{Threads, size};
use crate::games::Games;

/// What stands at the end of the help of `plan`.
pub(super) fn plan_help(games: &Games) -> String {
    include_str!("help/plan.txt").replace("@TABLES@", &filled_names(games.listed()))
}

#[derive(Debug, Args)]
pub(crate) struct Plan {
    /// The table.
    pub(crate) table: String,

    /// The most bytes of a block, as in 64M or 1GiB, at least 64KiB [default: a 256th of the table,
    /// rounded up to a power of two, and at least 16 MiB].
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) block: Option<ByteSize>,

    /// A folder of blocks: show which are missing or incomplete, without reading them.
    #[arg(long, value_name = "DIR")]
    pub(crate) store: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = include_str!("help/block.txt"))]
pub(crate) struct Block {
    /// The table.
    pub(crate) table: String,

    /// The block's number in the plan [default: one after another until none is missing].
    #[arg(value_name = "K")]
    pub(crate) block_number: Option<usize>,

    /// The folder of blocks: those of TABLE are in DIR/TABLE.
    #[arg(long, value_name = "DIR")]
    pub(crate) store: PathBuf,

    /// The most bytes of a block [default: as in the store, else as in `perfectplay plan`].
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) block: Option<ByteSize>,

    #[command(flatten)]
    pub(crate) threads: Threads,
}

#[derive(Debug, Args)]
#[command(after_help = include_str!("help/merge.txt"))]
pub(crate) struct Merge {
    /// The table.
    pub(crate) table: String,

    /// The folder of blocks.
    #[arg(long, value_name = "DIR")]
    pub(crate) store: PathBuf,

    #[command(flatten)]
    pub(crate) threads: Threads,

    /// Make the table again if it is there already.
    #[arg(long)]
    pub(crate) force: bool,
}
