//! Builds a table in a file of the folder, layer by layer.
//!
//! `NAME.table.partial.toml` says how many layers of `NAME.table.partial` are complete. It is written after they
//! are on the disk, and names their plan and the program's version, and the hash of their checksums. A build
//! resumes only from bytes that have this hash, for the same plan and in the same version: then they are what this
//! program has computed, which is no less trustworthy than a build that was not killed.

use std::io;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use blake3::Hash;
use perfectplay_core::control::{Control, Event};
use perfectplay_core::layers::zeros;
use perfectplay_core::parallel::tasks;
use perfectplay_format::CHUNK;
use serde::{Deserialize, Serialize};
use zerocopy::IntoBytes;

use super::filler::{Filler, WrittenBytes};
use super::{LayeredTable, Plan, PlanError, StoredEntry, Tally};
use crate::files::{Record, StagedFile, positioned};
use crate::frame::Frame;
use crate::write::TableWriter;
use crate::{BuildError, Job};

/// How many bytes of finished layers are worth a record.
const WORTH_RECORDING: u64 = 128 << 20;

/// How many bytes are read at a time when checking what an earlier build has left.
const READ: u64 = 16 * CHUNK;

/// Builds a table, resuming from what an earlier build that was killed has left, and returns its file.
pub fn build<T: LayeredTable>(table: &T, job: &Job<'_>) -> Result<PathBuf, BuildError> {
    let plan = Plan::of(table, None).map_err(|error| match error {
        PlanError::Layout(error) => error,
        error => unreachable!("the default plan exists: {error}"),
    })?;
    let path = job.folder.table(plan.table());
    let filler = Filler::new(table, &plan, job.folder.access(), job.control);
    reserve(&plan, job)?;
    let mut unfinished = match PartialTable::resumed(&plan, &path, job)? {
        Some(unfinished) => unfinished,
        None => PartialTable::new(table, &plan, &path)?,
    };
    let filled = unfinished.fill(&filler, job);
    // If it is interrupted the next build resumes from what has been recorded by now.
    let recorded = unfinished.end_recording();
    filled.and(recorded)?;
    unfinished.publish(table)
}

/// Makes sure that there is address space for the file, which whoever opens the table will map. No layer reads
/// more.
pub(crate) fn reserve(plan: &Plan, job: &Job<'_>) -> Result<(), BuildError> {
    let need = plan.file_length();
    job.folder.access().reserve(need).map_err(|_| BuildError::AddressSpace(need))
}

/// A table that is being built.
pub(crate) struct PartialTable<'a, T: LayeredTable> {
    plan: &'a Plan,
    pub(crate) table: TableWriter,
    /// What it becomes.
    path: &'a Path,
    /// How many layers are complete.
    layers: usize,
    statistics: T::Statistics,
    /// The bytes up to here are recorded, or about to be.
    recorded: u64,
    recording: Option<Recording>,
    /// The bytes up to here are on the disk.
    synced: u64,
    /// The system was told that it need not keep the bytes up to here.
    forgotten: u64,
}

/// Bytes that are on their way to the disk, and what to record once they are there.
struct Recording {
    synced: JoinHandle<io::Result<()>>,
    record: BuildRecord,
    /// Up to where.
    bytes: u64,
}

impl<'a, T: LayeredTable> PartialTable<'a, T> {
    /// A new file, with everything except entries and header.
    pub(crate) fn new(table: &T, plan: &'a Plan, path: &'a Path) -> Result<Self, BuildError> {
        Record::BUILD.remove(path);
        let partial = StagedFile::exclusive(path)?;
        positioned::allocate(partial.file(), plan.file_length())
            .map_err(partial.refused("allocate"))?;
        let new = Self::of(partial, plan, path)?;
        let Frame { header, layout } = plan.frame();
        for (section, (_, bytes)) in header.sections.iter().zip(table.sections()) {
            new.table.write(section.offset - layout.payload.start, &bytes)?;
        }
        Ok(new)
    }

