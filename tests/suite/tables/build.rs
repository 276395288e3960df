//! Builds: the same bytes for any threads, one build of a table at a time, and complete files only.

use perfectplay_tables::BuiltTable;

use super::common::*;

const NUMBER_20: &str = "number-20";

fn forced() -> Build<'static> {
    Build::default().force(true)
}

fn build_20(folder: &TableFolder, how: Build<'_>) -> Result<BuiltTable, BuildError> {
    planned(NUMBER_20).build(folder, how)
}

#[test]
fn a_table_has_the_same_bytes_for_1_2_and_8_threads() {
    for table in [NUMBER_20, "number-35", "tower-5", "stake-4", "chomp-11x13"] {
        assert_same_bytes(&planned(table), &[1, 2, 8], |_| {});
    }
}

/// Asserts that a table takes no more disk space than is asked for.
fn assert_room(table: &TableRef, path: &Path) {
    let bytes = fs::metadata(path).unwrap().len();
    assert!(table.needs().unwrap().disk >= bytes, "{table}: {bytes}");
}

#[test]
fn the_default_tables_are_as_the_manifest_says() {
    for table in default_tables(&built_in()) {
        let (_directory, path) = built(&table);
        // The gate compares every entry of the large ones.
        let depth = Depth::Sample(20_000);
        let verified = verify(&path, depth).unwrap();
        assert!(verified.in_manifest, "{table}");
        assert_eq!(verified.entries, table.states().map(|states| states.min(20_000)));
        assert_room(&table, &path);
    }
}

#[test]
fn a_build_leaves_a_table_and_a_lock_and_builds_only_once() {
    let (_directory, folder) = folder();
    let path = build(&planned(NUMBER_20), &folder).path;
    assert_eq!(files(&folder), ["number-20.lock", "number-20.table"]);
    assert!(!build_20(&folder, Build::default()).unwrap().anew);
    let forced = build_20(&folder, forced()).unwrap();
    assert!(forced.anew && forced.path == path);
}

#[test]
fn a_damaged_table_is_built_anew_and_what_cannot_be_read_only_by_force() {
    let (_directory, folder) = folder();
    let sound = fs::read(build(&planned(NUMBER_20), &folder).path).unwrap();
    // In the last entry, which opening does not read.
    let end = TableFile::open(&sound[..]).unwrap().layout().payload.end as usize;
    let path = folder.table("number-20");
    replace(&path, &flipped(&sound, end - 1, 1));
    let built = build_20(&folder, Build::default()).unwrap();
    assert!(built.anew && fs::read(built.path).unwrap() == sound);

    let mut newer = sound.clone();
    newer[8] = 2;
    let checksum = chunk_checksum(&newer[..24]).to_le_bytes();
    newer[24..32].copy_from_slice(&checksum);
    let forged = |change: fn(&mut Header)| with_header(&sound, change);
    let unreadable: [(&[u8], &str); 5] = [
        (b"no table", "is not replaced: "),
        (&sound[..sound.len() - 1], "is not replaced: "),
        (&newer, "version 2"),
        (&forged(|header| header.game = "other".to_owned()), "the game `other`"),
        (&forged(|header| header.rules = "number/2".to_owned()), "the rules `number/2`"),
    ];
    for (there, expected) in unreadable {
        replace(&path, there);
        let refused = build_20(&folder, Build::default()).unwrap_err();
        assert!(matches!(refused, BuildError::Occupied { .. }), "{refused}");
        let said = refused.to_string();
        assert!(said.contains("number-20.table") && said.contains(expected), "{said}");
        assert!(fs::read(&path).unwrap() == there);
        assert!(build_20(&folder, forced()).unwrap().anew && fs::read(&path).unwrap() == sound);
    }
}

