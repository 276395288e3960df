//! The arguments of the commands that make, look at and pack tables.

use std::ffi::OsString;
use std::path::PathBuf;

use bytesize::ByteSize;
#[cfg(feature = "release")]
use clap::ArgGroup;
use clap::Args;
use perfectplay::table_names;

use super::{Threads, count, size};
use crate::games::Games;

#[derive(Debug, Args)]
#[command(after_help = include_str!("help/build.txt"))]
pub(crate) struct Build {
    // `names_help` has its help.
    #[arg(value_name = "TABLE")]
    pub(crate) names: Vec<String>,

    /// The board of a `contour`, `stake` or `tokens` table, a case in the contest's format; - is
    /// standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,

    /// Build tables of classic games: of those you name, as in `build --catalogue achi`, or of all that take
    /// seconds.
    #[cfg(feature = "catalogue")]
    #[arg(long, conflicts_with = "board")]
    pub(crate) catalogue: bool,

    #[command(flatten)]
    pub(crate) threads: Threads,

    /// Refuse tables that need more memory than this, as in 512M or 2GiB; for a custom game keep the rest on the
    /// disk, where that is possible [default: what is free].
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<ByteSize>,

    /// For a custom game, keep at most this much on the disk besides the table: positions that do not fit into
    /// memory, and what the build resumes from; 0 for none [default: what is free].
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) disk: Option<ByteSize>,

    /// Build nothing, and say what the tables would take; this explores a custom game for at most 45 seconds.
    #[arg(long, conflicts_with_all = ["force", "disk"])]
    pub(crate) estimate: bool,

    /// Rebuild tables that exist, and replace any file that has their names.
    #[arg(long)]
    pub(crate) force: bool,
}

/// What `build` says of the tables to build.
pub(super) fn names_help(games: &Games) -> String {
    match table_names(games.listed()).as_str() {
        "" => "The tables to build, by the names of their games [default: all]".to_owned(),
        names => format!(
            "The tables to build: {names}; or `contour`, `stake` or `tokens` with --board [default: all \
             default tables]"
        ),
    }
}

#[derive(Debug, Args)]
#[command(after_help = include_str!("help/info.txt"))]
pub(crate) struct Info {
    /// The table's name, or its file.
    pub(crate) table: OsString,
}

#[derive(Debug, Args)]
#[command(after_help = include_str!("help/compare.txt"))]
pub(crate) struct Compare {
    /// A table's name, or its file.
    #[arg(value_name = "TABLE")]
    pub(crate) first: OsString,

    /// The table to compare it with: of a variant of the game, or of another version.
    #[arg(value_name = "OTHER")]
    pub(crate) second: OsString,

    #[command(flatten)]
    pub(crate) threads: Threads,
}

#[derive(Debug, Args)]
#[command(after_help = include_str!("help/verify.txt"))]
pub(crate) struct Verify {
    /// Tables by name, or files [default: every *.table in the folder].
    #[arg(value_name = "TABLE")]
    pub(crate) names: Vec<OsString>,

    /// Fail if a default table is missing.
    #[arg(long)]
    pub(crate) complete: bool,

    /// Check sizes, headers, checksums and the manifest, but no entries.
    #[arg(long, conflicts_with = "sample")]
    pub(crate) quick: bool,

    /// Compare N entries with the rules instead of all.
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) sample: Option<u64>,

    #[command(flatten)]
    pub(crate) threads: Threads,

    /// Use at most this much memory for a custom game's positions, as in 512M or 2GiB [default: what is free].
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<ByteSize>,
}

#[cfg(feature = "release")]
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/pack.txt"))]
pub(crate) struct Pack {
    /// The tables to pack, which must exist [default: all default tables].
    #[arg(value_name = "TABLE")]
    pub(crate) names: Vec<String>,

    /// The folder to write; created if it does not exist.
    #[arg(long, value_name = "DIR", default_value = "release-tables")]
    pub(crate) out: PathBuf,

    #[command(flatten)]
    pub(crate) threads: Threads,
}

#[cfg(feature = "release")]
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/unpack.txt"))]
#[command(group(ArgGroup::new("source").args(["from", "what"]).required(true).multiple(true)))]
pub(crate) struct Unpack {
    /// Packed files, NAME.table.zst; with --from tables by name [default: all of the release].
    #[arg(value_name = "FILE|TABLE")]
    pub(crate) what: Vec<OsString>,

    /// The folder of a release, or its address, http://… or https://…
    #[arg(long, value_name = "DIR|URL")]
    pub(crate) from: Option<OsString>,

    /// Replace tables that exist already.
    #[arg(long)]
    pub(crate) force: bool,

    /// Give up a connection that is silent for this many seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) timeout: u16,

    /// Retry a request that returned nothing up to N times.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) retries: u8,
}

#[derive(Debug, Args)]
#[command(after_help = include_str!("help/clean.txt"))]
#[group(required = true, multiple = false)]
pub(crate) struct Clean {
    /// The tables whose unfinished files to remove.
    #[arg(value_name = "TABLE")]
    pub(crate) names: Vec<String>,

    /// All tables of the folder.
    #[arg(long)]
    pub(crate) all: bool,
}
