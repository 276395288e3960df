//! What is read in answers, and what is shown of addresses.

use perfectplay_release::testing::{part, shown};

#[test]
fn parts_are_read() {
    assert_eq!(part("bytes 100-199/200"), Some((100, Some(200))));
    assert_eq!(part("bytes 100-199/*"), Some((100, None)));
    for odd in ["", "bytes", "bytes */200", "lines 1-2/3", "bytes -1-2/3"] {
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
