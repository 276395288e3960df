//! The tables of all games: the one place in this crate that names all games.
//!
//! Each game has a folder: `build` makes its tables, `verify` proves them by rules that share no code with the
//! builder, and `statistics` is what both count, if it is specific to the game. Several games share `losing`.

mod chomp;
mod contour;
mod losing;
pub(crate) mod number;
pub(crate) mod stake;
mod tokens;
mod tower;

use std::path::PathBuf;

use perfectplay_query::{Family, Instance, Table, TableId};

use crate::error::BuildError;
use crate::functions::{check_functions, check_statistics};
use crate::job::Job;
use crate::layered;
use crate::proof::error::{VerifyError, Verifying};

pub(crate) use chomp::ChompBlocks;
pub use number::NumberValues;
pub(crate) use stake::StakeFamily;
pub(crate) use tower::TowerStates;

/// Builds a table, and returns its file.
pub(crate) fn build(id: &TableId, job: &Job<'_>) -> Result<PathBuf, BuildError> {
    match *id {
        TableId::Family(Family::Number { bound }) => number::build(bound, job),
        TableId::Family(Family::Tower { levels }) => layered::build(&TowerStates::new(levels), job),
        TableId::Family(Family::Stake { size }) => layered::build(&StakeFamily::new(size), job),
        TableId::Family(Family::Tokens { rows, columns }) => {
            tokens::build_family(rows, columns, job)
        }
        TableId::Family(family @ Family::Chomp { rows, columns }) => match family.is_filled() {
            true => layered::build(&ChompBlocks::new(rows, columns), job),
            false => chomp::build(rows, columns, job),
        },
        TableId::Instance(Instance::Contour(ref board)) => contour::build(board, job),
        TableId::Instance(Instance::Stake(ref board)) => stake::build_board(board, job),
        TableId::Instance(Instance::Tokens(ref board)) => tokens::build_board(board, job),
    }
}

/// A table that is filled layer by layer.
pub(crate) enum LayeredFamily {
    Tower(TowerStates),
    Stake(Box<StakeFamily>),
    Chomp(Box<ChompBlocks>),
}

impl LayeredFamily {
    /// The table, if it is one of those.
    pub(crate) fn of(family: Family) -> Option<Self> {
        match family {
            Family::Tower { levels } => Some(Self::Tower(TowerStates::new(levels))),
            Family::Stake { size } => Some(Self::Stake(Box::new(StakeFamily::new(size)))),
            Family::Chomp { rows, columns } if family.is_filled() => {
                Some(Self::Chomp(Box::new(ChompBlocks::new(rows, columns))))
            }
            Family::Number { .. } | Family::Tokens { .. } | Family::Chomp { .. } => None,
        }
    }
}

/// Whether a table that has the name of `id` is that table.
pub(crate) fn is(table: &Table, id: &TableId) -> bool {
    match id {
        // The name has all parameters, which readers compare.
        TableId::Family(_) => true,
        // Two boards may have the same fingerprint.
        TableId::Instance(Instance::Contour(board)) => {
            matches!(table, Table::Contour(table) if table.board() == board)
        }
        TableId::Instance(Instance::Stake(board)) => {
            matches!(table, Table::Stake(table) if table.board() == Some(board))
        }
        TableId::Instance(Instance::Tokens(board)) => {
            matches!(table, Table::Tokens(table) if table.board() == Some(board))
        }
    }
}

/// Compares a table's entries with the rules; returns how many were compared, and `None` if the rules are not known.
pub(crate) fn verify(table: &Table, how: Verifying<'_>) -> Result<Option<u64>, VerifyError> {
    let compared = match table {
        Table::Number(table) => number::verify(table, how),
        Table::Tower(table) => tower::verify(table, how),
        Table::Contour(table) => contour::verify(table, how),
        Table::Stake(table) => stake::verify(table, how),
        Table::Tokens(table) => tokens::verify(table, how),
        Table::Chomp(table) => chomp::verify(table, how),
        Table::Coded(coded) => {
            let wrong = |reason: &str| VerifyError::Wrong {
                table: table.header().name.clone(),
                reason: reason.to_owned(),
            };
            let checked = check_functions(coded).and_then(|()| check_statistics(coded));
            return checked.map(|()| None).map_err(wrong);
        }
    };
    compared.map(Some)
}
