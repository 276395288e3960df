//! Tables from servers of all kinds: what can be had is had, and the rest is refused with a reason.

use perfectplay_release::HttpProblem;
use perfectplay_tables::Progress;
use perfectplay_tests::server::server_of_odd_tables;

use crate::common::*;

/// A packed table of several times 64 KiB.
const LARGE: &str = "tower-5";
const PACKED: &str = "tower-5.table.zst";

/// Unpacks the table, and compares it with the one that was built.
fn fetch(server: &FileServer, folder: &TableFolder) {
    unpack_from(&server.url, LARGE, folder).unwrap();
    assert_same_table(folder, LARGE);
}

/// Without ranges, and with connections that are closed after this many bytes of a packed table.
fn dropping(drops_after: usize) -> Manner {
    Manner { ranges: false, drops_after, ..Manner::GOOD }
}

/// Leaves this many bytes of a download.
fn begin(release: &Path, bytes: usize, folder: &TableFolder) {
    unpack_from(&server(release, dropping(bytes)).url, LARGE, folder).unwrap_err();
}

/// Unpacks from a good server, and returns from which byte on that was asked for the packed table.
fn goes_on_from(release: &Path, folder: &TableFolder) -> Option<usize> {
    let good = server(release, Manner::GOOD);
    fetch(&good, folder);
    assert!(files(folder.path()).iter().all(|file| file.ends_with(".table")));
    good.asked_for(PACKED)[0].from()
}

#[test]
fn a_table_is_fetched_once_and_nothing_else_stays() {
    let (release, (_directory, folder)) = (release(), folder());
    let server = server(release.path(), Manner::GOOD);
    for anew in [true, false] {
        assert_eq!(unpack_from(&server.url, LARGE, &folder).unwrap().anew, anew);
        assert_same_table(&folder, LARGE);
    }
    assert_eq!(files(folder.path()), ["tower-5.table"]);
    assert_eq!(server.asked_for(PACKED).len(), 1);
    let agent = server.asked_for(PACKED)[0].headers["user-agent"].clone();
    assert!(agent.starts_with("perfectplay/"), "{agent}");
}

#[test]
fn dropped_connections_go_on_where_they_were_dropped() {
    let (release, (_directory, folder)) = (release(), folder());
    let server = server(release.path(), Manner { drops_after: 1 << 16, ..Manner::GOOD });
    fetch(&server, &folder);
    let asked = server.asked_for(PACKED);
    assert!(asked.len() > 3, "{}", asked.len());
    for (number, request) in asked.iter().enumerate().skip(1) {
        assert_eq!(request.from(), Some(number << 16));
        assert_eq!(request.headers["if-range"], "\"v1\"");
    }
}

#[test]
fn without_ranges_a_dropped_download_starts_anew_and_ends_with_what_helps() {
    let (release, (_directory, folder)) = (release(), folder());
    let dropping = server(release.path(), dropping(1 << 16));
    let error = unpack_from(&dropping.url, LARGE, &folder);
    let whole = fs::metadata(release.path().join(PACKED)).unwrap().len();
    refused!(error, UnpackError::Unfinished { got: 65536, of: Some(of), .. } if *of == whole);
    assert_eq!(dropping.asked_for(PACKED).len(), 4);
    let kept = ["tower-5.table.zst.download", "tower-5.table.zst.download.toml"];
    assert_eq!(files(folder.path()), kept);
    // Another server of the same release goes on.
    assert_eq!(goes_on_from(release.path(), &folder), Some(1 << 16));
}

