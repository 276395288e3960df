//! Names of a release's files. They come from outside and become paths.

use perfectplay_query::TableName;

/// The ending of a packed table: `number-20.table.zst`.
pub const PACKED: &str = "table.zst";

/// The file that has a table in a release.
pub(crate) fn packed_file(table: &TableName) -> String {
    format!("{table}.{PACKED}")
}

/// Whether this may be the name of a file of a release: no path, and nothing that acts on a
/// terminal.
pub(crate) fn is_file_name(name: &str) -> bool {
    let plain =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+');
    (1..=200).contains(&name.len()) && !name.starts_with('.') && name.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_no_paths() {
        for sound in ["README.md", "number-20.table.zst", "perfectplay-0.1.0-x86_64.tar.zst"] {
            assert!(is_file_name(sound));
        }
        for odd in ["", ".", "..", ".profile", "a/b", "a\\b", "C:x", "a b", "a\u{1b}b", "é"] {
            assert!(!is_file_name(odd), "{odd:?}");
        }
    }
}
