//! Tables of which only the bytes that answers need are here.

use perfectplay_query::{RemoteBytes, SupplyError};

use super::positions::with_positions;
use crate::common::*;

/// The file of a small table that programs contain.
fn small(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../crates/games/tables/{name}.table"))
}

/// A table elsewhere, and what was fetched of it.
pub struct Elsewhere {
    pub bytes: Vec<u8>,
    pub remote: Arc<RemoteBytes>,
    pub rounds: u32,
}

impl Elsewhere {
    pub fn new(bytes: Vec<u8>) -> Self {
        let remote = Arc::new(RemoteBytes::new(bytes.len() as u64));
        Self { bytes, remote, rounds: 0 }
    }

    /// Hands over what is missing, and says whether anything was.
    fn fetch(&mut self) -> bool {
        let needs = self.remote.needs();
        self.rounds += u32::from(!needs.is_empty());
        for range in &needs {
            let bytes = &self.bytes[range.start as usize..range.end as usize];
            self.remote.supply(range.start, bytes.into()).unwrap();
        }
        !needs.is_empty()
    }

    /// Does something until it needed nothing that was missing.
    pub fn until_all_is_here<T>(&mut self, mut attempt: impl FnMut() -> T) -> T {
        loop {
            let result = attempt();
            if !self.fetch() {
                return result;
            }
        }
    }

    pub fn open<T>(&mut self, name: &str, read: fn(TableFile<Bytes>) -> Result<T, Problem>) -> T {
        let (remote, length) = (self.remote.clone(), self.bytes.len() as u64);
        let tables = Tables::default().with_reader(name, remote, length);
        self.until_all_is_here(|| tables.read(name, read)).unwrap()
    }
}

fn whole(bytes: Vec<u8>) -> Table {
    Table::new(TableFile::open(Bytes::from(bytes)).unwrap()).unwrap()
}

/// A table's answers for some of its positions, each asked for in a way.
pub fn answers(table: &Table, mut way: impl FnMut(&dyn Fn() -> String) -> String) -> Vec<String> {
    let step = (table.header().states as usize / 2_000).max(1);
    with_positions!(table, |table, positions| positions
        .step_by(step)
        .map(|position| way(&|| format!("{:?}", table.answer(&position))))
        .collect())
}

#[test]
fn answers_are_those_of_the_whole_table() {
    let stake = small("stake-4");
    for path in TableFolder::new(golden()).files().unwrap().into_iter().chain([stake]) {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let bytes = fs::read(&path).unwrap();
        let whole = whole(bytes.clone());
        let mut elsewhere = Elsewhere::new(bytes);
        let table = elsewhere.open(name, Table::new);
        // The header; the list of checksums with the sections that have to be in memory.
        assert!(elsewhere.rounds <= 3, "{name} was opened in {} rounds", elsewhere.rounds);
        let expected = answers(&whole, |ask| ask());
        let found = answers(&table, |ask| elsewhere.until_all_is_here(ask));
        assert_eq!(expected, found, "{name}");
    }
}

/// Who passes a table on reads it as a file.
#[test]
fn any_bytes_can_be_read() {
    let mut elsewhere = Elsewhere::new(fs::read(small("number-40")).unwrap());
    let all = elsewhere.bytes.len();
    let remote = elsewhere.remote.clone();
    for start in (0..all).step_by(8_191) {
        for length in [1, 300, 70_000, all] {
            let expected = elsewhere.bytes[start..all.min(start + length)].to_vec();
            let mut found = vec![0; expected.len()];
            let read = |found: &mut [u8]| remote.read_exact_at(found, start as u64);
            elsewhere.until_all_is_here(|| read(&mut found)).unwrap();
            assert!(found == expected, "{length} bytes from {start}");
        }
    }
    remote.read_exact_at(&mut [0; 2], all as u64 - 1).unwrap_err();
    remote.read_exact_at(&mut [0; 2], u64::MAX).unwrap_err();
}

