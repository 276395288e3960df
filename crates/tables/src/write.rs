//! Writes sections in memory as a table's file, completely or not at all.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use perfectplay_format::{CHUNK, Header, chunk_checksum};
use rayon::prelude::*;

use crate::frame::Frame;
use crate::job::Job;
use crate::{BuildError, Control, OutOfMemory, PartialTable, memory};

/// A section's name and its bytes.
pub(crate) type Part<'a> = (&'static str, &'a [u8]);

/// Writes a table and returns its file. `header` is complete except for sections and checksums. The
/// caller holds the table's lock.
pub(crate) fn write_table(
    job: &Job<'_>,
    header: Header,
    parts: &[Part<'_>],
) -> Result<PathBuf, BuildError> {
    let path = job.folder.table(&header.name);
    write_file(job, &path, header, parts)?;
    Ok(path)
}

/// Writes a table as any file of the folder.
pub(crate) fn write_file(
    job: &Job<'_>,
    path: &Path,
    header: Header,
    parts: &[Part<'_>],
) -> Result<(), BuildError> {
    let table = TableBytes::new(header, parts)?;
    let partial = PartialTable::create_for(path)?;
    table.write(&partial, job.control)?;
    partial.publish().map(drop)
}

/// The contents of the file.
struct TableBytes<'a> {
    start: Vec<u8>,
    frame: Frame,
    parts: &'a [Part<'a>],
    checksums: Vec<u8>,
}

impl<'a> TableBytes<'a> {
    fn new(header: Header, parts: &'a [Part<'a>]) -> Result<Self, BuildError> {
        let frame =
            Frame::new(header, parts.iter().map(|&(name, bytes)| (name, bytes.len() as u64)))?;
        let mut table = Self { start: Vec::new(), frame, parts, checksums: Vec::new() };
        table.checksums = table.chunk_checksums()?;
        table.start = table.frame.start(&table.checksums)?;
        Ok(table)
    }

    fn chunk_checksums(&self) -> Result<Vec<u8>, OutOfMemory> {
        let length = self.frame.layout.chunks() as usize * 8;
        let mut checksums = memory::with_room(length)?;
        checksums.resize(length, 0);
        checksums.par_chunks_exact_mut(8).enumerate().for_each(|(chunk, checksum)| {
            checksum.copy_from_slice(&chunk_checksum(&self.chunk(chunk as u64)).to_le_bytes());
        });
        Ok(checksums)
    }

    /// A chunk of the payload; copied only if it is not within one section.
    fn chunk(&self, chunk: u64) -> Cow<'a, [u8]> {
        let start = self.frame.layout.payload.start + chunk * CHUNK;
        let end = (start + CHUNK).min(self.frame.layout.payload.end);
        let mut gathered = Vec::new();
        for (section, &(_, bytes)) in self.frame.sections().iter().zip(self.parts) {
            let from = start.max(section.offset);
            let to = end.min(section.offset + section.length);
            if from >= to {
                continue;
            }
            let piece = &bytes[(from - section.offset) as usize..(to - section.offset) as usize];
            if (from, to) == (start, end) {
                return Cow::Borrowed(piece);
            }
            gathered.resize((from - start) as usize, 0);
            gathered.extend_from_slice(piece);
        }
        gathered.resize((end - start) as usize, 0);
        Cow::Owned(gathered)
    }

    fn write(&self, partial: &PartialTable, control: Control<'_>) -> Result<(), BuildError> {
        let mut out = Counted { out: io::BufWriter::new(partial.file()), written: 0 };
        let refused = |error| partial.refused(error);
        out.put(&self.start).map_err(refused)?;
        for (section, &(_, bytes)) in self.frame.sections().iter().zip(self.parts) {
            out.zeros_up_to(section.offset).map_err(refused)?;
            for piece in bytes.chunks(8 << 20) {
                control.check()?;
                out.put(piece).map_err(refused)?;
            }
        }
        out.zeros_up_to(self.frame.layout.checksums.start)
            .and_then(|()| out.put(&self.checksums))
            .and_then(|()| out.out.flush())
            .map_err(refused)
    }
}

/// A file, and how many bytes have been written to it.
struct Counted<W> {
    out: W,
    written: u64,
}

impl<W: Write> Counted<W> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        self.written += bytes.len() as u64;
        Ok(())
    }

    fn zeros_up_to(&mut self, offset: u64) -> io::Result<()> {
        self.put(&vec![0; (offset - self.written) as usize])
    }
}
