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

    /// The board of a `contour`, `stake` or `tokens` table, one case in the contest's format; - is
    /// standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,

    /// Build the tables of the catalogue's games that take seconds each: of all, or of the games that are named, as in
    /// `build --catalogue achi`.
    #[cfg(feature = "catalogue")]
    #[arg(long, conflicts_with = "board")]
    pub(crate) catalogue: bool,

    #[command(flatten)]
    pub(crate) threads: Threads,

    /// Refuse to build tables that need more memory than this, as in 512M or 2GiB; of a custom game keep what is
    /// more on the disk, where that is possible [default: what is free].
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<ByteSize>,

    /// Let a custom game's build keep at most this much on the disk besides its table: positions that do not
    /// fit into memory, and what it goes on from if it is interrupted; 0 for none [default: what is free].
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) disk: Option<ByteSize>,

    /// Build nothing: say what the tables would take. A custom game is explored for at most a minute.
    #[arg(long, conflicts_with_all = ["force", "disk"])]
    pub(crate) estimate: bool,

    /// Rebuild tables that already exist, and replace whatever has their names.
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

    /// The one to compare it with: of a variant of the game, or of another version.
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

    /// Use at most this much memory to find a custom game's positions, as in 512M or 2GiB [default: what is
    /// free].
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

    /// The folder to write, which is created if it does not exist.
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
    /// The tables whose unfinished files are removed.
    #[arg(value_name = "TABLE")]
    pub(crate) names: Vec<String>,

    /// All tables of the folder.
    #[arg(long)]
    pub(crate) all: bool,
}
