//! perfectplay's HTTP server: answers as JSON, the tables as files, and the explorer.
//!
//! It is thin. Every answer comes from a [`perfectplay::Oracle`], and its JSON is the
//! serialisation of that answer, so it is the same as that of `perfectplay probe --json`.
//!
//! ```no_run
//! use perfectplay_games::built_in;
//! use perfectplay_server::{Config, Server};
//! use perfectplay::TableFolder;
//!
//! let config = Config::new(&built_in(), TableFolder::new("tables"));
//! let server = Server::start("127.0.0.1:8080".parse()?, config)?;
//! println!("http://{}", server.address());
//! server.run(|| false);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`router`] is the same as a service of `axum`, without a listener of its own.
#![forbid(unsafe_code)]

mod config;
mod files;
mod http;
mod log;
mod metrics;
mod questions;
mod routes;
mod server;
mod status;
mod system;
mod work;

pub use config::{BuildTable, Config, StartError};
pub use log::{Log, LogFormat, log_to_stderr};
pub use routes::router;
pub use server::Server;

/// The program in the README is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
