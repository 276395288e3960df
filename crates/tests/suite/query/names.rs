//! Names of tables.

use perfectplay_query::{Family, TableName};

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
        "number-020",
        "number-99",
        "NUMBER-20",
        "../number-20",
        "number-20/",
        "/number-20",
        "number-20\\x",
        "number-2\0",
        "contour-DAA36C61",
        "contour-daa36c6",
        "nim-daa36c61-1",
        "Nim-4",
        "nim",
        "number-0123abcd",
        "number-20.table",
        "number-20\n",
        "contour-../../aa",
    ] {
        assert!(odd.parse::<TableName>().is_err(), "{odd:?}");
    }
}

#[test]
fn names_that_are_not_those_of_families_are_refused() {
    let names = "number number- number-1 number-64 number-+20 tower-0 tower-13 stake-0 stake-6 \
                 tokens-4 tokens-5x4 tokens-5x6 chomp-0x4 chomp-5x4 chomp-4x61 chomp-4x04 tic";
    for name in names.split(' ') {
        assert!(name.parse::<Family>().is_err(), "{name}");
    }
}
