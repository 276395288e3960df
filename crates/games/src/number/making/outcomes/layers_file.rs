//! The file in which a build stores its finished layers, so that the next one can resume if it is killed.
//!
//! `NAME.layers` holds the finished layers as the table of a smaller bound, which is what they are. A build
//! resumes from it only if it is, byte for byte, the table of that bound in the manifest. Checksums show that a
//! file is not damaged, but not that its outcomes are right: a program that writes wrong outcomes also writes
//! matching checksums.
//!
//! No other proof is cheaper than solving the layers again. Comparing every position with those that its moves
//! lead to, with this crate's own solver, takes three quarters of the time of building it (number-46: 143 of 194
//! ns), and says nothing about whether the functions are the ones that every other build makes. A sample does not
//! find a single wrong position, which would make all layers above it wrong. So layers that the manifest does not
//! know are not stored.

use perfectplay_query::Access;
use perfectplay_tables::files::names::LAYERS;
use perfectplay_tables::manifest::{Manifest, ManifestEntry};

use super::finished::FinishedLayers;
use crate::NumberOutcomesTable;
use crate::number::OutcomesBuilder;
use crate::number::making::family;
use crate::preludes::making::*;

/// A layer of this many positions takes about a second, which is worth storing.
const WORTH_STORING: u64 = 1 << 22;

/// The file for the layers of a table that is being built.
pub(super) struct LayersFile {
    path: PathBuf,
    manifest: Manifest,
}

impl LayersFile {
    /// The file for the table of a bound.
    pub(super) fn of(bound: u8, job: &Job<'_>) -> Self {
        let table = job.folder.table(&family(bound).to_string());
        Self { path: table.with_extension(LAYERS), manifest: Manifest::shipped() }
    }

    /// Whether an earlier build stored something.
    pub(super) fn exists(&self) -> bool {
        self.path.is_file()
    }

    /// The layers that an earlier build stored, if they are below the bound and match the manifest.
    pub(super) fn read(&self, bound: u8) -> Option<FinishedLayers> {
        // Read into memory, where nothing can change what was checked.
        let file = Access::read().open(&self.path).ok()?;
        if *self.manifest.get(&file.header().name)? != ManifestEntry::of(&file, || true).ok()? {
            return None;
        }
        let table = NumberOutcomesTable::new(file).ok().filter(|table| table.bound() < bound)?;
        let outcomes = OutcomesBuilder::restored(table.outcomes());
        Some(FinishedLayers { outcomes, counts: table.counts().collect() })
    }

    /// Stores layers, the last of which has this many positions, if that is worthwhile.
    pub(super) fn write(
        &self,
        layers: &FinishedLayers,
        positions: u64,
        job: &Job<'_>,
    ) -> Result<(), BuildError> {
        let name = family(layers.outcomes.bound()).to_string();
        if positions < WORTH_STORING || self.manifest.get(&name).is_none() {
            return Ok(());
        }
        layers.write(&self.path, job)
    }

    /// Removes the file: the table exists.
    pub(super) fn remove(self) {
        // If it cannot be removed, the next build removes it.
        let _ = std::fs::remove_file(self.path);
    }
}
