//! Writes sections in memory as a table's file, completely or not at all.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use perfectplay_format::{BLOCK, Header, Layout, Prelude, Section, block_checksum};
use rayon::prelude::*;

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
    layout: Layout,
    sections: Vec<Section>,
    parts: &'a [Part<'a>],
    checksums: Vec<u8>,
}

impl<'a> TableBytes<'a> {
    fn new(mut header: Header, parts: &'a [Part<'a>]) -> Result<Self, BuildError> {
        // Offsets and checksums have a fixed size, so the header's length is known before them.
        let lengths = || parts.iter().map(|&(name, bytes)| (name, bytes.len() as u64));
        header.sections = Layout::place(0, lengths())?.1;
        let header_end = (Prelude::LENGTH + header.encode()?.len()) as u64;
        let (layout, sections) = Layout::place(header_end, lengths())?;
        let mut table = Self { start: Vec::new(), layout, sections, parts, checksums: Vec::new() };
        table.checksums = table.block_checksums()?;
        header.sections.clone_from(&table.sections);
        header.checksums = block_checksum(&table.checksums);
        let encoded = header.encode()?;
        table.start.extend_from_slice(&Prelude::of(&encoded).to_bytes());
        table.start.extend_from_slice(&encoded);
        Ok(table)
    }

    fn block_checksums(&self) -> Result<Vec<u8>, OutOfMemory> {
        let length = self.layout.blocks() as usize * 8;
        let mut checksums = memory::with_room(length)?;
        checksums.resize(length, 0);
        checksums.par_chunks_exact_mut(8).enumerate().for_each(|(block, checksum)| {
            checksum.copy_from_slice(&block_checksum(&self.block(block as u64)).to_le_bytes());
        });
        Ok(checksums)
    }

    /// A block of the payload; copied only if it is not within one section.
    fn block(&self, block: u64) -> Cow<'a, [u8]> {
        let start = self.layout.payload.start + block * BLOCK;
        let end = (start + BLOCK).min(self.layout.payload.end);
        let mut gathered = Vec::new();
        for (section, &(_, bytes)) in self.sections.iter().zip(self.parts) {
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
        for (section, &(_, bytes)) in self.sections.iter().zip(self.parts) {
            out.zeros_up_to(section.offset).map_err(refused)?;
            for piece in bytes.chunks(8 << 20) {
                control.check()?;
                out.put(piece).map_err(refused)?;
            }
        }
        out.zeros_up_to(self.layout.checksums.start)
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
