//! Damage to the files of a release: it is noticed, or the table is the one that was packed.

use std::fs;
use std::path::Path;

use crate::common::{files, folder, name, replace};
use crate::survive::{BUILDING, Damaged, Fate, READING, extreme, in_any_way, in_words, survive};
use fastrand::Rng;
use perfectplay_format::{CHUNK, Header, Prelude, chunk_checksum};
use perfectplay_query::{Family, Place, TableFile, TableFolder, Tables};
use perfectplay_release::{PackedProblem, Release, Source, UnpackError, pack};
use perfectplay_tables::{Build, BuildError, Control, Depth, build, verify};
use tempfile::TempDir;

/// A table that no manifest of the program knows, so that its own checksums decide.
const TABLE: Family = Family::Tower { levels: 1 };
const NAME: &str = "tower-1";
const PACKED: &str = "tower-1.table.zst";

/// A release of the table, and the table.
fn release() -> (TempDir, Vec<u8>) {
    let (_directory, folder) = folder();
    let built = build(&TABLE.into(), &folder, Build::default(), Control::SILENT, |_| {}).unwrap();
    let release = tempfile::tempdir().unwrap();
    pack(&[name(NAME)], &folder, release.path(), Control::SILENT).unwrap();
    (release, fs::read(built.path).unwrap())
}

/// What becomes of a table that was unpacked, or not.
fn fate(unpacked: Result<(), UnpackError>, folder: &TableFolder, table: &[u8]) -> Fate {
    let path = folder.table(NAME);
    match unpacked {
        Ok(()) if fs::read(&path).unwrap() == table => {
            fs::remove_file(path).unwrap();
            Fate::Same
        }
        Ok(()) => {
            let place = Place::File(path.clone());
            let tables = Tables::default();
            verify(&tables, &place, Depth::Entries, Control::SILENT).unwrap_err();
            fs::remove_file(path).unwrap();
            Fate::Denounced
        }
        Err(error) => {
            // What the system refuses is no damage.
            assert!(!matches!(error, UnpackError::System(BuildError::Io(_))), "{error}");
            assert!(error.to_string().len() < 2_000, "{error}");
            assert_eq!(files(folder.path()), [""; 0]);
            Fate::Refused
        }
    }
}

#[test]
fn packed_tables_survive() {
    let (release, table) = release();
    let sound = fs::read(release.path().join(PACKED)).unwrap();
    let others = [table.clone(), zstd::bulk::compress(&table, 3).unwrap(), vec![0; 20_000]];
    let (directory, folder) = folder();
    let path = directory.path().join(PACKED);
    survive(
        "packed table",
        BUILDING,
        |rng| match rng.u32(..10) {
            0 => frame(rng, &table),
            1 => forged(rng, &table),
            _ => in_any_way(rng, &sound, &[4, 5, 6, 9, 14, sound.len() - 4], &others),
        },
        |bytes| {
            fs::write(&path, bytes).unwrap();
            let unpack = || {
                let source = Source::of_file(&path)?;
                source.unpack(&folder, false, Control::SILENT, || {}).map(drop)
            };
            fate(unpack(), &folder, &table)
        },
    );
}

/// A frame whose first bytes promise something else.
fn frame(rng: &mut Rng, table: &[u8]) -> Damaged {
    let length = extreme(rng, table.len() as u64);
    let descriptor = [0xc0, 0xe0, 0xc4, 0xc3][rng.usize(..4)];
    let window = rng.u8(..);
    let mut bytes = vec![0x28, 0xb5, 0x2f, 0xfd, descriptor];
    if descriptor & 0x20 == 0 {
        bytes.push(window);
    }
    bytes.extend_from_slice(&length.to_le_bytes());
    // Its blocks, behind the same start of another length.
    bytes.extend_from_slice(&zstd::bulk::compress(table, 1).unwrap()[7..]);
    Damaged { bytes, how: format!("a frame of {length} bytes, {descriptor:#x}, window {window}") }
}

/// Another table, whose checksums are right.
fn forged(rng: &mut Rng, table: &[u8]) -> Damaged {
    let file = TableFile::open(table).unwrap();
    let (header, layout) = (file.header().clone(), file.layout());
    let (start, end) = (layout.payload.start as usize, layout.payload.end as usize);
    let mut bytes = table.to_vec();
    let place = start + rng.usize(..header.sections[0].length as usize);
    bytes[place] ^= 1 << rng.u32(..8);
    let chunks = bytes[start..end].chunks(CHUNK as usize);
    let list: Vec<u8> = chunks.flat_map(|chunk| chunk_checksum(chunk).to_le_bytes()).collect();
    bytes[end..].copy_from_slice(&list);
    let header = Header { checksums: chunk_checksum(&list), ..header }.encode().unwrap();
    let beginning = [&Prelude::of(&header).to_bytes(), &header[..]].concat();
    bytes[..beginning.len()].copy_from_slice(&beginning);
    let how = format!("another byte {place}, sealed and packed");
    Damaged { bytes: zstd::bulk::compress(&bytes, 1).unwrap(), how }
}

/// Damages a file of a release, and unpacks the table from it.
fn survives(kind: &str, file: &str, is_listed: bool) {
    let (release, table) = release();
    let sound = fs::read_to_string(release.path().join(file)).unwrap();
    let others = [b"[\"a\"]\n".to_vec(), vec![0; 2_000], sound.repeat(3).into_bytes()];
    let (_directory, folder) = folder();
    survive(
        kind,
        READING.max(BUILDING),
        |rng| in_words(rng, &sound, &others),
        |bytes| {
            match is_listed {
                true => replace(release.path(), file, bytes),
                false => fs::write(release.path().join(file), bytes).unwrap(),
            }
            fate(unpack(release.path(), &folder), &folder, &table)
        },
    );
}

fn unpack(release: &Path, folder: &TableFolder) -> Result<(), UnpackError> {
    let release = Release::in_folder(release)?;
    assert!(release.names().count() < 1_000);
    let source = release.table(&name(NAME))?;
    source.unpack(folder, false, Control::SILENT, || {}).map(drop)
}

#[test]
fn lists_of_hashes_survive() {
    survives("SHA256SUMS", "SHA256SUMS", false);
}

#[test]
fn manifests_of_releases_survive() {
    survives("manifest of a release", "manifest.toml", true);
}

#[test]
#[cfg(target_os = "linux")]
fn what_is_no_file_is_refused_without_opening_it() {
    use rustix::fs::{CWD, FileType, Mode, mknodat};

    // No program is started for it: it would hold the locks of other tests for a moment.
    let pipe =
        |path: &Path| mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    for file in [PACKED, "SHA256SUMS", "manifest.toml"] {
        let (release, _) = release();
        let (_directory, folder) = folder();
        let path = release.path().join(file);
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        unpack(release.path(), &folder).unwrap_err();
        fs::remove_dir(&path).unwrap();
        pipe(&path);
        unpack(release.path(), &folder).unwrap_err();
        let packed = Source::of_file(&release.path().join(PACKED));
        assert_eq!(packed.is_err(), file == PACKED, "{file}");
        assert!(!matches!(packed, Err(UnpackError::Packed { problem: PackedProblem::CutOff, .. })));
        assert_eq!(files(folder.path()), [""; 0]);
    }
    let (release, _) = release();
    let lock = release.path().join("SHA256SUMS.partial");
    pipe(&lock);
    let (_directory, folder) = folder();
    build(&TABLE.into(), &folder, Build::default(), Control::SILENT, |_| {}).unwrap();
    pack(&[name(NAME)], &folder, release.path(), Control::SILENT).unwrap_err();
}
