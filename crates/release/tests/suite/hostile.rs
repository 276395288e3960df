//! Releases and files that lie: each is refused with a reason, nothing is written outside of the
//! folder, and nothing is left in it.

use perfectplay_release::ReleaseProblem;
use perfectplay_tests::states::States;

use crate::common::*;

/// A table that no manifest of the program knows.
const UNKNOWN: &str = "number-21";
/// One that it knows.
const KNOWN: &str = "number-30";

fn unpack_from(release: &Path, table: &str, folder: &TableFolder) -> Result<bool, UnpackError> {
    Ok(unpack(&Release::in_folder(release)?.table(&name(table))?, folder)?.anew)
}

fn unpack_file(path: &Path, folder: &TableFolder) -> Result<bool, UnpackError> {
    Ok(unpack(&PackedFile::of_file(path)?, folder)?.anew)
}

fn packed(release: &Path, table: &str) -> (String, Vec<u8>) {
    let file = format!("{table}.table.zst");
    let bytes = fs::read(release.join(&file)).unwrap();
    (file, bytes)
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::bulk::compress(bytes, 3).unwrap()
}

#[test]
fn manifests_and_lists_of_nonsense_are_refused() {
    let zeros = "0".repeat(64);
    let no_hash = "states = 1\nbytes = 2\nblake3 = \"00\"\n";
    let entry = &no_hash.replace("00", &zeros);
    for (file, text) in [
        ("manifest.toml", "nonsense".to_owned()),
        ("manifest.toml", "[number-20]\nstates = -1".to_owned()),
        ("manifest.toml", "[number-20]\nmode = 7\n".to_owned() + entry),
        ("manifest.toml", format!("[number-20]\n{no_hash}")),
        ("manifest.toml", format!("[number-20]\n{entry}[number-20]\n{entry}")),
        ("manifest.toml", format!("[\"../number-20\"]\n{entry}")),
        ("manifest.toml", format!("[\"/etc/number-20\"]\n{entry}")),
        ("manifest.toml", format!("[\"number-20\\\\..\"]\n{entry}")),
        ("manifest.toml", format!("[\"..\"]\n{entry}")),
        ("manifest.toml", format!("[\"\"]\n{entry}")),
        ("manifest.toml", format!("[\"number-20\\u0000\"]\n{entry}")),
        ("manifest.toml", "a = ".to_owned() + &"[".repeat(100_000)),
        ("manifest.toml", "#".repeat(1 << 21)),
        ("SHA256SUMS", String::new()),
        ("SHA256SUMS", "nonsense\n".to_owned()),
        ("SHA256SUMS", format!("{zeros}  manifest.toml\n")),
        ("SHA256SUMS", format!("{zeros}  a\n").repeat(100_000)),
    ] {
        let (release, (directory, folder)) = (release(), folder());
        let shown: String = text.chars().take(60).collect();
        match file {
            "SHA256SUMS" => fs::write(release.path().join(file), text).unwrap(),
            _ => replace(release.path(), file, text.as_bytes()),
        }
        let error = unpack_from(release.path(), "number-20", &folder).unwrap_err();
        assert!(matches!(error, UnpackError::Release { .. }), "{shown}: {error}");
        assert!(error.to_string().len() < 400, "{error}");
        assert_eq!(files(directory.path()), [""; 0]);
    }
}

#[test]
fn bytes_that_are_no_text_are_no_description() {
    let (release, (_directory, folder)) = (release(), folder());
    replace(release.path(), "manifest.toml", &[0xff; 100]);
    let unpacked = unpack_from(release.path(), "number-20", &folder);
    refused!(unpacked, UnpackError::Release { problem: ReleaseProblem::NotText, .. });
}

