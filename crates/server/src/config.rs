//! The configuration: what a server may do, how long it waits, and why it does not start.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use perfectplay::{Budget, GameRef, Limits, TableFolder, Tables};
use thiserror::Error;

/// The most positions of one request.
pub(crate) const MOST_POSITIONS: usize = 10_000;

/// The longest body of a request, in bytes.
pub(crate) const LONGEST_BODY: usize = 4 << 20;

/// The longest head of a request, in bytes: the largest boards fit, each letter as `%23`.
pub(crate) const LONGEST_HEAD: usize = 32 << 10;

/// The most answers that are compressed at the same time; others are sent uncompressed.
pub(crate) const MOST_COMPRESSED: usize = 16;

/// How many threads may block, on a disk for instance. They are started when they are needed.
pub(crate) const MOST_BLOCKING: usize = 128;

/// The memory that compressing an answer takes, in bytes.
const BYTES_TO_COMPRESS: u64 = 3 << 19;

/// The memory that a connection takes beside large bodies and answers, in bytes: the head of a request,
/// buffers, and small bodies and answers.
const BYTES_OF_CONNECTION: u64 = 64 << 10;

/// The memory of an idle server, and of a large body that is parsed, in bytes.
const OTHER_BYTES: u64 = 48 << 20;

/// Builds the table of a game in a folder, within the budget of the question that needs it; returns whether the game is one
/// whose table is built in this way. An error is the reason why there is none, for the log.
pub type BuildTable = fn(&GameRef, &TableFolder, &Budget<'_>) -> Result<bool, String>;

/// What a server may do, and how long it waits.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Config {
    /// The tables that answer, and are sent.
    pub tables: Tables,
    /// The games that answer.
    pub games: Vec<GameRef>,
    /// More of them: those that the program was written for, which the page describes.
    pub custom_games: Vec<GameRef>,
    /// More of them, which the page finds in its catalogue.
    pub catalogue: Vec<GameRef>,
    /// How tables are built that a question needs and the folder lacks, if any are.
    pub build: Option<BuildTable>,
    /// The name of the program, in commands that the explorer shows.
    pub program: String,
    /// The address under which others reach the server, with a slash at its end: previews of links need it for their
    /// pictures. Without it that of each request is taken.
    pub public_url: Option<String>,
    /// How much solving one position on the spot may take.
    pub limits: Limits,
    /// How many bytes of memory the bodies of requests and answers may take together; those up to 8 KiB
    /// are not counted.
    pub buffers: usize,
    /// How many threads answer, and how many solve.
    pub threads: usize,
    /// How many connections may be open; further ones wait until one is closed.
    pub connections: usize,
    /// How long the head of a connection's next request may take.
    pub head_time: Duration,
    /// How long a request's body may take.
    pub body_time: Duration,
    /// How long a client may accept nothing of what is sent to it.
    pub stall_time: Duration,
    /// How long the positions of one request may be solved or wait for that.
    pub solve_time: Duration,
    /// How long requests may go on when the server stops.
    pub grace: Duration,
}

impl Config {
    /// A server that answers positions of these games, from these tables, such as those of a folder.
    pub fn new(games: &[GameRef], tables: impl Into<Tables>) -> Self {
        Self {
            tables: tables.into(),
            games: games.to_vec(),
            custom_games: Vec::new(),
            catalogue: Vec::new(),
            build: None,
            program: "perfectplay".to_owned(),
            public_url: None,
            limits: Limits::default(),
            buffers: 32 << 20,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            connections: 4096,
            head_time: Duration::from_secs(30),
            body_time: Duration::from_secs(30),
            stall_time: Duration::from_secs(30),
            solve_time: Duration::from_secs(60),
            grace: Duration::from_secs(10),
        }
    }

    /// How many bytes of memory the server may take at most, beside the tables, whether they are mapped or read:
    /// what is solved and kept, positions that are solved quickly with an eighth of that each, bodies and
    /// answers, and its connections.
    pub fn memory(&self) -> u64 {
        let quick = self.threads as u64 * (self.limits.memory / 8);
        let connections = self.connections as u64 * BYTES_OF_CONNECTION;
        let compressed = MOST_COMPRESSED as u64 * BYTES_TO_COMPRESS;
        self.limits.memory + quick + self.buffers as u64 + connections + compressed + OTHER_BYTES
    }
}

/// Why a server does not start.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names of fields say what they are")]
pub enum StartError {
    /// The folder of tables cannot be read.
    #[error("{0}")]
    Folder(#[source] perfectplay::Error),
    /// The system refuses the address.
    #[error("cannot listen on {address}: {error}")]
    Address { address: SocketAddr, error: io::Error },
    /// The system gives no threads.
    #[error("cannot start threads: {0}")]
    Threads(String),
}
