//! FORMAT.md says what the code does.
#![allow(clippy::unwrap_used)]

use perfectplay_format::{
    ALIGNMENT, CHUNK, Header, MAGIC, MAX_HEADER, Parameter, Prelude, Quantity, Section, Statistic,
    TableFile, VERSION,
};

const DOCUMENT: &str = include_str!("../FORMAT.md");

/// The cells of the table below a heading, without the table's head.
fn rows(heading: &str) -> Vec<Vec<&'static str>> {
    DOCUMENT
        .split(&format!("\n## {heading}\n"))
        .nth(1)
        .unwrap()
        .lines()
        .skip_while(|line| !line.starts_with("|---"))
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

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

/// Reads values from bytes by the types that the document names.
struct Walk<'a>(&'a [u8]);

impl Walk<'_> {
    fn number(&mut self, length: usize) -> u64 {
        let (number, rest) = self.0.split_at(length);
        self.0 = rest;
        number.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }

    fn value(&mut self, kind: &str) -> String {
        if let Some(items) = kind.strip_prefix("list of ") {
            let count = self.number(8);
            let item = |walk: &mut Self| items.split(", ").map(|kind| walk.value(kind)).collect();
            let items: Vec<String> =
                (0..count).map(|_| item(self)).map(|item: Vec<String>| item.join(" ")).collect();
            return items.join("; ");
        }
        match kind {
            "u64" => self.number(8).to_string(),
            "text" => {
                let length = self.number(8) as usize;
                let (text, rest) = self.0.split_at(length);
                self.0 = rest;
                String::from_utf8(text.to_vec()).unwrap()
            }
            "quantity" => match self.number(4) {
                0 => self.number(8).to_string(),
                1 => f64::from_bits(self.number(8)).to_string(),
                2 => (self.number(8) as i64).to_string(),
                other => panic!("quantity {other}"),
            },
            other => panic!("type {other}"),
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "it searches a long text, which Miri takes minutes for")]
fn the_header_has_the_documents_fields_in_its_order_and_types() {
    let encoded = header().encode().unwrap();
    let mut walk = Walk(&encoded);
    let found: Vec<(&str, String)> =
        rows("Header").into_iter().map(|row| (row[0], walk.value(row[1]))).collect();
    let expected = [
        ("game", "game"),
        ("name", "name"),
        ("rules", "rules"),
        ("encoding", "encoding"),
        ("parameters", "parameter 20"),
        ("board", "board"),
        ("states", "7"),
        ("sections", "one 4096 5000; two 12288 1"),
        ("checksums", "99"),
        ("statistics", "count 3; real 0.5; integer -4"),
    ]
    .map(|(field, value)| (field, value.to_owned()));
    assert_eq!(found, expected);
    assert!(walk.0.is_empty(), "bytes are left over");
    assert_eq!(Header::decode(&encoded), Ok(header()));
}

#[test]
#[cfg_attr(miri, ignore = "it searches a long text, which Miri takes minutes for")]
fn the_prelude_has_the_documents_fields_in_its_places() {
    let rows = rows("Prelude");
    let mut end = 0;
    for row in &rows {
        assert_eq!(row[0].parse::<usize>().unwrap(), end);
        end += row[1].parse::<usize>().unwrap();
    }
    assert_eq!(end, Prelude::LENGTH);

    let magic: Vec<String> = MAGIC.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(rows[0][2], format!("magic: `{}`", magic.join(" ")));
    assert_eq!(rows[1][2], format!("format version: {VERSION}"));
    assert_eq!(rows[2][2], format!("header length, at most {MAX_HEADER}"));

    let encoded = header().encode().unwrap();
    let bytes = Prelude::of(&encoded).to_bytes();
    let field = |row: usize| {
        let offset: usize = rows[row][0].parse().unwrap();
        Walk(&bytes[offset..]).number(rows[row][1].parse().unwrap())
    };
    assert_eq!(bytes[..8], MAGIC);
    assert_eq!(field(1), u64::from(VERSION));
    assert_eq!(field(2), encoded.len() as u64);
    assert_eq!(field(3), xxhash_rust::xxh3::xxh3_64(&encoded));
    assert_eq!(field(4), xxhash_rust::xxh3::xxh3_64(&bytes[..24]));
}

#[test]
#[cfg_attr(miri, ignore = "it searches a long text, which Miri takes minutes for")]
fn the_document_names_the_alignment_and_the_chunk() {
    let words: Vec<&str> = DOCUMENT.split_ascii_whitespace().collect();
    let text = words.join(" ");
    assert!(text.contains(&format!("multiple of {ALIGNMENT} ")));
    assert!(text.contains(&format!("each chunk of {CHUNK} payload")));
}

#[test]
#[cfg_attr(miri, ignore = "it searches a long text, which Miri takes minutes for")]
fn the_documents_hash_of_no_bytes_is_that_of_xxh3() {
    let found = DOCUMENT.split("That of no bytes is ").nth(1).unwrap();
    let found = found.split('.').next().unwrap().strip_prefix("0x").unwrap();
    assert_eq!(u64::from_str_radix(found, 16).unwrap(), xxhash_rust::xxh3::xxh3_64(b""));
}

#[test]
fn the_documents_example_is_a_prelude_and_a_header() {
    let dump = DOCUMENT.split("\n## An example\n").nth(1).unwrap();
    let bytes: Vec<u8> = dump
        .lines()
        .filter(|line| line.ends_with('|'))
        .flat_map(|line| line[10..].split('|').next().unwrap().split_ascii_whitespace())
        .map(|byte| u8::from_str_radix(byte, 16).unwrap())
        .collect();
    let prelude = Prelude::parse(&bytes).unwrap();
    let header_end = Prelude::LENGTH + prelude.header_length as usize;
    let header = Header::decode(&bytes[Prelude::LENGTH..header_end]).unwrap();
    assert_eq!((header.name.as_str(), header.parameter("bound")), ("number-12", Some(12)));
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
