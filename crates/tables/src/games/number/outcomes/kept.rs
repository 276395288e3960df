//! What a build keeps of its layers, for the next one to go on from if it is killed.
//!
//! `NAME.layers` is the very table of the layers that are finished, which is a table of a smaller
//! bound. It is only taken over if it is, byte for byte, the table of that bound in the manifest:
//! checksums show no more than that nobody has damaged it, and who writes a wrong outcome can
//! write them, too.
//!
//! Nothing else would prove it for less than solving the layers again. To hold every
//! position against those that its moves lead to, with this crate's own solver, takes three
//! quarters of the time of building it (number-46: 143 of 194 ns), says nothing of whether the
//! functions are the ones that everybody else has, and a sample does not find one wrong position,
//! which would spoil all layers above it. So larger layers than the manifest knows are not kept.

use std::path::PathBuf;

use perfectplay_core::number::OutcomesBuilder;
use perfectplay_query::{Access, Family, NumberOutcomesTable};

use super::solved::Solved;
use crate::job::Job;
use crate::lock::LAYERS;
use crate::{BuildError, Manifest, ManifestEntry};

/// Layers of so many positions take long enough to be kept: about a second.
const WORTH_KEEPING: u64 = 1 << 22;

/// The finished layers of a build that is not there yet.
pub(super) struct Kept {
    file: PathBuf,
    manifest: Manifest,
}

impl Kept {
    /// Of the table of a bound.
    pub(super) fn of(bound: u8, job: &Job<'_>) -> Self {
        let table = job.folder.table(&Family::Number { bound }.to_string());
        Self { file: table.with_extension(LAYERS), manifest: Manifest::shipped() }
    }

    /// What an earlier build left, if it is below the bound and what it must be.
    pub(super) fn restored(&self, bound: u8) -> Option<Solved> {
        // Into memory, where nobody can change what was checked.
        let file = Access::read().open(&self.file).ok()?;
        if *self.manifest.get(&file.header().name)? != ManifestEntry::of(&file) {
            return None;
        }
        let table = NumberOutcomesTable::new(file).ok().filter(|table| table.bound() < bound)?;
        let outcomes = OutcomesBuilder::restored(table.bound(), table.sections()?)?;
        Some(Solved { outcomes, counts: table.counts().collect() })
    }

    /// Keeps the layers up to one with so many positions, if that is worth it.
    pub(super) fn keep(
        &self,
        solved: &Solved,
        positions: u64,
        job: &Job<'_>,
    ) -> Result<(), BuildError> {
        let name = Family::Number { bound: solved.outcomes.bound() }.to_string();
        if positions < WORTH_KEEPING || self.manifest.get(&name).is_none() {
            return Ok(());
        }
        solved.write(&self.file, job)
    }

    /// Removes what was kept: the table is there.
    pub(super) fn remove(self) {
        // If it stays, it is the next build's to remove.
        let _ = std::fs::remove_file(self.file);
    }
}
