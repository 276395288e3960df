//! What a server may do, and how long it waits.

use std::time::Duration;

use perfectplay_oracle::{EmbeddedTables, Limits, TableFolder};

/// The most positions of one request.
pub(crate) const MOST_POSITIONS: usize = 10_000;

/// The longest body of a request, in bytes.
pub(crate) const LONGEST_BODY: usize = 4 << 20;

/// The longest head of a request, in bytes: the largest boards fit, each letter as `%23`.
pub(crate) const LONGEST_HEAD: usize = 32 << 10;

/// What a server may do, and how long it waits.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Config {
    /// The folder of tables.
    pub folder: TableFolder,
    /// The tables inside the program: none unless they are given.
    pub embedded: EmbeddedTables,
    /// How much solving one position on the spot may take.
    pub limits: Limits,
    /// How many threads answer, and how many solve.
    pub threads: usize,
    /// How many connections may be open; further ones wait until one is closed.
    pub connections: usize,
    /// How long a connection may take until the head of its next request is complete.
    pub head_time: Duration,
    /// How long a request's body may take.
    pub body_time: Duration,
    /// How long a client may accept nothing of what is sent to it.
    pub stall_time: Duration,
    /// How long the positions of one request may be solved, and wait for that.
    pub solve_time: Duration,
    /// How long requests may go on when the server stops.
    pub grace: Duration,
}

impl Config {
    /// A server that answers from the tables of a folder.
    #[must_use]
    pub fn new(folder: TableFolder) -> Self {
        Self {
            folder,
            embedded: EmbeddedTables::default(),
            limits: Limits::default(),
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            connections: 4096,
            head_time: Duration::from_secs(30),
            body_time: Duration::from_secs(30),
            stall_time: Duration::from_secs(30),
            solve_time: Duration::from_secs(60),
            grace: Duration::from_secs(10),
        }
    }
}