#[test]
fn a_file_cut_off_anywhere_leaves_nothing() {
    let (release, (_directory, folder)) = (release(), folder());
    let (file, whole) = packed(release.path(), "tower-5");
    let single = tempfile::tempdir().unwrap();
    let at_64_kib = (0..whole.len()).step_by(1 << 16);
    for length in at_64_kib.chain([1, 4, 5, 9, 17, 18, 19, whole.len() - 4, whole.len() - 1]) {
        // As a file of its own, and with the hash of a release that was cut off.
        fs::write(single.path().join(&file), &whole[..length]).unwrap();
        replace(release.path(), &file, &whole[..length]);
        for unpacked in [
            unpack_file(&single.path().join(&file), &folder),
            unpack_from(release.path(), "tower-5", &folder),
        ] {
            let found = problem(unpacked);
            refused!(found, PackedProblem::CutOff | PackedProblem::NotZstd, "{length}");
        }
        assert_nothing_is_left(&folder);
    }
}

#[test]
fn bombs_are_refused_before_they_fill_the_disk() {
    let (release, (_directory, folder)) = (release(), folder());
    let zeros = vec![0; 64 << 20];
    let table = fs::read(built().table(KNOWN)).unwrap();
    let honest = zstd(&zeros);
    // A frame that promises the table's length, and has more: two frames' headers and blocks.
    let mut lying = zstd(&table)[..9].to_vec();
    lying.extend_from_slice(&honest[9..]);
    let mut without_length = Vec::new();
    let mut encoder = zstd::Encoder::new(&mut without_length, 3).unwrap();
    encoder.include_contentsize(false).unwrap();
    std::io::copy(&mut &zeros[..], &mut encoder).unwrap();
    encoder.finish().unwrap();
    let followed = [&zstd(&table)[..], &honest].concat();
    let skippable = [&[0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4][..], &honest].concat();
    for (what, bytes) in [
        ("honest", honest),
        ("lying", lying),
        ("without length", without_length),
        ("followed", followed),
        ("skippable", skippable),
    ] {
        for table in [KNOWN, UNKNOWN] {
            let (file, _) = packed(release.path(), table);
            replace(release.path(), &file, &bytes);
            for unpacked in [
                unpack_from(release.path(), table, &folder),
                unpack_file(&release.path().join(&file), &folder),
            ] {
                refused!(unpacked, UnpackError::Packed { .. }, "{what}");
            }
            assert_nothing_is_left(&folder);
        }
    }
}

#[test]
fn what_does_not_begin_as_the_table_does_is_refused_before_it_is_unpacked() {
    let (release, (_directory, folder)) = (release(), folder());
    let (file, sound) = packed(release.path(), UNKNOWN);
    let table = fs::read(built().table(UNKNOWN)).unwrap();
    let other_header = flipped(&table, 40, 1);
    let zeros = vec![0; table.len()];
    // That of another bound is smaller: bytes behind it make it as long.
    let mut other = fs::read(built().table("number-20")).unwrap();
    other.resize(table.len(), 0);
    for wrong in [zeros, other_header, other] {
        replace(release.path(), &file, &zstd(&wrong));
        for source in [
            Release::in_folder(release.path()).unwrap().table(&name(UNKNOWN)).unwrap(),
            PackedFile::of_file(&release.path().join(&file)).unwrap(),
        ] {
            let unpacked = States::all();
            let control = Control::new(&unpacked);
            let found = problem(source.unpack(&built_in(), &folder, false, control, || {}));
            refused!(found, PackedProblem::Table(_));
            assert_eq!(unpacked.done(), 0);
        }
    }
    // And what the manifest says of it must be so, too.
    replace(release.path(), &file, &sound);
    let states = built().file(UNKNOWN).unwrap().header().states;
    change_manifest(release.path(), &format!("states = {states}\n"), "states = 12345\n");
    let found = problem(unpack_from(release.path(), UNKNOWN, &folder));
    refused!(found, PackedProblem::OtherStates { expected: 12345, found } if *found == states);
    assert_nothing_is_left(&folder);
}

