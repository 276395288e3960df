//! All positions of a table, in the order of every export.
//!
//! They come by largest number, the empty one first, and then by mask. The largest number is
//! a mask's highest bit, so masks ascend from the first row to the last.

use std::io;

use perfectplay_tables::rows::{ExportError, Means};
use rayon::prelude::*;

use crate::number::{Layer, Position};

/// How many positions are in memory at a time.
const BATCH: usize = 1 << 16;

/// Calls `write` with what `find` makes of the positions up to a bound, batch by batch in order; `find` runs on
/// the threads.
pub(crate) fn walk<T: Send>(
    bound: u8,
    means: Means<'_>,
    find: impl Fn(Position) -> Result<Option<T>, ExportError> + Sync,
    write: &mut dyn FnMut(&[T]) -> io::Result<()>,
) -> Result<(), ExportError> {
    let layers = (2..=bound).flat_map(|largest| Layer::new(largest).ascending());
    let mut positions = std::iter::once(Position::NONE).chain(layers);
    loop {
        let batch: Vec<Position> = positions.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            return Ok(());
        }
        let find = |&position: &Position| find(position).transpose();
        let found = means.threads.install(|| batch.par_iter().filter_map(find).collect());
        let found: Result<Vec<T>, ExportError> = found?;
        write(&found?)?;
        means.control.advance(batch.len() as u64)?;
    }
}
