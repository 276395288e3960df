//! Reads `texts.txt`.

/// What reads a text, the text, and what it is read as, printed, or what is wrong with it.
type Row = (&'static str, String, Result<String, String>);

pub(crate) fn rows() -> Vec<Row> {
    let (mut reader, mut rows) = ("", Vec::new());
    for line in include_str!("texts.txt").lines().filter(|line| !line.starts_with('#')) {
        if let Some((text, read)) = line.split_once(" -> ") {
            rows.push((reader, unquoted(text), Ok(unquoted(read))));
        } else if let Some((text, message)) = line.split_once(" !! ") {
            rows.push((reader, unquoted(text), Err(message.to_owned())));
        } else {
            reader = line.trim_matches(['[', ']']);
        }
    }
    rows
}

/// The text between quotes.
fn unquoted(text: &str) -> String {
    let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let mut unquoted = String::new();
    let mut rest = text.expect("a text in quotes").chars();
    while let Some(next) = rest.next() {
        unquoted.push(match next {
            '\\' => match rest.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some('t') => '\t',
                Some('e') => '\u{1b}',
                Some('\\') => '\\',
                other => panic!("an unknown escape: {other:?}"),
            },
            next => next,
        });
    }
    unquoted
}
