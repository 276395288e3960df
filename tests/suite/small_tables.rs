//! The small tables, as a program finds them.

use perfectplay_games::SMALL_TABLES;

use crate::common::*;

#[test]
fn the_tables_are_small_default_ones_and_those_of_the_manifest() {
    let tables = Tables::default().with_embedded(SMALL_TABLES);
    let defaults: Vec<String> =
        default_tables(&built_in()).iter().map(TableRef::to_string).collect();
    let (depth, control) = (Depth::Sample(1_000), Control::SILENT);
    let how = Verification::new(depth).progress(control);
    for (name, _) in SMALL_TABLES {
        assert!(defaults.iter().any(|default| default == name), "{name}");
        let verified = verify_table(&built_in(), &tables, &tables.place(name), how);
        let verified = verified.unwrap();
        assert!(verified.in_manifest && verified.entries == Some(1_000), "{name}");
    }
    let bytes: usize = SMALL_TABLES.iter().map(|(_, bytes)| bytes.len()).sum();
    assert!(bytes < 2_000_000, "{bytes}");
}

#[test]
fn the_tables_are_those_that_are_built_now() {
    let directory = tempfile::tempdir().unwrap();
    let folder = TableFolder::new(directory.path());
    for (name, bytes) in SMALL_TABLES {
        let table = table_named(name, &built_in()).unwrap();
        table.build(&folder, Build::default()).unwrap();
        assert!(fs::read(folder.table(name)).unwrap() == *bytes, "{name}");
    }
}

#[test]
fn tables_begin_at_pages() {
    for (name, bytes) in SMALL_TABLES {
        assert_eq!(bytes.as_ptr().addr() % 4096, 0, "{name}");
    }
}

#[test]
fn an_oracle_answers_from_them_without_a_folder() {
    let oracle = Oracle::new(&built_in(), Tables::default().with_embedded(SMALL_TABLES)).unwrap();
    for (game, text, table, value) in [
        ("number", "2 3 4 5 6", "number-20", "win in 5"),
        ("number", "after:5,8", "number-40", "win in 7"),
        ("stake", "01.1/00../.01./...1", "stake-4", "+2"),
        ("tokens", "P..#/.#../...P", "tokens-4x4", "win"),
        ("chomp", "4,4,1", "chomp-10x10", "win in 6"),
    ] {
        let answer =
            oracle.answer(&Question::parse(perfectplay_tests::game(game), text).unwrap()).unwrap();
        assert_eq!(answer.table.as_deref(), Some(table));
        assert_eq!(answer.value.unwrap().to_string(), value, "{table}");
    }
}
