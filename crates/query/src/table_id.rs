//! Which table: of a family or of one board.

use std::fmt;

use perfectplay_core::Game;

use crate::family::Family;
use crate::instance::{Instance, TableBoard};
use crate::needs::Needs;

/// Any table that can be built. Its text is the table's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableId {
    /// The table of a family, which needs no input.
    Family(Family),
    /// The table of one board.
    Instance(Instance),
}

impl TableId {
    /// The tables that are built by default: those of the default families and of the sample boards.
    #[must_use]
    pub fn defaults() -> Vec<Self> {
        let families = Family::defaults().into_iter().map(Self::Family);
        families.chain(Instance::samples().into_iter().map(Self::Instance)).collect()
    }

    /// The family.
    ///
    /// # Panics
    /// If the table is of one board.
    #[must_use]
    pub fn family(&self) -> Family {
        match self {
            Self::Family(family) => *family,
            Self::Instance(board) => panic!("{board} is the table of a board"),
        }
    }

    /// The board that the table is of, if it is of one, and if the board is of this type.
    #[must_use]
    pub fn board<B: TableBoard>(&self) -> Option<&B> {
        match self {
            Self::Family(_) => None,
            Self::Instance(instance) => instance.board(),
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> Game {
        match self {
            Self::Family(family) => family.game(),
            Self::Instance(instance) => instance.game(),
        }
    }

    /// How many states the table has.
    #[must_use]
    pub fn states(&self) -> u64 {
        match self {
            Self::Family(family) => family.states(),
            Self::Instance(instance) => instance.states(),
        }
    }

    /// What building the table takes.
    #[must_use]
    pub fn needs(&self) -> Needs {
        match self {
            Self::Family(family) => family.needs(),
            Self::Instance(instance) => instance.needs(),
        }
    }
}

impl From<Family> for TableId {
    fn from(family: Family) -> Self {
        Self::Family(family)
    }
}

impl From<Instance> for TableId {
    fn from(instance: Instance) -> Self {
        Self::Instance(instance)
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Family(family) => family.fmt(f),
            Self::Instance(instance) => instance.fmt(f),
        }
    }
}
