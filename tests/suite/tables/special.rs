//! What is no file where one should be: it is refused without being opened, so that nothing waits for a pipe.

use perfectplay_tests::intact::verify;

use super::common::*;

fn tower_2() -> TableRef {
    planned("tower-2")
}

/// Puts something else there than a file, and asks each time.
fn with_others(path: &Path, mut ask: impl FnMut(&str)) {
    let remove = || {
        let _ = fs::remove_file(path).or_else(|_| fs::remove_dir(path));
    };
    remove();
    fs::create_dir(path).unwrap();
    ask("a folder");
    remove();
    pipe(path);
    ask("a pipe");
    remove();
    // As any file that may not be read, but for everybody.
    std::os::unix::fs::symlink(path, path).unwrap();
    ask("a link to itself");
    remove();
}

#[test]
fn tables_that_are_no_files_are_refused() {
    #[expect(unsafe_code, reason = "programs map tables")]
    // SAFETY: nothing writes into the folder.
    let map = unsafe { Access::map() };
    for access in [Access::read(), Access::positioned(), map] {
        let (_directory, folder) = folder();
        let folder = TableFolder::new(folder.path()).with_access(access);
        let path = folder.table("tower-2");
        with_others(&path, |what| {
            let error = folder.file("tower-2").unwrap_err();
            let is_io = matches!(error.problem, Problem::Io(_));
            assert_eq!(is_io, what == "a link to itself", "{error}");
            let place = TablePlace::File(path.clone());
            let verified = verify(&Tables::from(folder.clone()), &place, Depth::Bytes);
            refused!(verified, VerifyError::Open(_), "{what}");
        });
    }
}

fn open(directory: &TempDir) -> Result<Store, StoreError> {
    Store::open(directory.path(), tower_2().recipe().unwrap(), None)
}

fn store() -> (TempDir, Store, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let store = open(&directory).unwrap();
    assert!(store.compute(0, Access::read(), Control::SILENT).unwrap());
    let folder = directory.path().join("tower-2");
    (directory, store, folder)
}

#[test]
fn blocks_that_are_no_files_are_missing() {
    let (directory, store, folder) = store();
    with_others(&folder.join("block-00000"), |what| {
        let tables = TableFolder::new(directory.path());
        let merged = merge(&store, &tables, Build::default());
        let Err(StoreError::Block { problem, .. }) = merged else { panic!("{what}: {merged:?}") };
        let is_io = matches!(problem, BlockProblem::Io(_));
        assert_eq!(is_io, what == "a link to itself", "{problem}");
        assert!(is_io || store.missing().unwrap() == [0]);
        // Where there is no plan the blocks are looked at.
        let plan = fs::read(folder.join("plan.toml")).unwrap();
        fs::remove_file(folder.join("plan.toml")).unwrap();
        open(&directory).unwrap();
        fs::write(folder.join("plan.toml"), plan).unwrap();
    });
}

#[test]
fn plans_that_are_no_files_are_refused() {
    let (directory, _, folder) = store();
    with_others(&folder.join("plan.toml"), |what| {
        refused!(open(&directory), StoreError::System(_), "{what}");
    });
    fs::write(folder.join("plan.toml"), "#".repeat(1 << 20)).unwrap();
    refused!(open(&directory), StoreError::NoPlan { .. });
}

#[test]
fn partial_files_of_blocks_that_are_no_files_are_left_alone() {
    let (_directory, store, folder) = store();
    let block = folder.join("block-00000");
    with_others(&folder.join("block-00000.1-1.partial"), |what| {
        fs::remove_file(&block).unwrap();
        assert!(store.compute(0, Access::read(), Control::SILENT).unwrap(), "{what}");
    });
}

#[test]
fn what_a_build_goes_on_from_may_be_no_file() {
    let (_directory, folder) = folder();
    let path = build(&tower_2(), &folder).path;
    let table = fs::read(&path).unwrap();
    let (partial, record) =
        (path.with_extension("table.partial"), path.with_extension("table.partial.toml"));
    let build = || tower_2().build(&folder, Build::default());
    with_others(&record, |_| {
        fs::remove_file(&path).unwrap();
        fs::write(&partial, "unfinished").unwrap();
        build().unwrap();
        assert!(fs::read(&path).unwrap() == table);
    });
    with_others(&partial, |what| {
        fs::remove_file(&path).unwrap();
        match build() {
            Ok(_) => assert!(fs::read(&path).unwrap() == table),
            // A folder is not removed.
            Err(error) => {
                assert_eq!(what, "a folder", "{error}");
                fs::remove_dir(&partial).unwrap();
                build().unwrap();
            }
        }
    });
}
