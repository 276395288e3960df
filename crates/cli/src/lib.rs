//! `perfectplay`: exact answers for combinatorial games.
//!
//! ```text
//! $ perfectplay build
//! $ perfectplay probe number 2 5
//! ```
//!
//! This is the program as a library: [`Program`] makes a program of custom games. The feature `games`, which is on by
//! default, adds the six that are built in. Programs that only ask embed `perfectplay`.

mod advice;
mod args;
mod commands;
pub mod export;
mod failure;
mod games;
mod input;
mod library_errors;
mod machine;
mod prelude;
mod program;
mod terminal;
#[doc(hidden)]
pub mod testing;

/// Games that a program describes: how they are described, solved, and put beside those that are built in.
pub mod solve {
    pub use perfectplay::custom_game;
    #[cfg(feature = "catalogue")]
    pub use perfectplay_catalogue::boards;
    #[doc(no_inline)]
    pub use perfectplay_tables::solve::*;
}

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _};

use args::{Arguments, Command};
#[cfg(feature = "catalogue")]
use commands::catalogue;
use commands::{build, clean, help, info, list, play, positions, probe, verify};
use failure::{Failure, Result};
use games::Games;
use input::chosen_folder::ChosenFolder;
use machine::{bus_error, closed_at_start, interrupt, process_limits};
use perfectplay::Code;
use perfectplay_tables::solve::Game;
use terminal::output::Output;
use terminal::{guide, messages, output, text};

/// Runs the stock program, which has the six games that are built in.
#[cfg(feature = "games")]
pub fn main() -> ExitCode {
    run_on_arguments(Games::stock().into())
}

/// A program with custom games: all commands of `perfectplay`, for your games.
///
/// ```no_run
/// # use perfectplay_tables::example::Pile;
/// use perfectplay_cli::Program;
/// fn main() -> std::process::ExitCode {
///     Program::new("my-games").game(Pile { stones: 21 }).game(Pile { stones: 34 }).run()
/// }
/// ```
#[derive(Debug)]
pub struct Program {
    name: String,
    games: Games,
}

impl Program {
    /// A program of this name, which help, hints and the folder of its tables in the user's data have.
    ///
    /// # Panics
    /// If the name is empty or has anything but letters, digits, `-` and `_`.
    pub fn new(name: &str) -> Self {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
        assert!(
            !name.is_empty() && name.chars().all(is_plain),
            "a program's name has letters, digits, `-` and `_`: {name:?}"
        );
        Self { name: name.to_owned(), games: Games::default() }
    }

    /// Adds a game. If its name is wrong or taken, [`run`](Self::run) reports that, and the other games work.
    #[must_use]
    pub fn game<G: Game>(mut self, game: G) -> Self {
        self.games.add(game);
        self
    }

    /// Runs the program on the arguments of the process: `main` calls this first and returns what it returns.
    ///
    /// - **Signals.** It handles Ctrl-C and the signals to terminate. On Unix it also handles SIGXFSZ, SIGABRT and SIGBUS:
    ///   a full quota, refused memory and a table that was cut short then end with an exit code.
    /// - **A second start.** On Unix, if `ulimit -v` limits the address space, it executes the program again in the same
    ///   process, with the same arguments and `MALLOC_ARENA_MAX=1`. What `main` did before the call is done twice.
    /// - **Exit codes.** 0 if all went well; 1 if a check failed or a description is wrong; 2 for bad usage or input; 3 if
    ///   something is missing or the machine refused; 130 if Ctrl-C stopped it.
    #[must_use]
    pub fn run(self) -> ExitCode {
        program::set_name(&self.name);
        run_on_arguments(self.games.into())
    }
}

fn run_on_arguments(games: Arc<Games>) -> ExitCode {
    interrupt::install();
    process_limits::install();
    let parsed = parsed(&games);
    let parsed = parsed.and_then(|matches| {
        matches.subcommand_name().inspect(|name| advice::set_command(name));
        Arguments::from_arg_matches(&matches)
    });
    let (done, json) = match parsed {
        Ok(arguments) => {
            let json = arguments.json;
            bus_error::install(json || arguments.logs_json());
            let concerns_all = match &arguments.command {
                Command::Build(build) => build.names.is_empty(),
                Command::Verify(verify) => verify.names.is_empty(),
                _ => false,
            };
            for mistake in &games.mistakes {
                messages::report_error(
                    &failure::Error::new(Code::Usage, mistake).told(&games),
                    json,
                );
            }
            // The other games are as they would be without those that are described badly.
            let failed = match concerns_all && !games.mistakes.is_empty() {
                true => Err(Failure::Reported(Code::Usage.exit_code())),
                false => Ok(()),
            };
            (run(arguments, games.clone()).and(failed), json)
        }
        Err(error) => {
            // What an argument that was not understood asked for may still be respected.
            let json = std::env::args_os().any(|argument| argument == "--json");
            (no_command(&error, &games, json), json)
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            let exit_code = failure.exit_code();
            if let Failure::Error(error) = failure {
                messages::report_error(&error.told(&games), json);
            }
            ExitCode::from(exit_code)
        }
    }
}

