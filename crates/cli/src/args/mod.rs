//! The command line.

mod blocks;
#[cfg(feature = "catalogue")]
mod catalogue;
mod export;
#[cfg(feature = "games")]
mod judge;
#[cfg(feature = "games")]
mod openings;
mod positions;
mod questions;
#[cfg(feature = "serve")]
mod serve;
mod tables;

use std::path::PathBuf;
use std::sync::Arc;

use bytesize::ByteSize;
#[cfg(feature = "games")]
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Args, CommandFactory, Parser, Subcommand};
#[cfg(feature = "shell")]
use clap_complete::Shell;

use crate::games::Games;
use questions::GameParser;

pub(crate) use blocks::{Block, Merge, Plan};
#[cfg(feature = "catalogue")]
pub(crate) use catalogue::Catalogue;
pub(crate) use export::{Export, ExportContent, word};
#[cfg(feature = "games")]
pub(crate) use judge::{Contest, Judge};
#[cfg(feature = "games")]
pub(crate) use openings::{Openings, OpeningsFormat};
pub(crate) use positions::{Positions, PositionsFormat};
pub(crate) use questions::{Play, Probe};
#[cfg(feature = "serve")]
pub(crate) use serve::{Access, LogFormat, Serve};
pub(crate) use tables::{Build, Clean, Compare, Info, Verify};
#[cfg(feature = "release")]
pub(crate) use tables::{Pack, Unpack};

/// Exact answers for combinatorial games: builds tables once, and answers any
/// position from them.
#[derive(Debug, Parser)]
#[command(name = "perfectplay", version, max_term_width = 100, after_help = EXAMPLES, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    /// The folder of tables, or its address for commands that only read [default: ./tables if it exists, else your
    /// data folder].
    #[arg(long, global = true, value_name = "DIR|URL", help_heading = EVERYWHERE)]
    pub(crate) tables: Option<PathBuf>,

    /// Print JSON: one object, or one on each line; errors too, on standard error.
    #[arg(long, global = true, help_heading = EVERYWHERE)]
    pub(crate) json: bool,

    /// Print only answers, warnings and errors.
    #[arg(long, short, global = true, help_heading = EVERYWHERE)]
    pub(crate) quiet: bool,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Whether arguments that were read without the games of the program mean the same with them.
pub(crate) fn are_understood(matches: &ArgMatches, games: &Games) -> bool {
    match matches.subcommand() {
        Some(("probe" | "play", matches)) => {
            let game = matches.get_one::<String>("game");
            game.is_some_and(|game| games.named(game).is_some())
        }
        Some((command, _)) => command != "openings",
        None => true,
    }
}

/// The command line of a program with these games.
pub(crate) fn command(games: &Arc<Games>) -> clap::Command {
    let mut program = Arguments::command();
    // Its commands have no arguments before that.
    program.build();
    let all = games.listed();
    with_end(program, games).mut_subcommands(|command| {
        let name = command.get_name().to_owned();
        let is_idle = name == "openings" && all.iter().all(|game| game.about().openings == 0);
        let command = command.hide(is_idle);
        with_end(command, games).mut_args(|argument| with_games(&name, argument, games))
    })
}

/// An argument of a command as it is in a program with these games.
fn with_games(command: &str, argument: Arg, games: &Arc<Games>) -> Arg {
    let about = || games.listed().iter().map(|game| game.about());
    match (argument.get_id().as_str(), command) {
        #[cfg(feature = "games")]
        ("game", "openings") => {
            let names =
                about().filter(|about| about.openings > 0).map(|about| about.name.to_string());
            argument.value_parser(PossibleValuesParser::new(names))
        }
        ("game", _) => argument.value_parser(GameParser(Some(games.clone()))),
        #[cfg(feature = "games")]
        ("bar", _) => {
            let most = about().map(|about| about.openings).max().unwrap_or(0);
            argument.value_parser(move |text: &str| openings::bar(text, most))
        }
        ("names", "build") => argument.help(tables::names_help(games)),
        // What is for a game that is not there.
        ("board", _) => {
            argument.hide(!about().any(|about| about.has_board() || about.board_tables))
        }
        ("grundy", _) => argument.hide(!about().any(|about| about.grundy)),
        _ => argument,
    }
}

/// A command with the end of its help, as it is in a program with these games.
fn with_end(command: clap::Command, games: &Games) -> clap::Command {
    let text = match command.get_name() {
        "probe" => questions::probe_help(games),
        "plan" => blocks::plan_help(games),
        _ => command.get_after_help().map(ToString::to_string).unwrap_or_default(),
    };
    let is_there = |word: &str| match word {
        "poj1143" => games.named("number").is_some(),
        word => !IN_EXAMPLES.contains(&word) || games.named(word).is_some(),
    };
    let works = |line: &&str| {
        let is_example = line.starts_with("  perfectplay") || line.starts_with("  zstd");
        !is_example || line.trim_end().split([' ', '-']).all(is_there)
    };
    let text: String = text.split_inclusive('\n').filter(works).collect();
    let text = text.replace("Examples:\n\n", "");
    match text.trim_end_matches("Examples:\n").trim_end() {
        "" => command,
        text => command.after_help(text.to_owned()),
    }
}