    fn of(partial: StagedFile, plan: &'a Plan, path: &'a Path) -> Result<Self, BuildError> {
        Ok(Self {
            plan,
            table: TableWriter::new(partial, &plan.frame().layout)?,
            path,
            layers: 0,
            statistics: T::Statistics::default(),
            recorded: 0,
            recording: None,
            synced: 0,
            forgotten: 0,
        })
    }

    /// What an earlier build has left, if it matches its record. Its checksums are made and its entries counted
    /// anew.
    fn resumed(plan: &'a Plan, path: &'a Path, job: &Job<'_>) -> Result<Option<Self>, BuildError> {
        if job.anew || !Record::BUILD.path(path).is_file() {
            return Ok(None);
        }
        let found = match BuildRecord::read(path, plan) {
            Some(record) => Self::as_recorded(&record, plan, path, job)?,
            None => None,
        };
        job.control.event(match &found {
            Some(found) => Event::Resuming { states: plan.layers()[found.layers - 1].end },
            None => Event::StartingOver,
        });
        Ok(found)
    }

    /// What this record is about, if it is there.
    fn as_recorded(
        record: &BuildRecord,
        plan: &'a Plan,
        path: &'a Path,
        job: &Job<'_>,
    ) -> Result<Option<Self>, BuildError> {
        let Some(partial) = StagedFile::resumed(path, plan.file_length()) else {
            return Ok(None);
        };
        let mut found = Self::of(partial, plan, path)?;
        // It stays there if this is interrupted.
        found.table.partial.keep();
        found.layers = record.layers;
        found.recorded = plan.place(plan.layers()[record.layers - 1].end);
        found.synced = found.recorded;
        found.statistics = found.counted(job.control)?;
        Ok((found.to_record()? == *record).then_some(found))
    }

    /// The statistics of the written entries, whose checksums have been made.
    fn counted(&self, control: Control<'_>) -> Result<T::Statistics, BuildError> {
        let (first, end) = (self.plan.place(0), self.recorded);
        let size = size_of::<T::Entry>() as u64;
        let count = |part: usize| {
            let at = part as u64 * READ;
            let length = (end - at).min(READ);
            // The bytes before the entries also have the length of some entries.
            let mut space = zeros::<T::Entry>(length / size)?;
            let read = self.table.file().read(at, space.as_mut_bytes());
            read.map_err(self.table.partial.refused("read"))?;
            self.table.checksums.add(at, space.as_bytes());
            let before = (first.saturating_sub(at) / size) as usize;
            let entries = space.get_mut(before..).unwrap_or_default();
            T::Entry::reorder(entries);
            control.advance(entries.len() as u64)?;
            Ok::<_, BuildError>(T::Statistics::of(entries))
        };
        let counted = tasks(end.div_ceil(READ) as usize).merge(T::Statistics::merged, count)?;
        Ok(counted.unwrap_or_default())
    }

    /// Fills all layers that are not complete.
    fn fill(&mut self, filler: &Filler<'_, T>, job: &Job<'_>) -> Result<(), BuildError> {
        while let Some(states) = self.plan.layers().get(self.layers) {
            let bytes = self.plan.bytes(states);
            let file = self.table.file();
            let written = [WrittenBytes { file, bytes: 0..bytes.start }];
            let lower = filler.lower(self.layers, &written)?;
            let statistics =
                filler.fill(self.layers, states.clone(), &lower, file, &self.table.checksums)?;
            self.count(statistics);
            self.layers += 1;
            self.table.complete_checksums(bytes.end)?;
            self.record(bytes.end)?;
            // A table that fits into memory is soon read again by whoever has built it.
            if self.layers < self.plan.layers().len() && self.plan.file_length() > job.memory {
                self.forget(filler.reads_from(self.layers));
            }
        }
        Ok(())
    }

