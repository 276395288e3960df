//! Tables in blocks, which many programs compute, in a folder that they share: a [`Plan`] says which blocks there
//! are, a [`Store`] holds the finished ones, and [`merge`] makes the table from them.

mod block_file;
mod error;
mod merge;
mod store;

use std::path::PathBuf;

use perfectplay_core::control::Control;
use perfectplay_query::Access;

use crate::job::Job;
use crate::layered::{LayeredTable, Plan, PlanError};
use crate::recipe::Recipe;

pub use error::{BlockProblem, StoreError};
pub use merge::merge;
pub use store::Store;

/// A table in blocks, of whichever game.
pub trait Blocks: Send + Sync {
    /// The plan, with blocks of about `block_size` bytes.
    ///
    /// # Errors
    /// If there is no such plan.
    fn plan(&self, block_size: Option<u64>) -> Result<Plan, PlanError>;

    /// Computes a block of a store, unless it is there; returns whether it was computed.
    ///
    /// # Errors
    /// See [`StoreError`]. In that case no block has changed.
    fn compute(
        &self,
        store: &Store,
        number: usize,
        access: Access,
        control: Control<'_>,
    ) -> Result<bool, StoreError>;

    /// Makes the table of all blocks of a store, and returns its file.
    ///
    /// # Errors
    /// If a block is missing or damaged, or the system refuses something.
    fn merge(&self, store: &Store, job: &Job<'_>) -> Result<PathBuf, StoreError>;
}

impl<T: LayeredTable> Blocks for T {
    fn plan(&self, block_size: Option<u64>) -> Result<Plan, PlanError> {
        Plan::of(self, block_size)
    }

    fn compute(
        &self,
        store: &Store,
        number: usize,
        access: Access,
        control: Control<'_>,
    ) -> Result<bool, StoreError> {
        store.compute_of(self, number, access, control)
    }

    fn merge(&self, store: &Store, job: &Job<'_>) -> Result<PathBuf, StoreError> {
        merge::merge_of(self, store, job)
    }
}

impl Plan {
    /// The plan of a table. Blocks have about `block_size` bytes and never more; by default a 256th of
    /// the table's bytes, rounded up to a power of two, and at least 16 MiB.
    ///
    /// # Errors
    /// If the table has no blocks, or the size is below 64 KiB.
    pub fn new(table: &dyn Recipe, block_size: Option<u64>) -> Result<Self, PlanError> {
        blocks_of(table)?.plan(block_size)
    }
}

fn blocks_of(table: &dyn Recipe) -> Result<Box<dyn Blocks>, PlanError> {
    table.blocks().ok_or_else(|| PlanError::NotLayered(table.name()))
}
