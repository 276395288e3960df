//! A server that runs, and clients of it.

pub use std::io::{self, Read, Write};
pub use std::net::{SocketAddr, TcpStream};
pub use std::path::Path;
pub use std::sync::Arc;
pub use std::sync::atomic::{AtomicBool, Ordering};
pub use std::thread::JoinHandle;
pub use std::time::Duration;

pub use perfectplay::{TableFolder, Tables};
pub use perfectplay_games::built_in;
pub use perfectplay_server::{Config, Server};
pub use perfectplay_tests::server::escape;
pub use perfectplay_tests::{add, folder_of as folder, golden_folder as golden, golden_table};
pub use serde_json::{Value, json};
pub use tempfile::TempDir;

/// A board of contour whose table is among the small ones.
pub const BOARD: &str = "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n";

/// A position of each game that the small tables have.
pub const ASKED: &[(&str, &str)] = &[
    ("number", "2 3 4 5 6"),
    ("tower", "RGB/GRG"),
    ("contour", "2"),
    ("stake", "01/.."),
    ("tokens", "P.P/..."),
    ("chomp", "3,3,1"),
];

/// A board that takes seconds to solve, and more memory than usual.
pub const LONG: &str = "...../...../...../...../.0101";

/// One of 25 others.
pub fn long(number: usize) -> String {
    let mut filled = "0110".to_owned();
    filled.insert(number % 5, '.');
    let rows: Vec<&str> =
        (0..5).map(|row| if row == number / 5 { filled.as_str() } else { "....." }).collect();
    rows.join("/")
}

/// The gauges of what takes long.
pub const RUNNING: &str = r#"perfectplay_solving{work="long",state="running"}"#;
pub const WAITING: &str = r#"perfectplay_solving{work="long",state="waiting"}"#;

/// A server that runs until this is dropped, which waits until it has stopped.
pub struct Running {
    pub address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// What came back.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    /// Names in lower case, and values.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Running {
    /// With the small tables, and default limits.
    pub fn new() -> Self {
        Self::of_folder(&golden())
    }

    /// With the tables of a folder, and default limits.
    pub fn of_folder(folder: &Path) -> Self {
        Self::with(Config::new(&built_in(), TableFolder::new(folder)))
    }

    /// With the small tables, and limits that are changed.
    pub fn changed(change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::new(&built_in(), TableFolder::new(golden()));
        change(&mut config);
        Self::with(config)
    }

    pub fn with(config: Config) -> Self {
        let server = Server::start("127.0.0.1:0".parse().unwrap(), config).unwrap();
        let address = server.address();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let run = move || server.run(|| stopped.load(Ordering::Relaxed));
        Self { address, stop, thread: Some(std::thread::spawn(run)) }
    }