    /// Records the bytes up to `end`, if that is worthwhile, once they are on the disk; until then the next layers
    /// are filled.
    fn record(&mut self, end: u64) -> Result<(), BuildError> {
        if self.recording.as_ref().is_some_and(|recording| !recording.synced.is_finished()) {
            return Ok(());
        }
        self.end_recording()?;
        if end - self.recorded < WORTH_RECORDING || self.layers == self.plan.layers().len() {
            return Ok(());
        }
        self.recorded = end;
        let record = self.to_record()?;
        let file = self.table.partial.file().try_clone();
        let file = file.map_err(self.table.partial.refused("sync"))?;
        match thread::Builder::new().spawn(move || file.sync_data()) {
            Ok(synced) => self.recording = Some(Recording { synced, record, bytes: end }),
            Err(_) => {
                let synced = self.table.partial.file().sync_data();
                self.recorded_as(&record, synced, end)?;
            }
        }
        Ok(())
    }

    /// The record of the bytes up to `recorded`, where the complete layers end.
    fn to_record(&self) -> Result<BuildRecord, BuildError> {
        let file = self.table.file();
        let hash = self.table.checksums.hash_up_to(self.recorded, |at, bytes| file.read(at, bytes));
        let checksums = hash.map_err(self.table.partial.refused("read"))?;
        let (plan, program) = (self.plan.hash(), env!("CARGO_PKG_VERSION").to_owned());
        Ok(BuildRecord { plan, program, layers: self.layers, checksums })
    }

    /// Waits until everything that is to be recorded has been.
    fn end_recording(&mut self) -> Result<(), BuildError> {
        let Some(Recording { synced, record, bytes }) = self.recording.take() else {
            return Ok(());
        };
        let synced = synced.join().unwrap_or_else(|panic| resume_unwind(panic));
        self.recorded_as(&record, synced, bytes)
    }

    fn recorded_as(
        &mut self,
        record: &BuildRecord,
        synced: io::Result<()>,
        bytes: u64,
    ) -> Result<(), BuildError> {
        synced.map_err(self.table.partial.refused("sync"))?;
        let text = toml::to_string(record).expect("texts and a number are TOML");
        Record::BUILD.write(self.path, &text)?;
        self.table.partial.keep();
        self.synced = bytes;
        Ok(())
    }

    /// Tells the system that no layer reads the bytes before `reads` any more.
    fn forget(&mut self, reads: u64) {
        let end = reads.min(self.synced);
        if end > self.forgotten {
            let start = self.plan.frame().layout.payload.start;
            positioned::forget(self.table.partial.file(), start + self.forgotten..start + end);
            self.forgotten = end;
        }
    }

    /// Completes the file, all of whose entries are written, and gives it its name.
    pub(crate) fn publish(self, table: &T) -> Result<PathBuf, BuildError> {
        let frame = self.plan.frame().with_statistics(table.header(self.statistics));
        let path = self.table.publish(frame)?;
        Record::BUILD.remove(&path);
        Ok(path)
    }

    /// Adds the statistics of entries that have been written.
    pub(crate) fn count(&mut self, statistics: T::Statistics) {
        self.statistics = self.statistics.merged(statistics);
    }
}

/// How much of a partial table is complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BuildRecord {
    /// The plan's hash.
    #[serde(with = "crate::hexadecimal")]
    plan: Hash,
    /// The program's version.
    program: String,
    /// How many layers are complete.
    layers: usize,
    /// The hash of the checksums of their bytes.
    #[serde(with = "crate::hexadecimal")]
    checksums: Hash,
}

impl BuildRecord {
    /// What an earlier build of this plan by this version has recorded about the table.
    fn read(table: &Path, plan: &Plan) -> Option<Self> {
        let text = Record::BUILD.read(table).ok()?;
        let record: Self = toml::from_str(&text).ok()?;
        let is_own = record.plan == plan.hash() && record.program == env!("CARGO_PKG_VERSION");
        (is_own && (1..=plan.layers().len()).contains(&record.layers)).then_some(record)
    }
}
