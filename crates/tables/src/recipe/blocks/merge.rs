//! Makes a table from the blocks of a store.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use crate::files::BuiltTable;
use perfectplay_core::threads::Threads;
use perfectplay_query::TableFolder;
use zerocopy::IntoBytes;

use super::blocks_of;
use super::error::StoreError;
use super::store::Store;
use crate::build::Build;
use crate::error::BuildError;
use crate::job::Job;
use crate::layered::build::{PartialTable, reserve};
use crate::layered::{LayeredTable, StoredEntry};
use crate::recipe::build_by;
use crate::statistics::Tally;

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

pub(super) fn merge_of<T: LayeredTable>(
    table: &T,
    store: &Store,
    job: &Job<'_>,
) -> Result<PathBuf, StoreError> {
    let plan = store.plan();
    let path = job.folder.table(plan.table());
    reserve(plan, job)?;
    let mut unfinished = PartialTable::<T>::new(table, plan, &path)?;
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
    Ok(unfinished.publish(table)?)
}
