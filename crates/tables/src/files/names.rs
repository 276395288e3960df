//! The endings of incomplete files and of the records about them: everything that perfectplay ever leaves
//! beside tables, in one list.
//!
//! | file | what it is |
//! |---|---|
//! | `NAME.lock` | held by whoever makes the table `NAME`; it stays |
//! | `NAME.table.partial` | the table while it is built or unpacked |
//! | `NAME.table.partial.toml` | the record of a build: how much of it is complete |
//! | `NAME.layers` | finished layers of a build |
//! | `NAME.levels` | a folder of what a build of a custom game has found and solved |
//! | `NAME.table.zst.download` | a download |
//! | `NAME.table.zst.download.toml` | the record of a download: what it is of |
//! | `….toml.new` | a record that is being written |
//! | `FILE.NUMBER-NUMBER.partial` | a block, an export, or a test whether files can be made; the numbers are process ID and counter |
//! | `FILE.partial` | a file of a release that is being packed |

use std::path::{Path, PathBuf};

/// The ending of any file that is being written.
pub(crate) const PARTIAL: &str = ".partial";

/// The ending of a table that is being written. Files of other programs do not have it, so files that have it
/// may be removed.
pub const PARTIAL_TABLE: &str = "table.partial";

/// The ending of the finished layers of a build, which the next one goes on from.
pub const LAYERS: &str = "layers";

/// The ending of the folder of a custom game's levels, which the next build goes on from.
pub(crate) const LEVELS: &str = "levels";

/// The ending of a download, which the next one goes on from.
pub const DOWNLOAD: &str = "table.zst.download";

/// The endings of the record of a build, and of one that is being written.
pub(crate) const BUILD_RECORD: [&str; 2] = ["table.partial.toml", "table.partial.toml.new"];

/// The endings of the record of a download, and of one that is being written.
pub(crate) const DOWNLOAD_RECORD: [&str; 2] =
    ["table.zst.download.toml", "table.zst.download.toml.new"];

/// The ending of a lock.
pub(crate) const LOCK: &str = "lock";

/// The endings of all files and folders of a table that a build or a download goes on from.
pub(crate) fn unfinished() -> impl Iterator<Item = &'static str> {
    [LAYERS, LEVELS, PARTIAL_TABLE, DOWNLOAD].into_iter().chain(BUILD_RECORD).chain(DOWNLOAD_RECORD)
}

/// Whether this is the ending of a file of a download.
pub(crate) fn is_of_download(ending: &str) -> bool {
    ending.starts_with(DOWNLOAD)
}

/// The files of a table that a build or a download goes on from, whether they are there or not.
pub(crate) fn unfinished_of(table: &Path) -> impl Iterator<Item = PathBuf> {
    unfinished().map(|ending| table.with_extension(ending))
}

/// The table that a file with this ending belongs to.
pub(crate) fn name_before<'a>(ending: &str, path: &'a Path) -> Option<&'a str> {
    path.file_name()?.to_str()?.strip_suffix(ending)?.strip_suffix('.')
}