#[test]
fn a_frame_that_promises_more_than_a_table_has_is_refused_before_anything_is_written() {
    let (directory, folder) = folder();
    // Magic, a descriptor with a length of eight bytes, a window, and the length.
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0xc0, 0x50];
    frame.extend_from_slice(&(1_u64 << 60).to_le_bytes());
    frame.extend_from_slice(&[1, 0, 0]);
    let path = directory.path().join("number-21.table.zst");
    fs::write(&path, frame).unwrap();
    let bytes = fs::metadata(built().table("number-21")).unwrap().len();
    let is_enough = |most| (bytes..2 * bytes).contains(most);
    let found = problem(unpack_file(&path, &folder));
    refused!(found, PackedProblem::TooLong { most, found } if *found == 1 << 60 && is_enough(most));
    assert!(!folder.path().exists());
    // So does the release's own manifest.
    let release = release();
    let promised = "bytes = 1000000000000\n";
    change_manifest(release.path(), &format!("bytes = {bytes}\n"), promised);
    let error = unpack_from(release.path(), "number-21", &folder).unwrap_err();
    assert!(error.to_string().contains("no table of this name has more than"), "{error}");
}

#[test]
fn a_window_that_takes_much_memory_is_refused() {
    let (directory, folder) = folder();
    let table = fs::read(built().table("tower-5")).unwrap();
    let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
    encoder.set_parameter(zstd::zstd_safe::CParameter::WindowLog(27)).unwrap();
    std::io::copy(&mut &table[..], &mut encoder).unwrap();
    // Without a length the window stands in the frame; another frame's start supplies it.
    let mut frame = encoder.finish().unwrap();
    let window = (27 - 10) << 3;
    frame.splice(4..6, [0xc0, window].into_iter().chain((table.len() as u64).to_le_bytes()));
    let path = directory.path().join("tower-5.table.zst");
    fs::write(&path, frame).unwrap();
    let found = problem(unpack_file(&path, &folder)).unwrap_err();
    assert!(matches!(found, PackedProblem::Damaged(_)), "{found}");
    assert!(found.to_string().to_lowercase().contains("memory"), "{found}");
}

#[test]
fn what_no_manifest_knows_must_be_a_sound_table_of_its_name() {
    let (directory, folder) = folder();
    let sound = fs::read(built().table(UNKNOWN)).unwrap();
    let damaged = flipped(&sound, 20_000, 1);
    for (name, table, says) in [
        ("number-22", &sound[..], "it holds the table `number-21`: name the file after it"),
        ("number-21", &damaged, "is damaged"),
        ("number-21", b"no table", "this is not a perfectplay table"),
        ("number-21", &[], "0 bytes are too few for a table"),
    ] {
        let path = directory.path().join(format!("{name}.table.zst"));
        fs::write(&path, zstd(table)).unwrap();
        let error = unpack_file(&path, &folder).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
        assert_nothing_is_left(&folder);
    }
    let path = directory.path().join("number-21.table.zst");
    fs::write(&path, zstd(&sound)).unwrap();
    assert!(unpack_file(&path, &folder).unwrap());
    assert!(!unpack_file(&path, &folder).unwrap());
    assert_same_table(&folder, UNKNOWN);
}

#[test]
fn a_release_of_a_forged_table_is_refused_by_the_tables_own_checksums() {
    let (release, (_directory, folder)) = (release(), folder());
    let (file, _) = packed(release.path(), UNKNOWN);
    let sound = fs::read(built().table(UNKNOWN)).unwrap();
    let forged = flipped(&sound, 20_000, 1);
    let [from, to] = [&sound, &forged].map(|table| blake3::hash(table).to_string());
    change_manifest(release.path(), &from, &to);
    replace(release.path(), &file, &zstd(&forged));
    refused!(problem(unpack_from(release.path(), UNKNOWN, &folder)), PackedProblem::Table(_));
    assert_nothing_is_left(&folder);
}

