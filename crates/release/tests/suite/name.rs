//! Names of files.

use perfectplay_release::testing::is_file_name;

#[test]
fn names_of_files_are_no_paths() {
    for sound in ["README.md", "number-20.table.zst", "perfectplay-0.1.0-x86_64.tar.zst"] {
        assert!(is_file_name(sound));
    }
    for odd in ["", ".", "..", ".profile", "a/b", "a\\b", "C:x", "a b", "a\u{1b}b", "é"] {
        assert!(!is_file_name(odd), "{odd:?}");
    }
}
