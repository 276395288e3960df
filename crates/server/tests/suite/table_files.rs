//! The tables as files.

use std::fs;
use std::ops::Range;

use perfectplay_format::{Layout, Prelude, TableFile};

use crate::common::*;

const PATH: &str = "/tables/stake-3.table";

fn bytes() -> Vec<u8> {
    golden_table("stake-3")
}

#[test]
fn a_table_is_sent_as_it_is() {
    let server = Running::new();
    let reply = server.get_with(PATH, &[("accept-encoding", "gzip, zstd")]);
    assert_eq!(reply.status, 200);
    assert_eq!(reply.body, bytes());
    assert_eq!(reply.header("content-type"), Some("application/octet-stream"));
    assert_eq!(reply.header("content-encoding"), None);
    assert_eq!(reply.header("accept-ranges"), Some("bytes"));
    let head = server.ask("HEAD", PATH, &[], b"");
    assert_eq!(head.status, 200);
    for header in ["content-length", "etag", "accept-ranges", "content-type"] {
        assert_eq!(head.header(header), reply.header(header));
    }
    let etag = reply.header("etag").unwrap();
    assert!(etag.starts_with('"'), "{etag}");
    assert_eq!(server.get_with(PATH, &[("if-none-match", etag)]).status, 304);
    assert_ne!(server.get("/tables/number-12.table").header("etag"), Some(etag));
}

#[test]
fn who_wants_another_table_than_this_one_gets_none() {
    let server = Running::new();
    let etag = server.get(PATH).header("etag").unwrap().to_owned();
    for path in [PATH, "/v1/number?position=2%203"] {
        let own = server.get(path).header("etag").unwrap().to_owned();
        for (tags, is_met) in [
            ("*".to_owned(), true),
            (format!("\"0\", {etag}"), path == PATH),
            ("\"0\"".to_owned(), false),
            (format!("W/{etag}"), false),
            // An answer's own tag is weak, and what is said of it is so.
            (own, path == PATH),
        ] {
            let reply = server.get_with(path, &[("if-match", &tags)]);
            if is_met {
                assert_eq!(reply.status, 200, "{tags}");
            } else {
                let (message, _) = reply.assert_error(412, "usage");
                assert_eq!(message.contains("weak"), path != PATH, "{message}");
            }
        }
    }
}

/// Asks for a part, and compares what comes with the bytes of the table.
fn assert_part(server: &Running, bytes: &[u8], range: &str, part: Range<usize>) {
    let reply = server.get_with(PATH, &[("range", range)]);
    assert_eq!((reply.status, &reply.body[..]), (206, &bytes[part.clone()]), "{range}");
    let expected = format!("bytes {}-{}/{}", part.start, part.end - 1, bytes.len());
    assert_eq!(reply.header("content-range"), Some(expected.as_str()));
    let head = server.ask("HEAD", PATH, &[("range", range)], b"");
    assert_eq!((head.status, head.body.len()), (200, 0), "parts are for GET alone");
}

#[test]
fn one_part_is_read() {
    let (server, bytes) = (Running::new(), bytes());
    let length = bytes.len();
    for (range, part) in [
        ("bytes=0-0".to_owned(), 0..1),
        ("bytes=0-99".to_owned(), 0..100),
        ("bytes=10-19".to_owned(), 10..20),
        ("bytes=100-".to_owned(), 100..length),
        ("bytes=-1".to_owned(), length - 1..length),
        ("bytes=-10".to_owned(), length - 10..length),
        (format!("bytes=-{}", 2 * length), 0..length),
        (format!("bytes=5-{}", 2 * length), 5..length),
        ("Bytes=99-99999999999999999999999".to_owned(), 99..length),
    ] {
        assert_part(&server, &bytes, &range, part);
    }
}

#[test]
fn a_part_of_another_table_is_not_sent() {
    let server = Running::new();
    let etag = server.ask("HEAD", PATH, &[], b"").header("etag").unwrap().to_owned();
    let ask = |if_range: &str| {
        server.get_with(PATH, &[("range", "bytes=0-9"), ("if-range", if_range)]).status
    };
    assert_eq!(ask(&etag), 206);
    assert_eq!(ask("\"0000000000000000\""), 200);
    assert_eq!(ask(&format!("W/{etag}")), 200);
    assert_eq!(ask("Sat, 21 Nov 2026 18:00:00 GMT"), 200);
}

