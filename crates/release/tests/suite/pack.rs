//! A release is the same bytes every time, complete or not there, and readable without this
//! program.

use perfectplay_release::PackError;
use perfectplay_tables::Manifest;

use crate::common::*;

/// Packs some of the tables that were built.
fn pack(tables: &[&str], out: &Path, control: Control<'_>) -> Result<usize, PackError> {
    let names: Vec<_> = tables.iter().map(|table| name(table)).collect();
    let packed = perfectplay_release::pack(&names, &built_in(), &built(), out, control)?;
    Ok(packed.len())
}

const FILES: [&str; 7] = [
    "README.md",
    "SHA256SUMS",
    "manifest.toml",
    "number-20.table.zst",
    "number-21.table.zst",
    "number-30.table.zst",
    "tower-5.table.zst",
];

#[test]
fn two_releases_of_the_same_tables_are_the_same_bytes() {
    let (first, second) = (release(), tempfile::tempdir().unwrap());
    // In another order, and one of them twice.
    let mut tables = TABLES.to_vec();
    tables.reverse();
    tables.push("number-20");
    pack(&tables, second.path(), Control::SILENT).unwrap();
    assert_eq!(files(first.path()), FILES);
    assert_eq!(files(second.path()), FILES);
    for file in FILES {
        let read = |folder: &Path| fs::read(folder.join(file)).unwrap();
        assert!(read(first.path()) == read(second.path()), "{file}");
    }
}

#[test]
fn the_tables_unpacked_are_the_tables_built() {
    let (release, (_directory, folder)) = (release(), folder());
    let opened = Release::in_folder(release.path()).unwrap();
    for table in opened.names() {
        let source = opened.table(&table).unwrap();
        let unpacked = unpack(&source, &folder).unwrap();
        assert!(unpacked.anew);
        assert_same_table(&folder, table.as_str());
        // On Windows a read-only file could not be replaced.
        assert_eq!(fs::metadata(&unpacked.path).unwrap().permissions().readonly(), cfg!(unix));
        assert!(source.exists(&folder, &built_in(), Control::SILENT).unwrap());
        assert!(!unpack(&source, &folder).unwrap().anew);
    }
    assert_eq!(files(folder.path()).len(), TABLES.len());
}

#[test]
fn the_manifest_is_of_these_tables_alone_and_the_readme_lists_them() {
    let release = release();
    let read = |file: &str| fs::read_to_string(release.path().join(file)).unwrap();
    let manifest = Manifest::from_toml(&read("manifest.toml")).unwrap();
    let tables: Vec<&str> = manifest.iter().map(|(name, _)| name).collect();
    assert_eq!(tables, ["number-20", "number-21", "number-30", "tower-5"]);
    assert_eq!(manifest.get("number-20"), Manifest::shipped().get("number-20"));
    let packed = fs::metadata(release.path().join("number-20.table.zst")).unwrap().len();
    let row =
        format!("| `number-20` | The Number Game (Sylver coinage) | 3515 | 28680 | {packed} |\n");
    assert!(read("README.md").contains(&row), "{}", read("README.md"));
    assert!(!read("README.md").contains("{rows}"));
}

#[test]
#[cfg(unix)]
fn other_programs_check_and_unpack_it() {
    use std::process::Command;

    let release = release();
    let run = |program: &str, arguments: &[&str]| {
        let run = Command::new(program).args(arguments).current_dir(release.path()).output();
        // Not every system has them.
        if let Ok(run) = run {
            assert!(run.status.success(), "{program}: {run:?}");
        }
    };
    run("sha256sum", &["--strict", "-c", "SHA256SUMS"]);
    run("zstd", &["-q", "-d", "tower-5.table.zst"]);
    let unpacked = release.path().join("tower-5.table");
    if unpacked.exists() {
        assert!(fs::read(unpacked).unwrap() == fs::read(built().table("tower-5")).unwrap());
    }
}

#[test]
fn nothing_is_written_if_a_table_is_missing_or_damaged() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("out");
    let tables = TableFolder::new(directory.path().join("tables"));
    fs::create_dir(tables.path()).unwrap();
    let mut bytes = fs::read(built().table("number-21")).unwrap();
    let names = [name("number-21"), name("number-20")];
    let control = Control::SILENT;
    let error = || match perfectplay_release::pack(&names, &built_in(), &tables, &out, control) {
        Err(PackError::Table(error)) => error.to_string(),
        other => panic!("{other:?}"),
    };
    fs::write(tables.table("number-21"), &bytes).unwrap();
    assert!(error().ends_with("number-20.table: there is no such table"));
    fs::copy(built().table("number-20"), tables.table("number-20")).unwrap();
    bytes[5000] ^= 1;
    fs::write(tables.table("number-21"), &bytes).unwrap();
    assert!(error().contains("number-21: chunk 0, from byte 4096, is damaged"));
    assert!(!out.exists());
}

#[test]
fn a_stopped_pack_leaves_nothing_and_the_next_removes_leftovers() {
    let out = tempfile::tempdir().unwrap();
    pack(&TABLES, out.path(), Control::new(&STOPPED)).unwrap_err();
    let new = out.path().join("new");
    pack(&TABLES, &new, Control::new(&STOPPED)).unwrap_err();
    assert!(!new.exists(), "a folder that was made for it goes with it");
    assert_eq!(files(out.path()), [""; 0]);
    // As a kill would leave them, and a file of the user's.
    let left = ["number-20.table.zst.partial", "manifest.toml.partial", "SHA256SUMS.partial"];
    for file in left.into_iter().chain(["notes.partial"]) {
        fs::write(out.path().join(file), "unfinished").unwrap();
    }
    pack(&TABLES, out.path(), Control::SILENT).unwrap();
    let mut expected = FILES.to_vec();
    expected.insert(3, "notes.partial");
    assert_eq!(files(out.path()), expected);
    let sums = fs::read_to_string(out.path().join("SHA256SUMS")).unwrap();
    assert_eq!(sums.lines().count(), FILES.len() - 1);
}

#[cfg(unix)]
#[test]
fn a_pack_writes_through_no_link() {
    let directory = tempfile::tempdir().unwrap();
    let (out, target) = (directory.path().join("out"), directory.path().join("target"));
    fs::create_dir(&out).unwrap();
    for file in ["number-21.table.zst", "manifest.toml", "SHA256SUMS"] {
        let link = out.join(format!("{file}.partial"));
        std::os::unix::fs::symlink(&target, &link).unwrap();
        pack(&["number-21"], &out, Control::SILENT).unwrap_err();
        assert!(!target.exists(), "{file}");
        fs::remove_file(link).unwrap();
    }
}

#[test]
fn tables_of_another_release_are_not_mixed_in() {
    let out = release();
    let before = files(out.path());
    refused!(pack(&["number-20"], out.path(), Control::SILENT), PackError::Foreign(_));
    assert_eq!(files(out.path()), before);
}

#[test]
fn one_release_at_a_time_is_packed_into_a_folder() {
    let out = tempfile::tempdir().unwrap();
    let lock = fs::File::create(out.path().join("SHA256SUMS.partial")).unwrap();
    lock.lock().unwrap();
    refused!(pack(&["number-20"], out.path(), Control::SILENT), PackError::Busy(_));
    assert_eq!(files(out.path()), ["SHA256SUMS.partial"]);
}
