//! Writes a table's file, completely or not at all: its payload piece by piece, with checksums made on the way,
//! and its header at the end.

pub(crate) mod checksums;
pub(crate) mod payload;

use std::path::{Path, PathBuf};

use crate::files::{StagedFile, positioned};
use perfectplay_core::parallel::tasks;
use perfectplay_format::{CHUNK, Header, Layout};

use crate::frame::Frame;
use crate::write::checksums::Checksums;
use crate::write::payload::PayloadFile;
use crate::{BuildError, Job};

/// A section's name and its bytes.
pub type Part<'a> = (&'static str, &'a [u8]);

/// How many bytes of a section in memory are written at a time.
const PIECE: usize = 128 * CHUNK as usize;

/// Writes a table whose sections are in memory, and returns its file. `header` is complete except for sections and
/// checksums. The caller holds the table's lock, as a [`Recipe`](crate::Recipe) does.
pub fn write_table(
    job: &Job<'_>,
    header: Header,
    parts: &[Part<'_>],
) -> Result<PathBuf, BuildError> {
    let path = job.folder.table(&header.name);
    write_file(job, &path, header, parts)
}

/// Writes any file of the folder.
pub fn write_file(
    job: &Job<'_>,
    path: &Path,
    header: Header,
    parts: &[Part<'_>],
) -> Result<PathBuf, BuildError> {
    let lengths = parts.iter().map(|&(name, bytes)| (name, bytes.len() as u64));
    let frame = Frame::new(header, lengths)?;
    let table = TableWriter::new(StagedFile::exclusive(path)?, &frame.layout)?;
    // The bytes between the sections are zero.
    let length = frame.layout.file_length();
    table.partial.file().set_len(length).map_err(table.partial.refused("write"))?;
    let control = job.control;
    for (section, &(_, bytes)) in frame.header.sections.iter().zip(parts) {
        let start = section.offset - frame.layout.payload.start;
        tasks(bytes.len().div_ceil(PIECE)).each(|piece| {
            let bytes = &bytes[piece * PIECE..bytes.len().min((piece + 1) * PIECE)];
            control.check()?;
            table.write(start + (piece * PIECE) as u64, bytes)
        })?;
    }
    table.publish(frame)
}

/// A file that becomes a table. Places are in bytes of the payload.
pub(crate) struct TableWriter {
    pub(crate) partial: StagedFile,
    pub(crate) checksums: Checksums,
    /// Where the payload begins in the file.
    start: u64,
    /// The length of the payload.
    length: u64,
}

impl TableWriter {
    /// None of the checksums is known yet, whatever is in the file.
    pub(crate) fn new(partial: StagedFile, layout: &Layout) -> Result<Self, BuildError> {
        let (start, length) = (layout.payload.start, layout.payload.end - layout.payload.start);
        Ok(Self { partial, checksums: Checksums::new(0..length)?, start, length })
    }

    pub(crate) fn file(&self) -> PayloadFile<'_> {
        PayloadFile::new(self.partial.file(), self.partial.path(), self.start, 0)
    }

    pub(crate) fn write(&self, place: u64, bytes: &[u8]) -> Result<(), BuildError> {
        self.file().write(place, bytes)?;
        self.checksums.add(place, bytes);
        Ok(())
    }

    /// Writes the zeros after the last section, whatever was there: an earlier build may have left the file.
    fn write_zeros_behind(&self, frame: &Frame) -> Result<(), BuildError> {
        let end = frame.header.sections.last().map_or(self.start, |last| last.offset + last.length);
        let zeros = vec![0; (self.start + self.length - end) as usize];
        positioned::write_all_at(self.partial.file(), &zeros, end)
            .map_err(self.partial.refused("write"))?;
        Ok(())
    }

    /// Makes the checksums of the bytes up to `end`, which are written.
    pub(crate) fn complete_checksums(&mut self, end: u64) -> Result<(), BuildError> {
        let file = PayloadFile::new(self.partial.file(), self.partial.path(), self.start, 0);
        let done = self.checksums.complete(end, |at, bytes| file.read(at, bytes));
        Ok(done.map_err(self.partial.refused("read"))?)
    }

    /// Completes the file, all of whose sections are written, and gives it its name.
    pub(crate) fn publish(mut self, mut frame: Frame) -> Result<PathBuf, BuildError> {
        self.write_zeros_behind(&frame)?;
        self.complete_checksums(self.length)?;
        let checksums = self.checksums.to_bytes()?;
        // With the zeros after the header, whatever was there.
        let mut start = frame.start(&checksums)?;
        start.resize(self.start as usize, 0);
        for (bytes, offset) in [(&checksums, frame.layout.checksums.start), (&start, 0)] {
            positioned::write_all_at(self.partial.file(), bytes, offset)
                .map_err(self.partial.refused("write"))?;
        }
        Ok(self.partial.publish_table()?)
    }
}
