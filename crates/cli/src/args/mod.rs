//! The command line.

mod blocks;
mod export;
mod openings;
mod serve;

use std::ffi::OsString;
use std::fmt::Write;
use std::path::PathBuf;

use bytesize::ByteSize;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use perfectplay_core::Game;
use perfectplay_query::Family;

pub(crate) use blocks::{Block, Emit, Merge, Plan};
pub(crate) use export::{Content, Export, ExportFormat, word};
pub(crate) use openings::{Openings, OpeningsFormat};
pub(crate) use serve::{Access, LogFormat, Serve};

/// Exact answers for combinatorial games: builds tables once, and answers any
/// position from them.
#[derive(Debug, Parser)]
#[command(name = "perfectplay", version, max_term_width = 100, after_help = EXAMPLES, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    /// The folder of tables [default: ./tables if it exists, else the user's data
    /// folder].
    #[arg(long, global = true, value_name = "DIR", help_heading = EVERYWHERE)]
    pub(crate) tables: Option<PathBuf>,

    /// Print JSON: one object, or one a line; errors too, on standard error.
    #[arg(long, global = true, help_heading = EVERYWHERE)]
    pub(crate) json: bool,

    /// Print only answers, warnings and errors: no progress, and no summary of what went well.
    #[arg(long, short, global = true, help_heading = EVERYWHERE)]
    pub(crate) quiet: bool,

    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Arguments {
    /// Whether what it reports on standard error is JSON, though its answers may not be.
    pub(crate) fn logs_json(&self) -> bool {
        matches!(&self.command, Command::Serve(Serve { log: Some(LogFormat::Json), .. }))
    }
}

/// The heading of the options that every command has.
const EVERYWHERE: &str = "Options of every command";

const EXAMPLES: &str = "\
Examples:
  perfectplay play chomp                 play against the oracle
  perfectplay serve                      analyse, play and solve puzzles in a browser
  perfectplay probe number 2 3 4 5 6     who wins, and with which moves?
  perfectplay judge poj1143 input.txt    answer a contest's input
  perfectplay build                      build the default tables

The folder of tables is --tables, else $PERFECTPLAY_TABLES, else ./tables if it
exists, else the user's data folder; `perfectplay list` says which.

Exit codes: 0 good, 1 a check failed, 2 bad usage or input, 3 something is missing
or the machine refused, 130 interrupted.

`perfectplay help COMMAND` shows examples of each command, `perfectplay help GAME`
the rules of each game.";

// Only the options of the command that is called are put together.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    /// Build the tables that are missing.
    Build(Build),
    /// List the tables in the folder, and the default ones that are missing.
    #[command(after_help = "\
Examples:
  perfectplay list
  perfectplay list --tables downloads --json")]
    List,
    /// Show what a table holds: header, sections and statistics.
    Info(Info),
    /// Check tables: every byte, the manifest, and every entry against the rules.
    Verify(Verify),
    /// Answer a position: its value, and every move with its value, best first.
    Probe(Probe),
    /// List the winning first moves of every bar of chomp up to a size.
    Openings(Openings),
    /// Play a game against the oracle, in the terminal.
    Play(Play),
    /// Answer a contest's input in the contest's own output format.
    Judge(Judge),
    /// Write a table's positions and statistics as CSV, Parquet or a NumPy array.
    Export(Export),
    /// Pack tables for a release: compressed, with a manifest and checksums.
    Pack(Pack),
    /// Put packed tables into the folder: from files, a release's folder, or a server.
    Unpack(Unpack),
    /// Show how a table is cut into blocks that many programs can compute.
    Plan(Plan),
    /// Compute one block of a table, into a folder that many programs share.
    Block(Block),
    /// Make a table from its blocks.
    Merge(Merge),
    /// Remove unfinished builds and downloads.
    Clean(Clean),
    /// Answer over HTTP, and serve the explorer, a page to play with.
    Serve(Serve),
    /// Explain a command or a game.
    Help(Help),
    /// Print a script that completes this program's commands in a shell.
    #[command(after_help = "\
Example:
  perfectplay completions bash > ~/.local/share/bash-completion/completions/perfectplay")]
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Write the manual pages, one for each command.
    Manual(Manual),
}

#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Threads {
    /// How many threads to use, up to 16 for each processor [default: one for each].
    #[arg(id = "threads", long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) number: Option<u16>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Tables that exist and are sound are kept. If the build of a large table was stopped or killed, the same \
command resumes it.

Examples:
  perfectplay build                  the default tables
  perfectplay build number-50        every position with numbers up to 50
  perfectplay build tower-8          every state of towers of up to 8 levels
  perfectplay build contour --board board.txt
  perfectplay build --force --threads 1 number-20")]
