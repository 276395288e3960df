//! Tables that stay on a server: answers are those of the table, whatever the server sends is checked, and what is
//! wrong with it is said.

use std::collections::BTreeMap;
use std::net::TcpStream;

use perfectplay_query::OpenError;
use perfectplay_release::LIST;

use crate::common::*;

const TABLE: &str = "tower-5";
const FILE: &str = "tower-5.table";
const SMALL: &str = "number-20";

/// What a list says of a table.
fn listed(table: &str, bytes: u64) -> String {
    format!(r#"{{"table": "{table}", "states": 7, "bytes": {bytes}}}"#)
}

fn list(tables: &[String]) -> String {
    format!(r#"{{"folder": "x", "tables": [{}], "missing": []}}"#, tables.join(", "))
}

fn length(table: &str) -> u64 {
    fs::metadata(built().table(table)).unwrap().len()
}

/// A folder with tables and their list, as somebody would put it on a server.
fn folder() -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    let tables = [TABLE, SMALL].map(|table| {
        let file = built().table(table);
        fs::copy(&file, copy.path().join(file.file_name().unwrap())).unwrap();
        listed(table, length(table))
    });
    let others = [
        r#"{"table": "notes", "problem": "this is not a perfectplay table"}"#.to_owned(),
        r#"{"table": "stake-3", "bytes": 1, "embedded": true}"#.to_owned(),
    ];
    fs::write(copy.path().join(LIST), list(&[&tables[..], &others].concat())).unwrap();
    copy
}

/// Serves the folder, and answers so where the large table is asked for.
fn server_of(
    answer: impl Fn(&Request, &mut TcpStream, &[u8]) + Send + Sync + 'static,
) -> FileServer {
    let folder = folder();
    let bytes = fs::read(folder.path().join(FILE)).unwrap();
    FileServer::start(move |request, stream| match request.target.ends_with(FILE) {
        true => answer(request, stream, &bytes),
        false => serve(folder.path(), Manner::GOOD, request, stream),
    })
}

fn at(url: &str) -> Result<Tables, UnpackError> {
    tables_at(url, &built_in(), &client(), Control::SILENT)
}

/// Answers of some positions of a table, all over it.
fn answers(tables: &Tables, control: Control<'_>) -> Result<Vec<String>, OpenError> {
    let place = tables.place(TABLE);
    let table = tables.together(&place, control, || tables.read(TABLE, TowerTable::new))??;
    let states = table.header().states;
    let positions = (0..40).map(|one| table.position_at(one * states / 40).unwrap());
    positions
        .map(|position| {
            let answer = tables.together(&place, control, || table.answer(&position))?;
            Ok(format!("{:?}", answer.unwrap()))
        })
        .collect()
}

/// Asks for answers, which must be those of the table if there are any.
fn ask(tables: &Tables) -> Result<(), String> {
    let found = answers(tables, Control::SILENT).map_err(|error| error.to_string())?;
    assert_eq!(found, answers(&built().into(), Control::SILENT).unwrap());
    Ok(())
}

/// What comes of asking a server for answers: the right ones, or what is wrong with its file.
fn asked(server: &FileServer) -> Result<(), String> {
    let place = format!("{}/{FILE}: ", server.url);
    ask(&at(&server.url).unwrap())
        .map_err(|text| text.strip_prefix(&place).unwrap_or_else(|| panic!("{text}")).to_owned())
}

fn send_part(request: &Request, stream: &mut TcpStream, bytes: &[u8]) {
    let (range, part) = request.part_of(bytes).unwrap();
    respond(stream, PARTIAL, &[range, content_length(part.len())], part);
}

/// Asserts that no part of the table was asked for twice.
fn assert_nothing_is_fetched_twice(server: &FileServer) {
    let requests = server.asked_for(FILE);
    let mut parts: Vec<_> = requests.iter().map(|request| &request.headers["range"]).collect();
    parts.sort();
    parts.dedup();
    assert_eq!(parts.len(), requests.len());
}

#[test]
fn answers_are_those_of_the_table_and_take_its_parts_alone() {
    let server = server_of(send_part);
    asked(&server).unwrap();
    let requests = server.asked_for(FILE);
    let sizes = requests.iter().map(|request| request.part().unwrap());
    let bytes: usize = sizes.map(|(from, last)| last.unwrap() + 1 - from).sum();
    assert!(bytes < length(TABLE) as usize * 2, "{bytes}");
    assert_nothing_is_fetched_twice(&server);
    assert!(requests.iter().all(|request| request.headers["accept-encoding"] == "identity"));
}

#[test]
fn the_list_says_which_tables_there_are() {
    let server = server_of(send_part);
    let tables = at(&format!("{}/", server.url)).unwrap();
    let names: Vec<String> =
        tables.places().unwrap().iter().map(|place| place.name().unwrap().to_owned()).collect();
    assert_eq!(names, [TABLE, SMALL]);
    assert_eq!(tables.place(TABLE).to_string(), format!("{}/{FILE}", server.url));
    assert_eq!(server.requests.lock().unwrap().len(), 1);
    let error = tables.read("tower-4", TowerTable::new).unwrap_err();
    let expected = format!("{}/tower-4.table: there is no such table", server.url);
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_small_table_is_fetched_as_a_file_once_by_the_list_or_its_own_address() {
    let folder = folder();
    let server = FileServer::start(move |request, stream| {
        serve(folder.path(), Manner { ranges: false, ..Manner::GOOD }, request, stream);
    });
    let single = format!("{}/{SMALL}.table", server.url);
    for (url, places, requests) in [(server.url.clone(), 2, 1), (single, 1, 3)] {
        let tables = at(&url).unwrap();
        assert_eq!(tables.places().unwrap().len(), places);
        let place = tables.place(SMALL);
        let open = || tables.read(SMALL, NumberTable::new);
        let table = tables.together(&place, Control::SILENT, open).unwrap().unwrap();
        let answer = table.answer(&"2 3 4 5 6".parse().unwrap()).unwrap();
        assert_eq!(answer.value.to_string(), "win in 5");
        assert_eq!(server.asked_for(&format!("{SMALL}.table")).len(), requests);
    }
    assert_eq!(server.asked_for(LIST).len(), 1);
}

#[test]
fn a_table_in_parts_is_read_from_their_files() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = fs::read(built().table(TABLE)).unwrap();
    let parts = folder.path().join("tables/tower-5-0123");
    fs::create_dir_all(&parts).unwrap();
    let file = Access::read().open(&built().table(TABLE)).unwrap();
    let layout = file.layout().clone();
    let (payload, checksums) = (layout.payload, layout.checksums);
    let starts = (payload.start..payload.end).step_by(1 << 16);
    let ranges = starts.map(|start| start..payload.end.min(start + (1 << 16)));
    for range in ranges.chain([0..32 + (1 << 16), checksums]) {
        let part = &bytes[range.start as usize..range.end as usize];
        fs::write(parts.join(range.start.to_string()), part).unwrap();
    }
    let entry = listed(TABLE, length(TABLE)).replace('}', r#", "parts": "tables/tower-5-0123"}"#);
    fs::write(folder.path().join(LIST), list(&[entry])).unwrap();
    let path = folder.path().to_owned();
    let server = FileServer::start(move |request, stream| {
        let folder = path.join(request.target.trim_start_matches('/'));
        let manner = Manner { ranges: false, ..Manner::GOOD };
        serve(folder.parent().unwrap(), manner, request, stream);
    });
    ask(&at(&server.url).unwrap()).unwrap();
    assert!(server.requests.lock().unwrap().iter().all(|request| request.part().is_none()));

    // Two parts in each other's place, and one that is missing.
    let name = |chunk: u64| parts.join((payload.start + (chunk << 16)).to_string());
    let (one, other) = (fs::read(name(0)).unwrap(), fs::read(name(1)).unwrap());
    fs::write(name(0), &other).unwrap();
    let asked_again = || ask(&at(&server.url).unwrap());
    let (place, start) = (format!("{}/tables/tower-5-0123", server.url), payload.start);
    assert_eq!(asked_again(), Err(format!("{place}: chunk 0, from byte {start}, is damaged")));
    fs::remove_file(name(0)).unwrap();
    let expected = format!("{place}: it cannot be read: {place}/{start}: the server answered 404");
    assert_eq!(asked_again(), Err(expected));
    fs::write(name(0), one).unwrap();
    asked_again().unwrap();
}

#[test]
fn many_threads_have_the_same_answers_and_fetch_nothing_twice() {
    let server = server_of(send_part);
    let tables = at(&server.url).unwrap();
    let expected = answers(&built().into(), Control::SILENT).unwrap();
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert_eq!(answers(&tables, Control::SILENT).unwrap(), expected));
        }
    });
    assert_nothing_is_fetched_twice(&server);
}