/// A server that tells no lengths, and closes its connections after this many bytes of a packed table.
fn server_without_lengths(release: &Path, ranges: bool, drops_after: usize) -> FileServer {
    let release = release.to_owned();
    FileServer::start(move |request, stream| {
        let name = request.target.trim_start_matches('/');
        let bytes = fs::read(release.join(name)).unwrap();
        let most = if name == PACKED { drops_after } else { usize::MAX };
        let from = request.from().filter(|_| ranges);
        let part = from.map(|from| format!("Content-Range: bytes {from}-{}/*", bytes.len() - 1));
        let status = if from.is_some() { PARTIAL } else { "200 OK" };
        let rest = &bytes[from.unwrap_or_default()..];
        respond(stream, status, part.as_slice(), &rest[..most.min(rest.len())]);
    })
}

#[test]
fn what_comes_before_a_connection_without_a_length_is_closed_early_is_kept() {
    let (release, (_directory, folder)) = (release(), folder());
    let dropping = server_without_lengths(release.path(), true, 1 << 16);
    fetch(&dropping, &folder);
    for (number, request) in dropping.asked_for(PACKED).iter().enumerate().skip(1) {
        assert_eq!(request.from(), Some(number << 16));
    }
    fs::remove_file(folder.table(LARGE)).unwrap();
    // One that cannot go on brings no more than before, and another one does.
    let dropping = server_without_lengths(release.path(), false, 1 << 16);
    let error = unpack_from(&dropping.url, LARGE, &folder);
    refused!(error, UnpackError::Unfinished { got: 65536, of: None, .. });
    assert_eq!(goes_on_from(release.path(), &folder), Some(1 << 16));
}

#[test]
fn a_record_is_replaced_and_never_written_in_place() {
    let (release, (directory, folder)) = (release(), folder());
    begin(release.path(), 1 << 16, &folder);
    let record = folder.path().join("tower-5.table.zst.download.toml");
    // Whoever has the record open, and a disk that has not heard of its successor, keep it whole.
    let (kept, text) = (directory.path().join("kept"), fs::read_to_string(&record).unwrap());
    fs::hard_link(&record, &kept).unwrap();
    let other = Manner { etag: Some("\"v2\""), ..dropping(1 << 17) };
    unpack_from(&server(release.path(), other).url, LARGE, &folder).unwrap_err();
    assert!(fs::read_to_string(&record).unwrap().contains("v2"));
    assert_eq!(fs::read_to_string(&kept).unwrap(), text);
}

#[test]
fn a_server_that_answers_200_to_a_range_is_compared_with_what_is_there() {
    let (release, (_directory, folder)) = (release(), folder());
    let path = release.path().to_owned();
    let server = FileServer::start(move |request, stream| {
        let most = if request.from().is_none() { 1 << 16 } else { usize::MAX };
        serve(&path, dropping(most), request, stream);
    });
    fetch(&server, &folder);
    assert_eq!(server.asked_for(PACKED).len(), 2);
}

#[test]
fn a_part_of_another_version_or_place_is_not_used() {
    let (release, (_directory, folder)) = (release(), folder());
    for odd in [
        // Another beginning, another whole, no words about the part.
        "Content-Range: bytes 0-99/100",
        "Content-Range: bytes 65536-99999/100000",
        "X: y",
    ] {
        let path = release.path().to_owned();
        let calls = AtomicUsize::new(0);
        let server = server_of_odd_tables(release.path(), move |request, stream| {
            if request.from().is_some() && calls.fetch_add(1, Ordering::Relaxed) == 0 {
                return respond(stream, PARTIAL, &[odd.to_owned()], &[b'x'; 100]);
            }
            let once = calls.load(Ordering::Relaxed) == 0;
            let drops_after = if once { 1 << 16 } else { usize::MAX };
            serve(&path, Manner { drops_after, ..Manner::GOOD }, request, stream);
        });
        fetch(&server, &folder);
        fs::remove_file(folder.table(LARGE)).unwrap();
    }
}