fn run(arguments: Arguments, games: Arc<Games>) -> Result<()> {
    if arguments.quiet {
        messages::be_quiet();
    }
    let folder = ChosenFolder::choose(&arguments, games)?;
    let mut output = Output::new(arguments.json);
    let done = match arguments.command {
        Command::Build(build) => build::run(&build, &folder, &mut output),
        #[cfg(feature = "catalogue")]
        Command::Catalogue(catalogue) => catalogue::run(&catalogue, &folder, &mut output),
        Command::Compare(compare) => commands::compare::run(&compare, &folder, &mut output),
        Command::List => list::run(&folder, &mut output),
        Command::Info(info) => info::run(&info, &folder, &mut output),
        Command::Verify(verify) => verify::run(&verify, &folder, &mut output),
        Command::Probe(probe) => probe::run(&probe, &folder, &mut output),
        Command::Positions(positions) => positions::run(&positions, &folder, &mut output),
        #[cfg(feature = "games")]
        Command::Openings(openings) => commands::openings::run(&openings, &folder, &mut output),
        Command::Play(play) => play::run(&play, &folder, &mut output),
        #[cfg(feature = "games")]
        Command::Judge(judge) => commands::judge::run(&judge, &folder, &mut output),
        Command::Export(export) => commands::export::run(&export, &folder, &mut output),
        #[cfg(feature = "release")]
        Command::Pack(pack) => commands::release::pack(&pack, &folder, &mut output),
        #[cfg(feature = "release")]
        Command::Unpack(unpack) => commands::release::unpack(&unpack, &folder, &mut output),
        Command::Plan(plan) => commands::blocks::plan(&plan, &folder, &mut output),
        Command::Block(block) => commands::blocks::block(&block, &folder, &mut output),
        Command::Merge(merge) => commands::blocks::merge(&merge, &folder, &mut output),
        Command::Clean(clean) => clean::run(&clean, &folder, &mut output),
        #[cfg(feature = "serve")]
        Command::Serve(serve) => commands::serve::run(&serve, &folder, &mut output),
        #[cfg(feature = "shell")]
        Command::Completions { shell } => {
            let mut script = Vec::new();
            let mut command = help::command(&folder.games);
            clap_complete::generate(shell, &mut command, program::name(), &mut script);
            output.write(&script)
        }
        #[cfg(feature = "games")]
        Command::New(new) => commands::new::run(&new, &mut output),
        Command::Help(help) => help::run(&help, &folder.games, &mut output),
        #[cfg(feature = "shell")]
        Command::Manual(manual) => commands::manual::run(&manual, &folder.games, &mut output),
    };
    // What was answered before a failure stays printed.
    let flushed = output.flush();
    done.and(flushed)
}

/// The arguments as a program with these games understands them.
fn parsed(games: &Arc<Games>) -> Result<ArgMatches, clap::Error> {
    // To declare what depends on the games takes as long as a probe.
    match Arguments::command().try_get_matches() {
        Ok(matches) if args::are_understood(&matches, games) => Ok(matches),
        _ => help::command(games).try_get_matches(),
    }
}

