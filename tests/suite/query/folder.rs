//! Which files a folder of tables has, and names of tables.

use perfectplay::can_be_there;
use perfectplay_query::TableName;

use crate::common::*;

#[test]
fn a_folder_lists_its_tables_by_name_and_by_file_and_nothing_else() {
    let directory = tempfile::tempdir().unwrap();
    let folder = TableFolder::new(directory.path());
    for file in ["b.table", "a.table", "a-b.table", "c.lock", "d.table.partial", "table", ".table"]
    {
        fs::write(directory.path().join(file), b"").unwrap();
    }
    fs::create_dir(directory.path().join("folder.table")).unwrap();
    assert_eq!(folder.names().unwrap(), ["a", "a-b", "b", "folder"]);
    let files = ["a.table", "a-b.table", "b.table", "folder.table"];
    assert_eq!(folder.files().unwrap(), files.map(|file| directory.path().join(file)));
}

#[test]
fn a_folder_that_does_not_exist_has_no_tables_and_a_file_is_no_folder() {
    let directory = tempfile::tempdir().unwrap();
    let none = TableFolder::new(directory.path().join("none"));
    assert!(none.files().unwrap().is_empty() && none.names().unwrap().is_empty());
    let file = directory.path().join("file");
    fs::write(&file, b"").unwrap();
    let file = TableFolder::new(file);
    assert!(file.files().is_err() && file.names().is_err());
}

/// Not on macOS, whose file systems refuse such names.
#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn a_table_file_whose_name_is_not_utf_8_is_among_the_files_and_has_no_name() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let directory = tempfile::tempdir().unwrap();
    let odd = directory.path().join(OsStr::from_bytes(b"number-\xff.table"));
    let sound = directory.path().join("stake-3.table");
    fs::write(&odd, b"").unwrap();
    fs::write(&sound, b"").unwrap();
    let folder = TableFolder::new(directory.path());
    assert_eq!(folder.files().unwrap(), [odd, sound]);
    assert_eq!(folder.names().unwrap(), ["stake-3"]);
}

#[test]
fn names_of_tables_are_no_paths() {
    for sound in ["number-20", "tokens-4x4", "contour-daa36c61", "stake-0123abcd", "nim-daa36c61"] {
        let name = sound.parse::<TableName>().map(|name| name.to_string());
        assert_eq!(name.as_deref(), Ok(sound));
    }
    // The first is empty.
    let odd = "|.|..|NUMBER-20|../number-20|number-20/|/number-20|number-20\\x|number-2\0|contour-DAA36C61|\
               nim-daa36c61-1|Nim-4|nim|number-20.table|number-20\n|contour-../../aa";
    for odd in odd.split('|') {
        assert!(odd.parse::<TableName>().is_err(), "{odd:?}");
    }
    // A release's file has a longer name than its table.
    let long = |length| format!("nim-{:0>1$}", "", length - "nim-".len());
    assert!(long(100).parse::<TableName>().is_ok() && long(101).parse::<TableName>().is_err());
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
