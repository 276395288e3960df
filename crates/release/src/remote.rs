//! Tables that stay on a file server: of each, the bytes that an answer needs are requested as ranges.
//!
//! The address is that of a folder with a list, `tables.json`, or of a single table. The list has a name and a length
//! for each table, as what `perfectplay list --json` prints has. Where the table is not beside the list, as `NAME.table`,
//! it has the path of its file, or of a folder with its parts.

use std::collections::VecDeque;
use std::io;
use std::ops::Range;
use std::process;
use std::sync::Arc;

use perfectplay::{GameRef, can_be_there, most_bytes};
use perfectplay_query::{Fetch, FetchedBytes, Problem, TableName, Tables};
use perfectplay_tables::Control;
use serde::Deserialize;
use ureq::Agent;
use ureq::http::Uri;

use crate::error::{HttpProblem, Result, UnpackError};
use crate::http::{BegunRequest, Client, Part, address, shown};

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

/// Requests parts of a table.
#[derive(Debug)]
struct Remote {
    client: Client,
    agent: Agent,
    /// The process that the agent's connections belong to: a fork makes its own.
    process: u32,
    /// Its file, or the folder of its parts.
    url: String,
    is_in_parts: bool,
    length: u64,
}

/// Bytes of a file of this length.
struct PartRequest {
    url: String,
    range: Range<u64>,
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
    let with = |tables: Tables, name: &TableName, url: String, is_in_parts, length| {
        let (client, agent, place) = (client.clone(), agent.clone(), shown(&url));
        let remote = Remote { client, agent, process: process::id(), url, is_in_parts, length };
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
        return Ok(with(tables, &name, url, false, length));
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
        tables = with(tables, &name, format!("{url}/{path}"), is_in_parts, length);
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

impl Remote {
    /// What makes requests in this process.
    fn agent(&self) -> Result<Agent, HttpProblem> {
        if process::id() == self.process {
            return Ok(self.agent.clone());
        }
        let uri: Uri =
            self.url.parse().map_err(|_| HttpProblem::Refused("no address".to_owned()))?;
        self.client.agent(&uri, true).map_err(HttpProblem::Refused)
    }

    fn wanted(&self, range: &Range<u64>) -> PartRequest {
        let Self { url, length, .. } = self;
        match self.is_in_parts {
            false => PartRequest { url: url.clone(), range: range.clone(), length: *length },
            // The file of a part has nothing else.
            true => {
                let (url, length) = (format!("{url}/{}", range.start), range.end - range.start);
                PartRequest { url, range: 0..length, length }
            }
        }
    }

    fn begin(&self, agent: &Agent, wanted: &PartRequest) -> Result<BegunRequest> {
        let PartRequest { url, range, length } = wanted;
        let part = Part { from: range.start, last: Some(range.end - 1), version: None };
        self.client.begin(agent, url, (*range != (0..*length)).then_some(part))
    }

    fn problem(&self, error: UnpackError) -> Problem {
        match error {
            UnpackError::Http { url, problem } if self.is_in_parts => {
                io::Error::other(format!("{url}: {problem}"))
            }
            UnpackError::Http { problem, .. } => io::Error::other(problem),
            _ => io::ErrorKind::Interrupted.into(),
        }
        .into()
    }
}

impl Fetch for Remote {
    /// Requests several parts at once, and takes them in their order.
    fn fetch(
        &self,
        ranges: &[Range<u64>],
        control: Control<'_>,
    ) -> Result<Vec<Box<[u8]>>, Problem> {
        let agent = self.agent().map_err(io::Error::other)?;
        let mut left = ranges.iter().map(|range| self.wanted(range));
        let (mut ahead, mut fetched) = (VecDeque::new(), Vec::new());
        loop {
            while ahead.len() < CONNECTIONS
                && let Some(wanted) = left.next()
            {
                ahead.push_back((self.begin(&agent, &wanted), wanted));
            }
            let Some((begun, wanted)) = ahead.pop_front() else { return Ok(fetched) };
            let mut begun = Some(begun);
            let attempt = || {
                let begun = begun.take().unwrap_or_else(|| self.begin(&agent, &wanted))?;
                begun.answer(control)?.bytes(&wanted.range, wanted.length, control)
            };
            let bytes = self.client.retried(attempt, control);
            fetched.push(bytes.map_err(|error| self.problem(error))?);
        }
    }
}