#[test]
fn a_mapped_table_is_replaced_or_stays_as_it_is_and_its_readers_keep_it() {
    let (_directory, folder) = folder();
    let path = build(&planned(NUMBER_20), &folder).path;
    let bytes = fs::read(&path).unwrap();
    #[expect(unsafe_code, reason = "a map is what is tested")]
    // SAFETY: nothing writes into the file: that it is replaced by name only is what is tested.
    let map = unsafe { Access::map() };
    let mapped = map.open(&path).unwrap();
    match build_20(&folder, forced()) {
        Ok(built) => assert!(built.anew),
        Err(error) if cfg!(unix) => panic!("{error}"),
        Err(error) => {
            assert!(error.to_string().ends_with("; another program may have it open"), "{error}");
        }
    }
    assert!(mapped.source().in_memory() == Some(&bytes) && fs::read(&path).unwrap() == bytes);
    assert_eq!(files(&folder), ["number-20.lock", "number-20.table"]);
    drop(mapped);
    assert!(build_20(&folder, forced()).unwrap().anew);
    assert_eq!(files(&folder), ["number-20.lock", "number-20.table"]);
}

#[test]
fn a_read_only_table_is_replaced() {
    let (_directory, folder) = folder();
    let path = build(&planned(NUMBER_20), &folder).path;
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    assert!(build_20(&folder, forced()).unwrap().anew);
    verify(&path, Depth::Entries).unwrap();
}

#[test]
fn what_a_killed_build_left_is_removed_by_the_next_build_of_any_table() {
    let (_directory, folder) = folder();
    fs::write(folder.path().join("number-30.table.partial"), b"half a table").unwrap();
    fs::write(folder.path().join("mine.partial"), b"not ours").unwrap();
    let left = folder.path().join("number-31.table.partial");
    build(&planned("number-5"), &folder);
    fs::write(&left, b"half a table").unwrap();
    // Also by a build whose table exists.
    build(&planned("number-5"), &folder);
    assert!(!left.exists());
    assert!(!files(&folder).contains(&"number-30.table.partial".to_owned()));
    assert!(files(&folder).contains(&"mine.partial".to_owned()));
}

#[test]
fn what_a_build_can_go_on_from_stays_until_its_table_is_there() {
    let (_directory, folder) = folder();
    let endings = ["layers", "table.partial", "table.partial.toml", "table.zst.download"];
    let of = |name: &str| endings.map(|ending| folder.path().join(format!("{name}.{ending}")));
    fs::create_dir_all(folder.path()).unwrap();
    for path in of("tower-9").iter().chain(&of("number-20")) {
        fs::write(path, b"hours of work").unwrap();
    }
    // A damaged table does not make it useless.
    fs::write(folder.table("tower-9"), b"half a table").unwrap();
    build(&planned("number-5"), &folder);
    assert!(of("tower-9").iter().chain(&of("number-20")).all(|path| path.exists()));
    build(&planned(NUMBER_20), &folder);
    assert!(!of("number-20").iter().any(|path| path.exists()));
    // Nor does a build that finds its table there keep what others left.
    fs::write(&of("number-20")[3], b"half a download").unwrap();
    assert!(!build_20(&folder, Build::default()).unwrap().anew);
    assert!(!of("number-20")[3].exists());
    assert!(of("tower-9").iter().all(|path| path.exists()));
}

