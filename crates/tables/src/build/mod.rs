//! Builds one table of a folder.

mod contour;
mod number;
mod number_outcomes;
mod stake;
mod tokens;
mod tower;

pub use contour::contour_scores;
pub(crate) use number::for_each_by_size;
pub use stake::solve_stake;

use std::path::PathBuf;

use perfectplay_core::Game;
use perfectplay_format::{Header, Parameter, Statistic};
use perfectplay_query::{Family, Instance, TableFolder, TableId};

use crate::error::refused;
use crate::lock::{Lock, remove_leftovers};
use crate::{BuildError, Control};

/// How to build.
#[derive(Clone, Copy, Debug, Default)]
pub struct Build {
    /// Build a table that is there already, too.
    pub force: bool,
    /// The most bytes of memory that a build may need.
    pub memory: Option<u64>,
}

/// A table that is there now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// Its file.
    pub path: PathBuf,
    /// Whether it was made now; else it was there, and sound as far as opening
    /// tells.
    pub anew: bool,
}

/// Builds a table in `folder`, which is made if it is not there, on the
/// threads of the current rayon pool. A table that is there is kept if it can be
/// opened. If somebody else is building it, calls `waiting` and waits.
///
/// # Errors
/// See [`BuildError`]. The folder then holds what it held before.
pub fn build(
    recipe: &TableId,
    folder: &TableFolder,
    how: Build,
    control: &Control<'_>,
    waiting: impl FnOnce(),
) -> Result<Built, BuildError> {
    // Asked before anything is written: the folder may be read-only.
    let name = recipe.to_string();
    if !how.force && is_there(recipe, folder) {
        // Where the folder may not be written, what others left must stay.
        let _ = remove_leftovers(folder);
        return Ok(Built { path: folder.table(&name), anew: false });
    }
    std::fs::create_dir_all(folder.path()).map_err(refused("make the folder", folder.path()))?;
    remove_leftovers(folder)?;
    let _lock = Lock::wait(folder, &name, control, waiting)?;
    if !how.force && is_there(recipe, folder) {
        return Ok(Built { path: folder.table(&name), anew: false });
    }
    let need = recipe.needs().memory;
    if let Some(limit) = how.memory.filter(|&limit| limit < need) {
        return Err(BuildError::Memory { table: name, need, limit });
    }
    if !can_be_had(need) {
        return Err(BuildError::OutOfMemory { table: name, need });
    }
    let path = match recipe {
        &TableId::Family(family @ Family::Number { bound }) => {
            if family.knows_plies() {
                number::build(family, bound, folder, control)?
            } else {
                number_outcomes::build(family, bound, folder, how.force, control)?
            }
        }
        &TableId::Family(family @ Family::Tower { levels }) => {
            tower::build(family, levels, folder, control)?
        }
        &TableId::Family(family @ Family::Stake { size }) => {
            stake::build_family(family, size, folder, control)?
        }
        &TableId::Family(family @ Family::Tokens { rows, columns }) => {
            tokens::build_family(family, rows, columns, folder, control)?
        }
        TableId::Instance(Instance::Contour(board)) => contour::build(board, folder, control)?,
        TableId::Instance(Instance::Stake(board)) => stake::build_instance(board, folder, control)?,
        TableId::Instance(Instance::Tokens(board)) => {
            tokens::build_instance(board, folder, control)?
        }
    };
    Ok(Built { path, anew: true })
}

/// What the headers of a game's tables have in common.
fn header(game: Game, states: u64, statistics: Vec<Statistic>) -> Header {
    Header {
        game: game.name().to_owned(),
        name: String::new(),
        rules: game.rules_tag().to_owned(),
        encoding: String::new(),
        parameters: Vec::new(),
        board: String::new(),
        states,
        sections: Vec::new(),
        checksums: 0,
        statistics,
    }
}

/// A parameter of a header.
fn parameter(name: &str, value: impl Into<u64>) -> Parameter {
    Parameter { name: name.to_owned(), value: value.into() }
}

/// Whether the system would give so many bytes of memory now. They are not touched,
/// so this costs nothing; without asking, a refusal would end the program.
#[must_use]
pub fn can_be_had(bytes: u64) -> bool {
    let Ok(bytes) = usize::try_from(bytes) else { return false };
    // The compiler may leave out an allocation that nobody looks at.
    let mut memory = std::hint::black_box(Vec::<u8>::new());
    let had = memory.try_reserve_exact(bytes).is_ok();
    std::hint::black_box(memory.as_ptr());
    had
}

/// Whether the folder has this table in a form that this program reads.
fn is_there(recipe: &TableId, folder: &TableFolder) -> bool {
    let name = recipe.to_string();
    match recipe {
        TableId::Family(_) => folder.open(&name).is_ok(),
        // Two boards may have the same fingerprint.
        TableId::Instance(Instance::Contour(board)) => {
            folder.contour(&name).is_ok_and(|table| table.board() == board)
        }
        TableId::Instance(Instance::Stake(board)) => {
            folder.stake(&name).is_ok_and(|table| table.board() == Some(board))
        }
        TableId::Instance(Instance::Tokens(board)) => {
            folder.tokens(&name).is_ok_and(|table| table.board() == Some(board))
        }
    }
}