/// The games that examples in help name: a program without one of them leaves its examples out.
const IN_EXAMPLES: [&str; 6] = ["number", "tower", "contour", "stake", "tokens", "chomp"];

impl Arguments {
    /// Whether what it reports on standard error is JSON, though its answers may not be.
    pub(crate) fn logs_json(&self) -> bool {
        #[cfg(feature = "serve")]
        let logs =
            matches!(&self.command, Command::Serve(Serve { log: Some(LogFormat::Json), .. }));
        #[cfg(not(feature = "serve"))]
        let logs = false;
        logs
    }
}

/// The heading of the options that every command has.
const EVERYWHERE: &str = "Options of every command";

const EXAMPLES: &str = include_str!("help/program.txt");

// Only the options of the command that is called are put together.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    /// Build the tables that are missing.
    Build(Build),
    /// List the tables in the folder, and the default ones that are missing.
    #[command(after_help = include_str!("help/list.txt"))]
    List,
    /// Show what a table holds: header, sections and statistics.
    Info(Info),
    /// Check tables: every byte, the manifest, and every entry against the rules.
    Verify(Verify),
    /// Compare two tables: positions that only one has, values that differ, best play.
    Compare(Compare),
    /// Answer a position: its value, and every move with its value, best first.
    Probe(Probe),
    #[cfg(feature = "games")]
    /// List the winning first moves of every bar of chomp up to a size.
    Openings(Openings),
    /// Draw positions at random, with the exact value of every move.
    Positions(Positions),
    #[cfg(feature = "catalogue")]
    /// List classic games, or solve and prove them.
    Catalogue(Catalogue),
    /// Play a game against the oracle, in the terminal.
    Play(Play),
    /// Answer a contest's input in the contest's own output format.
    #[cfg(feature = "games")]
    Judge(Judge),
    /// Write a table's positions and statistics as CSV, Parquet or a NumPy array.
    Export(Export),
    #[cfg(feature = "release")]
    /// Pack tables for a release: compressed, with a manifest and checksums.
    Pack(Pack),
    #[cfg(feature = "release")]
    /// Unpack tables into the folder, from files, a release's folder or a server.
    Unpack(Unpack),
    /// Show how to cut a table into blocks that many programs compute.
    Plan(Plan),
    /// Compute blocks of a table, in a folder that programs share.
    Block(Block),
    /// Make a table from its blocks.
    Merge(Merge),
    /// Remove unfinished builds and downloads.
    Clean(Clean),
    #[cfg(feature = "serve")]
    /// Answer over HTTP, and serve the explorer, a page to play with.
    Serve(Serve),
    /// Write a crate with a custom game, a test and settings.
    #[cfg(feature = "games")]
    New(New),
    /// Explain a command or a game.
    Help(Help),
    #[cfg(feature = "shell")]
    /// Print a completion script for a shell.
    #[command(after_help = include_str!("help/completions.txt"))]
    Completions {
        /// The shell.
        shell: Shell,
    },
    #[cfg(feature = "shell")]
    /// Write the manual pages, one for each command.
    Manual(Manual),
}

#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Threads {
    /// How many threads to use, up to 16 for each processor [default: one for each].
    #[arg(id = "threads", long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) number: Option<u16>,
}

/// Reads a size in bytes.
fn size(text: &str) -> Result<ByteSize, &'static str> {
    text.parse().map_err(|_| "expected a size as in 512M or 2GiB")
}

/// Reads a count.
fn count(text: &str) -> Result<u64, &'static str> {
    text.parse().map_err(|_| "expected a whole number, in digits")
}

#[cfg(feature = "games")]
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/new.txt"))]
pub(crate) struct New {
    /// The folder to write; the crate and its program get its name.
    pub(crate) folder: PathBuf,

    /// A checkout of perfectplay [default: the current folder].
    #[arg(long, value_name = "DIR")]
    pub(crate) path: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = include_str!("help/help.txt"))]
pub(crate) struct Help {
    /// A command or a game [default: all in short].
    #[arg(value_name = "COMMAND|GAME")]
    pub(crate) topic: Vec<String>,
}

#[cfg(feature = "shell")]
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/manual.txt"))]
pub(crate) struct Manual {
    /// The folder to write; created if it does not exist.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}
