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
#[command(after_help = "\
Tables that exist and are sound are kept, and damaged ones are replaced. Anything else under a table's name, \
such as a table of a newer version or of another board, is replaced by --force alone. If the build of a large table was stopped or killed, the same \
command resumes it.

Examples:
  perfectplay build                  the default tables
  perfectplay build number-50        every position with numbers up to 50
  perfectplay build tower-8          every state of towers of up to 8 levels
  perfectplay build contour --board board.txt
  perfectplay build --force --threads 1 number-20")]
pub(crate) struct Build {
    // `names_help` has its help.
    #[arg(value_name = "TABLE")]
    pub(crate) names: Vec<String>,

    /// The board of a `contour`, `stake` or `tokens` table, one case in the contest's format; - is
    /// standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,

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
    match table_names(games.all()).as_str() {
        "" => "The tables to build, by the names of their games [default: all]".to_owned(),
        names => format!(
            "The tables to build: {names}; or `contour`, `stake` or `tokens` with --board [default: all \
             default tables]"
        ),
    }
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  perfectplay info number-20
  perfectplay info downloads/number-20.table --json")]
pub(crate) struct Info {
    /// The table's name, or its file.
    #[arg(value_name = "TABLE")]
    pub(crate) table: OsString,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  perfectplay verify                 everything about every table in the folder
  perfectplay verify --quick number-20
  perfectplay verify --quick --complete --quiet && echo 'all default tables are there and good'

`good` means that the entries follow from the rules, as far as they were to be compared. A table whose rules this program \
does not know is `unproven`: nothing in the file contradicts the rest, but its entries and the figures of its header \
may be anything. The program that has the game proves it.

Exit codes: 0 all tables are good, 1 one is damaged or wrong, 3 one is missing, unproven or cannot be read.")]
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
#[command(after_help = "\
Examples:
  perfectplay pack                               the default tables, into release-tables
  perfectplay pack --out /srv/tables number-50   one table
  cd release-tables && sha256sum -c SHA256SUMS   are all files complete?
  zstd -d number-20.table.zst                    a table without this program

Each table becomes NAME.table.zst, a plain zstd file. Beside them are manifest.toml, SHA256SUMS \
and a README.md. The same tables always give the same bytes.")]
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
#[command(after_help = "\
Examples:
  perfectplay unpack --from https://host/release-tables
  perfectplay unpack --from /media/usb/release-tables tower-6
  perfectplay unpack downloads/number-20.table.zst

Tables that exist and are right are kept, and damaged ones are replaced. Anything else under a table's name is \
replaced by --force alone. A table that this program's own manifest knows must be \
that table, to the byte; others must be what the release's manifest says, and sound. A download \
that was interrupted goes on where it stopped when the command is run again.

Proxies are taken from $HTTPS_PROXY, $HTTP_PROXY, $ALL_PROXY and $NO_PROXY. Servers are verified \
against Mozilla's list of certificate authorities, or those in the file $SSL_CERT_FILE.

Exit codes: 0 all tables are there and good, 1 a file is damaged or wrong, 3 one is missing, or \
the machine or the network refused.")]
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
#[command(after_help = "\
An interrupted build or download stays in the folder, and the same command resumes it. \
`perfectplay list` shows what there is. Complete tables are not touched.

Examples:
  perfectplay clean tower-12
  perfectplay clean --all")]
#[group(required = true, multiple = false)]
pub(crate) struct Clean {
    /// The tables whose unfinished files are removed.
    #[arg(value_name = "TABLE")]
    pub(crate) names: Vec<String>,

    /// All tables of the folder.
    #[arg(long)]
    pub(crate) all: bool,
}