#[test]
fn files_under_other_names_are_refused_before_they_are_opened() {
    let (_directory, folder) = folder();
    // The last is empty.
    let odd = "number-20.table|number-20.zst|..table.zst|.table.zst|number-020.table.zst|a b.table.zst|\
               number-20.table.zst/|/|";
    for odd in odd.split('|') {
        let unpacked = unpack_file(Path::new(odd), &folder);
        refused!(unpacked, UnpackError::FileName(_) | UnpackError::NoFile { .. }, "{odd:?}");
    }
}

#[test]
fn a_damaged_table_is_replaced_and_a_good_one_only_by_force() {
    let (release, (_directory, folder)) = (release(), folder());
    for table in [KNOWN, UNKNOWN] {
        assert!(unpack_from(release.path(), table, &folder).unwrap());
        let path = folder.table(table);
        let damaged = flipped(&fs::read(&path).unwrap(), 9000, 1);
        fs::remove_file(&path).unwrap();
        fs::write(&path, damaged).unwrap();
        assert!(unpack_from(release.path(), table, &folder).unwrap());
        assert_same_table(&folder, table);
        assert!(!unpack_from(release.path(), table, &folder).unwrap());
        let source = Release::in_folder(release.path()).unwrap().table(&name(table)).unwrap();
        assert!(source.unpack(&built_in(), &folder, true, Control::SILENT, || {}).unwrap().anew);
        assert_same_table(&folder, table);
    }
}

#[test]
fn what_a_killed_process_left_does_not_matter() {
    let (release, (_directory, folder)) = (release(), folder());
    fs::create_dir(folder.path()).unwrap();
    for left in ["number-30.table.partial", "tower-5.table.partial"] {
        fs::write(folder.path().join(left), "unfinished").unwrap();
    }
    assert!(unpack_from(release.path(), KNOWN, &folder).unwrap());
    assert_eq!(files(folder.path()), ["number-30.table"]);
}

#[test]
#[cfg(target_os = "linux")]
fn what_is_no_file_is_refused_without_opening_it() {
    use perfectplay_tests::pipe;

    let packed = format!("{UNKNOWN}.table.zst");
    for file in [&packed, "SHA256SUMS", "manifest.toml"] {
        let (release, (_directory, folder)) = (release(), folder());
        let path = release.path().join(file);
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        unpack_from(release.path(), UNKNOWN, &folder).unwrap_err();
        fs::remove_dir(&path).unwrap();
        pipe(&path);
        unpack_from(release.path(), UNKNOWN, &folder).unwrap_err();
        let found = PackedFile::of_file(&release.path().join(&packed));
        assert_eq!(found.is_err(), file == packed, "{file}");
        assert!(!matches!(found, Err(UnpackError::Packed { problem: PackedProblem::CutOff, .. })));
        assert_nothing_is_left(&folder);
    }
    let release = release();
    pipe(&release.path().join("SHA256SUMS.partial"));
    pack(&[name(UNKNOWN)], &built_in(), &built(), release.path(), Control::SILENT).unwrap_err();
}

#[test]
#[cfg(unix)]
fn a_folder_with_all_tables_need_not_be_writable() {
    use std::os::unix::fs::PermissionsExt;

    let (release, (_directory, folder)) = (release(), folder());
    assert!(unpack_from(release.path(), KNOWN, &folder).unwrap());
    fs::remove_file(folder.path().join("number-30.lock")).unwrap();
    let before = fs::metadata(folder.path()).unwrap().modified().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
    assert!(!unpack_from(release.path(), KNOWN, &folder).unwrap());
    // A process that may write everywhere writes nothing either.
    assert_eq!(fs::metadata(folder.path()).unwrap().modified().unwrap(), before);
    let outcome = unpack_from(release.path(), UNKNOWN, &folder);
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    if let Err(error) = outcome {
        assert!(matches!(error, UnpackError::System(BuildError::Io(_))), "{error}");
        assert_eq!(files(folder.path()), ["number-30.table"]);
    }
}