#[test]
fn a_download_that_is_not_of_this_release_or_is_damaged_starts_anew() {
    let (release, (_directory, folder)) = (release(), folder());
    let server = server(release.path(), Manner::GOOD);
    fs::create_dir(folder.path()).unwrap();
    let path = folder.path().join("tower-5.table.zst.download");
    let record = folder.path().join("tower-5.table.zst.download.toml");
    let sums = fs::read_to_string(release.path().join("SHA256SUMS")).unwrap();
    let hash = sums.lines().find(|line| line.ends_with(PACKED)).unwrap()[..64].to_owned();
    let whole = fs::read(release.path().join(PACKED)).unwrap();
    let sound = format!("sha256 = \"{hash}\"\n");
    for (what, bytes) in [
        // Of another file, nonsense, damaged, too long, complete already.
        (sound.replace(&hash[..8], "01234567"), whole[..70_000].to_vec()),
        ("nonsense".to_owned(), whole[..70_000].to_vec()),
        (sound.clone(), vec![0; 70_000]),
        (sound.clone(), [&whole[..], b"more"].concat()),
        (sound.clone(), whole.clone()),
    ] {
        fs::write(&path, bytes).unwrap();
        fs::write(&record, what).unwrap();
        fetch(&server, &folder);
        assert_eq!(files(folder.path()), ["tower-5.table"]);
        fs::remove_file(folder.table(LARGE)).unwrap();
    }
}

#[test]
fn wrong_lengths_and_bodies_are_asked_for_once_refused_and_removed() {
    let release = release();
    let whole = fs::read(release.path().join(PACKED)).unwrap();
    let other = fs::read(release.path().join("number-30.table.zst")).unwrap();
    let damaged = flipped(&whole, whole.len() / 2, 1);
    let length = |length: usize| vec![content_length(length)];
    for (headers, body) in [
        (length(whole.len()), damaged.clone()),
        (length(whole.len() - 1), whole.clone()),
        (length(100), b"<html>This network wants you to log in.</html>".repeat(3)),
        (vec![], damaged),
        (vec![], flipped(&whole, whole.len() - 1, 1)),
        (vec![], other),
        (vec![], vec![]),
        // More than the table can take.
        (length(1 << 40), whole.clone()),
        (vec![], vec![0; 20 << 20]),
    ] {
        let (_directory, folder) = folder();
        let shown = format!("{headers:?}, {} bytes", body.len());
        let server = server_of_odd_tables(release.path(), move |_, stream| {
            respond(stream, "200 OK", &headers, &body);
        });
        match unpack_from(&server.url, LARGE, &folder) {
            Err(UnpackError::Packed { problem: PackedProblem::OtherSha256, .. })
            | Err(UnpackError::Http { problem: HttpProblem::TooLong(_), .. }) => {}
            other => panic!("{shown}: {other:?}"),
        }
        assert_eq!(server.asked_for(PACKED).len(), 1, "{shown}");
        assert_nothing_is_left(&folder);
    }
}

#[test]
fn a_length_that_promises_too_much_does_no_harm() {
    let (release, (_directory, folder)) = (release(), folder());
    let whole = fs::read(release.path().join(PACKED)).unwrap();
    let server = server_of_odd_tables(release.path(), move |_, stream| {
        respond(stream, "200 OK", &[content_length(whole.len() + 1)], &whole);
    });
    fetch(&server, &folder);
}

