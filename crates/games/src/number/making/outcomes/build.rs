//! Builds layer by layer, starting after the last layer that an earlier build has stored.

use std::path::PathBuf;

use perfectplay_core::control::Event;
use perfectplay_tables::error::BuildError;
use perfectplay_tables::job::Job;

use super::finished::FinishedLayers;
use super::layers_file::LayersFile;
use super::statistics::all;
use crate::number::Layer;
use crate::number::making::family;

pub(in crate::number::making) fn build(bound: u8, job: &Job<'_>) -> Result<PathBuf, BuildError> {
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
