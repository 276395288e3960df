//! How a game with readers of its own makes its tables.

use std::path::PathBuf;

use perfectplay_query::{
    Bytes, Family, Needs, Problem, TableFile, TableId, TableReader, check_game,
};

use crate::rows::indexed::IndexedRows;
use crate::{
    Blocks, BuildError, Content, Job, Recipe, RowSource, ValueColumns, Verification, VerifyError,
};

/// A table of a game that has readers of its own: how it is made, proven, and written for other programs.
pub trait GameTable: TableReader<Value: ValueColumns> + Send + Sync + 'static {
    /// Builds a table of the game, and returns its file.
    fn build(id: &TableId<Self::Board>, job: &Job<'_>) -> Result<PathBuf, BuildError>;

    /// The table of a family in blocks, if it is filled layer by layer.
    fn blocks(family: Family) -> Option<Box<dyn Blocks>> {
        let _ = family;
        None
    }

    /// Compares entries with the rules; returns how many were compared.
    fn verify(&self, how: Verification<'_>) -> Result<u64, VerifyError>;

    /// The rows of a content, which have texts only where these can be written; `None` if the table has no such content.
    fn rows(&self, content: Content, has_text: bool) -> Option<Box<dyn RowSource + '_>> {
        let is_there = content == Content::Positions && self.position_at(0).is_some();
        is_there.then(|| Box::new(IndexedRows { table: self, has_text }) as Box<dyn RowSource + '_>)
    }
}

/// How a table with this reader is made.
#[derive(Debug)]
pub struct RecipeOf<T: GameTable>(TableId<T::Board>);

impl<T: GameTable> RecipeOf<T> {
    /// How the table is made.
    pub const fn new(id: TableId<T::Board>) -> Self {
        Self(id)
    }

    /// Whether a table is of the board, if this is the table of one.
    fn is_of_board(&self, table: &T) -> bool {
        match &self.0 {
            TableId::Family(_) => true,
            TableId::Board(board) => table.table_board().as_ref() == Some(board),
        }
    }
}

impl<T: GameTable> Recipe for RecipeOf<T> {
    fn name(&self) -> String {
        self.0.to_string()
    }

    fn needs(&self) -> Option<Needs> {
        Some(self.0.needs())
    }

    /// A family's name has all parameters, which readers compare; two boards may have the same fingerprint.
    fn is_made(&self, file: TableFile<Bytes>) -> bool {
        (T::READ)(file).is_ok_and(|table| self.is_of_board(&table))
    }

    fn check_same(&self, file: TableFile<Bytes>) -> Result<(), Problem> {
        check_game(file.header(), T::FACTS)?;
        match &self.0 {
            TableId::Family(_) => Ok(()),
            TableId::Board(_) if self.is_of_board(&(T::READ)(file)?) => Ok(()),
            TableId::Board(_) => Err(Problem::OtherBoard),
        }
    }

    fn make(&self, job: &Job<'_>) -> Result<PathBuf, BuildError> {
        T::build(&self.0, job)
    }

    fn blocks(&self) -> Option<Box<dyn Blocks>> {
        match &self.0 {
            TableId::Family(family) => T::blocks(*family),
            TableId::Board(_) => None,
        }
    }
}
