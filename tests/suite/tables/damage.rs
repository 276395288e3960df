//! Damage to a table's bytes is noticed, and never causes a panic.

use perfectplay_format::Prelude;

use super::common::*;

/// A table of many chunks.
fn table() -> (TempDir, PathBuf, Vec<u8>) {
    let (directory, path) = built(&planned("tower-4"));
    let bytes = fs::read(&path).unwrap();
    (directory, path, bytes)
}

fn problem(path: &Path) -> String {
    let error = Access::read().open(path).unwrap_err();
    assert!(error.problem.is_damage(), "{error}");
    error.to_string()
}

#[test]
fn a_table_cut_off_at_any_chunk_is_not_opened() {
    let (_directory, path, bytes) = table();
    let payload = TableFile::open(&bytes[..]).unwrap().layout().payload.clone();
    let boundaries = (payload.start..=payload.end).step_by(CHUNK as usize);
    for length in boundaries.chain([0, 1, 7, 8, 31, 32, 33, 400, bytes.len() as u64 - 1]) {
        replace(&path, &bytes[..length as usize]);
        let message = problem(&path);
        assert!(message.contains("tower-4.table: "), "{message}");
    }
}

#[test]
fn any_flipped_bit_of_prelude_or_header_is_noticed_when_opening() {
    let (_directory, _path, mut bytes) = table();
    let header_end = Prelude::LENGTH + Prelude::parse(&bytes).unwrap().header_length as usize;
    for byte in 0..header_end {
        for bit in 0..8 {
            bytes[byte] ^= 1 << bit;
            assert!(TableFile::open(&bytes[..]).is_err(), "byte {byte}, bit {bit}");
            bytes[byte] ^= 1 << bit;
        }
    }
    TableFile::open(&bytes[..]).unwrap();
}

#[test]
fn any_flipped_byte_behind_the_header_is_found_by_verify() {
    let (_directory, path, bytes) = table();
    let header_end = Prelude::LENGTH + Prelude::parse(&bytes).unwrap().header_length as usize;
    let file = TableFile::open(&bytes[..]).unwrap();
    let (payload, sections) = (file.layout().payload.clone(), file.header().sections.clone());
    let mut places = vec![header_end as u64, payload.start - 1, payload.start, payload.end - 1];
    places.extend(sections.iter().map(|section| section.offset + section.length));
    places.extend([payload.end, bytes.len() as u64 - 1]);
    places.extend((payload.start..payload.end).step_by(10_007));
    for place in places {
        replace(&path, &flipped(&bytes, place as usize, 0x10));
        assert!(verify(&path, Depth::Bytes).is_err(), "byte {place}");
    }
}

#[test]
fn a_longer_file_a_copy_made_as_text_and_a_foreign_or_newer_file_are_told_apart() {
    let (_directory, path, bytes) = table();
    let text = bytes.clone().into_iter().filter(|&byte| byte != b'\r').collect::<Vec<u8>>();
    let mut newer = bytes.clone();
    newer[8] = 2;
    let longer = [&bytes[..], &[0]].concat();
    let lengths = format!("it has {} bytes instead of {}", longer.len(), bytes.len());
    for (damaged, expected) in [
        (longer, lengths.as_str()),
        (text, "its line ends were changed: it was copied as text, copy it as binary"),
        (b"\x7fELF and so on, a program".to_vec(), "this is not a perfectplay table"),
        (newer, "its format is version 2, and this program reads version 1"),
    ] {
        replace(&path, &damaged);
        let message = problem(&path);
        assert!(message.contains(expected), "{message}");
        let is_newer = Access::read().open(&path).unwrap_err().problem.is_newer();
        assert_eq!(is_newer, expected.contains("version 2"));
    }
}
