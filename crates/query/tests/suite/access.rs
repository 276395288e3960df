//! Reading and mapping a file give the same table, or the same error; and so does a file that is
//! inside a program.
#![cfg(feature = "mmap")]

use std::fs;
use std::path::Path;

use crate::golden_folder as golden;
use perfectplay_core::number::Layer;
use perfectplay_core::tokens;
use perfectplay_format::FormatError;
use perfectplay_query::{
    Access, Bytes, EmbeddedTables, Entries, NumberTable, Problem, Table, TableFolder,
    TokensContents,
};

/// Reading, and mapping.
fn both() -> [Access; 2] {
    #[expect(unsafe_code, reason = "a map is what is tested")]
    // SAFETY: no test changes or shortens a file that it has open, and no other program uses them.
    let map = unsafe { Access::map() };
    [Access::read(), map]
}

/// A table's answers for some of its positions, as text.
fn answers(table: &Table<Bytes>) -> Vec<String> {
    let step = (table.header().states as usize / 2_000).max(1);
    let indices = (0..table.header().states).step_by(step);
    match table {
        Table::Number(NumberTable::Plies(table)) => indices
            .map(|index| table.position(index).unwrap())
            .map(|position| format!("{:?}", table.answer(&position)))
            .collect(),
        Table::Number(NumberTable::Outcomes(table)) => (2..=table.bound())
            .flat_map(|largest| Layer::new(largest).ascending())
            .step_by(step)
            .map(|position| format!("{:?}", table.answer(&position)))
            .collect(),
        Table::Tower(table) => indices
            .map(|index| table.position(index).unwrap())
            .map(|tower| format!("{:?}", table.answer(&tower)))
            .collect(),
        Table::Contour(table) => indices
            .map(|index| table.position(index).unwrap())
            .map(|contour| format!("{:?}", table.answer(&contour)))
            .collect(),
        Table::Stake(table) => indices
            .map(|index| table.position(index).unwrap())
            .map(|board| format!("{:?}", table.answer(&board)))
            .collect(),
        Table::Chomp(table) => indices
            .map(|index| table.position(index).unwrap())
            .map(|position| format!("{:?}", table.answer(&position)))
            .collect(),
        Table::Tokens(table) => {
            let starts: Vec<tokens::Position> = match table.contents() {
                TokensContents::Family(family) => {
                    indices.map(|index| family.position(index).unwrap()).collect()
                }
                TokensContents::Board(reader, _) => {
                    let board = reader.board();
                    let pairs = tokens::Index::new(board);
                    (0..pairs.len())
                        .map(|number| pairs.pair(number).unwrap())
                        .map(|pair| tokens::Position::new(board.clone(), pair).unwrap())
                        .collect()
                }
            };
            starts.iter().map(|start| format!("{:?}", table.answer(start))).collect()
        }
    }
}

/// The table of a file as a program contains it. A program may put it at any address.
fn embedded(name: &str) -> Table<Bytes> {
    let mut bytes = vec![0];
    bytes.extend(fs::read(golden().join(format!("{name}.table"))).unwrap());
    let (name, bytes): (&str, &[u8]) = (name.to_owned().leak(), &bytes.leak()[1..]);
    EmbeddedTables::new(vec![(name, bytes)].leak()).open(name).unwrap()
}

#[test]
fn tables_of_all_games_answer_the_same_read_mapped_and_embedded() {
    let mut games = Vec::new();
    let folders = both().map(|access| TableFolder::new(golden()).with_access(access));
    for name in folders[0].names().unwrap() {
        let [read, mapped] = folders.each_ref().map(|folder| folder.open(&name).unwrap());
        let (read_bytes, mapped_bytes) =
            (folders[0].file(&name).unwrap(), folders[1].file(&name).unwrap());
        assert!(read_bytes.bytes() == mapped_bytes.bytes(), "{name}");
        let answers = [&read, &mapped, &embedded(&name)].map(answers);
        assert!(answers[0] == answers[1] && answers[0] == answers[2], "{name}");
        assert!(!answers[0].is_empty() && answers[0].iter().all(|answer| answer.starts_with("Ok")));
        games.push(read.game());
    }
    games.sort_unstable();
    games.dedup();
    assert_eq!(games, perfectplay_core::Game::ALL);
}

/// The problem of a file, which must be the same for reading and for mapping.
fn problem(path: &Path) -> Problem {
    let [read, mapped] = both().map(|access| access.open(path).unwrap_err());
    assert_eq!(read.to_string(), mapped.to_string());
    assert_eq!(format!("{:?}", read.problem), format!("{:?}", mapped.problem));
    read.problem
}

#[test]
fn a_file_that_is_not_a_sound_table_gives_the_same_error_read_and_mapped() {
    let directory = tempfile::tempdir().unwrap();
    let sound = fs::read(golden().join("tower-2.table")).unwrap();
    let path = |name: &str| directory.path().join(name);
    let written = |name: &str, bytes: &[u8]| {
        fs::write(path(name), bytes).unwrap();
        problem(&path(name))
    };
    assert!(matches!(problem(&path("none.table")), Problem::Missing));
    assert!(matches!(problem(directory.path()), Problem::NotAFile));
    let empty = written("empty.table", b"");
    assert!(matches!(empty, Problem::Format(FormatError::TooShort { length: 0 })), "{empty}");
    let short = written("short.table", &sound[..31]);
    assert!(matches!(short, Problem::Format(FormatError::TooShort { length: 31 })), "{short}");
    let length = sound.len() as u64;
    let cut = written("cut.table", &sound[..sound.len() - 4096]);
    assert!(
        matches!(cut, Problem::Format(FormatError::WrongLength { expected, found })
            if expected == length && found == length - 4096),
        "{cut}"
    );
    let foreign = written("foreign.table", b"\x7fELF and so on: a program and no table");
    assert!(matches!(foreign, Problem::Format(FormatError::NotATable)), "{foreign}");
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read_gives_the_same_error_read_and_mapped() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("mine.table");
    fs::write(&path, b"bytes").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    // Root may read everything.
    if fs::File::open(&path).is_err() {
        assert!(matches!(problem(&path), Problem::Io(_)));
    }
}
