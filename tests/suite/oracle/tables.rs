//! Tables that are damaged, missing or inside the program.

use super::common::*;

fn tables(folder: &TempDir) -> Tables {
    TableFolder::new(folder.path()).into()
}

/// Whether an error is that the table called so cannot be opened.
fn is_of(error: &Error, table: &str) -> bool {
    matches!(error, Error::Open(error) if error.place.name() == Some(table))
}

#[test]
fn tables_that_are_built_or_removed_are_seen_when_it_looks_again() {
    let folder = folder(&["stake-3"]);
    let oracle = oracle_of(&folder);
    let question = ask("number", "2 3 4 5 6");
    let table = || oracle.answer(&question).unwrap().table;
    assert_eq!((table(), oracle.refresh().unwrap()), (None, false));
    add(folder.path(), "number-12");
    assert_eq!(table(), None);
    assert!(oracle.refresh().unwrap() && !oracle.refresh().unwrap());
    assert_eq!(table().as_deref(), Some("number-12"));
    damage(&folder, "number-12");
    assert!(oracle.refresh().unwrap());
    assert!(is_of(&oracle.answer(&question).unwrap_err(), "number-12"));
    fs::remove_file(folder.path().join("number-12.table")).unwrap();
    assert!(oracle.refresh().unwrap());
    assert_eq!(table(), None);
}

#[cfg(unix)]
#[test]
fn a_table_that_is_replaced_by_a_copy_of_the_same_length_and_time_is_seen() {
    let folder = folder(&["number-12"]);
    damage(&folder, "number-12");
    let oracle = oracle_of(&folder);
    let question = ask("number", "2 3 4 5 6");
    assert!(is_of(&oracle.answer(&question).unwrap_err(), "number-12"));
    let (file, copy) = (folder.path().join("number-12.table"), folder.path().join("copy"));
    let time = fs::metadata(&file).unwrap().modified().unwrap();
    fs::write(&copy, golden_table("number-12")).unwrap();
    fs::File::options().write(true).open(&copy).unwrap().set_modified(time).unwrap();
    fs::rename(copy, file).unwrap();
    assert!(oracle.refresh().unwrap());
    assert_eq!(oracle.answer(&question).unwrap().table.as_deref(), Some("number-12"));
}

#[test]
fn a_damaged_table_makes_only_those_answers_fail_that_need_it() {
    let folder = folder(&["number-12", "number-30", "stake-3"]);
    damage(&folder, "number-12");
    let oracle = || oracle_of(&folder);
    let asked = oracle();
    let answer = asked.answer(&ask("number", "2 3 4 5 6")).unwrap();
    assert_eq!(answer.table.as_deref(), Some("number-30"));
    let warnings = asked.take_warnings();
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].place.name(), Some("number-12"));
    assert!(warnings[0].message.contains("number-12.table: it has "), "{warnings:?}");
    // Once is enough, and other games do not notice.
    asked.answer(&ask("number", "2 3 4 5 6")).unwrap();
    asked.answer(&ask("stake", "01/..")).unwrap();
    assert_eq!(asked.take_warnings(), []);
    damage(&folder, "number-30");
    let error = oracle().answer(&ask("number", "2 3 4 5 6")).unwrap_err();
    assert!(is_of(&error, "number-12"), "{error}");
    assert_eq!(error.code(), Code::Damaged);
}

#[test]
fn a_table_that_is_removed_after_it_was_listed_is_missing() {
    let folder = folder(&["chomp-3x4"]);
    let oracle = oracle_of(&folder);
    fs::remove_file(folder.path().join("chomp-3x4.table")).unwrap();
    let error = oracle.answer(&ask("chomp", "3,3,1")).unwrap_err();
    assert!(is_of(&error, "chomp-3x4"), "{error}");
    assert_eq!(error.code(), Code::Missing);
    assert!(error.to_string().ends_with("chomp-3x4.table: there is no such table"), "{error}");
}

/// These tables, and small ones of all games inside the program.
fn with_golden(tables: Tables) -> Tables {
    let names = TableFolder::new(golden()).names().unwrap();
    names.iter().fold(tables, |tables, name| tables.with_bytes(name, golden_table(name)))
}