#[test]
fn silence_ends_and_what_was_heard_before_is_kept() {
    let (release, (_directory, folder)) = (release(), folder());
    for silent_from in ["the start", "the body", "the middle"] {
        let whole = fs::read(release.path().join(PACKED)).unwrap();
        let server = server_of_odd_tables(release.path(), move |request, stream| {
            let from = request.from().unwrap_or(0);
            let length = content_length(whole.len() - from);
            let range = format!("Content-Range: bytes {from}-{}/{}", whole.len() - 1, whole.len());
            let status = if from > 0 { PARTIAL } else { "200 OK" };
            match silent_from {
                "the start" => {}
                "the body" => respond(stream, status, &[length, range], b""),
                _ => respond(stream, status, &[length, range], &whole[from..][..1000]),
            }
            thread::sleep(Duration::from_secs(5));
        });
        let started = Instant::now();
        // The middle brings something each time, so that it would come to an end some day.
        let error = if silent_from == "the middle" {
            let stopped = StopAfter(started, Duration::from_secs(1));
            let release = Release::at_url(&server.url, client(), Control::SILENT).unwrap();
            let source = release.table(&name(LARGE)).unwrap();
            source.unpack(&built_in(), &folder, false, Control::new(&stopped), || {}).unwrap_err()
        } else {
            unpack_from(&server.url, LARGE, &folder).unwrap_err()
        };
        assert!(started.elapsed() < Duration::from_secs(4), "{silent_from}");
        match (silent_from, error) {
            ("the middle", UnpackError::System(BuildError::Interrupted(_))) => {
                let kept = fs::read(folder.path().join("tower-5.table.zst.download")).unwrap();
                assert!(kept.len() >= 2000, "{}", kept.len());
            }
            ("the start" | "the body", UnpackError::Http { problem: HttpProblem::Lost(_), .. }) => {
                assert_nothing_is_left(&folder);
            }
            (_, error) => panic!("{silent_from}: {error}"),
        }
    }
}

#[test]
fn no_answer_removes_what_a_download_has() {
    /// This much was received before.
    const KEPT: usize = 70_000;
    let release = release();
    let whole = fs::read(release.path().join(PACKED)).unwrap();
    let (all, last) = (whole.len(), whole.len() - 1);
    let page = b"<html>This network wants you to log in.</html>".repeat(3);
    let range = |text: String| format!("Content-Range: bytes {text}");
    let rest = || range(format!("{KEPT}-{last}/{all}"));
    let mut answers = vec![
        ("416 Range Not Satisfiable", vec![range(format!("*/{KEPT}"))], vec![]),
        // A login page, also behind a redirect, and as long as the table.
        ("200 OK", vec![content_length(page.len())], page.clone()),
        ("200 OK", vec![], page.clone()),
        ("302 Found", vec!["Location: /login".to_owned(), content_length(0)], vec![]),
        // The whole once more, but too short: as announced, by a lost connection, without a length.
        ("200 OK", vec![content_length(1000)], whole[..1000].to_vec()),
        ("200 OK", vec![content_length(all)], whole[..1000].to_vec()),
        ("200 OK", vec![], whole[..1000].to_vec()),
        // A part that is too short, another part, of another file, too much, of unknown length.
        (PARTIAL, vec![rest(), content_length(all - KEPT)], vec![]),
        (PARTIAL, vec![range("0-99/100".to_owned()), content_length(100)], vec![b'x'; 100]),
        (PARTIAL, vec![range(format!("{KEPT}-99999/100000"))], vec![b'x'; 30_000]),
        (PARTIAL, vec![rest()], vec![b'x'; all]),
        (PARTIAL, vec![range(format!("{KEPT}-{last}/*"))], vec![]),
    ];
    for status in ["401 U", "403 F", "404 N", "407 P", "410 G", "416 R", "500 I"] {
        answers.push((status, vec![content_length(0)], vec![]));
    }
    for (status, headers, body) in answers {
        let shown = format!("{status} {headers:?}, {} bytes", body.len());
        let (_directory, folder) = folder();
        begin(release.path(), KEPT, &folder);
        let (path, page) = (release.path().to_owned(), page.clone());
        let odd = FileServer::start(move |request, stream| match request.target.as_str() {
            "/login" => respond(stream, "200 OK", &[content_length(page.len())], &page),
            target if target.ends_with(".zst") => respond(stream, status, &headers, &body),
            _ => serve(&path, Manner::GOOD, request, stream),
        });
        unpack_from(&odd.url, LARGE, &folder).unwrap_err();
        let kept = fs::read(folder.path().join("tower-5.table.zst.download")).unwrap();
        assert!(kept == whole[..KEPT], "{shown}: {}", kept.len());
        assert_eq!(goes_on_from(release.path(), &folder), Some(KEPT), "{shown}");
    }
}

