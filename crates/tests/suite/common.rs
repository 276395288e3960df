//! What the tests of several crates share.

use std::fs;
use std::path::Path;

/// Puts other bytes under a table's name, as a rename would.
pub fn replace(path: &Path, bytes: &[u8]) {
    fs::remove_file(path).unwrap();
    fs::write(path, bytes).unwrap();
}
