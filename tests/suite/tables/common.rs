//! What the tests of this crate share.

use perfectplay_tables::VerifiedTable;
use perfectplay_tests::files_in;
pub use perfectplay_tests::folder;

pub use crate::common::*;

/// Records from how many states a build went on.
#[derive(Default)]
pub struct RestoredStates(pub Mutex<Vec<u64>>);

impl Progress for RestoredStates {
    fn set_position(&self, states: u64) {
        self.0.lock().unwrap().push(states);
    }
}

/// A table in a folder of its own.
pub fn built(table: &TableRef) -> (TempDir, PathBuf) {
    let (directory, folder) = folder();
    let path = build(table, &folder).path;
    (directory, path)
}

/// Builds a table on these numbers of threads, each in a folder of its own: the bytes must be the same. Calls `check`
/// for each file.
pub fn assert_same_bytes(table: &TableRef, threads: &[usize], check: impl Fn(&Path) + Sync) {
    let tables = threads.iter().map(|&threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (_directory, path) = pool.install(|| built(table));
        check(&path);
        fs::read(path).unwrap()
    });
    let tables: Vec<_> = tables.collect();
    assert!(tables.iter().all(|bytes| *bytes == tables[0]), "{table}");
}

pub fn verify(path: &Path, depth: Depth) -> Result<VerifiedTable, VerifyError> {
    perfectplay_tests::intact::verify(&Tables::default(), &TablePlace::File(path.to_owned()), depth)
}

pub fn files(folder: &TableFolder) -> Vec<String> {
    files_in(folder.path())
}

/// Puts a table there that was changed, and whose checksums were made right again.
pub fn forge(path: &Path, sound: &[u8], change: impl FnOnce(&mut [u8])) {
    let mut bytes = sound.to_vec();
    change(&mut bytes);
    seal(&mut bytes);
    replace(path, &bytes);
}