#[test]
fn what_is_no_name_of_a_table_is_missing() {
    let outside = folder(&[]);
    let tables = outside.path().join("tables");
    fs::create_dir(&tables).unwrap();
    for file in ["stake-3.table", "stake-2.table", "../outside.table"] {
        fs::write(tables.join(file), bytes()).unwrap();
    }
    fs::write(tables.join("stake-3.lock"), "").unwrap();
    fs::create_dir(tables.join("number-19.table")).unwrap();
    fs::write(tables.join("number-18.table"), "nonsense").unwrap();
    let server = Running::of_folder(&tables);
    assert_eq!(server.get(PATH).status, 200);
    server.get("/tables/stake-2.table").assert_error(500, "damaged");
    let odd = "number-20.table stake-3 stake-3.lock stake-3.table.table .table .. . \
               ../outside.table ..%2foutside.table %2e%2e%2foutside.table ..%5coutside.table \
               %00.table stake-3.table%00 stake-3.table%2f /stake-3.table %ff.table \
               stake-3.table/ STAKE-3.table ~ %252e%252e%252foutside.table CON.table";
    for name in odd.split(' ') {
        let reply = server.get(&format!("/tables/{name}"));
        assert!([400, 404].contains(&reply.status), "{name}: {reply:?}");
        assert!(reply.body.len() < 1000, "{name}: {reply:?}");
    }
    server.get("/tables/number-19.table").assert_error(503, "refused");
    let reply = server.get("/tables/number-18.table");
    let (message, _) = reply.assert_error(500, "damaged");
    assert!(message.contains("number-18"), "{message}");
    assert!(!reply.text().contains("tmp"), "{}", reply.text());
}

/// A server that has sent the first byte of an answer with a large table: the folder and the bytes of the table, and
/// the whole answer.
fn large_table_begun() -> (TempDir, Vec<u8>, Running, impl Read) {
    let folder = folder(&[]);
    let mut header = TableFile::open(bytes()).unwrap().header().clone();
    // Not all of it is sent at once.
    header.sections.last_mut().unwrap().length = 32 << 20;
    let encoded = header.encode().unwrap();
    let mut bytes = [&Prelude::of(&encoded).to_bytes(), &encoded[..]].concat();
    let layout = Layout::check(bytes.len() as u64, &header.sections).unwrap();
    bytes.resize(layout.file_length() as usize, 1);
    fs::write(folder.path().join("stake-3.table"), &bytes).unwrap();
    let server = Running::of_folder(folder.path());
    let mut connection = server.send(PATH);
    connection.read_exact(&mut [0; 1]).unwrap();
    (folder, bytes, server, b"H".as_slice().chain(connection))
}

#[test]
fn a_table_that_is_replaced_while_it_is_sent_is_not_mixed_with_the_new_one() {
    let (folder, old, _server, mut answer) = large_table_begun();
    fs::write(folder.path().join("new"), vec![2; old.len()]).unwrap();
    fs::rename(folder.path().join("new"), folder.path().join("stake-3.table")).unwrap();
    let reply = Reply::read(&mut answer, false).unwrap();
    assert!(reply.body == old, "all bytes are of the table that was there first");
}

#[test]
fn a_table_that_becomes_shorter_ends_the_connection() {
    let (folder, bytes, server, mut answer) = large_table_begun();
    let file = fs::File::options().write(true).open(folder.path().join("stake-3.table")).unwrap();
    file.set_len(bytes.len() as u64 / 2).unwrap();
    assert!(Reply::read(&mut answer, false).is_err());
    // Other requests are answered as before.
    assert_eq!(server.get("/v1/health").status, 200);
}

#[test]
fn tables_inside_the_program_are_used_listed_and_sent_where_the_folder_has_none() {
    let inside = ["stake-3", "number-12"].map(|name| (name, &*golden_table(name).leak()));
    let folder = folder(&["stake-3"]);
    let tables = Tables::from(TableFolder::new(folder.path())).with_embedded(&inside);
    let server = Running::with(Config::new(&built_in(), tables));
    assert_eq!(server.get("/v1/number?position=2+3").json()["table"], "number-12");
    let tables = server.get("/v1/tables").json()["tables"].clone();
    assert_eq!((&tables[0]["table"], tables[0].get("embedded")), (&"stake-3".into(), None));
    assert_eq!((&tables[1]["table"], &tables[1]["embedded"]), (&"number-12".into(), &true.into()));
    let whole = server.get("/tables/number-12.table");
    assert_eq!((whole.status, whole.body.as_slice()), (200, inside[1].1));
    let part = server.get_with("/tables/number-12.table", &[("range", "bytes=10-99")]);
    assert_eq!((part.status, part.body.as_slice()), (206, &inside[1].1[10..100]));
    let in_folder = Running::new().get("/tables/number-12.table");
    assert_eq!(whole.header("etag"), in_folder.header("etag"));
}

#[test]
fn who_takes_nothing_that_there_is_gets_it_all_the_same() {
    let server = Running::new();
    let plain = server.get("/v1/tables");
    for nothing in ["identity;q=0", "*;q=0", "identity;q=0, gzip;q=0.0, zstd; q=0", "br"] {
        let reply = server.get_with("/v1/tables", &[("accept-encoding", nothing)]);
        assert_eq!((reply.status, &reply.body), (200, &plain.body), "{nothing}");
    }
}