#[test]
fn a_connection_that_is_dropped_is_made_again() {
    let times = Mutex::new(BTreeMap::new());
    let server = server_of(move |request, stream, bytes| {
        let (range, part) = request.part_of(bytes).unwrap();
        let mut times = times.lock().unwrap();
        let times = times.entry(range.clone()).or_insert(0);
        *times += 1;
        let sent = if *times == 2 { part.len() / 2 } else { part.len() };
        if *times > 1 {
            respond(stream, PARTIAL, &[range, content_length(part.len())], &part[..sent]);
        }
    });
    asked(&server).unwrap();
    let drops = AtomicUsize::new(0);
    let server =
        server_of(move |request, stream, bytes| match drops.fetch_add(1, Ordering::Relaxed) {
            0 => respond(stream, "503 Service Unavailable", &[content_length(0)], b""),
            _ => send_part(request, stream, bytes),
        });
    asked(&server).unwrap();
}

/// What is sent where a part is asked for, of that part's header, the part and the whole: a status, headers and a body.
type Reply = fn(String, &[u8], &[u8]) -> (&'static str, Vec<String>, Vec<u8>);

#[test]
fn what_a_server_sends_instead_is_refused_with_what_it_is() {
    const PAGE: &[u8] = b"<!doctype html><title>Our application</title>";
    let whole = "the server sends the whole file where a part of it is asked for: tables above 512 KiB are read \
                 from servers that answer ranges";
    let other_part = "the server sends another part than was asked for";
    let cases: [(Reply, &str); 11] = [
        (|_, _, all| ("200 OK", vec![content_length(all.len())], all.to_vec()), whole),
        (|_, _, all| ("200 OK", vec![], all.to_vec()), whole),
        (
            |_, _, _| ("200 OK", vec![content_length(PAGE.len())], PAGE.to_vec()),
            "the file there has 45 bytes and not WHOLE: it is another one",
        ),
        (
            |_, part, all| {
                let range = format!("Content-Range: bytes 0-{}/{}", part.len() - 2, all.len());
                (PARTIAL, vec![range], part.to_vec())
            },
            other_part,
        ),
        (|_, part, _| (PARTIAL, vec![], part.to_vec()), other_part),
        (
            |range, part, all| {
                let range = range.replace(&format!("/{}", all.len()), "/4096");
                (PARTIAL, vec![range], part.to_vec())
            },
            "the file there has 4096 bytes and not WHOLE: it is another one",
        ),
        (
            |range, part, _| (PARTIAL, vec![range, content_length(part.len() + 1)], part.to_vec()),
            "the server announces 65569 bytes and not 65568",
        ),
        (
            |range, part, _| (PARTIAL, vec![range], [part, b"more"].concat()),
            "the answer is longer than 65568 bytes, which is too long",
        ),
        (
            |range, part, _| (PARTIAL, vec![range], part[1..].to_vec()),
            "the connection was lost: it was closed early",
        ),
        (
            |range, part, _| {
                (PARTIAL, vec![range, "Content-Encoding: gzip".to_owned()], part.to_vec())
            },
            "the server sends it compressed although it was asked not to",
        ),
        (|_, _, _| ("403 Forbidden", vec![], vec![]), "the server answered 403"),
    ];
    for (reply, expected) in cases {
        let server = server_of(move |request, stream, bytes| {
            let (range, part) = request.part_of(bytes).unwrap();
            let (status, headers, body) = reply(range, part, bytes);
            respond(stream, status, &headers, &body);
        });
        let expected = expected.replace("WHOLE", &length(TABLE).to_string());
        assert_eq!(asked(&server), Err(format!("it cannot be read: {expected}")));
    }
    let last = length(TABLE) as usize - 1;
    let expected = "its list of checksums is damaged".to_owned();
    assert_eq!(asked(&server_with_change(last, 1)), Err(expected));
}

/// A server of the table with another byte at a place.
fn server_with_change(place: usize, change: u8) -> FileServer {
    server_of(move |request, stream, bytes| {
        let mut bytes = bytes.to_vec();
        bytes[place] ^= change;
        send_part(request, stream, &bytes);
    })
}

/// Every byte of what is sent counts.
#[test]
fn a_changed_byte_anywhere_is_an_error_and_never_another_answer() {
    for place in (0..7).map(|one| 3 + one * (length(TABLE) as usize - 4) / 6) {
        let found = asked(&server_with_change(place, 0x10));
        // It may be in a part that nobody reads, or in the zeros behind the header.
        let chunk = place.checked_sub(4096).map(|place| place >> 16);
        if let (Err(error), Some(chunk)) = (found, chunk) {
            let offset = 4096 + (chunk << 16);
            let of_chunk = format!("chunk {chunk}, from byte {offset}, is damaged");
            assert!([&*of_chunk, "its list of checksums is damaged"].contains(&&*error), "{error}");
        }
    }
}

/// The file is replaced by one of another length after it was opened.
#[test]
fn a_file_that_is_replaced_meanwhile_is_an_error() {
    let asked_before = AtomicUsize::new(0);
    let server = server_of(move |request, stream, bytes| {
        let (range, part) = request.part_of(bytes).unwrap();
        let total = match asked_before.fetch_add(1, Ordering::Relaxed) {
            0..3 => bytes.len(),
            _ => bytes.len() + 8,
        };
        let range = range.replace(&format!("/{}", bytes.len()), &format!("/{total}"));
        respond(stream, PARTIAL, &[range], part);
    });
    let whole = length(TABLE);
    let expected = format!(
        "it cannot be read: the file there has {} bytes and not {whole}: it is another one",
        whole + 8
    );
    assert_eq!(asked(&server).unwrap_err(), expected);
}

/// Bytes that nobody asked for are not received, however many a server sends.
#[test]
fn a_body_without_end_is_not_read_on() {
    let sent = Arc::new(AtomicUsize::new(0));
    let (count, folder) = (sent.clone(), folder());
    let server = FileServer::start(move |request, stream| {
        if request.target.ends_with(LIST) {
            return serve(folder.path(), Manner::GOOD, request, stream);
        }
        let status = if request.part().is_some() { PARTIAL } else { "200 OK" };
        let total = length(TABLE);
        let range = request
            .part()
            .map(|(from, last)| format!("Content-Range: bytes {from}-{}/{total}", last.unwrap()));
        respond(stream, status, &range.into_iter().collect::<Vec<_>>(), b"");
        while stream.write_all(&[0; 1 << 16]).is_ok() {
            count.fetch_add(1 << 16, Ordering::Relaxed);
        }
    });
    let expected = "it cannot be read: the answer is longer than 65568 bytes, which is too long";
    assert_eq!(asked(&server).unwrap_err(), expected);
    // What the system takes ahead is some megabytes.
    assert!(sent.load(Ordering::Relaxed) < 64 << 20);
    let error =
        at(&format!("{}/{SMALL}.table/", server.url).replace("number", "tower")).unwrap_err();
    assert!(error.to_string().ends_with("no table has such a name"), "{error}");
}

#[test]
fn silence_and_drops_of_bytes_end_in_time() {
    let silent = server_of(|_, _, _| thread::sleep(Duration::from_secs(60)));
    let dripping = server_of(|request, stream, bytes| {
        let (range, part) = request.part_of(bytes).unwrap();
        respond(stream, PARTIAL, &[range, content_length(part.len())], b"");
        for byte in part {
            thread::sleep(Duration::from_millis(100));
            if stream.write_all(&[*byte]).is_err() {
                return;
            }
        }
    });
    for server in [silent, dripping] {
        let error = asked(&server).unwrap_err();
        let start = "it cannot be read: the connection was lost: nothing was heard in time (";
        assert!(error.starts_with(start), "{error}");
    }
}

#[test]
fn waiting_can_be_interrupted() {
    let server = server_of(|_, _, _| thread::sleep(Duration::from_secs(60)));
    let client = Client::for_reading();
    let tables = tables_at(&server.url, &built_in(), &client, Control::SILENT).unwrap();
    let start = Instant::now();
    answers(&tables, Control::new(&STOPPED)).unwrap_err();
    assert!(start.elapsed() < Duration::from_secs(20), "its time limit is 30 seconds");
}

#[test]
fn redirects_are_followed_a_few_times_and_take_no_password_along() {
    let target = server_of(send_part);
    let url = target.url.clone();
    let first = FileServer::start(move |request, stream| {
        redirect(stream, &format!("{url}{}", request.target));
    });
    let with_password = first.url.replace("http://", "http://reader:secret@");
    let tables = at(&with_password).unwrap();
    ask(&tables).unwrap();
    assert_eq!(tables.address(), Some(&*first.url));
    let asked = |server: &FileServer| server.asked_for("");
    assert!(asked(&first).iter().all(|request| request.headers.contains_key("authorization")));
    assert!(asked(&target).iter().all(|request| !request.headers.contains_key("authorization")));

    let round = FileServer::start(|request, stream| redirect(stream, &request.target));
    let error = at(&round.url).unwrap_err().to_string();
    assert!(error.starts_with(&format!("{}/{LIST}: ", round.url)), "{error}");
    assert!(asked(&round).len() <= 11, "{}", asked(&round).len());
}

#[test]
fn a_list_is_not_trusted() {
    let whole = length(TABLE);
    let with = |more: &str| list(&[listed(TABLE, whole).replace('}', &format!(", {more}}}"))]);
    let refused = |text: String, expected: &str| {
        let server =
            FileServer::start(move |_, stream| respond(stream, "200 OK", &[], text.as_bytes()));
        let error = at(&server.url).unwrap_err().to_string();
        let start = format!("{}/{LIST}: {expected}", server.url);
        assert!(error.starts_with(&start), "{error}");
    };
    for (text, expected) in [
        ("<!doctype html>".to_owned(), "expected value at line 1 column 1"),
        ("{}".to_owned(), "missing field `tables` at line 1 column 2"),
        (list(&[listed("../secret", 1)]), "no table is called `../secret`"),
        (
            list(&[listed("tower-5", u64::MAX)]),
            "tower-5 would have 18446744073709551615 bytes, and no table of this name has more than",
        ),
        (with(r#""parts": "../x""#), "`../x` is not below the list"),
        (with(r#""parts": "//host/x""#), "`//host/x` is not below the list"),
        (with(r#""file": "tables/../../x""#), "`tables/../../x` is not below the list"),
        (with(r#""parts": "a?b""#), "`a?b` is not below the list"),
    ] {
        refused(text, &format!("it is not a list of tables: {expected}"));
    }
    let long = "the answer is longer than 1048576 bytes, which is too long";
    refused(" ".repeat(2 << 20), long);
}

#[test]
fn an_address_that_is_none_is_said() {
    for (url, shown, reason) in [
        ("ftp://example.org", "ftp://example.org", "http:// and https:// are understood"),
        ("http://", "http://", "it names no server"),
        ("http://u:p@x/?a", "http://x/?…", "it is to be without `?`, `#` and spaces"),
        ("http://x/tables.table", "http://x/tables.table", "no table has such a name"),
    ] {
        let expected = format!("`{shown}` is not an address of tables: {reason}");
        assert_eq!(at(url).unwrap_err().to_string(), expected);
    }
    let empty = tempfile::tempdir().unwrap();
    let server = server(empty.path(), Manner::GOOD);
    for url in [server.url.clone(), format!("{}/{FILE}", server.url)] {
        let error = at(&url).unwrap_err().to_string();
        assert!(error.ends_with(": the server has no such file"), "{error}");
    }
}
