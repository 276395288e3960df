//! File servers on the loopback interface, which answer correctly or otherwise.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The target, as in `/number-20.table.zst`.
    pub target: String,
    /// Its headers, with their names in lower case.
    pub headers: BTreeMap<String, String>,
}

impl Request {
    fn read(stream: &TcpStream) -> Option<Self> {
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

    /// Where the requested part begins.
    pub fn from(&self) -> Option<usize> {
        self.part().map(|(from, _)| from)
    }

    /// Where the requested part begins, and its last byte if it has one.
    pub fn part(&self) -> Option<(usize, Option<usize>)> {
        let (from, last) = self.headers.get("range")?.strip_prefix("bytes=")?.split_once('-')?;
        let last = if last.is_empty() { None } else { Some(last.parse().ok()?) };
        Some((from.parse().ok()?, last))
    }

    /// The requested part of these bytes, with its header; `None` if they end before it.
    pub fn part_of<'b>(&self, bytes: &'b [u8]) -> Option<(String, &'b [u8])> {
        let (from, last) = self.part().filter(|(from, _)| *from < bytes.len())?;
        let last = last.unwrap_or(usize::MAX).min(bytes.len() - 1);
        let header = format!("Content-Range: bytes {from}-{last}/{}", bytes.len());
        Some((header, &bytes[from..=last]))
    }
}

/// A server on the loopback interface that answers each connection in a thread, and remembers what it was asked.
#[derive(Debug)]
pub struct FileServer {
    pub url: String,
    pub requests: Arc<Mutex<Vec<Request>>>,
}

impl FileServer {
    /// Starts one that answers like this.
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
                    stream.set_nodelay(true).unwrap();
                    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
                    if let Some(request) = Request::read(&stream) {
                        seen.lock().unwrap().push(request.clone());
                        answer(&request, &mut stream);
                    }
                });
            }
        });
        Self { url, requests }
    }

    pub fn asked_for(&self, file: &str) -> Vec<Request> {
        let requests = self.requests.lock().unwrap();
        requests.iter().filter(|request| request.target.ends_with(file)).cloned().collect()
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Manner {
    pub ranges: bool,
    /// Closes the connection after this many bytes of a packed table.
    pub drops_after: usize,
    /// The tag of what is served.
    pub etag: Option<&'static str>,
}

impl Manner {
    /// Correctly.
    pub const GOOD: Self = Self { ranges: true, drops_after: usize::MAX, etag: Some("\"v1\"") };
}

pub fn serve(folder: &Path, manner: Manner, request: &Request, stream: &mut TcpStream) {
    let name = request.target.rsplit('/').next().unwrap();
    let Ok(bytes) = fs::read(folder.join(name)) else {
        return respond(stream, "404 Not Found", &[], b"");
    };
    let is_current = match request.headers.get("if-range") {
        Some(version) => Some(version.as_str()) == manner.etag,
        None => true,
    };
    let is_part = manner.ranges && is_current && request.part().is_some();
    let etag = manner.etag.map(|etag| format!("ETag: {etag}"));
    let mut headers: Vec<String> = etag.into_iter().collect();
    let (status, body) = match request.part_of(&bytes) {
        _ if !is_part => ("200 OK", &bytes[..]),
        Some((header, part)) => {
            headers.push(header);
            (PARTIAL, part)
        }
        None => return respond(stream, "416 Range Not Satisfiable", &[], b""),
    };
    headers.push(content_length(body.len()));
    let is_packed = name.ends_with(".zst");
    let most = if is_packed { manner.drops_after.min(body.len()) } else { body.len() };
    respond(stream, status, &headers, &body[..most]);
}

/// A text as part of an address.
pub fn escape(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// The status of an answer with a part of a file.
pub const PARTIAL: &str = "206 Partial Content";

/// The header that announces this many bytes.
pub fn content_length(bytes: usize) -> String {
    format!("Content-Length: {bytes}")
}

/// Sends the client to another address.
pub fn redirect(stream: &mut TcpStream, address: &str) {
    respond(stream, "302 Found", &[format!("Location: {address}"), content_length(0)], b"");
}

/// Sends an answer and closes the connection.
pub fn respond(stream: &mut TcpStream, status: &str, headers: &[String], body: &[u8]) {
    let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
    let head = format!("HTTP/1.1 {status}\r\nConnection: close\r\n{headers}\r\n");
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
}

/// A server of a release's folder.
pub fn server(release: &Path, manner: Manner) -> FileServer {
    let release = release.to_owned();
    FileServer::start(move |request, stream| serve(&release, manner, request, stream))
}

/// A server of a release's folder that answers so where a packed table is asked for.
pub fn server_of_odd_tables(
    release: &Path,
    answer: impl Fn(&Request, &mut TcpStream) + Send + Sync + 'static,
) -> FileServer {
    let release = release.to_owned();
    FileServer::start(move |request, stream| match request.target.ends_with(".zst") {
        true => answer(request, stream),
        false => serve(&release, Manner::GOOD, request, stream),
    })
}
