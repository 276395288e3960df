//! From sections in memory to a table on disk, all of it or nothing.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use perfectplay_format::{BLOCK, FormatError, Header, Layout, Prelude, Section, block_checksum};
use rayon::prelude::*;

use crate::job::Job;
use crate::{BuildError, Control, PartialTable};

/// A part of the payload: its name and its bytes.
pub(crate) type Part<'a> = (&'static str, &'a [u8]);

/// Writes the table that `header` describes, but for sections and checksums, and
/// returns its file. The caller holds the table's lock.
pub(crate) fn write_table(
    job: &Job<'_>,
    header: Header,
    parts: &[Part<'_>],
) -> Result<PathBuf, BuildError> {
    let path = job.folder.table(&header.name);
    write_file(job, &path, header, parts)?;
    Ok(path)
}

/// The same, as another file of the folder.
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

/// Everything that the file will hold.
struct TableBytes<'a> {
    start: Vec<u8>,
    layout: Layout,
    sections: Vec<Section>,
    parts: &'a [Part<'a>],
    checksums: Vec<u8>,
}

impl<'a> TableBytes<'a> {
    fn new(mut header: Header, parts: &'a [Part<'a>]) -> Result<Self, FormatError> {
        // Offsets and checksums have a fixed size: the header's length is known
        // before they are.
        let lengths = || parts.iter().map(|&(name, bytes)| (name, bytes.len() as u64));
        header.sections = Layout::place(0, lengths())?.1;
        let header_end = (Prelude::LENGTH + header.encode()?.len()) as u64;
        let (layout, sections) = Layout::place(header_end, lengths())?;
        let mut table = Self { start: Vec::new(), layout, sections, parts, checksums: Vec::new() };
        table.checksums = table.block_checksums();
        header.sections.clone_from(&table.sections);
        header.checksums = block_checksum(&table.checksums);
        let encoded = header.encode()?;
        table.start.extend_from_slice(&Prelude::of(&encoded).to_bytes());
        table.start.extend_from_slice(&encoded);
        Ok(table)
    }

    fn block_checksums(&self) -> Vec<u8> {
        (0..self.layout.blocks())
            .into_par_iter()
            .map(|block| block_checksum(&self.block(block)))
            .collect::<Vec<u64>>()
            .into_iter()
            .flat_map(u64::to_le_bytes)
            .collect()
    }

    /// A block of the payload; gathered only where it is not within one section.
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

/// Knows how far a file is written.
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
