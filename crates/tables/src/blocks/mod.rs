//! Tables in blocks, which many programs compute, in a folder that they share: a [`Plan`] says which blocks there
//! are, a [`Store`] holds the finished ones, and [`merge`] makes the table from them.

mod block_file;
mod error;
mod merge;
mod store;

use perfectplay_query::Family;

use crate::games::LayeredFamily;
use crate::layered::{Plan, PlanError};

pub use error::{BlockProblem, StoreError};
pub use merge::merge;
pub use store::Store;

impl Plan {
    /// The plan of a table. Blocks have about `block_size` bytes and never more; by default a 256th of
    /// the table's bytes, rounded up to a power of two, and at least 16 MiB.
    ///
    /// # Errors
    /// If the table has no blocks, or the size is below 64 KiB.
    pub fn new(table: Family, block_size: Option<u64>) -> Result<Self, PlanError> {
        match LayeredFamily::of(table) {
            Some(LayeredFamily::Tower(table)) => Self::of(&table, block_size),
            Some(LayeredFamily::Stake(table)) => Self::of(&*table, block_size),
            Some(LayeredFamily::Chomp(table)) => Self::of(&*table, block_size),
            None => Err(PlanError::NotLayered { table: table.to_string() }),
        }
    }

    /// What the plan is for.
    fn layered(&self) -> LayeredFamily {
        LayeredFamily::of(self.table()).expect("there are no plans of other tables")
    }
}
