//! Layers of entries, filled in tasks on all threads.

use rayon::prelude::*;

use crate::{Control, Interrupted};

/// Runs `fill` on every task at once, each with its own part of `layer`: the tasks
/// cover the layer in order, `len` tells their lengths.
pub(crate) fn fill_layer<T, E>(
    tasks: impl IntoIterator<Item = T>,
    len: impl Fn(&T) -> usize,
    mut layer: &mut [E],
    control: &Control<'_>,
    fill: impl Fn(&T, &mut [E]) + Sync,
) -> Result<(), Interrupted>
where
    T: Send + Sync,
    E: Send,
{
    let mut work = Vec::new();
    for task in tasks {
        let (out, after) = layer.split_at_mut(len(&task));
        work.push((task, out));
        layer = after;
    }
    work.into_par_iter().with_max_len(1).try_for_each(|(task, out)| {
        let states = out.len() as u64;
        fill(&task, out);
        control.advance(states)
    })
}
