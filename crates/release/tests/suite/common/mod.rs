//! What the tests of this crate share: tables, a release, and file servers on loopback.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex};
use std::thread;
use std::time::Duration;

use perfectplay_query::{Family, TableFolder};
use perfectplay_release::{Client, ClientConfig, Release, TableName, UnpackError, pack};
use perfectplay_tables::{Build, Built, Control, build};
use ring::digest::{SHA256, digest};
use tempfile::TempDir;

/// Tables that this program's manifest knows, one that it does not know, and one that is packed in
/// several pieces.
pub const TABLES: [Family; 4] = [
    Family::Number { bound: 20 },
    Family::Number { bound: 30 },
    Family::Number { bound: 21 },
    Family::Tower { levels: 5 },
];

/// Built and packed once.
static MADE: LazyLock<(TempDir, TempDir)> = LazyLock::new(|| {
    let (tables, release) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let folder = TableFolder::new(tables.path());
    for family in TABLES {
        build(&family.into(), &folder, Build::default(), Control::SILENT, |_| {}).unwrap();
    }
    let names: Vec<TableName> = TABLES.iter().map(|family| name(&family.to_string())).collect();
    pack(&names, &folder, release.path(), Control::SILENT).unwrap();
    (tables, release)
});

/// The folder of the tables as they were built.
pub fn built() -> TableFolder {
    TableFolder::new(MADE.0.path())
}

/// A copy of the release.
pub fn release() -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    for file in fs::read_dir(MADE.1.path()).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), copy.path().join(file.file_name())).unwrap();
    }
    copy
}

pub fn name(text: &str) -> TableName {
    text.parse().unwrap()
}

pub fn folder() -> (TempDir, TableFolder) {
    let directory = tempfile::tempdir().unwrap();
    let folder = TableFolder::new(directory.path().join("tables"));
    (directory, folder)
}

/// The files of a folder but for locks, sorted; none if it does not exist.
pub fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| !name.ends_with(".lock")).collect();
    names.sort_unstable();
    names
}

/// Replaces a file of a release, and its line in `SHA256SUMS`.
pub fn replace(release: &Path, file: &str, bytes: &[u8]) {
    fs::write(release.join(file), bytes).unwrap();
    let hash: String =
        digest(&SHA256, bytes).as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    let sums = fs::read_to_string(release.join("SHA256SUMS")).unwrap();
    let others = sums.lines().filter(|line| !line.ends_with(&format!("  {file}")));
    let lines: Vec<String> = others.map(str::to_owned).chain([format!("{hash}  {file}")]).collect();
    fs::write(release.join("SHA256SUMS"), lines.join("\n") + "\n").unwrap();
}

/// Asserts that a table is the one that was built.
pub fn assert_same_table(folder: &TableFolder, name: &str) {
    assert!(fs::read(folder.table(name)).unwrap() == fs::read(built().table(name)).unwrap());
}

/// Asks with little patience.
pub fn client() -> Client {
    Client::new(ClientConfig {
        timeout: Duration::from_millis(300),
        retries: 2,
        pause: Duration::from_millis(10),
    })
}

/// Unpacks a table from a server.
pub fn unpack_from(url: &str, table: &str, folder: &TableFolder) -> Result<Built, UnpackError> {
    Release::at_url(url, client(), Control::SILENT)?.table(&name(table))?.unpack(
        folder,
        false,
        Control::SILENT,
        || {},
    )
}

/// A request as a server sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The target, as in `/number-20.table.zst`.
    pub target: String,
    pub headers: BTreeMap<String, String>,
}

impl Request {
    pub fn read(stream: &TcpStream) -> Option<Self> {
        let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
        let target = lines.next()?.split(' ').nth(1)?.to_owned();
        let headers = lines
            .take_while(|line| !line.is_empty())
            .filter_map(|line| {
                let (name, value) = line.split_once(": ")?;
                Some((name.to_ascii_lowercase(), value.to_owned()))
            })
            .collect();
        Some(Self { target, headers })
    }

    /// Where the part that is asked for begins.
    pub fn from(&self) -> Option<usize> {
        self.headers.get("range")?.strip_prefix("bytes=")?.strip_suffix('-')?.parse().ok()
    }
}

/// A server on loopback that answers every connection in a thread, and remembers what it was
/// asked.
pub struct Server {
    pub url: String,
    pub requests: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    pub fn start(answer: impl Fn(&Request, &mut TcpStream) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (seen, answer) = (Arc::clone(&requests), Arc::new(answer));
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (seen, answer) = (Arc::clone(&seen), Arc::clone(&answer));
                thread::spawn(move || {
                    let mut stream = stream.unwrap();
                    if let Some(request) = Request::read(&stream) {
                        seen.lock().unwrap().push(request.clone());
                        answer(&request, &mut stream);
                    }
                });
            }
        });
        Self { url, requests }
    }

    /// The requests for a file.
    pub fn asked_for(&self, file: &str) -> Vec<Request> {
        let requests = self.requests.lock().unwrap();
        requests.iter().filter(|request| request.target.ends_with(file)).cloned().collect()
    }
}

/// How a file is served.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Answers ranges.
    pub ranges: bool,
    /// Closes the connection after so many bytes of a packed table.
    pub drops_after: usize,
    pub etag: Option<&'static str>,
}

impl Manner {
    pub const GOOD: Self = Self { ranges: true, drops_after: usize::MAX, etag: Some("\"v1\"") };
}

/// Serves a file of a folder.
pub fn serve(folder: &Path, manner: Manner, request: &Request, stream: &mut TcpStream) {
    let name = request.target.rsplit('/').next().unwrap();
    let Ok(bytes) = fs::read(folder.join(name)) else {
        return respond(stream, "404 Not Found", &[], b"");
    };
    let is_current = match request.headers.get("if-range") {
        Some(version) => Some(version.as_str()) == manner.etag,
        None => true,
    };
    let from = request.from().filter(|_| manner.ranges && is_current);
    let etag = manner.etag.map(|etag| format!("ETag: {etag}"));
    let mut headers: Vec<String> = etag.into_iter().collect();
    let (status, body) = match from {
        Some(from) if from >= bytes.len() => {
            return respond(stream, "416 Range Not Satisfiable", &[], b"");
        }
        Some(from) => {
            let (last, whole) = (bytes.len() - 1, bytes.len());
            headers.push(format!("Content-Range: bytes {from}-{last}/{whole}"));
            ("206 Partial Content", &bytes[from..])
        }
        None => ("200 OK", &bytes[..]),
    };
    headers.push(format!("Content-Length: {}", body.len()));
    let is_packed = name.ends_with(".zst");
    let most = if is_packed { manner.drops_after.min(body.len()) } else { body.len() };
    respond(stream, status, &headers, &body[..most]);
}

/// Sends an answer and closes the connection.
pub fn respond(stream: &mut TcpStream, status: &str, headers: &[String], body: &[u8]) {
    let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
    let head = format!("HTTP/1.1 {status}\r\nConnection: close\r\n{headers}\r\n");
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
}

/// A server of a release's folder.
pub fn server(release: &Path, manner: Manner) -> Server {
    let release: PathBuf = release.to_owned();
    Server::start(move |request, stream| serve(&release, manner, request, stream))
}
