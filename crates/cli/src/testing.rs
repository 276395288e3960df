//! Internals for this crate's tests, which are separate programs, so that nobody has to compile the library twice.
//! Nothing here is promised to anybody.

use clap::Command;

pub use crate::advice::{in_double_quotes, in_shell, in_single_quotes};
pub use crate::commands::help::GROUPS;
pub use crate::commands::play::Opponent;
use crate::games::Games;
use crate::{advice, commands::help};

/// The command line of the program without custom games.
pub fn command() -> Command {
    help::command(&Games::default().into())
}

/// What makes a table in that program, as the arguments of a command.
pub fn recipe(table: &str) -> Option<String> {
    advice::recipe(table, &Games::default())
}
