//! Which files a folder of tables has.

use std::fs;

use perfectplay_query::TableFolder;

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
