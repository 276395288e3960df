//! Why a server does not start.

use std::io;
use std::net::SocketAddr;

use thiserror::Error;

/// Why a server does not start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StartError {
    /// The folder of tables cannot be read.
    #[error("{0}")]
    Folder(#[source] perfectplay_oracle::Error),
    /// The system refuses the address.
    #[error("{address}: cannot be listened on: {error}")]
    Address {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
    /// The system gives no threads.
    #[error("the threads cannot be started: {0}")]
    Threads(String),
}
