//! Names of tables.

use perfectplay_games::built_in;
use perfectplay_oracle::{can_be_there, table_named};
use perfectplay_query::TableName;

#[test]
fn names_of_tables_are_no_paths() {
    for sound in ["number-20", "tokens-4x4", "contour-daa36c61", "stake-0123abcd", "nim-daa36c61"] {
        let name = sound.parse::<TableName>().map(|name| name.to_string());
        assert_eq!(name.as_deref(), Ok(sound));
    }
    for odd in [
        "",
        ".",
        "..",
        "NUMBER-20",
        "../number-20",
        "number-20/",
        "/number-20",
        "number-20\\x",
        "number-2\0",
        "contour-DAA36C61",
        "nim-daa36c61-1",
        "Nim-4",
        "nim",
        "number-20.table",
        "number-20\n",
        "contour-../../aa",
    ] {
        assert!(odd.parse::<TableName>().is_err(), "{odd:?}");
    }
}

#[test]
fn names_that_are_not_those_of_tables_are_refused() {
    let names = "number-020 number-99 number-0123abcd contour-daa36c6 chomp-daa36c61 \
                 number number- number-1 number-64 number-+20 tower-0 tower-13 stake-0 stake-6 \
                 tokens-4 tokens-5x4 tokens-5x6 chomp-0x4 chomp-5x4 chomp-4x61 chomp-4x04 tic";
    for name in names.split(' ') {
        assert!(table_named(name, &built_in()).is_err(), "{name}");
        let there = name.parse::<TableName>().is_ok_and(|name| can_be_there(&name, &built_in()));
        assert!(!there, "{name}");
    }
}
