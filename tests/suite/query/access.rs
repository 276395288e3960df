//! However a file is read it gives the same table, or the same error; and so does one that is inside a
//! program.

use crate::common::*;

/// All ways to read files.
fn all() -> [Access; 3] {
    #[expect(unsafe_code, reason = "a map is what is tested")]
    // SAFETY: no test changes or shortens a file that it has open, and no other program uses them.
    let map = unsafe { Access::map() };
    [Access::read(), Access::positioned(), map]
}

/// A table's answers for some of its positions, as text.
fn answers(table: &Table) -> Vec<String> {
    super::remote::answers(table, |ask| ask())
}

/// The table of a file that is read as something of the program's own.
fn read_at(path: &Path, name: &str) -> Table {
    let file = fs::File::open(path).unwrap();
    let length = file.metadata().unwrap().len();
    Tables::default().with_reader(name, Arc::new(file), length).read(name, Table::new).unwrap()
}

/// The table of a file as a program contains it. A program may put it at any address.
fn embedded(name: &str) -> Table {
    let mut bytes = vec![0];
    bytes.extend(golden_table(name));
    let tables = Tables::default().with_embedded(&[(name, &bytes.leak()[1..])]);
    tables.read(name, Table::new).unwrap()
}

#[test]
fn tables_of_all_games_answer_the_same_however_they_are_read() {
    let mut games = Vec::new();
    let folders = all().map(|access| TableFolder::new(golden()).with_access(access));
    for file in folders[0].files().unwrap() {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let embedded = embedded(name);
        let expected = answers(&embedded);
        assert!(!expected.is_empty() && expected.iter().all(|answer| answer.starts_with("Ok")));
        assert_eq!(answers(&read_at(&file, name)), expected, "{name}");
        let bytes = fs::read(&file).unwrap();
        for folder in &folders {
            assert_eq!(answers(&folder.read(name, Table::new).unwrap()), expected, "{name}");
            let file = folder.file(name).unwrap();
            let pieces: Vec<_> = file.pieces().map(|piece| piece.unwrap().into_owned()).collect();
            assert!(pieces.concat() == bytes, "{name}");
        }
        games.push(embedded.header().game.clone());
    }
    let names = |games: Vec<String>| games.into_iter().collect::<BTreeSet<_>>();
    let all = names(built_in().iter().map(|game| game.name().to_owned()).collect());
    assert_eq!(names(games), all);
    let tables = default_tables(&built_in());
    let games = tables.iter().map(|table| table.game().name().to_owned());
    assert_eq!(names(games.collect()), all, "each has a table by default");
}

/// The problem of a file, which must be the same however it is read.
fn problem(path: &Path) -> Problem {
    let errors = all().map(|access| access.open(path).unwrap_err());
    let texts = errors.each_ref().map(|error| (error.to_string(), format!("{:?}", error.problem)));
    assert!(texts.iter().all(|text| *text == texts[0]), "{texts:?}");
    let [error, ..] = errors;
    error.problem
}

#[test]
fn a_file_that_is_not_a_sound_table_gives_the_same_error_however_it_is_read() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("tower-2.table");
    assert!(matches!(problem(&path), Problem::Missing));
    assert!(matches!(problem(directory.path()), Problem::NotAFile));
    let sound = golden_table("tower-2");
    let length = sound.len();
    let other_length = |found: usize| format!("it has {found} bytes instead of {length}: ");
    let (cut, longer) = (other_length(length - 4096), other_length(length + 1));
    let text = sound.iter().copied().filter(|&byte| byte != b'\r').collect();
    let newer = flipped(&sound, 8, 3);
    for (bytes, expected) in [
        (Vec::new(), "0 bytes are too few for a table"),
        (sound[..31].to_vec(), "31 bytes are too few for a table"),
        (sound[..length - 4096].to_vec(), cut.as_str()),
        ([&sound[..], &[0]].concat(), longer.as_str()),
        (text, "its line ends were changed: it was copied as text, copy it as binary"),
        (b"\x7fELF and so on: a program and no table".to_vec(), "this is not a perfectplay table"),
        (newer, "its format is version 2, and this program reads version 1"),
    ] {
        fs::write(&path, bytes).unwrap();
        let problem = problem(&path);
        assert!(problem.is_damage() && problem.to_string().starts_with(expected), "{problem}");
        assert_eq!(problem.is_newer(), expected.contains("version 2"));
    }
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

/// What is at the path becomes a table and a pipe in turn while it is opened: no open waits for the pipe's
/// other end.
#[cfg(target_os = "linux")]
#[test]
fn a_path_that_becomes_a_pipe_is_not_waited_for() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let (table, pipe, changing) = (path("tower-2.table"), path("pipe"), path("changing"));
    fs::copy(golden().join("tower-2.table"), &table).unwrap();
    perfectplay_tests::pipe(&pipe);
    fs::hard_link(&table, &changing).unwrap();
    let ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for turn in (0..).take_while(|_| !ended.load(Ordering::Relaxed)) {
                let next = path("next");
                fs::hard_link(if turn % 2 == 0 { &pipe } else { &table }, &next).unwrap();
                fs::rename(&next, &changing).unwrap();
            }
        });
        let (mut tables, mut others, mut unexpected) = (0, 0, None);
        // Each was there often enough to be met; what comes between is the other's.
        for _ in 0..1_000_000 {
            match Access::positioned().open(&changing).map_err(|error| error.problem) {
                Ok(_) => tables += 1,
                Err(Problem::NotAFile) => others += 1,
                Err(problem) => unexpected = Some(problem),
            }
            if tables.min(others) >= 100 || unexpected.is_some() {
                break;
            }
        }
        ended.store(true, Ordering::Relaxed);
        assert!(unexpected.is_none(), "{unexpected:?}");
        assert!(tables.min(others) >= 100, "{tables} tables, and {others} others");
    });
}