/// A command line that asks for help or the version, or that makes no sense.
fn no_command(error: &clap::Error, games: &Games, json: bool) -> Result<()> {
    if !error.use_stderr() {
        let text = error.render().ansi().to_string();
        let mut stdout = anstream::stdout();
        let printed = closed_at_start::check()
            .and_then(|()| write!(stdout, "{}", program::renamed(&text)))
            .and_then(|()| stdout.flush());
        return printed.map_err(|error| Failure::output(&error));
    }
    if let Some(game) = no_such_command(error).and_then(|word| games.named(word)) {
        let [play, probe, help] = ["play", "probe", "help"]
            .map(|command| advice::command(format_args!("{command} {game}")));
        let hint = format!("{play} plays it, {probe} answers a position, {help} tells its rules");
        return Err(Failure::usage(format!("`{game}` is a game, not a command")).with_hint(hint));
    }
    if let Some(feature) = left_out(error) {
        let what = format!("this program has no {feature}");
        let hint =
            format!("the feature `{feature}` of perfectplay-cli in its Cargo.toml adds that");
        return Err(Failure::usage(what).with_hint(hint));
    }
    if let Some((given, tip)) = meant(error) {
        return Err(Failure::usage(format!("`{given}` is not understood")).with_hint(tip));
    }
    if !json {
        if let Some(command) = without_game(error) {
            let width = text::width_of(terminal_size::terminal_size_of(io::stderr()));
            let games = guide::games(command, games, width);
            let head = output::styled(output::BAD, "error:");
            let _ = write!(anstream::stderr(), "{head} `{command}` needs a game:\n\n{games}");
        } else {
            // With its usage and colours, on standard error.
            let text = error.render();
            // It repeats arguments, which may have what a terminal would obey.
            let has_control = |argument: std::ffi::OsString| {
                argument.to_string_lossy().contains(char::is_control)
            };
            let text = match std::env::args_os().any(has_control) {
                true => {
                    text.to_string().lines().map(messages::printable).collect::<Vec<_>>().join("\n")
                }
                false => text.ansi().to_string(),
            };
            let text = text.trim_end_matches('\n');
            let _ = writeln!(anstream::stderr(), "{}", program::renamed(text));
        }
        return Err(Failure::Reported(Code::Usage.exit_code()));
    }
    let text = error.render().to_string();
    let ends = ["\n\nUsage:", "\n\nFor more information"];
    let end = ends.iter().filter_map(|end| text.find(end)).min().unwrap_or(text.len());
    let message = &text[..end];
    let words: Vec<&str> = message.split_whitespace().collect();
    let message = words.join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    Err(Failure::usage(message).with_hint("--help shows how each command is used"))
}

/// What other programs call something that this one has, and how it is written here.
const MEANT: [(&str, &str); 6] = [
    ("--port", "`serve --addr 127.0.0.1:8080` says the address and the port"),
    ("--host", "`serve --addr 0.0.0.0:8080` says the address and the port"),
    ("-p", "`serve --addr 127.0.0.1:8080` says the address and the port"),
    ("-v", "--version prints the version"),
    ("version", "--version prints the version"),
    ("solve", "`probe GAME POSITION` answers a position, `build TABLE` solves all of a table"),
];

/// What was given instead of something that this program has, and a tip.
fn meant(error: &clap::Error) -> Option<(&'static str, &'static str)> {
    let kinds = [ContextKind::InvalidArg, ContextKind::InvalidSubcommand];
    let given = kinds.iter().find_map(|&kind| match error.get(kind) {
        Some(ContextValue::String(given)) => Some(given),
        _ => None,
    })?;
    let is_unknown =
        matches!(error.kind(), ErrorKind::UnknownArgument | ErrorKind::InvalidSubcommand);
    MEANT.into_iter().find(|&(meant, _)| is_unknown && meant == given)
}

/// The feature that a command needs, in a program that was compiled without it.
fn left_out(error: &clap::Error) -> Option<&'static str> {
    let (feature, has) = match no_such_command(error)? {
        "serve" => ("serve", cfg!(feature = "serve")),
        "pack" | "unpack" => ("release", cfg!(feature = "release")),
        "completions" | "manual" => ("shell", cfg!(feature = "shell")),
        "judge" | "openings" | "new" => ("games", cfg!(feature = "games")),
        "catalogue" => ("catalogue", cfg!(feature = "catalogue")),
        _ => return None,
    };
    (!has).then_some(feature)
}

/// What stands where a command belongs and is none, if that is what is wrong.
fn no_such_command(error: &clap::Error) -> Option<&str> {
    match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) => Some(word),
        _ => None,
    }
}

/// The command that was called without a game, if that is what is wrong.
fn without_game(error: &clap::Error) -> Option<&'static str> {
    let missing = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::Strings(missing)) => missing,
        _ => return None,
    };
    let is_game = missing.iter().any(|argument| argument == "<GAME>");
    if error.kind() != ErrorKind::MissingRequiredArgument || !is_game {
        return None;
    }
    let called = |name: &&str| std::env::args_os().any(|argument| argument == **name);
    ["play", "probe"].into_iter().find(called)
}
