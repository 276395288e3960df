//! Prelude, header, payload and checksums.

use xxhash_rust::xxh3::xxh3_64;

use super::integer;

/// An opened table.
pub struct File<'a> {
    pub game: &'a str,
    pub name: &'a str,
    pub rules: &'a str,
    pub encoding: &'a str,
    pub parameters: Vec<(&'a str, u64)>,
    pub board: &'a str,
    pub states: u64,
    pub sections: Vec<(&'a str, &'a [u8])>,
    /// Names and figures, with the kind of each.
    pub statistics: Vec<(&'a str, String)>,
    checksums: u64,
    header_end: usize,
    payload: (usize, usize),
    bytes: &'a [u8],
}

/// Takes the fields off the front of a header.
struct Cursor<'a>(&'a [u8]);

impl<'a> Cursor<'a> {
    fn bytes(&mut self, length: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        taken
    }

    fn u64(&mut self) -> u64 {
        integer(self.bytes(8))
    }

    fn text(&mut self) -> &'a str {
        let length = self.u64() as usize;
        let text = std::str::from_utf8(self.bytes(length)).unwrap();
        assert!(text.bytes().all(|byte| matches!(byte, 0x20..=0x7e | 0x0a)), "{text:?}");
        text
    }

    fn list<T>(&mut self, item: impl Fn(&mut Self) -> T) -> Vec<T> {
        (0..self.u64()).map(|_| item(self)).collect()
    }

    fn quantity(&mut self) -> String {
        match integer(self.bytes(4)) {
            0 => format!("count {}", self.u64()),
            1 => format!("real {}", f64::from_bits(self.u64())),
            2 => format!("integer {}", self.u64().cast_signed()),
            other => panic!("no quantity begins with {other}"),
        }
    }
}

impl<'a> File<'a> {
    /// Opens a table as a reader must.
    pub fn open(bytes: &'a [u8]) -> Self {
        assert_eq!(&bytes[..8], b"\x89PPT\r\n\x1a\n", "the magic");
        assert_eq!(integer(&bytes[8..12]), 1, "the version");
        assert_eq!(integer(&bytes[24..32]), xxh3_64(&bytes[..24]), "the prelude's checksum");
        let length = integer(&bytes[12..16]) as usize;
        assert!(length <= 65536, "the header's length");
        let header_end = 32 + length;
        let header = &bytes[32..header_end];
        assert_eq!(integer(&bytes[16..24]), xxh3_64(header), "the header's checksum");

        let mut cursor = Cursor(header);
        let [game, name, rules, encoding] = [(); 4].map(|()| cursor.text());
        let parameters = cursor.list(|cursor| (cursor.text(), cursor.u64()));
        let (board, states) = (cursor.text(), cursor.u64());
        let placed = cursor.list(|cursor| (cursor.text(), cursor.u64(), cursor.u64()));
        let checksums = cursor.u64();
        let statistics = cursor.list(|cursor| (cursor.text(), cursor.quantity()));
        assert!(cursor.0.is_empty(), "nothing follows the last field");

        let start = header_end.next_multiple_of(4096);
        let mut end = start;
        let mut sections = Vec::new();
        for (name, offset, length) in placed {
            assert_eq!(offset, end as u64, "where a section begins");
            sections.push((name, &bytes[end..][..length as usize]));
            end = (end + length as usize).next_multiple_of(4096);
        }
        assert_eq!(bytes.len(), end + 8 * (end - start).div_ceil(65536), "the file's length");
        Self {
            game,
            name,
            rules,
            encoding,
            parameters,
            board,
            states,
            sections,
            statistics,
            checksums,
            header_end,
            payload: (start, end),
            bytes,
        }
    }

    /// Opens a table of a game, with these encoding and sections.
    pub fn open_as(bytes: &'a [u8], game: &str, encoding: &str, sections: &[&str]) -> Self {
        let file = Self::open(bytes);
        assert_eq!((file.game, file.rules), (game, format!("{game}/1").as_str()));
        assert_eq!(file.encoding, encoding);
        let names: Vec<&str> = file.sections.iter().map(|&(name, _)| name).collect();
        assert_eq!(names, sections);
        file
    }

    /// The values of the parameters of a family, which must have these names, and make the table's
    /// name.
    pub fn parameters<const N: usize>(&self, names: [&str; N]) -> [u64; N] {
        assert!(self.board.is_empty());
        let found: Vec<&str> = self.parameters.iter().map(|&(name, _)| name).collect();
        assert_eq!(found, names);
        let values: Vec<u64> = self.parameters.iter().map(|&(_, value)| value).collect();
        let sizes: Vec<String> = values.iter().map(u64::to_string).collect();
        assert_eq!(self.name, format!("{}-{}", self.game, sizes.join("x")));
        values.try_into().unwrap()
    }

    /// Checks that the table is of one board, that this is written as `board` and that the table
    /// has its name: the fingerprint is that of `bytes`.
    pub fn check_board(&self, board: &str, bytes: &[u8]) {
        assert!(self.parameters.is_empty());
        assert_eq!(self.board, board);
        let fingerprint = xxh3_64(bytes) % (1 << 32);
        assert_eq!(self.name, format!("{}-{fingerprint:08x}", self.game));
    }

    /// Checks the first statistic, which some tables have.
    pub fn check_raw_states(&self, expected: u64) {
        assert_eq!(self.statistics[0], ("raw_states", format!("count {expected}")));
    }

    /// A section, which must have so many bytes.
    pub fn section(&self, number: usize, length: u64) -> &'a [u8] {
        let section = self.sections[number].1;
        assert_eq!(section.len() as u64, length, "the length of a section");
        section
    }
}

/// Checks of a table what a verifier must check of all tables, beyond opening it.
pub fn verify(bytes: &[u8]) {
    let file = File::open(bytes);
    let (start, end) = file.payload;
    let zeros = |from: usize, to: usize| assert!(bytes[from..to].iter().all(|&byte| byte == 0));
    zeros(file.header_end, start);
    let list = &bytes[end..];
    assert_eq!(file.checksums, xxh3_64(list), "the list of checksums");
    let chunks = file.bytes[start..end].chunks(65536);
    assert!(chunks.map(xxh3_64).eq(list.chunks(8).map(integer)), "the chunks");
    let mut place = start;
    for (_, section) in &file.sections {
        zeros(place + section.len(), (place + section.len()).next_multiple_of(4096));
        place = (place + section.len()).next_multiple_of(4096);
    }
}
