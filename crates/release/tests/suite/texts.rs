//! What is read of a release and of its server: `SHA256SUMS`, names of files, parts and addresses.

use perfectplay_release::testing::{Sha256Hex, Sums, is_file_name, part, shown};
use ring::digest::{SHA256, digest};

const HASH: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

#[test]
fn what_is_written_is_read() {
    let mut sums = Sums::default();
    sums.insert("b".to_owned(), Sha256Hex::of(digest(&SHA256, b"")));
    sums.insert("a.txt".to_owned(), Sha256Hex::of(digest(&SHA256, b"")));
    assert_eq!(sums.to_string(), format!("{HASH}  a.txt\n{HASH}  b\n"));
    assert_eq!(Sums::parse(&sums.to_string()), Ok(sums.clone()));
    let binary = sums.to_string().replace("  ", " *").replace(HASH, &HASH.to_uppercase());
    assert_eq!(Sums::parse(&binary), Ok(sums));
}

#[test]
fn nonsense_is_refused_with_its_line() {
    for (text, expected) in [
        ("nonsense", "line 1: not a SHA-256 hash and a name".to_owned()),
        (&format!("{HASH}  a\n{HASH}  ../a"), "line 2: `../a` is not a file name".to_owned()),
        (&format!("{HASH}  a\n{HASH} *a"), "line 2: `a` has been listed before".to_owned()),
        (&format!("{HASH}  a\\b"), "line 1: `a\\\\b` is not a file name".to_owned()),
        (&format!("{}  a", &HASH[1..]), "line 1: not a SHA-256 hash and a name".to_owned()),
    ] {
        let error = Sums::parse(text).map_err(|error| error.to_string());
        assert_eq!(error, Err(expected));
    }
}

#[test]
fn parts_are_read() {
    assert_eq!(part("bytes 100-199/200"), Some((100..200, Some(200))));
    assert_eq!(part("bytes 100-199/*"), Some((100..200, None)));
    for odd in ["", "bytes", "bytes */200", "lines 1-2/3", "bytes -1-2/3", "bytes 1-/3"] {
        assert_eq!(part(odd), None, "{odd}");
    }
}

#[test]
fn passwords_are_not_shown() {
    assert_eq!(shown("https://a:b@example.org/x@y"), "https://example.org/x@y");
    assert_eq!(shown("http://example.org"), "http://example.org");
    for end in ["?", "?token=secret", "?a=b@c/d", "/x?token=secret#y"] {
        let shown = shown(&format!("ftp://a:b@example.org{end}"));
        assert!(shown.starts_with("ftp://example.org") && shown.ends_with("?…"), "{shown}");
    }
}

#[test]
fn names_of_files_are_no_paths() {
    for sound in ["README.md", "number-20.table.zst", "perfectplay-0.1.0-x86_64.tar.zst"] {
        assert!(is_file_name(sound));
    }
    for odd in ["", ".", "..", ".profile", "a/b", "a\\b", "C:x", "a b", "a\u{1b}b", "é"] {
        assert!(!is_file_name(odd), "{odd:?}");
    }
}
