//! The commands that help against an error: what the libraries' errors leave to the program.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use bytesize::ByteSize;
use clap::CommandFactory;
use perfectplay::{
    Hint, Needs, Oracle, Reason, TablePlace, TableRef, can_be_there, game_of_board_table,
    table_named,
};

use crate::args::Arguments;
use crate::games::Games;
use crate::program;
use crate::terminal::{printable, warning};

/// The folder of tables in which the suggested commands must work.
#[derive(Debug)]
struct Folder {
    path: PathBuf,
    /// Whether it was given by `--tables`, so that commands must repeat it.
    asked: bool,
}

static FOLDER: OnceLock<Folder> = OnceLock::new();

/// The name of the running command.
static COMMAND: OnceLock<String> = OnceLock::new();

/// From here on only options of this command are suggested.
pub(crate) fn set_command(name: &str) {
    COMMAND.get_or_init(|| name.to_owned());
}

/// Whether the running command has an option, so that it can be suggested.
pub(crate) fn has_option(name: &str) -> bool {
    let mut program = Arguments::command();
    program.build();
    let command = COMMAND.get().and_then(|command| program.find_subcommand(command));
    command.is_some_and(|command| command.get_arguments().any(|one| one.get_long() == Some(name)))
}

/// Says that an option raises a limit, if the command has it.
fn raises(option: &str) -> Option<String> {
    has_option(option).then(|| format!("--{option} raises that"))
}

/// From here on suggested commands name this folder if the user did.
pub(crate) fn set_folder(path: &Path, asked: bool) {
    FOLDER.get_or_init(|| Folder { path: path.to_owned(), asked });
}

/// A command of this program in backquotes, for the folder of tables in use.
pub(crate) fn command(arguments: impl Display) -> String {
    match FOLDER.get() {
        Some(Folder { path, asked: true }) => command_in(path, arguments),
        _ => format!("`{} {arguments}`", program::name()),
    }
}

/// A command on the folder at `path`, in backquotes.
fn command_in(path: &Path, arguments: impl Display) -> String {
    let folder = in_shell(&printable(&path.display().to_string()));
    format!("`{} {arguments} --tables {folder}`", program::name())
}

/// A word, quoted for the shell.
pub fn in_shell(word: &str) -> String {
    // What a backslash and a tilde mean depends on the shell.
    let others = if cfg!(windows) { "/._-+=:,@%~\\" } else { "/._-+=:,@%" };
    let plain = |letter: char| letter.is_alphanumeric() || others.contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    if cfg!(windows) { in_double_quotes(word) } else { in_single_quotes(word) }
}

/// A word, quoted for Unix shells, whatever is in it.
pub fn in_single_quotes(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// No path on Windows contains double quotes. A backslash before one would be read as part of it.
pub fn in_double_quotes(word: &str) -> String {
    let end = &word[word.trim_end_matches('\\').len()..];
    format!("\"{word}{end}\"")
}

/// What makes a table, as the arguments of a command.
pub(crate) fn recipe(table: &str, games: &Games) -> Option<String> {
    if table_named(table, games.all()).is_ok() {
        return Some(format!("build {table}"));
    }
    // Its name only has the board's fingerprint.
    let game = game_of_board_table(table, games.all())?;
    Some(format!("build {game} --board FILE"))
}

/// The command that builds a damaged table anew, in the folder that it is in.
fn rebuild(table: &str, place: Option<&TablePlace>, games: &Games) -> String {
    let Some(recipe) = recipe(table, games) else {
        let name = table.parse().ok().filter(|name| can_be_there(name, games.all()));
        return match name {
            Some(_) => "the program that has this game builds it anew".to_owned(),
            None => "no table has such a name: remove the file or rename it".to_owned(),
        };
    };
    let arguments = format!("{recipe} --force");
    let parent =
        place.and_then(TablePlace::file).map(|file| file.parent().unwrap_or(Path::new("")));
    let command = match (FOLDER.get(), parent) {
        (Some(folder), Some(parent)) if folder.path != parent => {
            let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
            command_in(parent, arguments)
        }
        _ => command(arguments),
    };
    format!("{command} builds it anew")
}

/// The command that computes a block of a store.
pub(crate) fn compute_block(table: &str, number: usize, store: &Path) -> String {
    let store = in_shell(&store.display().to_string());
    format!("`perfectplay block {table} {number} --store {store}` computes it")
}

/// Reports problems with tables that no answer needed.
pub(crate) fn warn(oracle: &Oracle, games: &Games) {
    for found in oracle.take_warnings() {
        let remedy = found.hints.iter().find_map(|found| hint(found, games));
        let remedy = remedy.map(|remedy| format!("; {remedy}")).unwrap_or_default();
        warning(format_args!("{}{remedy}", printable(&found.message)));
    }
}

/// What helps, as a command or an option.
pub(crate) fn hint(hint: &Hint, games: &Games) -> Option<String> {
    Some(match hint {
        Hint::MoreStates => return raises("limit"),
        Hint::MoreMemory => return raises("memory"),
        Hint::Build(table) => build(table),
        Hint::Restore(place) => match recipe(place.name().unwrap_or_default(), games) {
            Some(recipe) => format!("{} makes it", command(recipe)),
            None => format!("{} shows which there are", command("list")),
        },
        Hint::Rebuild { table, place } => rebuild(table, place.as_ref(), games),
        Hint::Example(game) if game.about().facts.is_none() => {
            format!("a position is written like `{}`", game.about().example)
        }
        // The messages say that.
        _ => return None,
    })
}

/// Why it is not known who wins, and what would answer that.
pub(crate) fn for_unknown(reason: &Reason) -> String {
    let mut text = reason.to_string();
    if reason.at_limit && has_option("limit") {
        text.push_str(", which --limit raises");
    }
    if let Some(table) = &reason.table {
        text.push_str("; ");
        text.push_str(&build(table));
    }
    text
}

/// The command that builds the table that has a position, and what it takes.
fn build(table: &TableRef) -> String {
    let command = match table.is_of_board() {
        false => command(format_args!("build {table}")),
        true => command(format_args!("build {} --board FILE", table.game())),
    };
    match table.needs() {
        Some(Needs { memory, disk }) => {
            let (memory, disk) = (ByteSize(memory), ByteSize(disk));
            format!(
                "{command} makes the table that has it, in {memory} of memory and {disk} on disk"
            )
        }
        None => format!("{command} makes the table that has it"),
    }
}