pub(crate) struct Build {
    #[arg(value_name = "TABLE", help = format!(
        "The tables to build: {}; or `contour`, `stake` or `tokens` with --board [default: all \
         default tables]", Family::names()
    ))]
    pub(crate) names: Vec<String>,

    /// The board of a `contour`, `stake` or `tokens` table, one case in the contest's format; - is
    /// standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) threads: Threads,

    /// Refuse to build tables that need more memory than this, as in 512M or 2GiB
    /// [default: what is free].
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<ByteSize>,

    /// Rebuild tables that already exist.
    #[arg(long)]
    pub(crate) force: bool,
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

Exit codes: 0 all tables are good, 1 one is damaged or wrong, 3 one is missing or cannot be read.")]
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
}

#[derive(Debug, Args)]
pub(crate) struct Probe {
    /// The game.
    #[arg(value_parser = game())]
    pub(crate) game: Game,

    /// The board of a contour, one case in the contest's format; - is standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,

    /// The position, or - for standard input [default for contour: the empty board].
    #[arg(value_name = "POSITION")]
    pub(crate) position: Vec<String>,

    /// With -, go on after a line that has no answer.
    #[arg(long)]
    pub(crate) keep_going: bool,

    /// Also show best play to the end, with the position after each move, if the limits allow it
    /// (not for tower).
    #[arg(long)]
    pub(crate) line: bool,

    /// Also show the best replies to each move, as far as the limits allow (not for tower).
    #[arg(long)]
    pub(crate) replies: bool,

    /// Also show Grundy values, for sums of bars (chomp only).
    #[arg(long)]
    pub(crate) grundy: bool,

    /// Also compute the number of plies where a table knows only who wins [default: where that
    /// takes milliseconds, and never with -].
    #[arg(long)]
    pub(crate) plies: bool,

    #[command(flatten)]
    pub(crate) solving: Solving,
}

// How much may be done for what no table has. Documentation would be taken for that of the commands.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Solving {
    /// Solve at most N states for a position that no table has [default: as many as take about
    /// ten seconds on two cores].
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) limit: Option<u64>,

    /// Use at most this much memory to solve, as in 512M or 2GiB [default: half of what is free].
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<ByteSize>,

    #[command(flatten)]
    pub(crate) threads: Threads,
}

