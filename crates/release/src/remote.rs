//! Tables that stay on a file server: of each, the bytes that an answer needs are requested as ranges.
//!
//! The address is that of a folder with a list, `tables.json`, or of a single table. The list has a name and a length
//! for each table, as what `perfectplay list --json` prints has. Where the table is not beside the list, as `NAME.table`,
//! it has the path of its file, or of a folder with its parts.

use std::collections::VecDeque;
use std::io;
use std::ops::Range;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use perfectplay::{GameRef, can_be_there, most_bytes};
use perfectplay_query::{Fetch, FetchedBytes, Problem, TableName, Tables};
use perfectplay_tables::Control;
use serde::Deserialize;
use ureq::Agent;
use ureq::http::Uri;

use crate::error::{HttpProblem, Result, UnpackError};
use crate::http::{Client, address, shown};

/// The name of the list in a folder.
pub const LIST: &str = "tables.json";

/// More bytes than any list has.
const LONGEST_LIST: u64 = 1 << 20;

/// How many requests are made at once, as browsers do.
const CONNECTIONS: usize = 6;

/// Of a list, what matters here.
#[derive(Debug, Deserialize)]
struct List {
    tables: Vec<ListEntry>,
}

#[derive(Debug, Deserialize)]
struct ListEntry {
    table: String,
    /// How many bytes it has. None if it could not be opened when the list was written.
    bytes: Option<u64>,
    /// Where its file is.
    file: Option<String>,
    /// Or where its parts are, each in a file that is named after the place of its first byte; a small table is one.
    parts: Option<String>,
    /// Whether it was inside a program, and not in the folder.
    #[serde(default)]
    embedded: bool,
}

/// Where a table's bytes are.
#[derive(Debug)]
enum Bytes {
    /// In a file.
    File(String),
    /// In files of a folder.
    Parts(String),
}

/// Requests parts of a table.
#[derive(Debug)]
struct Remote {
    client: Client,
    agent: Agent,
    /// The process that the agent's connections belong to: a fork makes its own.
    process: u32,
    bytes: Bytes,
    length: u64,
}

#[derive(Clone, Debug)]
struct PartRequest {
    /// Its place among those that were asked for.
    place: usize,
    url: String,
    range: Range<u64>,
    /// How long the file is.
    length: u64,
}

/// Whether a text is an address, of whatever scheme, and not a path.
pub fn is_address(text: &str) -> bool {
    let is_of_scheme = |letter: u8| letter.is_ascii_alphanumeric() || b"+-.".contains(&letter);
    let scheme = text.split_once("://").map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| !scheme.is_empty() && scheme.bytes().all(is_of_scheme))
}

/// The tables at an address, `http://…` or `https://…`: of a folder with a list of them, or of a single table,
/// `…/NAME.table`. Only the list is fetched, or how long the table is.
///
/// # Errors
/// If the address is not one, the server cannot be asked, the list is not one, or the server does not send parts of
/// a table that is not small.
pub fn tables_at(
    url: &str,
    games: &[GameRef],
    client: &Client,
    control: Control<'_>,
) -> Result<Tables> {
    let wrong = |reason| UnpackError::Address { url: shown(url), what: "tables", reason };
    let url = address(url).map_err(wrong)?;
    let uri: Uri = url.parse().map_err(|_| wrong("it names no server"))?;
    let agent = client.agent(&uri, true).map_err(|reason| HttpProblem::Refused(reason).of(&url))?;
    // Tables with one more, whose bytes are of this length.
    let with = |tables: Tables, name: &TableName, bytes: Bytes, length| {
        let (Bytes::File(place) | Bytes::Parts(place)) = &bytes;
        let place = shown(place);
        let remote = Remote::new(client, agent.clone(), bytes, length);
        let fetched = Arc::new(FetchedBytes::new(length, remote));
        tables.with_remote(name.as_str(), &place, fetched, length)
    };
    let file = url.rsplit('/').next().and_then(|file| file.strip_suffix(".table"));
    if let Some(name) = file {
        let name: Option<TableName> = name.parse().ok().filter(|name| can_be_there(name, games));
        let name = name.ok_or_else(|| wrong("no table has such a name"))?;
        let length = client.length(&url, control)?;
        check_length(&name, games, length)
            .map_err(|problem| HttpProblem::Refused(problem).of(&url))?;
        let folder = url.rsplit_once('/').map_or(&*url, |(folder, _)| folder);
        let tables = Tables::at_address(shown(folder));
        return Ok(with(tables, &name, Bytes::File(url), length));
    }
    let list = format!("{url}/{LIST}");
    let text = client.text(&list, LONGEST_LIST, control)?;
    let wrong = |problem: String| UnpackError::List { file: shown(&list), problem };
    let List { tables: listed } =
        serde_json::from_slice(&text).map_err(|error| wrong(error.to_string()))?;
    let mut tables = Tables::at_address(shown(&url));
    for ListEntry { table, bytes, file, parts, embedded } in listed {
        let Some(length) = bytes.filter(|_| !embedded) else { continue };
        let name: TableName = table.parse().map_err(|error| wrong(format!("{error}")))?;
        check_length(&name, games, length).map_err(wrong)?;
        let is_in_parts = parts.is_some();
        let path = parts.or(file).unwrap_or_else(|| format!("{name}.table"));
        if !is_below(&path) {
            return Err(wrong(format!("`{}` is not below the list", path.escape_debug())));
        }
        let at = format!("{url}/{path}");
        let bytes = if is_in_parts { Bytes::Parts(at) } else { Bytes::File(at) };
        tables = with(tables, &name, bytes, length);
    }
    Ok(tables)
}

