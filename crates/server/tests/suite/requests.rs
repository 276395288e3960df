//! Requests that need no more than what they say, and what comes back: `requests.txt`.
//!
//! There is an empty line between requests. Behind a method and a path come lines of these kinds:
//!
//! - `> name: value`: a header; `>> text`: the body.
//! - `< 405 usage`: the status, and the code of an error; `< name: value`: a header that comes back; `< name:`: one that
//!   does not. `{name}` stands for a text, which is another one for each name, and `…` at its end for any.
//! - `| text`: a part of the body that comes back; `|| text`: all of it.
//! - `= GET /path`: it is that of this request; `= stake-3 0..10`: it is that part of this table.
//! - `# text`: a comment.

use std::collections::BTreeMap;

use crate::common::*;

/// What names stand for.
type Names = BTreeMap<String, String>;

fn named(text: &str, names: &Names) -> String {
    names.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
}

/// Whether a header is as expected, which may give a name to a part of it.
fn is_header(found: Option<&str>, expected: &str, names: &mut Names) -> bool {
    let expected = named(expected, names);
    let Some(found) = found else { return expected.is_empty() };
    if let Some((before, rest)) = expected.split_once('{') {
        let (name, after) = rest.split_once('}').unwrap();
        let value = found.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
        let is_new = value.is_some_and(|value| names.values().all(|other| other != value));
        names.insert(format!("{{{name}}}"), value.unwrap_or_default().to_owned());
        return is_new;
    }
    expected.strip_suffix('…').map_or(found == expected, |start| found.starts_with(start))
}

#[test]
fn requests_are_answered_as_they_are_written() {
    let server = Running::new();
    let mut names = Names::new();
    for request in include_str!("requests.txt").split("\n\n") {
        let request = named(request, &names);
        let lines = || request.lines().filter(|line| !line.starts_with('#'));
        let Some((method, path)) = lines().next().and_then(|line| line.split_once(' ')) else {
            continue;
        };
        let marked = |mark: &'static str| lines().filter_map(move |line| line.strip_prefix(mark));
        let headers = marked("> ").map(|line| line.split_once(':').unwrap());
        let headers: Vec<_> = headers.map(|(name, value)| (name, value.trim())).collect();
        let body = marked(">> ").next().unwrap_or_default();
        let reply = server.ask(method, path, &headers, body.as_bytes());
        for line in marked("< ") {
            if let Some((name, value)) = line.split_once(':') {
                let is_so = is_header(reply.header(name), value.trim(), &mut names);
                assert!(is_so, "{request}: {reply:?}");
            } else if let Some((status, code)) = line.split_once(' ') {
                reply.assert_error(status.parse().unwrap(), code);
            } else {
                assert_eq!(reply.status.to_string(), line, "{request}");
            }
        }
        assert!(marked("| ").all(|part| reply.text().contains(part)), "{request}: {reply:?}");
        assert!(marked("|| ").all(|text| reply.text() == text), "{request}: {reply:?}");
        for line in marked("= ") {
            let (first, second) = line.split_once(' ').unwrap();
            let expected = match second.split_once("..") {
                Some((start, end)) => {
                    golden_table(first)[start.parse().unwrap()..end.parse().unwrap()].to_vec()
                }
                None => server.ask(first, second, &[], b"").body,
            };
            assert!(reply.body == expected, "{request}");
        }
    }
}
