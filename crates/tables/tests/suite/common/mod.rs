//! What the tests of this crate share.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use perfectplay_format::{CHUNK, Header, Layout, Prelude, chunk_checksum};
use perfectplay_query::{Family, Place, TableFile, TableFolder, Tables};
use perfectplay_tables::{Build, Control, Depth, Progress, Verified, VerifyError, build};
use tempfile::TempDir;

/// Interrupts everything at once.
pub struct Stopped;

impl Progress for Stopped {
    fn interrupted(&self) -> bool {
        true
    }
}

/// Records from how many states a build went on.
#[derive(Default)]
pub struct Restored(pub Mutex<Vec<u64>>);

impl Progress for Restored {
    fn set_position(&self, states: u64) {
        self.0.lock().unwrap().push(states);
    }
}

pub fn folder() -> (TempDir, TableFolder) {
    let directory = tempfile::tempdir().unwrap();
    let folder = TableFolder::new(directory.path());
    (directory, folder)
}

pub fn build_quietly(family: Family, folder: &TableFolder) -> PathBuf {
    let built = build(&family.into(), folder, Build::default(), Control::SILENT, |_| {});
    built.unwrap().path
}

pub fn verify(path: &Path, depth: Depth) -> Result<Verified, VerifyError> {
    perfectplay_tables::verify(
        &Tables::default(),
        &Place::File(path.to_owned()),
        depth,
        Control::SILENT,
    )
}

/// The place of a section in a sound table's bytes.
pub fn section(table: &[u8], name: &'static str) -> Range<usize> {
    let section = TableFile::open(table).unwrap().section(name).unwrap();
    section.start as usize..section.end as usize
}

pub fn files(folder: &TableFolder) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    names
}

/// The list of a payload's checksums.
fn checksums(payload: &[u8]) -> Vec<u8> {
    let chunks = payload.chunks(CHUNK as usize);
    chunks.flat_map(|chunk| chunk_checksum(chunk).to_le_bytes()).collect()
}

/// Recomputes all checksums of a file.
pub fn reseal(file: &mut [u8]) {
    let opened = TableFile::open(file.to_vec()).unwrap();
    let layout = opened.layout().clone();
    let payload = layout.payload.start as usize..layout.payload.end as usize;
    let checksums = checksums(&file[payload.clone()]);
    file[payload.end..].copy_from_slice(&checksums);
    let header = Header { checksums: chunk_checksum(&checksums), ..opened.header().clone() };
    let encoded = header.encode().unwrap();
    file[..Prelude::LENGTH].copy_from_slice(&Prelude::of(&encoded).to_bytes());
    file[Prelude::LENGTH..Prelude::LENGTH + encoded.len()].copy_from_slice(&encoded);
}

/// A file with this header, in which these sections are placed.
pub fn assembled(mut header: Header, sections: &[(&str, &[u8])]) -> Vec<u8> {
    let lengths = || sections.iter().map(|(name, bytes)| (*name, bytes.len() as u64));
    // Where sections lie does not change how long a header is.
    header.sections = Layout::place(0, lengths()).unwrap().1;
    let header_end = Prelude::LENGTH + header.encode().unwrap().len();
    let (layout, placed) = Layout::place(header_end as u64, lengths()).unwrap();
    let mut payload = Vec::new();
    for (section, (_, bytes)) in placed.iter().zip(sections) {
        payload.resize((section.offset - layout.payload.start) as usize, 0);
        payload.extend_from_slice(bytes);
    }
    payload.resize((layout.payload.end - layout.payload.start) as usize, 0);
    let checksums = checksums(&payload);
    header.sections = placed;
    header.checksums = chunk_checksum(&checksums);
    let encoded = header.encode().unwrap();
    let mut file = [&Prelude::of(&encoded).to_bytes(), &encoded[..]].concat();
    file.resize(layout.payload.start as usize, 0);
    [file, payload, checksums].concat()
}

/// A table with another header.
pub fn with_header(sound: &[u8], change: impl FnOnce(&mut Header)) -> Vec<u8> {
    let mut header = TableFile::open(sound).unwrap().header().clone();
    change(&mut header);
    let encoded = header.encode().unwrap();
    let mut forged = [&Prelude::of(&encoded).to_bytes(), &encoded[..]].concat();
    forged.resize(4096, 0);
    forged.extend_from_slice(&sound[4096..]);
    forged
}

/// Changes a table's header, with its checksum.
pub fn replace_header(path: &Path, change: impl FnOnce(&mut Header)) {
    let sound = fs::read(path).unwrap();
    replace(path, &with_header(&sound, change));
}

/// Makes a pipe that nobody reads or writes. No program is started for it: it would hold the locks of other tests
/// for a moment.
#[cfg(target_os = "linux")]
pub fn pipe(path: &Path) {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
}

/// Puts other bytes under a table's name, as a rename would.
pub fn replace(path: &Path, bytes: &[u8]) {
    fs::remove_file(path).unwrap();
    fs::write(path, bytes).unwrap();
}
