//! Requests that need no more than what they say, and what comes back: `requests.txt`.
//!
//! There is an empty line between requests. Behind a method and a path come lines of these kinds:
//!
//! - `> name: value`: a header; `>> text`: the body.
//! - `< 405 usage`: the status, and the code of an error; `< name: value`: a header that comes back.
//! - `| text`: a part of the body that comes back.
//! - `# text`: a comment.

use crate::common::*;

#[test]
fn requests_are_answered_as_they_are_written() {
    let server = Running::new();
    for request in include_str!("requests.txt").split("\n\n") {
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
            if let Some((name, value)) = line.split_once(": ") {
                assert_eq!(reply.header(name), Some(value), "{request}");
            } else if let Some((status, code)) = line.split_once(' ') {
                reply.assert_error(status.parse().unwrap(), code);
            } else {
                assert_eq!(reply.status.to_string(), line, "{request}");
            }
        }
        assert!(marked("| ").all(|part| reply.text().contains(part)), "{request}: {reply:?}");
    }
}