/// Makes sure that a table of this name can have this many bytes.
fn check_length(name: &TableName, games: &[GameRef], length: u64) -> Result<(), String> {
    let most = most_bytes(name, games);
    match length <= most {
        true => Ok(()),
        false => Err(format!(
            "{name} would have {length} bytes, and no table of this name has more than {most}"
        )),
    }
}

/// Whether a path is that of something below where it stands.
fn is_below(path: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    path.split('/')
        .all(|part| !part.is_empty() && part != "." && part != ".." && part.bytes().all(is_plain))
}

/// Why parts could not be had.
enum Fault {
    /// From an address.
    Http(String, HttpProblem),
    Interrupted,
}

/// The bytes of a part, with its place among those that were asked for.
type PartResult = Result<(usize, Box<[u8]>), Fault>;

impl Remote {
    fn new(client: &Client, agent: Agent, bytes: Bytes, length: u64) -> Self {
        Self { client: client.clone(), agent, process: process::id(), bytes, length }
    }

    /// What makes requests in this process.
    fn agent(&self) -> Result<Agent, HttpProblem> {
        if process::id() == self.process {
            return Ok(self.agent.clone());
        }
        let (Bytes::File(url) | Bytes::Parts(url)) = &self.bytes;
        let uri: Uri = url.parse().map_err(|_| HttpProblem::Refused("no address".to_owned()))?;
        self.client.agent(&uri, true).map_err(HttpProblem::Refused)
    }

    fn wanted(&self, place: usize, range: Range<u64>) -> PartRequest {
        match &self.bytes {
            Bytes::File(url) => PartRequest { place, url: url.clone(), range, length: self.length },
            // The file of a part has nothing else.
            Bytes::Parts(url) => {
                let (url, length) = (format!("{url}/{}", range.start), range.end - range.start);
                PartRequest { place, url, range: 0..length, length }
            }
        }
    }
}

impl Fetch for Remote {
    fn fetch(
        &self,
        ranges: &[Range<u64>],
        control: Control<'_>,
    ) -> Result<Vec<Box<[u8]>>, Problem> {
        let ranges = ranges.iter().cloned().enumerate();
        let wanted = ranges.map(|(place, range)| self.wanted(place, range)).collect();
        let agent = self.agent().map_err(io::Error::other)?;
        fetch_all(&self.client, &agent, wanted, control).map_err(|fault| match fault {
            Fault::Http(url, problem) => {
                let which = match &self.bytes {
                    Bytes::File(_) => String::new(),
                    Bytes::Parts(_) => format!("{}: ", shown(&url)),
                };
                Problem::Io(io::Error::other(format!("{which}{problem}")))
            }
            Fault::Interrupted => Problem::Io(io::ErrorKind::Interrupted.into()),
        })
    }
}

/// Requests parts, several at a time, on threads that the client's time limits end.
fn fetch_all(
    client: &Client,
    agent: &Agent,
    wanted: Vec<PartRequest>,
    control: Control<'_>,
) -> Result<Vec<Box<[u8]>>, Fault> {
    let mut fetched: Vec<Option<Box<[u8]>>> = wanted.iter().map(|_| None).collect();
    let threads = wanted.len().min(CONNECTIONS);
    let queue = Arc::new(Mutex::new(VecDeque::from(wanted)));
    let is_over = Arc::new(AtomicBool::new(false));
    let (sender, parts) = sync_channel(threads);
    for _ in 0..threads {
        let (client, agent) = (client.clone(), agent.clone());
        let (queue, ends, sender) = (queue.clone(), is_over.clone(), sender.clone());
        let started = thread::Builder::new()
            .name("tables".to_owned())
            .spawn(move || work(&client, &agent, &queue, &ends, &sender));
        if let Err(error) = started {
            is_over.store(true, Ordering::Relaxed);
            let problem = HttpProblem::Refused(format!("the system gives no thread: {error}"));
            return Err(Fault::Http(String::new(), problem));
        }
    }
    drop(sender);
    let mut left = fetched.len();
    while left > 0 {
        let part = match parts.recv_timeout(Duration::from_millis(50)) {
            Ok(part) => part,
            Err(RecvTimeoutError::Timeout) if control.check().is_ok() => continue,
            Err(RecvTimeoutError::Timeout) => Err(Fault::Interrupted),
            Err(RecvTimeoutError::Disconnected) => {
                let what = "the client ended without an answer".to_owned();
                Err(Fault::Http(String::new(), HttpProblem::Refused(what)))
            }
        };
        let (place, bytes) = part.inspect_err(|_| is_over.store(true, Ordering::Relaxed))?;
        fetched[place] = Some(bytes);
        left -= 1;
    }
    Ok(fetched.into_iter().flatten().collect())
}

/// Requests one part after another.
fn work(
    client: &Client,
    agent: &Agent,
    queue: &Mutex<VecDeque<PartRequest>>,
    is_over: &AtomicBool,
    sender: &SyncSender<PartResult>,
) {
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    while !is_over.load(Ordering::Relaxed)
        && let Some(PartRequest { place, url, range, length }) = next()
    {
        let bytes = client.bytes(agent, &url, &range, length, is_over);
        let sent = bytes.map(|bytes| (place, bytes)).map_err(|problem| Fault::Http(url, problem));
        if sender.send(sent).is_err() {
            return;
        }
    }
}
