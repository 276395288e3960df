//! What surrounds a table's sections: where they are, and the bytes before them.

use perfectplay_format::{Header, Layout, Prelude, chunk_checksum};

use crate::error::BuildError;

/// A header, and the places that follow from it.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) header: Header,
    pub(crate) layout: Layout,
}

impl Frame {
    /// That of sections with these names and lengths. `header` has everything but sections and checksums;
    /// statistics may still change.
    pub(crate) fn new<'a, I>(mut header: Header, lengths: I) -> Result<Self, BuildError>
    where
        I: IntoIterator<Item = (&'a str, u64)> + Clone,
    {
        // Offsets and checksums have a fixed size, so the header's length is known beforehand.
        header.sections = Layout::place(0, lengths.clone())?.1;
        let header_end = (Prelude::LENGTH + header.encode()?.len()) as u64;
        let (layout, sections) = Layout::place(header_end, lengths)?;
        header.sections = sections;
        Ok(Self { header, layout })
    }

    /// A frame whose header has other statistics.
    pub(crate) fn with_statistics(&self, header: Header) -> Self {
        let sections = self.header.sections.clone();
        Self { header: Header { sections, ..header }, layout: self.layout.clone() }
    }

    /// Prelude and header of a file with these checksums of its chunks.
    pub(crate) fn start(&mut self, checksums: &[u8]) -> Result<Vec<u8>, BuildError> {
        self.header.checksums = chunk_checksum(checksums);
        let encoded = self.header.encode()?;
        Ok([&Prelude::of(&encoded).to_bytes(), &*encoded].concat())
    }
}
