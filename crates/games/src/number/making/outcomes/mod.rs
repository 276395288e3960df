//! Tables of outcomes.

pub(crate) mod finished;
mod layers_file;
mod position;
pub(crate) mod sample;
mod solve_layer;
mod verify;

use perfectplay_core::control::Event;

use crate::number::making::family;
use crate::number::{Count, Layer};
use crate::preludes::making::*;
use finished::FinishedLayers;
use layers_file::LayersFile;

pub(super) use verify::verify;

/// Builds layer by layer, starting after the last layer that an earlier build has stored.
pub(super) fn build(bound: u8, job: &Job<'_>) -> Result<PathBuf, BuildError> {
    let file = LayersFile::of(bound, job);
    let mut layers = FinishedLayers::default();
    if !job.anew && file.exists() {
        let stored = file.read(bound);
        job.control.event(match &stored {
            Some(stored) => Event::Resuming { states: all(&stored.counts).positions },
            None => Event::StartingOver,
        });
        layers = stored.unwrap_or_default();
    }
    job.control.set_position(all(&layers.counts).positions);
    while layers.outcomes.bound() < bound {
        let largest = layers.outcomes.bound() + 1;
        let positions = layers.add(Layer::new(largest), job.memory, job.control)?;
        if largest < bound {
            file.write(&layers, positions, job)?;
        }
    }
    let path = job.folder.table(&family(bound).to_string());
    layers.write(&path, job)?;
    file.remove();
    Ok(path)
}

/// The statistics of the positions of some layers and the empty one, which is in no layer.
fn statistics(counts: &[Count]) -> Vec<Statistic> {
    let all = all(counts);
    vec![count("winning", all.positions.saturating_sub(all.losing)), count("losing", all.losing)]
}

/// The counts of all positions of some layers and the empty one.
fn all(counts: &[Count]) -> Count {
    let none = Count { positions: 1, losing: 1 };
    counts.iter().fold(none, |sum, &count| sum.plus(count))
}