/// What stands at the end of the help of `probe`: `help::command` puts it there.
pub(crate) fn probe_help() -> String {
    let (mut positions, mut examples) = (String::new(), String::new());
    for game in Game::ALL {
        let _ = writeln!(positions, "  {game:<8} {}", game.notation());
        // Of the others there are more.
        if !matches!(game, Game::Number | Game::Contour) {
            let _ = writeln!(examples, "  perfectplay probe {game} {}", game.example());
        }
    }
    format!(
        "\
Positions:
{positions}  -        positions from standard input, one a line; answers as JSON, one a line

Answers:
  win in 5    the player to move wins, and the game lasts 5 more moves (plies) if the winner
              hurries and the loser stalls; `loss in 4` likewise
  +3          the mover will be ahead by 3: in contour counted from here on, in stake by the
              largest regions of the full board
  8.656       minutes until no block can be taken (tower)
  A move's result is its worth to the player who makes it; * or `best` marks the best.

Empty lines are skipped, and the first line without an answer ends the program. With
--keep-going every line has its line of output, empty ones too: an answer, or an object
{{\"error\":{{\"code\":…,\"message\":…,\"hint\":…}}}}; the exit code is that of the first error.

Examples:
  perfectplay probe number 2 3 4 5 6
  perfectplay probe number after:4,3 --json
  perfectplay probe number --line 2 3 4 5 6
  perfectplay probe chomp --replies 4,4,1
  perfectplay probe chomp --grundy 4,4,1
  perfectplay probe number after:11,16,58 --limit 10000000
  perfectplay probe contour --board board.txt 3,2,0
{examples}  perfectplay probe number - < positions.txt
  perfectplay probe stake - --keep-going < boards.txt

A position that no table has is solved within --limit and --memory; else the exit code
is 3, and the error names the command that builds its table.

A position of number that is too large to be solved is searched, down to the positions of
the largest table. If that is too much, or infinitely many numbers are left, published
theorems decide what they can, and the answer names them. \"Not known\" is an answer, too:
the exit code is 0."
    )
}

/// Reads a game's name.
fn game() -> impl TypedValueParser<Value = Game> {
    let names = Game::ALL.iter().map(|game| PossibleValue::new(game.name()).help(game.title()));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Game>())
}

#[derive(Debug, Args)]
#[command(after_help = "\
The oracle plays a best move; with --mistakes it errs as often as that says. In tower you play \
alone, against the die. The game begins with its rules; `perfectplay help GAME` has all of them.

Besides a move, a line may be: hint, moves, line (best play to the end), undo, board, position (as \
text), rules, help, quit. Moves may also come from a file or another program; with --json each \
position, move and end is one object a line.

Examples:
  perfectplay play chomp
  perfectplay play stake --random --teach
  perfectplay play number 2 3 5 7 --second
  perfectplay play tower RGB/GRG --seed 7
  perfectplay play contour --board board.txt --mistakes 20")]
pub(crate) struct Play {
    /// The game.
    #[arg(value_parser = game())]
    pub(crate) game: Game,

    /// The position to begin with [default: a small one that you can win, but not with every move].
    #[arg(value_name = "POSITION", conflicts_with = "random")]
    pub(crate) position: Vec<String>,

    /// The board of a contour, one case in the contest's format [default: a small one].
    #[arg(long, value_name = "FILE", conflicts_with = "random")]
    pub(crate) board: Option<PathBuf>,

    /// Begin with a random position that you can win, but not with every move.
    #[arg(long)]
    pub(crate) random: bool,

    /// After a mistake of yours or the oracle's, say what it cost, and which move kept it.
    #[arg(long)]
    pub(crate) teach: bool,

    /// Let the oracle make the first move.
    #[arg(long)]
    pub(crate) second: bool,

    /// How many of 100 moves of the oracle are mistakes, where one is possible.
    #[arg(long, value_name = "PERCENT", default_value_t = 0,
          value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) mistakes: u8,

    /// The seed of all random choices: the same N gives the same start, rolls and mistakes
    /// [default: random].
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    #[command(flatten)]
    pub(crate) threads: Threads,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Formats:
  poj1143   a line for each case: n and the n available numbers, 2 to 20; 0 ends
  cf424e    n, 2 to 6, and n levels of three letters, bottom first
  p4363     n and m, 1 to 10, n rows of what A scores, n rows of what B scores
  poj3317   cases of n, 1 to 8, and n rows of 0, 1 and . (empty); 0 ends
  poj2990   cases of m and n, 1 to 8, and m rows of . (empty), # (removed) and P

With --json each case has one line: the answer that `perfectplay probe --json` gives.

Examples:
  perfectplay judge poj1143 input.txt
  printf '2 2 5\\n0\\n' | perfectplay judge poj1143")]
pub(crate) struct Judge {
    /// The contest's format.
    pub(crate) format: Format,

    /// The input, or - for standard input [default: standard input].
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) threads: Threads,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Format {
    /// POJ 1143, Number Game.
    Poj1143,
    /// Codeforces 424E, Colored Jenga.
    Cf424e,
    /// Luogu P4363, 一双木棋.
    P4363,
    /// POJ 3317, Stake Your Claim.
    Poj3317,
    /// POJ 2990, Board Game.
    Poj2990,
}

/// Reads a size in bytes.
fn size(text: &str) -> Result<ByteSize, &'static str> {
    text.parse().map_err(|_| "expected a size as in 512M or 2GiB")
}

/// Reads a count.
fn count(text: &str) -> Result<u64, &'static str> {
    text.parse().map_err(|_| "expected a whole number, in digits")
}

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

#[derive(Debug, Args)]
#[command(after_help = concat!("\
Examples:
  perfectplay unpack --from ", env!("CARGO_PKG_REPOSITORY"), "/releases/latest/download
  perfectplay unpack --from /media/usb/release-tables tower-6
  perfectplay unpack downloads/number-20.table.zst

Tables that exist and are right are kept. A table that this program's own manifest knows must be \
that table, to the byte; others must be what the release's manifest says, and sound. A download \
that was interrupted goes on where it stopped when the command is run again.

Proxies are taken from $HTTPS_PROXY, $HTTP_PROXY, $ALL_PROXY and $NO_PROXY. Servers are verified \
against Mozilla's list of certificate authorities, or those in the file $SSL_CERT_FILE.

Exit codes: 0 all tables are there and good, 1 a file is damaged or wrong, 3 one is missing, or \
the machine or the network refused."))]
pub(crate) struct Unpack {
    /// Packed files, NAME.table.zst; with --from tables by name [default: all of the release].
    #[arg(value_name = "FILE|TABLE", required_unless_present = "from")]
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

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  perfectplay help chomp     rules, how positions and moves are written, tables
  perfectplay help probe")]
pub(crate) struct Help {
    /// A command or a game [default: all in short].
    #[arg(value_name = "COMMAND|GAME")]
    pub(crate) topic: Vec<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  perfectplay manual ~/.local/share/man/man1 && man perfectplay-probe")]
pub(crate) struct Manual {
    /// The folder to write, which is created if it does not exist.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}
