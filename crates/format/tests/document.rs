//! FORMAT.md says what the code does. What it says of the fields of headers and of the committed
//! tables is compared by `tables/test_check.py`.
#![allow(clippy::unwrap_used)]

use perfectplay_format::{
    ALIGNMENT, CHUNK, Header, MAGIC, MAX_HEADER, Parameter, Prelude, Quantity, Section, Statistic,
    TableFile, VERSION,
};

const DOCUMENT: &str = include_str!("../FORMAT.md");

fn header() -> Header {
    Header {
        game: "game".to_owned(),
        name: "name".to_owned(),
        rules: "rules".to_owned(),
        encoding: "encoding".to_owned(),
        parameters: vec![Parameter { name: "parameter".to_owned(), value: 20 }],
        board: "board".to_owned(),
        states: 7,
        sections: vec![
            Section { name: "one".to_owned(), offset: 4096, length: 5000 },
            Section { name: "two".to_owned(), offset: 12288, length: 1 },
        ],
        checksums: 99,
        statistics: vec![
            Statistic { name: "count".to_owned(), value: Quantity::Count(3) },
            Statistic { name: "real".to_owned(), value: Quantity::Real(0.5) },
            Statistic { name: "integer".to_owned(), value: Quantity::Integer(-4) },
        ],
    }
}

#[test]
fn a_header_is_decoded_as_it_was_encoded() {
    assert_eq!(Header::decode(&header().encode().unwrap()), Ok(header()));
}

#[test]
#[cfg_attr(miri, ignore = "it searches a long text, which Miri takes minutes for")]
fn the_document_names_the_magic_the_version_and_all_sizes() {
    let words: Vec<&str> = DOCUMENT.split_ascii_whitespace().collect();
    let text = words.join(" ");
    assert!(text.contains(&format!("multiple of {ALIGNMENT} ")));
    assert!(text.contains(&format!("each chunk of {CHUNK} payload")));
    assert!(text.contains(&format!("at least {} bytes, and the magic", Prelude::LENGTH)));
    assert!(text.contains(&format!("| header length, at most {MAX_HEADER} |")));
    assert!(text.contains(&format!("| format version: {VERSION} |")));
    let magic: Vec<String> = MAGIC.iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(text.contains(&format!("| magic: `{}` |", magic.join(" "))));
}

#[test]
fn the_decoder_refuses_lengths_that_ask_for_large_amounts_of_memory() {
    let mut encoded = header().encode().unwrap();
    encoded[0..8].copy_from_slice(&u64::MAX.to_le_bytes());
    assert!(Header::decode(&encoded).is_err());
    encoded[0..8].copy_from_slice(&(1u64 << 40).to_le_bytes());
    assert!(Header::decode(&encoded).is_err());
}

#[test]
fn texts_with_control_characters_are_refused() {
    for change in [
        |header: &mut Header| header.game = "one\ntwo".to_owned(),
        |header: &mut Header| header.name = "\u{1b}[31m".to_owned(),
        |header: &mut Header| header.sections[0].name = "a\tb".to_owned(),
        |header: &mut Header| header.statistics[0].name = "\u{202e}".to_owned(),
        |header: &mut Header| header.board = "\r".to_owned(),
    ] {
        let mut header = header();
        change(&mut header);
        let error = Header::decode(&header.encode().unwrap()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "its header cannot be decoded: a text has characters that are not printable ASCII"
        );
    }
}

#[test]
fn no_bytes_make_opening_panic() {
    for seed in 0..256 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let bytes: Vec<u8> = (0..rng.usize(..200)).map(|_| rng.u8(..)).collect();
        let _ = TableFile::open(&bytes[..]);
        let mut file = Prelude::of(&bytes).to_bytes().to_vec();
        file.extend_from_slice(&bytes);
        let _ = TableFile::open(file);
    }
}
