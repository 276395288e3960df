//! `SHA256SUMS`.

use perfectplay_release::testing::{Sha256Hex, Sums};
use ring::digest::{Context, SHA256};

const HASH: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

#[test]
fn what_is_written_is_read() {
    let mut sums = Sums::default();
    sums.insert("b".to_owned(), Sha256Hex::of(Context::new(&SHA256)));
    sums.insert("a.txt".to_owned(), Sha256Hex::of(Context::new(&SHA256)));
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
