//! The tables of all games.
//!
//! Each game has a folder: `build` makes its tables, `verify` proves them by rules that share no code with the
//! builder, and `statistics` is what both count, if it is specific to the game. Several games share `losing`.

pub(crate) mod chomp;
pub(crate) mod contour;
mod losing;
pub(crate) mod number;
pub(crate) mod stake;
pub(crate) mod tokens;
pub(crate) mod tower;

use std::marker::PhantomData;
use std::path::PathBuf;

use perfectplay_query::{Bytes, Family, Needs, Probe, Problem, TableFile, TableId};

use crate::blocks::Blocks;
use crate::error::BuildError;
use crate::job::Job;
use crate::proof::error::{VerifyError, Verifying};
use crate::recipe::Recipe;
use crate::rows::indexed::{Indexed, ValueColumns};
use crate::rows::{Content, RowSource};

pub use number::NumberValues;

/// A table of a game that has readers of its own: how it is made, proven, and written for other programs.
pub trait GameTable: Probe<Value: ValueColumns> + Sized + Send + Sync + 'static {
    /// Reads an opened table.
    ///
    /// # Errors
    /// If it is not one of the game's.
    fn read(file: TableFile<Bytes>) -> Result<Self, Problem>;

    /// Builds a table of the game, and returns its file.
    ///
    /// # Errors
    /// See [`BuildError`].
    fn build(id: &TableId, job: &Job<'_>) -> Result<PathBuf, BuildError>;

    /// The table of a family in blocks, if it is filled layer by layer.
    fn blocks(family: Family) -> Option<Box<dyn Blocks>> {
        let _ = family;
        None
    }

    /// Compares entries with the rules; returns how many were compared.
    ///
    /// # Errors
    /// The first thing that is wrong.
    fn verify(&self, how: Verifying<'_>) -> Result<u64, VerifyError>;

    /// The rows of a content, which have texts only where these can be written; `None` if the table has no such content.
    fn rows(&self, content: Content, has_text: bool) -> Option<Box<dyn RowSource + '_>> {
        let is_there = content == Content::Positions && self.position_at(0).is_some();
        is_there.then(|| Box::new(Indexed { table: self, has_text }) as Box<dyn RowSource + '_>)
    }
}

/// How a table with this reader is made.
#[derive(Debug)]
pub struct RecipeOf<T> {
    id: TableId,
    reader: PhantomData<fn() -> T>,
}

impl<T: GameTable> RecipeOf<T> {
    /// How the table is made.
    #[must_use]
    pub const fn new(id: TableId) -> Self {
        Self { id, reader: PhantomData }
    }
}

impl<T: GameTable> Recipe for RecipeOf<T> {
    fn name(&self) -> String {
        self.id.to_string()
    }

    fn needs(&self) -> Option<Needs> {
        Some(self.id.needs())
    }

    /// A family's name has all parameters, which readers compare; two boards may have the same fingerprint.
    fn is_made(&self, file: TableFile<Bytes>) -> bool {
        let is = |table: T| match &self.id {
            TableId::Family(_) => true,
            TableId::Instance(instance) => table.instance().as_ref() == Some(instance),
        };
        T::read(file).is_ok_and(is)
    }

    fn check_same(&self, file: TableFile<Bytes>) -> Result<(), Problem> {
        let (header, game) = (file.header(), self.id.game());
        if header.game != game.name() {
            let (found, expected) = (header.game.clone(), game.name());
            return Err(Problem::OtherGame { found, expected });
        }
        let expected = game.facts().rules_tag;
        if header.rules != expected {
            return Err(Problem::OtherRules { found: header.rules.clone(), expected });
        }
        match &self.id {
            TableId::Family(_) => Ok(()),
            TableId::Instance(instance) => match T::read(file)?.instance().as_ref() {
                Some(found) if found == instance => Ok(()),
                _ => Err(Problem::OtherBoard),
            },
        }
    }

    fn make(&self, job: &Job<'_>) -> Result<PathBuf, BuildError> {
        T::build(&self.id, job)
    }

    fn blocks(&self) -> Option<Box<dyn Blocks>> {
        match &self.id {
            TableId::Family(family) => T::blocks(*family),
            TableId::Instance(_) => None,
        }
    }
}
