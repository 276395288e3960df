//! Tables in blocks, which many programs compute, in a folder that they share: a [`Plan`] says which blocks there
//! are, a [`Store`] holds the finished ones, and [`merge`] makes the table from them.

mod block_file;
mod error;
mod shares;
mod store;

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use perfectplay_core::control::Control;
use perfectplay_core::threads::Threads;
use perfectplay_query::{Access, TableFolder};
use zerocopy::IntoBytes;

use crate::layered::build::{PartialTable, build, reserve};
use crate::layered::{LayeredTable, StoredEntry};
use crate::recipe::build_by;
use crate::statistics::Tally;
use crate::{Build, BuildError, BuiltTable, Job, Plan, PlanError, Recipe};

pub use error::{BlockProblem, StoreError};
pub use shares::GameRecipe;
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

    /// Makes the table in one file, which is returned.
    ///
    /// # Errors
    /// See [`BuildError`].
    fn build(&self, job: &Job<'_>) -> Result<PathBuf, BuildError>;

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

    fn build(&self, job: &Job<'_>) -> Result<PathBuf, BuildError> {
        build(self, job)
    }

    fn merge(&self, store: &Store, job: &Job<'_>) -> Result<PathBuf, StoreError> {
        let plan = store.plan();
        let path = job.folder.table(plan.table());
        reserve(plan, job)?;
        let mut unfinished = PartialTable::<T>::new(self, plan, &path)?;
        let control = job.control;
        for number in 0..plan.blocks().len() {
            let block = store.open_block(number)?;
            let statistics = Mutex::new(T::Statistics::default());
            block.read(|place, entries: &mut [T::Entry]| {
                unfinished.table.write(place, entries.as_bytes())?;
                T::Entry::reorder(entries);
                let counted = T::Statistics::of(entries);
                let mut statistics = statistics.lock().unwrap_or_else(PoisonError::into_inner);
                *statistics = statistics.merged(counted);
                Ok(control.advance(entries.len() as u64)?)
            })?;
            let statistics = statistics.into_inner().unwrap_or_else(PoisonError::into_inner);
            unfinished.count(statistics);
        }
        Ok(unfinished.publish(self)?)
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

/// Makes the table of a store's blocks in `folder`, as [`build`](crate::build()) would: it has the same bytes, is
/// kept if it is there already, and memory and disk space are checked beforehand. All bytes of the blocks are
/// checked.
///
/// # Errors
/// If a block is missing or damaged, or the system refuses something. In that case no table of the folder has
/// changed.
pub fn merge(
    store: &Store,
    folder: &TableFolder,
    how: Build<'_>,
) -> Result<BuiltTable, StoreError> {
    // Before anything is written, and one at a time: there may be more of them than files can be open.
    for number in 0..store.plan().blocks().len() {
        store.open_block(number)?;
    }
    let merge = |job: &Job<'_>| blocks_of(store.recipe())?.merge(store, job);
    let make = || build_by(store.recipe(), folder, how, merge);
    Threads::default().install(make).map_err(BuildError::from)?
}
