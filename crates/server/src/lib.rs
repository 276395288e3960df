//! perfectplay's HTTP server: answers as JSON, the tables as files, and the explorer.
//!
//! It is thin: every answer is one of [`perfectplay_oracle::Oracle`], and its JSON is the answer's
//! serialisation.
#![forbid(unsafe_code)]

mod api;
mod connections;
mod error;
mod explorer;
mod routes;
mod state;

use std::net::SocketAddr;

use perfectplay_oracle::TableFolder;

pub use connections::{ServeError, serve};

/// What a server is to do.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Config {
    /// The address to listen on; port 0 lets the system choose one.
    pub address: SocketAddr,
    /// The folder of tables.
    pub folder: TableFolder,
}

impl Config {
    /// A server of the tables of a folder, with default limits.
    #[must_use]
    pub fn new(address: SocketAddr, folder: TableFolder) -> Self {
        Self { address, folder }
    }
}
