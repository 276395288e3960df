//! What fuzz targets share: sound tables of all games and encodings, and the bytes of tables that are made
//! anew with fitting checksums.

mod positions;

use std::sync::LazyLock;

use perfectplay_core::control::Control;
use perfectplay_core::number::{Entry, Index, Position};
use perfectplay_core::{Value, chomp};
use perfectplay_format::{CHUNK, Header, Layout, Parameter, Prelude, TableFile, chunk_checksum};

pub use positions::Made;

/// The parts of a table's file: its header, and the bytes of its sections.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The header. Places, lengths and checksums are made anew by [`file`](Self::file).
    pub header: Header,
    /// As many as the header has.
    pub sections: Vec<Vec<u8>>,
}

/// A small sound table of each kind and encoding that fits into memory: of all games, of families and of
/// boards. Of number there is one whose trie has no nodes, one with a level of them, and one with more.
pub static SOUND: LazyLock<Vec<Parts>> = LazyLock::new(|| {
    macro_rules! golden {
        ($($name:literal),*) => {
            [$(Parts::of(include_bytes!(
                concat!("../../crates/query/tests/golden/v1/", $name, ".table")
            ))),*]
        };
    }
    let golden = golden!(
        "number-12",
        "number-17",
        "number-30",
        "tower-2",
        "contour-c42ebed6",
        "contour-daa36c61",
        "stake-3",
        "stake-71354c83",
        "tokens-2x3",
        "tokens-56e2dff9",
        "chomp-3x4"
    );
    let (number, chomp) = (number(&golden[0], 9), segments(&golden[10]));
    golden.into_iter().chain([number, chomp]).collect()
});

/// The table of a smaller bound than this one.
fn number(like: &Parts, bound: u8) -> Parts {
    let index = Index::new(bound);
    let (positions, trie) = index.build().expect("memory");
    let mut values: Vec<Value> = Vec::new();
    let mut entries = Vec::new();
    // Moves lead to positions with fewer numbers.
    let mut order: Vec<usize> = (0..positions.len()).collect();
    order.sort_by_key(|&rank| positions[rank].mask().count_ones());
    values.resize(positions.len(), Value::LOST);
    let rank = |position: Position| index.over(&trie)?.rank(position);
    let mut stored = vec![Entry(0); positions.len()];
    for at in order {
        let value = |step| Some(values[rank(positions[at].after(step)?)? as usize]);
        stored[at] = Entry::of(positions[at], value).expect("the positions that moves lead to");
        values[at] = stored[at].value();
    }
    stored.iter().for_each(|entry| entries.extend(entry.0.to_le_bytes()));
    let mut header = like.header.clone();
    (header.name, header.states) = (format!("number-{bound}"), positions.len() as u64);
    header.parameters[0].value = bound.into();
    Parts { header, sections: vec![trie, entries] }
}

/// A table in the encoding of large bars.
fn segments(like: &Parts) -> Parts {
    let solver = chomp::Solver::new(5, 6).expect("a small bar");
    let outcomes = solver.solve(Control::SILENT).expect("memory");
    let mut header = like.header.clone();
    header.name = "chomp-5x6".to_owned();
    header.encoding = "segments1".to_owned();
    header.states = outcomes.index().len();
    header.parameters[0].value = 5;
    header.parameters[1].value = 6;
    header.sections[0].name = "entries".to_owned();
    Parts { header, sections: vec![outcomes.bytes().to_vec()] }
}

impl Parts {
    /// The parts of a sound file.
    ///
    /// # Panics
    /// If it is none.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let header = TableFile::open(bytes).expect("a sound table").header().clone();
        let section = |section: &perfectplay_format::Section| {
            let start = section.offset as usize;
            bytes[start..start + section.length as usize].to_vec()
        };
        let sections = header.sections.iter().map(section).collect();
        Self { header, sections }
    }

    /// The header of a table with these names and values instead, of which nothing else is made anew.
    #[must_use]
    pub fn header_of(&self, name: &str, encoding: &str, parameters: &[(&str, u64)]) -> Header {
        let parameter = |&(name, value): &(&str, u64)| Parameter { name: name.to_owned(), value };
        Header {
            name: name.to_owned(),
            encoding: encoding.to_owned(),
            parameters: parameters.iter().map(parameter).collect(),
            ..self.header.clone()
        }
    }

    /// The bytes of the file, with right places, lengths and checksums; `None` if the header is too long.
    #[must_use]
    pub fn file(&self) -> Option<Vec<u8>> {
        let mut header = self.header.clone();
        let lengths: Vec<u64> = self.sections.iter().map(|bytes| bytes.len() as u64).collect();
        let layout = place(&mut header, &lengths)?;
        let mut file = vec![0; layout.file_length() as usize];
        for (section, bytes) in header.sections.iter().zip(&self.sections) {
            let start = section.offset as usize;
            file[start..start + bytes.len()].copy_from_slice(bytes);
        }
        let payload = &file[layout.payload.start as usize..layout.payload.end as usize];
        let checksums: Vec<u8> = payload
            .chunks(CHUNK as usize)
            .flat_map(|chunk| chunk_checksum(chunk).to_le_bytes())
            .collect();
        header.checksums = chunk_checksum(&checksums);
        file[layout.checksums.start as usize..].copy_from_slice(&checksums);
        let start = beginning(&header)?;
        file[..start.len()].copy_from_slice(&start);
        Some(file)
    }
}

/// Puts sections of these lengths into their places; `None` if the header is too long.
pub fn place(header: &mut Header, lengths: &[u64]) -> Option<Layout> {
    let end = Prelude::LENGTH + header.encode().ok()?.len();
    let names: Vec<String> = header.sections.iter().map(|section| section.name.clone()).collect();
    let named = names.iter().map(String::as_str).zip(lengths.iter().copied());
    let (layout, sections) = Layout::place(end as u64, named).ok()?;
    header.sections = sections;
    Some(layout)
}

/// Prelude and header.
#[must_use]
pub fn beginning(header: &Header) -> Option<Vec<u8>> {
    let encoded = header.encode().ok()?;
    Some([&Prelude::of(&encoded).to_bytes(), &encoded[..]].concat())
}