/// However many moves a position has, its bytes are found out in a few attempts, and no others are fetched.
#[test]
fn an_answer_needs_the_parts_of_its_entries() {
    let mut elsewhere = Elsewhere::new(fs::read(small("stake-4")).unwrap());
    let table = elsewhere.open("stake-4", StakeTable::new);
    let opened = elsewhere.rounds;
    let position = "..../..../..../....".parse().unwrap();
    let answer = elsewhere.until_all_is_here(|| table.answer(&position));
    assert_eq!(answer.unwrap().value.to_string(), "0");
    assert!(elsewhere.rounds <= opened + 2, "{opened} and then {}", elsewhere.rounds);
    let (kept, all) = (elsewhere.remote.kept(), elsewhere.bytes.len() as u64);
    assert!(kept < all / 2, "{kept} of {all}");
}

#[test]
fn bytes_of_something_else_are_refused_and_not_kept() {
    let bytes = golden_table("tower-2");
    let length = bytes.len() as u64;
    let remote = Arc::new(RemoteBytes::new(length));
    let tables = Tables::default().with_reader("tower-2", remote.clone(), length);
    let mut refused = 0;
    loop {
        let found = tables.read("tower-2", Table::new);
        let found = found.map(|table| answers(&table, |ask| ask()));
        let needs = remote.needs();
        let Some(range) = needs.first().cloned() else {
            assert_eq!(found.unwrap(), answers(&whole(bytes), |ask| ask()));
            break;
        };
        let good = bytes[range.start as usize..range.end as usize].to_vec();
        let mut flipped = good.clone();
        *flipped.last_mut().unwrap() ^= 1;
        // The first bytes are a header and zeros, which hold nothing.
        flipped[40.min(good.len() - 1)] ^= 4;
        let html = b"<!doctype html>".repeat(good.len() / 15 + 1)[..good.len()].to_vec();
        for bad in [flipped, html, good[1..].to_vec(), vec![0; good.len()], Vec::new()] {
            remote.supply(range.start, bad.into()).unwrap_err();
            assert_eq!(remote.needs(), needs);
            refused += 1;
        }
        let error = remote.supply(range.start + 1, good.clone().into()).unwrap_err();
        let (start, end) = (range.start + 1, range.end + 1);
        assert_eq!(error.to_string(), format!("bytes {start} to {end} were not asked for"));
        remote.supply(range.start, good.clone().into()).unwrap();
        // It is no longer needed.
        remote.supply(range.start, good.into()).unwrap_err();
    }
    assert!(refused >= 15, "head, checksums and a chunk: {refused}");
}

/// A list of checksums of another table, and chunks in each other's place.
#[test]
fn parts_of_other_places_and_other_tables_are_refused() {
    let bytes = fs::read(small("number-40")).unwrap();
    let remote = Arc::new(RemoteBytes::new(bytes.len() as u64));
    let tables = Tables::default().with_reader("number-40", remote.clone(), bytes.len() as u64);
    let open = || tables.read("number-40", Table::new);
    open().unwrap_err();
    let supply = |start: u64, end: u64, at: u64| {
        remote.supply(at, bytes[start as usize..end as usize].into())
    };
    let head = remote.needs()[0].clone();
    supply(head.start, head.end, 0).unwrap();
    open().unwrap_err();
    let needs = remote.needs();
    let [checksums, first, second, ..] = &needs[..] else { panic!("all is needed: {needs:?}") };
    // Without the list nothing can be checked.
    supply(first.start, first.end, first.start).unwrap_err();
    supply(checksums.start, checksums.end, checksums.start).unwrap();
    let error = supply(second.start, second.end, first.start).unwrap_err();
    let is_first = |error: &_| matches!(error, FormatError::ChunkDamaged { chunk: 0, .. });
    assert!(matches!(&error, SupplyError::Format(error) if is_first(error)), "{error}");
    for range in &needs[1..] {
        supply(range.start, range.end, range.start).unwrap();
    }
    open().unwrap();
    assert!(remote.needs().is_empty());
}
