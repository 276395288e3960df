//! The smallest intact tables of each encoding that have all of its parts.

use perfectplay::GameRef;
use perfectplay_query::OpenError;
use perfectplay_tables::{VerifiedTable, VerifyError};

use crate::damage::prelude::*;
use crate::intact::{of_board, verify_as};

/// An intact table.
pub(super) struct Kind {
    pub(super) header: Header,
    pub(super) bytes: Vec<u8>,
    /// Where its parts begin and end.
    pub(super) marks: Vec<usize>,
    /// Its game, if that is not built in.
    pub(super) custom: Option<GameRef>,
}

impl Kind {
    pub(super) fn new(bytes: Vec<u8>) -> Self {
        let file = TableFile::open(&bytes[..]).unwrap();
        let (header, layout) = (file.header().clone(), file.layout());
        let parts =
            header.sections.iter().flat_map(|part| [part.offset, part.offset + part.length]);
        let all =
            [0, 8, 12, 16, 24, 32, layout.payload.start, layout.payload.end, layout.checksums.end];
        let marks = parts.chain(all).map(|mark| mark as usize).collect();
        Self { header, bytes, marks, custom: None }
    }

    /// Tables with these bytes under this table's name.
    fn tables(&self, bytes: &[u8]) -> Tables {
        Tables::default().with_bytes(&self.header.name, bytes)
    }

    pub(super) fn open(&self, bytes: &[u8]) -> Result<AnyTable, OpenError> {
        let (tables, name) = (self.tables(bytes), &self.header.name);
        match &self.custom {
            None => tables.read(name, Table::new).map(Box::new).map(AnyTable::BuiltIn),
            Some(game) => tables.read(name, |file| game.shared().open(file)).map(AnyTable::Custom),
        }
    }

    pub(super) fn verify(&self, bytes: &[u8], depth: Depth) -> Result<VerifiedTable, VerifyError> {
        let (tables, place) = (self.tables(bytes), TablePlace::Program(self.header.name.clone()));
        let verified = verify(&tables, &place, depth);
        let Some(game) = &self.custom else { return verified };
        let by_rules = verify_as(slice::from_ref(game), &tables, &place, depth);
        assert!(
            verified.is_ok() || depth == Depth::Bytes || by_rules.is_err(),
            "{:?}",
            verified.err()
        );
        by_rules
    }
}

/// An opened table.
pub(super) enum AnyTable {
    BuiltIn(Box<Table>),
    Custom(Box<dyn ErasedTable>),
}

/// For number with plies there is one whose trie has no nodes, one with one level of them, and one with more.
pub(super) static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let tables: [TableRef; 12] = [
        planned("number-9"),
        planned("number-12"),
        planned("number-17"),
        planned("number-24"),
        planned("tower-1"),
        of_board("contour", "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n"),
        of_board("contour", "1 2\n2147483647 5\n7 2147483646\n"),
        planned("stake-2"),
        of_board("stake", "3\n01.\n.0.\n1.0\n"),
        planned("tokens-2x3"),
        of_board("tokens", "3 4\n..#.\n...#\n.#..\n"),
        planned("chomp-3x4"),
    ];
    tables.iter().map(built_bytes).map(Kind::new).chain([segments()]).collect()
});

/// A small bar stored like the large ones; no build makes such a table.
fn segments() -> Kind {
    let (rows, columns) = (4, 7);
    let mut parts = Parts::of(&built_bytes(&planned(&format!("chomp-{rows}x{columns}"))));
    let outcomes = chomp::Solver::new(rows, columns).unwrap();
    parts.sections[0] = outcomes.solve(Control::SILENT).unwrap().bytes().to_vec();
    parts.header.encoding = "segments1".to_owned();
    parts.header.sections[0].name = "entries".to_owned();
    Kind::new(parts.file().unwrap())
}

/// The names and the files of intact tables: of each encoding that fits into memory, and of all games that are built
/// in.
pub fn sound_tables() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    KINDS.iter().map(|kind| (&*kind.header.name, &kind.bytes[..]))
}
