//! The address of the project, which stands once, as `repository` in Cargo.toml.

use std::fs;

use super::{documents_in, is_blessing, repository};

/// What follows the address where a document names the newest release, or a page that is read elsewhere.
const AFTER: [&str; 2] = ["/releases/latest/download", "/blob/main/"];
/// What comes before it where a document says how to get the sources, how to cite them, or whose package it is.
const BEFORE: [&str; 5] =
    ["git clone ", "repository-code: ", "[perfectplay](", "Repository = \"", "repository = \""];

/// The document with this address wherever it names one of the project.
fn filled(document: &str, address: &str) -> String {
    let ends = |letter: char| letter.is_whitespace() || "`\"'()<".contains(letter);
    let mut text = document.to_owned();
    for after in AFTER {
        let (named, rest) = text.rsplit_once(after).unwrap_or(("", &text));
        let mut whole = String::new();
        for piece in named.split(after).filter(|piece| !piece.is_empty()) {
            let start = piece.rfind(ends).map_or(0, |place| place + 1);
            whole += &format!("{}{address}{after}", &piece[..start]);
        }
        text = whole + rest;
    }
    for before in BEFORE {
        let mut pieces = text.split(before);
        let mut whole = pieces.next().unwrap().to_owned();
        for piece in pieces {
            let end = piece.find(ends).unwrap_or(piece.len());
            whole += &format!("{before}{address}{}", &piece[end..]);
        }
        text = whole;
    }
    text
}

#[test]
fn every_document_has_the_address_of_the_project() {
    let address = env!("CARGO_PKG_REPOSITORY");
    let mut named = 0;
    let documents =
        documents_in(&[".", "docs", "release", "python", "crates/cli", "crates/release"]);
    let others = ["CITATION.cff", "python/Cargo.toml", "python/pyproject.toml"];
    for path in documents.into_iter().chain(others.map(|path| repository().join(path))) {
        let document = fs::read_to_string(&path).unwrap();
        let text = filled(&document, address);
        if is_blessing() && document != text {
            fs::write(&path, &text).unwrap();
            continue;
        }
        assert!(document == text, "{} has another address than {address}", path.display());
        named += text.matches(address).count();
        let rest = text.replace(address, "");
        assert!(!rest.contains("example.org"), "{} has an address of its own", path.display());
    }
    assert!(named >= 10 || is_blessing());
}

#[test]
fn an_address_is_replaced_wherever_it_stands() {
    let document = "repository-code: x\ngit clone https://a.b/c\ncurl \"https://a.b/c/releases/latest/download/$file\" `x`\n[perfectplay](x), [page](https://a.b/c/blob/main/x.md)\n";
    let expected = "repository-code: https://d/e\ngit clone https://d/e\ncurl \"https://d/e/releases/latest/download/$file\" `x`\n[perfectplay](https://d/e), [page](https://d/e/blob/main/x.md)\n";
    assert_eq!(filled(document, "https://d/e"), expected);
    assert_eq!(filled(expected, "https://d/e"), expected);
}
