//! Documents are true: examples print what they show, links lead somewhere, the picture is what the
//! program draws, the project's address is the same everywhere.
//!
//! After a change to what the program prints, this writes examples and picture anew; read the
//! difference before you commit it:
//!
//! ```sh
//! PERFECTPLAY_BLESS=1 cargo test -p perfectplay-cli --test suite documents
//! ```

mod examples;
mod facts;
mod links;
mod picture;

use crate::common::*;

/// The folder of the repository.
fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The Markdown documents in these folders of the repository, sorted.
fn documents_in(folders: &[&str]) -> Vec<PathBuf> {
    let mut documents = Vec::new();
    for folder in folders {
        for file in fs::read_dir(repository().join(folder)).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "md") {
                documents.push(path);
            }
        }
    }
    documents.sort();
    documents
}

/// Writes a document anew if documents are, and else fails at its first line that is not as expected.
fn check(path: &Path, expected: &str) {
    if std::env::var_os("PERFECTPLAY_BLESS").is_some_and(|value| value == "1") {
        return fs::write(path, expected).unwrap();
    }
    let (document, name) = (fs::read_to_string(path).unwrap(), path.display());
    for (number, (shown, expected)) in document.lines().zip(expected.lines()).enumerate() {
        assert_eq!(shown, expected, "{name}, line {}", number + 1);
    }
    assert_eq!(document, expected, "{name}");
}
