//! Any table that can be built.

use std::fmt;

use crate::{Family, Instance};

/// What to build; its text is the table's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recipe {
    /// A table that needs no input.
    Family(Family),
    /// A table of one board.
    Instance(Instance),
}

impl Recipe {
    /// The tables that every installation has: the default families, and those of
    /// the sample boards.
    #[must_use]
    pub fn defaults() -> Vec<Self> {
        let families = Family::DEFAULT.into_iter().map(Self::Family);
        families.chain(Instance::samples().into_iter().map(Self::Instance)).collect()
    }

    /// How many states the table has.
    #[must_use]
    pub fn states(&self) -> u64 {
        match self {
            Self::Family(family) => family.states(),
            Self::Instance(instance) => instance.states(),
        }
    }

    /// About how many bytes of memory building it takes.
    #[must_use]
    pub fn memory(&self) -> u64 {
        match self {
            Self::Family(family) => family.memory(),
            Self::Instance(instance) => instance.memory(),
        }
    }
}

impl From<Family> for Recipe {
    fn from(family: Family) -> Self {
        Self::Family(family)
    }
}

impl From<Instance> for Recipe {
    fn from(instance: Instance) -> Self {
        Self::Instance(instance)
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Family(family) => family.fmt(f),
            Self::Instance(instance) => instance.fmt(f),
        }
    }
}
