//! The parts of a table's file, and the file made of other parts, with correct checksums.

use std::ops::Range;

use perfectplay_format::{Beginning, CHUNK, Header, Layout, Prelude, TableFile, chunk_checksum};

#[derive(Clone, Debug)]
pub struct Parts {
    /// The header. Places, lengths and checksums are made anew by [`file`](Self::file).
    pub header: Header,
    /// The bytes of the sections, as many as the header has.
    pub sections: Vec<Vec<u8>>,
}

impl Parts {
    /// The parts of a sound file.
    pub fn of(bytes: &[u8]) -> Self {
        let header = TableFile::open(bytes).unwrap().header().clone();
        let section = |section: &perfectplay_format::Section| {
            bytes[section.offset as usize..][..section.length as usize].to_vec()
        };
        Self { sections: header.sections.iter().map(section).collect(), header }
    }

    /// The file, with correct places, lengths and checksums; `None` if the header is too long.
    pub fn file(&self) -> Option<Vec<u8>> {
        let mut header = self.header.clone();
        let lengths: Vec<u64> = self.sections.iter().map(|bytes| bytes.len() as u64).collect();
        let layout = place(&mut header, &lengths)?;
        let mut file = vec![0; layout.file_length() as usize];
        for (section, bytes) in header.sections.iter().zip(&self.sections) {
            file[section.offset as usize..][..bytes.len()].copy_from_slice(bytes);
        }
        complete(&mut file, header, &layout)?;
        Some(file)
    }
}

/// The place of a section in a sound table's bytes.
pub fn section(table: &[u8], name: &'static str) -> Range<usize> {
    let section = TableFile::open(table).unwrap().section(name).unwrap();
    section.start as usize..section.end as usize
}

/// Puts sections of these lengths into their places; `None` if the header is too long.
pub(crate) fn place(header: &mut Header, lengths: &[u64]) -> Option<Layout> {
    let end = Prelude::LENGTH + header.encode().ok()?.len();
    let names: Vec<String> = header.sections.iter().map(|section| section.name.clone()).collect();
    let named = names.iter().map(String::as_str).zip(lengths.iter().copied());
    let (layout, sections) = Layout::place(end as u64, named).ok()?;
    header.sections = sections;
    Some(layout)
}

/// Prelude and header.
pub(crate) fn beginning(header: &[u8]) -> Vec<u8> {
    [&Prelude::of(header).to_bytes(), header].concat()
}

/// Makes all checksums of a file correct; its header says where everything is.
pub fn seal(file: &mut [u8]) {
    let Beginning { header, layout, .. } = TableFile::open(&*file).unwrap().into_beginning();
    complete(file, header, &layout).unwrap();
}

fn complete(file: &mut [u8], mut header: Header, layout: &Layout) -> Option<()> {
    let payload = &file[layout.payload.start as usize..layout.payload.end as usize];
    let list = checksums(payload.chunks(CHUNK as usize));
    header.checksums = chunk_checksum(&list);
    file[layout.checksums.start as usize..].copy_from_slice(&list);
    let start = beginning(&header.encode().ok()?);
    file[..start.len()].copy_from_slice(&start);
    Some(())
}

/// The list of the checksums of chunks.
pub(crate) fn checksums<'a>(chunks: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
    chunks.flat_map(|chunk| chunk_checksum(chunk).to_le_bytes()).collect()
}

/// A table with another header and nothing else changed.
pub fn with_header(sound: &[u8], change: impl FnOnce(&mut Header)) -> Vec<u8> {
    let mut header = TableFile::open(sound).unwrap().header().clone();
    change(&mut header);
    with_encoded(sound, &header.encode().unwrap())
}

/// A table with any bytes as its header.
pub(crate) fn with_encoded(sound: &[u8], header: &[u8]) -> Vec<u8> {
    let payload = TableFile::open(sound).unwrap().layout().payload.start as usize;
    let mut bytes = beginning(header);
    bytes.resize(bytes.len().max(payload), 0);
    bytes.extend_from_slice(&sound[payload..]);
    bytes
}
