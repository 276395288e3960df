//! Names of a release's files. They come from outside and become paths.

use perfectplay_query::TableName;

/// The ending of a packed table: `number-20.table.zst`.
pub const PACKED: &str = "table.zst";

/// The file that has a table in a release.
pub(crate) fn packed_file(table: &TableName) -> String {
    format!("{table}.{PACKED}")
}

/// The part before the ending of a packed table's name.
pub(crate) fn table_of(file: &str) -> Option<&str> {
    file.strip_suffix(PACKED)?.strip_suffix('.')
}

/// Whether this can be the name of a release's file: it is not a path, and has no effect on a terminal.
pub fn is_file_name(name: &str) -> bool {
    let plain =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+');
    (1..=200).contains(&name.len()) && !name.starts_with('.') && name.bytes().all(plain)
}