    /// Tells it to stop.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Asks with GET.
    pub fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, &[], b"")
    }

    /// Asks with GET and more headers.
    pub fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Reply {
        self.ask("GET", path, headers, b"")
    }

    /// The answer to a position as text.
    pub fn answer(&self, game: &str, position: &str) -> Reply {
        self.get(&question(game, position))
    }

    /// Asks with POST and JSON.
    pub fn post(&self, path: &str, body: &Value) -> Reply {
        let body = serde_json::to_vec(body).unwrap();
        self.ask("POST", path, &[("content-type", "application/json")], &body)
    }

    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        let mut connection = self.connect();
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n");
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() {
            head += &format!("content-length: {}\r\n", body.len());
        }
        connection.write_all(&[head.as_bytes(), b"\r\n", body].concat()).unwrap();
        Reply::read(&mut connection, method == "HEAD").unwrap()
    }

    /// Asks with GET and does not wait for the answer.
    pub fn send(&self, path: &str) -> TcpStream {
        let mut connection = self.connect();
        write!(connection, "GET {path} HTTP/1.1\r\nhost: test\r\n\r\n").unwrap();
        connection
    }

    /// Sends a batch and does not wait for its answer.
    pub fn send_batch(&self, path: &str, body: &Value) -> TcpStream {
        let body = body.to_string();
        self.begin_batch(path, &format!("content-length: {}\r\n\r\n{body}", body.len()))
    }

    /// Sends the beginning of a batch: some headers, those that are given, and what follows them.
    pub fn begin_batch(&self, path: &str, rest: &str) -> TcpStream {
        let mut connection = self.connect();
        let head = "HTTP/1.1\r\nhost: test\r\ncontent-type: application/json";
        write!(connection, "POST {path} {head}\r\n{rest}").unwrap();
        connection
    }

    /// A connection, which fails if nothing comes for long.
    pub fn connect(&self) -> TcpStream {
        let connection = TcpStream::connect(self.address).unwrap();
        connection.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        connection
    }

    /// The value of a figure in `/metrics`.
    pub fn figure(&self, name: &str) -> f64 {
        self.find_figure(name).unwrap_or_else(|| panic!("{name} is in /metrics"))
    }

    /// The value of a figure in `/metrics`, if there is one yet.
    fn find_figure(&self, name: &str) -> Option<f64> {
        let metrics = self.get("/metrics").text();
        let line = metrics.lines().find_map(|line| line.strip_prefix(name));
        line.map(|value| value.trim().parse().unwrap())
    }

    /// Waits until a figure has a value.
    pub fn wait_for(&self, name: &str, value: f64) {
        while self.find_figure(name) != Some(value) {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
        let ended = self.thread.take().unwrap().join();
        assert!(ended.is_ok() || std::thread::panicking(), "the server panicked");
    }
}

impl Reply {
    /// Reads one response from a connection.
    pub fn read(connection: &mut impl Read, head_alone: bool) -> io::Result<Self> {
        let head = read_to(connection, "\r\n\r\n")?;
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers: Vec<(String, String)> = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        let mut reply = Self { status, headers, body: Vec::new() };
        if head_alone || status == 304 {
            return Ok(reply);
        }
        if let Some(length) = reply.header("content-length") {
            reply.body = vec![0; length.parse().unwrap()];
            connection.read_exact(&mut reply.body)?;
        } else if reply.header("transfer-encoding") == Some("chunked") {
            reply.body = read_chunks(connection)?;
        }
        Ok(reply)
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(of, _)| of == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Asserts that this is an error, and returns its message and hint.
    pub fn assert_error(&self, status: u16, code: &str) -> (String, Option<String>) {
        let json = self.json();
        let error = json["error"].as_object().unwrap_or_else(|| panic!("no error: {self:?}"));
        assert_eq!((self.status, error["code"].as_str()), (status, Some(code)), "{self:?}");
        assert_eq!(self.header("content-type"), Some("application/json"));
        assert_eq!(self.header("cache-control"), Some("no-store"));
        assert_eq!(error.len(), 3, "{error:?}");
        let text = |value: &Value| value.as_str().map(str::to_owned);
        (text(&error["message"]).expect("a message"), text(&error["hint"]))
    }
}

/// Reads a text up to this end of it, and nothing behind that.
fn read_to(connection: &mut impl Read, end: &str) -> io::Result<String> {
    let mut text = Vec::new();
    while !text.ends_with(end.as_bytes()) {
        let mut byte = [0];
        connection.read_exact(&mut byte)?;
        text.push(byte[0]);
    }
    Ok(String::from_utf8(text).unwrap())
}

fn read_chunks(connection: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let line = read_to(connection, "\r\n")?;
        let length = usize::from_str_radix(line.trim(), 16).unwrap();
        let start = body.len();
        body.resize(start + length, 0);
        connection.read_exact(&mut body[start..])?;
        connection.read_exact(&mut [0; 2])?;
        if length == 0 {
            return Ok(body);
        }
    }
}

/// The figure of how many requests of a route there were.
pub fn requests(route: &str, status: u16) -> String {
    format!(r#"perfectplay_http_requests_total{{method="GET",route="{route}",status="{status}"}}"#)
}

/// The path that asks for a position, with the board of contours.
pub fn question(game: &str, position: &str) -> String {
    let board = if game == "contour" { format!("&board={}", escape(BOARD)) } else { String::new() };
    format!("/v1/{game}?position={}{board}", escape(position))
}