#[test]
fn a_table_inside_the_program_answers_where_the_folder_has_none_or_a_damaged_one() {
    let names = ["number-12", "stake-3", "contour-daa36c61", "tokens-2x3"];
    let folder = folder(&names);
    let oracle = || Oracle::new(&built_in(), with_golden(tables(&folder))).unwrap();
    let asked = oracle();
    for &(game, text, value) in ASKED {
        let answer = asked.answer(&ask(game, text)).unwrap();
        assert!(answer.table.is_some(), "{game}");
        assert_eq!(answer.value.unwrap().to_string(), value, "{game}");
    }
    assert_eq!(asked.take_warnings(), []);
    names.iter().for_each(|name| damage(&folder, name));
    let asked = oracle();
    for &(game, text, value) in ASKED {
        let answer = asked.answer(&ask(game, text)).unwrap();
        assert_eq!(answer.value.unwrap().to_string(), value, "{game}");
        let mut warnings = asked.take_warnings();
        match game {
            "tower" | "chomp" => assert_eq!(warnings, [], "{game}"),
            _ => {
                let warning = warnings.pop().unwrap();
                assert_eq!(answer.table.as_deref(), warning.place.name());
                assert!(warning.message.contains(".table: it has "), "{warning:?}");
                assert_eq!(warnings, [], "{game}");
            }
        }
    }
}

#[test]
fn a_table_of_the_folder_answers_before_that_of_the_program() {
    let damaged: [(&str, &[u8]); 2] = [("number-12", b"no table"), ("chomp-3x4", b"no table")];
    let folder = folder(&["number-12"]);
    let oracle = Oracle::new(&built_in(), tables(&folder).with_embedded(&damaged)).unwrap();
    let answer = oracle.answer(&ask("number", "2 3 4 5 6")).unwrap();
    assert_eq!(answer.table.as_deref(), Some("number-12"));
    assert_eq!(oracle.take_warnings(), []);
    let error = oracle.answer(&ask("chomp", "3,3,1")).unwrap_err();
    assert!(is_of(&error, "chomp-3x4") && error.code() == Code::Damaged, "{error}");
    assert_eq!(error.to_string(), "chomp-3x4 inside the program: this is not a perfectplay table");
}

#[test]
fn a_search_ends_in_the_largest_table_that_can_be_read() {
    let few = at_most(100_000);
    let question = ask("number", "after:11,16,58");
    let folder = folder(&["number-30"]);
    let expected = within(&oracle_of(&folder), &question, &few).unwrap();
    assert_eq!(expected.table.as_deref(), Some("number-30"));
    // It cannot be opened, or has no outcome for a position that the search asks for.
    for is_cut in [true, false] {
        if is_cut {
            damage(&folder, "number-30");
        } else {
            let mut bytes = golden_table("number-30");
            let spans = section(&bytes, "spans");
            bytes[spans].fill(0xff);
            replace(&folder.path().join("number-30.table"), &bytes);
        }
        let oracle = Oracle::new(&built_in(), with_golden(tables(&folder))).unwrap();
        let answer = within(&oracle, &question, &few).unwrap();
        assert!(answer == expected, "{is_cut}");
        assert_eq!(oracle.take_warnings().len(), 1, "{is_cut}");
    }
}

#[test]
fn a_damaged_table_of_another_board_is_a_warning() {
    let folder = folder(&["stake-3"]);
    damage(&folder, "stake-3");
    fs::rename(folder.path().join("stake-3.table"), folder.path().join("stake-0123abcd.table"))
        .unwrap();
    let oracle = oracle_of(&folder);
    let answer = oracle.answer(&ask("stake", "01/..")).unwrap();
    assert_eq!(answer.table, None);
    assert_eq!(oracle.take_warnings().len(), 1);
}

#[test]
fn boards_are_found_by_the_fingerprints_of_their_tables() {
    let named = |oracle: &Oracle, name| {
        oracle.within(&Budget::default()).board_named(&game("contour"), name)
    };
    let found = named(&with_tables(), "daa36c61").unwrap();
    assert_eq!(found.unwrap().board(), on_board(&board()).board());
    assert_eq!(named(&with_tables(), "00000000").unwrap(), None);
    assert_eq!(named(&with_tables(), "../number-12").unwrap(), None);
    assert_eq!(named(&without_tables(), "daa36c61").unwrap(), None);
    let folder = folder(&["contour-daa36c61"]);
    damage(&folder, "contour-daa36c61");
    let oracle = oracle_of(&folder);
    assert_eq!(named(&oracle, "daa36c61").unwrap_err().code(), Code::Damaged);
}

#[test]
fn of_two_that_look_at_once_neither_brings_back_what_was_there_before() {
    let folder = folder(&["number-12"]);
    let oracle = oracle_of(&folder);
    let (table, away) = (folder.path().join("number-12.table"), folder.path().join("away"));
    for round in 0..400 {
        std::thread::scope(|scope| {
            let others: Vec<_> =
                (0..2).map(|_| scope.spawn(|| oracle.refresh().unwrap())).collect();
            let (from, to) = if round % 2 == 0 { (&table, &away) } else { (&away, &table) };
            fs::rename(from, to).unwrap();
            oracle.refresh().unwrap();
            others.into_iter().for_each(|other| assert!(other.join().is_ok()));
        });
        assert!(!oracle.refresh().unwrap(), "round {round}");
    }
}
