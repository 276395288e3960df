//! Layer by layer, from the last one that an earlier build has left.

use std::path::PathBuf;

use perfectplay_core::number::Layer;
use perfectplay_query::Family;

use super::kept::Kept;
use super::statistics::all;
use crate::BuildError;
use crate::job::Job;

pub(in crate::games::number) fn build(bound: u8, job: &Job<'_>) -> Result<PathBuf, BuildError> {
    let kept = Kept::of(bound, job);
    let restored = if job.anew { None } else { kept.restored(bound) };
    let mut solved = restored.unwrap_or_default();
    job.control.set_position(all(&solved.counts).positions);
    while solved.outcomes.bound() < bound {
        let largest = solved.outcomes.bound() + 1;
        let positions = solved.add_layer(Layer::new(largest), job.control)?;
        if largest < bound {
            kept.keep(&solved, positions, job)?;
        }
    }
    let path = job.folder.table(&Family::Number { bound }.to_string());
    solved.write(&path, job)?;
    kept.remove();
    Ok(path)
}