#[test]
fn the_beginning_of_a_login_page_is_not_gone_on_from() {
    let (release, (_directory, folder)) = (release(), folder());
    let odd = server_of_odd_tables(release.path(), |_, stream| {
        respond(stream, "200 OK", &[content_length(5000)], b"<html><head>");
    });
    unpack_from(&odd.url, LARGE, &folder).unwrap_err();
    fetch(&server(release.path(), Manner::GOOD), &folder);
    assert_eq!(files(folder.path()), ["tower-5.table"]);
}

#[test]
fn a_damaged_table_is_fetched_by_what_there_is_of_a_download() {
    let (release, (_directory, folder)) = (release(), folder());
    begin(release.path(), 1 << 16, &folder);
    // What cannot be read is nobody's to replace.
    fs::write(folder.table(LARGE), b"half a table").unwrap();
    let good = server(release.path(), Manner::GOOD);
    let occupied = unpack_from(&good.url, LARGE, &folder);
    refused!(occupied, UnpackError::System(BuildError::Occupied { .. }));
    let packed = fs::read(release.path().join(PACKED)).unwrap();
    let sound = zstd::stream::decode_all(&packed[..]).unwrap();
    fs::write(folder.table(LARGE), flipped(&sound, 9000, 1)).unwrap();
    unpack_from(&good.url, "number-20", &folder).unwrap();
    assert_eq!(goes_on_from(release.path(), &folder), Some(1 << 16));
}

#[cfg(unix)]
#[test]
fn a_download_follows_no_link() {
    let (release, (directory, folder)) = (release(), folder());
    let server = server(release.path(), Manner::GOOD);
    fs::create_dir(folder.path()).unwrap();
    let target = directory.path().join("target");
    fs::write(&target, b"not ours").unwrap();
    let make_link = |ending: &str| {
        let link = folder.path().join(format!("tower-5.{ending}"));
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink(&target, &link).unwrap();
        link
    };
    for ending in ["table.zst.download", "table.zst.download.toml.new", "lock"] {
        let link = make_link(ending);
        refused!(
            unpack_from(&server.url, LARGE, &folder),
            UnpackError::System(BuildError::Io(_)),
            "{ending}"
        );
        assert_eq!(fs::read(&target).unwrap(), b"not ours", "{ending}");
        let _ = fs::remove_file(link);
    }
    // A record takes the place of the link.
    make_link("table.zst.download.toml");
    unpack_from(&server.url, LARGE, &folder).unwrap();
    assert_eq!(fs::read(&target).unwrap(), b"not ours");
}

/// Interrupts after some time.
struct StopAfter(Instant, Duration);

impl Progress for StopAfter {
    fn interrupted(&self) -> bool {
        self.0.elapsed() > self.1
    }
}

#[test]
fn redirects_are_followed_to_other_hosts_and_not_in_circles() {
    let (release, (_directory, folder)) = (release(), folder());
    let target = server(release.path(), Manner { drops_after: 1 << 16, ..Manner::GOOD });
    let elsewhere = target.url.replace("127.0.0.1", "localhost");
    let server = FileServer::start(move |request, stream| {
        redirect(stream, &format!("{elsewhere}{}", request.target));
    });
    fetch(&server, &folder);
    assert!(target.asked_for(PACKED).len() > 3);
    assert!(target.asked_for(PACKED)[1].from().is_some());

    let circle = FileServer::start(|request, stream| redirect(stream, &request.target));
    let error = unpack_from(&circle.url, LARGE, &folder).unwrap_err();
    assert!(error.to_string().ends_with("/SHA256SUMS: too many redirects"), "{error}");
}

