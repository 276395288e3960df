//! Opening a file of any contents and checking its bytes never panics, and the sections of an opened
//! table lie within the file.
#![no_main]

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use perfectplay_format::{FormatError, Header, Layout, Prelude, Section, TableFile};

/// The longest file that is made.
const LONGEST: u64 = 1 << 20;

#[derive(Arbitrary, Debug)]
enum Input<'a> {
    /// Any bytes.
    File(&'a [u8]),
    /// Any bytes as a header, behind a prelude with their length and checksum.
    Header(&'a [u8], &'a [u8]),
    /// A header that can be decoded, with sections of any places and lengths.
    Sections { lengths: Vec<u64>, shifted: Vec<(u8, u64)>, checksums: u64, rest: &'a [u8] },
}

fuzz_target!(|input: Input<'_>| {
    match input {
        Input::File(bytes) => open(bytes),
        Input::Header(header, rest) => behind_prelude(header, rest),
        Input::Sections { lengths, shifted, checksums, rest } => {
            let mut header = header(&lengths, checksums);
            for (section, offset) in shifted {
                if let Some(section) = header.sections.get_mut(usize::from(section)) {
                    section.offset = offset;
                }
            }
            if let Ok(encoded) = header.encode() {
                assert_eq!(Header::decode(&encoded).as_ref(), Ok(&header));
                behind_prelude(&encoded, rest);
            }
        }
    }
});

/// The header of a table, with other sections, in their right places if those exist.
fn header(lengths: &[u64], checksums: u64) -> Header {
    let table: &[u8] = include_bytes!("../../crates/query/tests/golden/v1/number-12.table");
    let mut header = TableFile::open(table).expect("a sound table").header().clone();
    let section = |&length| Section { name: "trie".to_owned(), offset: 0, length };
    header.sections = lengths.iter().map(section).collect();
    header.checksums = checksums;
    let encoded = header.encode().map_or(0, |encoded| encoded.len());
    let sections = lengths.iter().map(|&length| ("trie", length));
    if let Ok((_, placed)) = Layout::place((Prelude::LENGTH + encoded) as u64, sections) {
        header.sections = placed;
    }
    header
}

/// Opens a file that begins with `header` and goes on with `rest`; and once more with the length that
/// follows from the header, as only then the payload is read.
fn behind_prelude(header: &[u8], rest: &[u8]) {
    if let Ok(decoded) = Header::decode(header) {
        assert_eq!(decoded.encode().as_deref(), Ok(header), "one header, one encoding");
    }
    let mut file = [&Prelude::of(header).to_bytes(), header, rest].concat();
    open(&file);
    if let Err(FormatError::WrongLength { expected, .. }) = TableFile::open(&file[..])
        && expected <= LONGEST
    {
        file.resize(expected as usize, 0);
        open(&file);
    }
}

fn open(bytes: &[u8]) {
    let Ok(file) = TableFile::open(bytes) else { return };
    for section in &file.header().sections {
        let range = section.offset as usize..(section.offset + section.length) as usize;
        assert!(bytes.get(range).is_some(), "{section:?} of {} bytes", bytes.len());
    }
    let _ = file.section("trie");
    let mut read = 0;
    let checked = file.verify_bytes(|bytes| {
        read += bytes;
        true
    });
    let payload = &file.layout().payload;
    assert!(checked.is_err() || read == payload.end - payload.start);
}
