//! The smallest intact tables of each encoding that have all of its parts.

use std::sync::LazyLock;

use perfectplay_core::control::Control;
use perfectplay_core::{chomp, contour, stake};
use perfectplay_oracle::ErasedTable;
use perfectplay_query::{
    Family, Header, Instance, OpenError, Table, TableFile, TableFolder, TableId, TablePlace, Tables,
};
use perfectplay_solve::Described;
use perfectplay_tables::{Build, Depth, Verified, VerifyError, build, verify, verify_own};

use crate::damage::case::directory;
use crate::parts::Parts;

/// An intact table.
pub(super) struct Kind {
    pub(super) header: Header,
    pub(super) bytes: Vec<u8>,
    /// Where its parts begin and end.
    pub(super) marks: Vec<usize>,
    /// Its game, if that is not built in.
    pub(super) own: Option<Described>,
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
        Self { header, bytes, marks, own: None }
    }

    fn built(id: &TableId) -> Self {
        let directory = directory();
        let folder = TableFolder::new(directory.path());
        let built = build(id, &folder, Build::default(), Control::SILENT, |_| {}).unwrap();
        Self::new(std::fs::read(built.path).unwrap())
    }

    /// Tables with these bytes under this table's name.
    fn tables(&self, bytes: &[u8]) -> Tables {
        Tables::default().with_bytes(&self.header.name, bytes)
    }

    pub(super) fn open(&self, bytes: &[u8]) -> Result<Opened, OpenError> {
        let (tables, name) = (self.tables(bytes), &self.header.name);
        match &self.own {
            None => tables.read(name, Table::new).map(Box::new).map(Opened::BuiltIn),
            Some(game) => tables.read(name, |file| game.asked.shared().open(file)).map(Opened::Own),
        }
    }

    pub(super) fn verify(&self, bytes: &[u8], depth: Depth) -> Result<Verified, VerifyError> {
        let (tables, place) = (self.tables(bytes), TablePlace::Program(self.header.name.clone()));
        let verified = verify(&tables, &place, depth, Control::SILENT);
        let Some(game) = &self.own else { return verified };
        let own = verify_own(&*game.made, &tables, &place, depth, u64::MAX, Control::SILENT);
        assert!(verified.is_ok() || depth == Depth::Bytes || own.is_err(), "{:?}", verified.err());
        own
    }
}

/// An opened table.
pub(super) enum Opened {
    BuiltIn(Box<Table>),
    Own(Box<dyn ErasedTable>),
}

/// For number with plies there is one whose trie has no nodes, one with one level of them, and one with more.
pub(super) static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let board = |rows: &[&[u32]], other: &[&[u32]]| {
        let scores = |rows: &[&[u32]]| rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>();
        Instance::from(contour::Board::new(&scores(rows), &scores(other)).unwrap()).into()
    };
    let tokens = perfectplay_core::tokens::Board::from_contest("3 4\n..#.\n...#\n.#..\n").unwrap();
    let tables: [TableId; 12] = [
        "number-9".parse::<Family>().unwrap().into(),
        "number-12".parse::<Family>().unwrap().into(),
        "number-17".parse::<Family>().unwrap().into(),
        "number-24".parse::<Family>().unwrap().into(),
        "tower-1".parse::<Family>().unwrap().into(),
        board(&[&[2, 7, 3], &[9, 1, 2]], &[&[3, 7, 2], &[2, 3, 1]]),
        board(&[&[i32::MAX as u32, 5]], &[&[7, i32::MAX as u32 - 1]]),
        "stake-2".parse::<Family>().unwrap().into(),
        Instance::from("01./.0./1.0".parse::<stake::Position>().unwrap()).into(),
        "tokens-2x3".parse::<Family>().unwrap().into(),
        Instance::from(tokens).into(),
        "chomp-3x4".parse::<Family>().unwrap().into(),
    ];
    tables.iter().map(Kind::built).chain([segments()]).collect()
});

/// A small bar stored like the large ones; no build makes such a table.
fn segments() -> Kind {
    let (rows, columns) = (4, 7);
    let mut parts = Parts::of(
        &Kind::built(&Family::new(perfectplay_core::Game::Chomp, (rows, columns)).unwrap().into())
            .bytes,
    );
    let outcomes = chomp::Solver::new(rows.into(), columns.into()).unwrap();
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