#[test]
fn an_interrupted_build_or_proof_ends_and_a_build_leaves_nothing_but_its_lock() {
    let stopped = Control::new(&STOPPED);
    for table in [planned(NUMBER_20), of_board("tokens", "3 4\n..#.\n...#\n.#..\n")] {
        let (_directory, folder) = folder();
        let built = table.build(&folder, Build::default().progress(stopped));
        refused!(built, BuildError::Interrupted(_));
        assert_eq!(files(&folder), [format!("{table}.lock")]);
        let path = build(&table, &folder).path;
        let how = Verification::new(Depth::Entries).progress(stopped);
        let (tables, place) = (Tables::default(), TablePlace::File(path));
        refused!(verify_table(&built_in(), &tables, &place, how), VerifyError::Interrupted(_));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_file_is_neither_followed_nor_waited_for() {
    let (directory, folder) = folder();
    fs::create_dir_all(folder.path()).unwrap();
    let (lock, target) = (folder.path().join("number-20.lock"), directory.path().join("target"));
    let refused = || {
        refused!(build_20(&folder, Build::default()), BuildError::Io(_));
        fs::remove_file(&lock).unwrap();
    };
    // A link to nothing, and a pipe that nobody reads.
    std::os::unix::fs::symlink(&target, &lock).unwrap();
    refused();
    assert!(!target.exists());
    pipe(&lock);
    refused();
}

#[test]
fn builds_of_one_table_at_the_same_time_wait_for_one_another() {
    let (_directory, folder) = folder();
    let built: Vec<_> = std::thread::scope(|scope| {
        let build = || build_20(&folder, Build::default()).unwrap();
        let builds: Vec<_> = (0..4).map(|_| scope.spawn(build)).collect();
        builds.into_iter().map(|build| build.join().unwrap()).collect()
    });
    assert_eq!(built.iter().filter(|built| built.anew).count(), 1);
    assert_eq!(files(&folder), ["number-20.lock", "number-20.table"]);
}

#[test]
fn a_build_that_is_refused_for_memory_leaves_the_folder_as_it_was() {
    let (directory, _) = folder();
    fs::write(directory.path().join("file"), b"").unwrap();
    let inner = TableFolder::new(directory.path().join("inner"));
    for folder in [TableFolder::new(directory.path()), inner] {
        let build = |table, memory| {
            let how = Build::default().memory(memory);
            planned(table).build(&folder, how)
        };
        refused!(build(NUMBER_20, 1_000), BuildError::Memory { limit: 1_000, .. });
        refused!(build("number-63", 1 << 30), BuildError::Memory { limit: 0x4000_0000, .. });
    }
    assert_eq!(files(&TableFolder::new(directory.path())), ["file"]);
}

#[test]
fn tables_take_no_more_disk_space_than_is_asked_for_and_have_the_states_of_the_manifest() {
    for (name, entry) in Manifest::shipped().iter() {
        assert!(planned(name).needs().unwrap().disk >= entry.bytes, "{name}");
        assert_eq!(Some(entry.states), planned(name).states(), "{name}");
    }
    let numbers = (2..=34).map(|bound| planned(&format!("number-{bound}")));
    // A board whose text takes more than a page of the header.
    let cell = |row, column| if row == column { '.' } else { '#' };
    let row = |row| (0..64).map(|column| cell(row, column)).chain(['\n']).collect::<String>();
    let diagonal = of_board("tokens", &format!("64 64\n{}", (0..64).map(row).collect::<String>()));
    // The default tables are built by another test, which asserts the same of them.
    for table in numbers.chain([diagonal]) {
        let (_directory, path) = built(&table);
        assert_room(&table, &path);
    }
}

/// When it is first asked, somebody removes the lock, and begins to build the same table.
#[cfg(unix)]
struct SecondBuild<'a> {
    folder: &'a TableFolder,
    refused: Mutex<Option<String>>,
}

#[cfg(unix)]
impl Progress for SecondBuild<'_> {
    fn interrupted(&self) -> bool {
        // The second build asks, too.
        let Ok(mut refused) = self.refused.try_lock() else { return false };
        let partial = self.folder.table("tower-4").with_extension("table.partial");
        if refused.is_none() && partial.exists() {
            fs::remove_file(self.folder.path().join("tower-4.lock")).unwrap();
            let tower = planned("tower-4");
            let second = tower.build(self.folder, Build::default());
            *refused = Some(second.unwrap_err().to_string());
        }
        false
    }
}

#[cfg(unix)]
#[test]
fn a_lock_that_is_removed_does_not_let_two_builds_write_one_file() {
    let (_directory, folder) = folder();
    let second = SecondBuild { folder: &folder, refused: Mutex::default() };
    let tower = planned("tower-4");
    tower.build(&folder, Build::default().progress(&second)).unwrap();
    let refused = second.refused.into_inner().unwrap().unwrap();
    assert!(refused.contains("another program is writing it"), "{refused}");
    verify(&folder.table("tower-4"), Depth::Entries).unwrap();
}
