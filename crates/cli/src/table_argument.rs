//! Tables that the command line names: by their names, or as files.

use std::path::{Path, PathBuf};

use perfectplay_query::{Bytes, OpenError, TableFile, TableFolder};

/// The file of a table: `table` is a file if it looks like one, else a name.
pub(crate) fn path(table: &str, folder: &TableFolder) -> PathBuf {
    if is_file(table) { table.into() } else { folder.table(table) }
}

/// Opens a table given like that; under a name it must have that name.
pub(crate) fn open(
    table: &str,
    folder: &TableFolder,
) -> Result<(PathBuf, TableFile<Bytes>), OpenError> {
    let path = path(table, folder);
    let file = if is_file(table) { folder.access().open(&path) } else { folder.file(table) };
    file.map(|file| (path, file))
}

fn is_file(table: &str) -> bool {
    let path = Path::new(table);
    path.extension().is_some_and(|end| end == perfectplay_format::EXTENSION)
        || path.components().count() > 1
}
