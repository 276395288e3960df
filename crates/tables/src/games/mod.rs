//! The tables of all games.
//!
//! Each game has a folder: `build` makes its tables, `verify` proves them by rules that share no code with the
//! builder, and `statistics` is what both count, if it is specific to the game. Several games share `losing`.

mod losing;

use std::path::PathBuf;

use perfectplay_core::{Game, for_each_game};
use perfectplay_query::{Bytes, Family, Problem, Table, TableFile, TableId};

use crate::error::BuildError;
use crate::functions::check_functions;
use crate::job::Job;
use crate::layered::LayeredVisitor;
use crate::proof::error::{VerifyError, Verifying};

pub use number::NumberValues;

/// What is made of a game.
pub(crate) trait GameTables {
    /// The reader of its tables.
    type Table;

    /// Builds a table of the game, and returns its file.
    fn build(id: &TableId, job: &Job<'_>) -> Result<PathBuf, BuildError>;

    /// Compares a table's entries with the rules; returns how many were compared.
    fn verify(table: &Self::Table, how: Verifying<'_>) -> Result<u64, VerifyError>;

    /// Shows a table that is filled layer by layer to a visitor; `None` if it is not one of those.
    fn visit_layered<V: LayeredVisitor>(family: Family, visitor: V) -> Option<V::Output> {
        let _ = (family, visitor);
        None
    }
}

macro_rules! games {
    ($(($game:ident, $module:ident))*) => {
        $(pub(crate) mod $module;)*

        /// Builds a table, and returns its file.
        pub(crate) fn build(id: &TableId, job: &Job<'_>) -> Result<PathBuf, BuildError> {
            match id.game() {
                $(Game::$game => $module::Made::build(id, job),)*
            }
        }

        /// Shows a table that is filled layer by layer to a visitor; `None` if it is not one of those.
        pub(crate) fn visit_layered<V: LayeredVisitor>(family: Family, visitor: V) -> Option<V::Output> {
            match family.game() {
                $(Game::$game => $module::Made::visit_layered(family, visitor),)*
            }
        }

        /// Compares a table's entries with the rules; returns how many were compared, and `None` if the rules are
        /// not known.
        pub(crate) fn verify(
            table: &Table,
            how: Verifying<'_>,
        ) -> Result<Option<u64>, VerifyError> {
            match table {
                $(Table::$game(table) => $module::Made::verify(table, how).map(Some),)*
                Table::Coded(coded) => {
                    let table = table.header().name.clone();
                    let wrong = |reason: &str| VerifyError::Wrong { table, reason: reason.into() };
                    check_functions(coded).map(|()| None).map_err(wrong)
                }
            }
        }
    };
}

for_each_game!(games);

/// Checks that a table with a sound header and the name of `id` is of the same game by the same rules, and of the same
/// board: a damaged copy of that table.
pub(crate) fn is_same(file: TableFile<Bytes>, id: &TableId) -> Result<(), Problem> {
    let (header, game) = (file.header(), id.game());
    if header.game != game.name() {
        let (found, expected) = (header.game.clone(), game.name());
        return Err(Problem::OtherGame { found, expected });
    }
    let expected = game.facts().rules_tag;
    if header.rules != expected {
        return Err(Problem::OtherRules { found: header.rules.clone(), expected });
    }
    match id {
        TableId::Family(_) => Ok(()),
        TableId::Instance(_) if is(&Table::new(file)?, id) => Ok(()),
        TableId::Instance(_) => Err(Problem::OtherBoard),
    }
}

/// Whether a table that has the name of `id` is that table. A family's name has all parameters, which readers
/// compare; two boards may have the same fingerprint.
pub(crate) fn is(table: &Table, id: &TableId) -> bool {
    match id {
        TableId::Family(_) => true,
        TableId::Instance(instance) => table.instance().as_ref() == Some(instance),
    }
}
