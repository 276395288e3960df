//! What the tests of this crate share: tables, a release, and a client.

pub use std::fmt::Debug;
pub use std::io::Write;
pub use std::path::Path;
pub use std::sync::atomic::{AtomicUsize, Ordering};
pub use std::sync::{Arc, LazyLock, Mutex};
pub use std::time::{Duration, Instant};
pub use std::{fs, thread};

pub use perfectplay_games::{NumberTable, TowerTable, built_in};
pub use perfectplay_query::{Access, Probe, TableFolder, Tables};
pub use perfectplay_release::{
    Client, ClientConfig, PackedFile, PackedProblem, Release, TableName, UnpackError, pack,
    tables_at,
};
pub use perfectplay_tables::{BuildError, BuiltTable, Control};
pub use perfectplay_tests::intact::{build, planned};
pub use perfectplay_tests::server::{
    FileServer, Manner, PARTIAL, Request, content_length, redirect, respond, serve, server,
};
pub use perfectplay_tests::states::STOPPED;
pub use perfectplay_tests::{copy, files_in, flipped, hashed, refused};
pub use tempfile::TempDir;

/// Tables that this program's manifest knows, one that it does not know, and one that is packed in
/// several pieces.
pub const TABLES: [&str; 4] = ["number-20", "number-30", "number-21", "tower-5"];

/// Built and packed once.
static MADE: LazyLock<(TempDir, TempDir)> = LazyLock::new(|| {
    let (tables, release) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let folder = TableFolder::new(tables.path());
    for name in TABLES {
        build(&planned(name), &folder);
    }
    let names: Vec<TableName> = TABLES.iter().map(|table| name(table)).collect();
    pack(&names, &built_in(), &folder, release.path(), Control::SILENT).unwrap();
    (tables, release)
});

/// The folder of the tables as they were built.
pub fn built() -> TableFolder {
    TableFolder::new(MADE.0.path())
}

/// A copy of the release.
pub fn release() -> TempDir {
    let copied = tempfile::tempdir().unwrap();
    copy(MADE.1.path(), copied.path());
    copied
}

pub fn name(text: &str) -> TableName {
    text.parse().unwrap()
}

pub fn folder() -> (TempDir, TableFolder) {
    let directory = tempfile::tempdir().unwrap();
    let folder = TableFolder::new(directory.path().join("tables"));
    (directory, folder)
}

pub fn assert_nothing_is_left(folder: &TableFolder) {
    assert_eq!(files(folder.path()), [""; 0]);
}

/// The files of a folder but for locks, sorted; none if it does not exist.
pub fn files(folder: &Path) -> Vec<String> {
    files_in(folder).into_iter().filter(|name| !name.ends_with(".lock")).collect()
}

/// Replaces a file of a release, and its line in `SHA256SUMS`.
pub fn replace(release: &Path, file: &str, bytes: &[u8]) {
    fs::write(release.join(file), bytes).unwrap();
    let sums = fs::read_to_string(release.join("SHA256SUMS")).unwrap();
    let others = sums.lines().filter(|line| !line.ends_with(&format!("  {file}")));
    let lines: Vec<String> = others.map(str::to_owned).chain([hashed(bytes, file)]).collect();
    fs::write(release.join("SHA256SUMS"), lines.join("\n") + "\n").unwrap();
}

/// Has the manifest of a release say something else.
pub fn change_manifest(release: &Path, from: &str, to: &str) {
    let manifest = fs::read_to_string(release.join("manifest.toml")).unwrap();
    assert!(manifest.contains(from), "{manifest}");
    replace(release, "manifest.toml", manifest.replacen(from, to, 1).as_bytes());
}

/// What is wrong with a packed table that is refused for it.
pub fn problem<T: Debug>(unpacked: Result<T, UnpackError>) -> Result<T, PackedProblem> {
    match unpacked {
        Err(UnpackError::Packed { problem, .. }) => Err(problem),
        other => panic!("{other:?}"),
    }
}

/// Asserts that a table is the one that was built.
pub fn assert_same_table(folder: &TableFolder, name: &str) {
    assert!(fs::read(folder.table(name)).unwrap() == fs::read(built().table(name)).unwrap());
}

/// Asks with little patience.
pub fn client() -> Client {
    Client::new(ClientConfig {
        timeout: Duration::from_millis(300),
        retries: 2,
        pause: Duration::from_millis(10),
    })
}

/// Unpacks a table, if it is not there.
pub fn unpack(source: &PackedFile, folder: &TableFolder) -> Result<BuiltTable, UnpackError> {
    source.unpack(&built_in(), folder, false, Control::SILENT, || {})
}

/// Unpacks a table from a server.
pub fn unpack_from(
    url: &str,
    table: &str,
    folder: &TableFolder,
) -> Result<BuiltTable, UnpackError> {
    unpack(&Release::at_url(url, client(), Control::SILENT)?.table(&name(table))?, folder)
}