#[test]
fn what_a_server_does_not_have_is_missing() {
    let (release, (_directory, folder)) = (release(), folder());
    let server = server(release.path(), Manner::GOOD);
    let unpack = |table| unpack_from(&server.url, table, &folder);
    fs::remove_file(release.path().join(PACKED)).unwrap();
    refused!(unpack(LARGE), UnpackError::NoFile { file, .. } if file.ends_with(PACKED));
    refused!(unpack("tower-7"), UnpackError::NotInRelease { .. });
    fs::remove_file(release.path().join("SHA256SUMS")).unwrap();
    refused!(unpack(LARGE), UnpackError::NoFile { file, .. } if file.ends_with("/SHA256SUMS"));
    assert_nothing_is_left(&folder);
}

#[test]
fn errors_of_the_server_are_tried_again_and_refusals_are_not() {
    let release = release();
    for (status, asked) in [("503 Service Unavailable", 3), ("403 Forbidden", 1)] {
        let (_directory, folder) = folder();
        let server = server_of_odd_tables(release.path(), move |_, stream| {
            respond(stream, status, &[content_length(0)], b"");
        });
        let error = unpack_from(&server.url, LARGE, &folder).unwrap_err();
        assert!(error.to_string().ends_with(&format!("the server answered {}", &status[..3])));
        assert_eq!(server.asked_for(PACKED).len(), asked);
        assert_nothing_is_left(&folder);
    }
}

#[test]
fn descriptions_without_end_and_other_addresses_are_refused() {
    let (_directory, folder) = folder();
    let endless = FileServer::start(|_: &Request, stream| {
        respond(stream, "200 OK", &[], b"");
        while stream.write_all(&[b'a'; 1 << 16]).is_ok() {}
    });
    let unpack = |url| unpack_from(url, LARGE, &folder);
    refused!(unpack(&endless.url), UnpackError::Http { problem: HttpProblem::TooLong(_), .. });
    let odd = "ftp://127.0.0.1/x|http://127.0.0.1/?x|http://127.0.0.1/#x|https://a b|http://127.0.0.1:99999|http:///x";
    for odd in odd.split('|') {
        refused!(unpack(odd), UnpackError::Address { .. }, "{odd}");
    }
    // No server listens there.
    let nowhere = unpack("http://127.0.0.1:9");
    refused!(nowhere, UnpackError::Http { problem: HttpProblem::Unreachable(_), .. });
    assert_nothing_is_left(&folder);
}

#[test]
fn two_unpacks_at_once_fetch_once() {
    let (release, (_directory, folder)) = (release(), folder());
    let server = server(release.path(), Manner { drops_after: 1 << 16, ..Manner::GOOD });
    let unpack = || unpack_from(&server.url, LARGE, &folder).unwrap().anew;
    let anew = thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(unpack)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    assert_eq!(anew.iter().filter(|&&anew| anew).count(), 1);
    assert_same_table(&folder, LARGE);
    let parts = server.asked_for(PACKED);
    let whole = fs::metadata(release.path().join(PACKED)).unwrap().len() as usize;
    assert_eq!(parts.len(), whole.div_ceil(1 << 16));
    assert_eq!(files(folder.path()), ["tower-5.table"]);
}

#[test]
fn a_servers_own_hashes_do_not_decide_for_known_tables() {
    let (release, (_directory, folder)) = (release(), folder());
    // A sound table under another name, with hashes that fit.
    let other = fs::read(release.path().join("number-21.table.zst")).unwrap();
    replace(release.path(), "number-20.table.zst", &other);
    let server = server(release.path(), Manner::GOOD);
    let unpack = || problem(unpack_from(&server.url, "number-20", &folder));
    refused!(unpack(), PackedProblem::OtherLength { .. });
    change_manifest(release.path(), "bytes = 28680", "bytes = 36872");
    refused!(unpack(), PackedProblem::OtherTable);
    assert_nothing_is_left(&folder);
}
