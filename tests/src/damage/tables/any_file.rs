//! Files of any contents: opening one and checking its bytes never panics, and the sections of an opened table lie
//! within the file.

use perfectplay_format::{FormatError, TableFile};

use super::sound::KINDS;
use crate::damage::prelude::*;

/// The longest file that is made.
const LONGEST: u64 = 1 << 20;

/// Any file: any bytes, or any header after a prelude with its length and checksum.
pub(crate) fn any_file(choices: &mut Choices<'_>) -> Case {
    let sound = &KINDS[1];
    let (bytes, header) = match choices.below(4) {
        0 => (choices.bytes(1 << 12), None),
        1 => (in_any_way(choices, &sound.bytes, &sound.marks, &[]).bytes, None),
        2 => {
            let encoded = sound.header.encode().unwrap();
            let marks: Vec<usize> = (0..encoded.len()).step_by(4).collect();
            let encoded = in_any_way(choices, &encoded, &marks, &[]).bytes;
            (beginning(&encoded), Some(encoded))
        }
        _ => {
            let encoded = with_sections(choices, &sound.header).encode().unwrap();
            (beginning(&encoded), Some(encoded))
        }
    };
    let how = format!("the file {:?}", &bytes[..bytes.len().min(1 << 10)]);
    let rest = choices.bytes(1 << 8);
    let judge = move || {
        if let Some(encoded) = &header
            && let Ok(decoded) = Header::decode(encoded)
        {
            assert_eq!(decoded.encode().as_ref(), Ok(encoded), "one header, one encoding");
        }
        let opened = opens(&bytes);
        let mut file = [bytes, rest].concat();
        // And with the length that follows from the header, as the payload is only read then.
        if let Err(FormatError::WrongLength { expected, .. }) = TableFile::open(&file[..])
            && expected <= LONGEST
        {
            file.resize(expected as usize, 0);
        }
        if opens(&file) || opened { Fate::Denounced } else { Fate::Refused }
    };
    Case { how, length: LONGEST as usize, judge: Box::new(judge) }
}

/// A header with sections of any lengths, in their correct places if those exist, or in any.
fn with_sections(choices: &mut Choices<'_>, sound: &Header) -> Header {
    let lengths: Vec<u64> = (0..choices.below(8)).map(|_| choices.extreme(4096)).collect();
    let section = |&length: &u64| Section { name: "trie".to_owned(), offset: 0, length };
    let sections = lengths.iter().map(section).collect();
    let mut header = Header { sections, checksums: choices.number(), ..sound.clone() };
    let _ = place(&mut header, &lengths);
    for section in &mut header.sections {
        if choices.below(8) == 7 {
            section.offset = choices.extreme(section.offset);
        }
    }
    header
}

/// Opens a file and checks its bytes; whether it was opened.
pub(super) fn opens(bytes: &[u8]) -> bool {
    let Ok(file) = TableFile::open(bytes) else { return false };
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
    true
}
