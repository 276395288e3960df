//! Tables that games can have, whether they are there or not.

use std::sync::Arc;

use derive_more::{Debug, Deref, Display};
use perfectplay_query::Needs;
#[cfg(feature = "build")]
use perfectplay_query::TableFolder;
#[cfg(feature = "build")]
use perfectplay_tables::{Build, BuildError, BuiltTable, Recipe};

use crate::{GameRef, PositionList};

/// A table that a game can have.
pub trait TablePlan: Send + Sync {
    /// The game.
    fn game(&self) -> &GameRef;

    /// The table's name.
    fn name(&self) -> &str;

    /// How many states it has; `None` if nobody knows before it is built.
    fn states(&self) -> Option<u64>;

    /// What building it takes; `None` if nobody knows before.
    fn needs(&self) -> Option<Needs>;

    /// Whether it is of one board, which its name does not tell.
    fn is_of_board(&self) -> bool {
        false
    }

    /// All its positions, in the order of its entries; `None` if they have no index.
    fn positions(&self) -> Option<Box<dyn PositionList>> {
        None
    }

    /// A position that it has, if one is known: its game, on its board if that is not a part of it, and its text.
    fn example(&self) -> Option<(GameRef, String)>;

    /// Builds it in a folder, in the way of [`perfectplay_tables::build`].
    ///
    /// # Errors
    /// See [`BuildError`]. In that case no table of the folder has changed.
    #[cfg(feature = "build")]
    fn build(&self, folder: &TableFolder, how: Build<'_>) -> Result<BuiltTable, BuildError>;

    /// How it is made in blocks; `None` if it never is.
    #[cfg(feature = "build")]
    fn recipe(&self) -> Option<Arc<dyn Recipe>> {
        None
    }
}

/// A table that a game can have, shared. Tables with the same name are the same.
#[derive(Clone, Debug, Deref, Display)]
#[debug("TableRef({:?})", self.name())]
#[display("{}", self.name())]
pub struct TableRef(#[deref(forward)] Arc<dyn TablePlan>);

impl TableRef {
    /// A table that is to be shared.
    #[doc(hidden)]
    pub fn new(table: impl TablePlan + 'static) -> Self {
        Self(Arc::new(table))
    }
}

impl PartialEq for TableRef {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for TableRef {}

/// Which tables of a game are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Which<'a> {
    /// Those that are built by default.
    Default,
    /// The one with a name.
    Named(&'a str),
    /// The one of the board with this text.
    OfBoard(&'a str),
}

/// Which of a game's tables can be computed in blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayerFill {
    /// None.
    None,
    /// Large ones.
    Large,
    /// All.
    All,
}
