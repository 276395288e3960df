//! The arguments of `serve`.

use std::net::{SocketAddr, ToSocketAddrs};
use std::time::Duration;

use bytesize::ByteSize;
use clap::{Args, ValueEnum};

use super::{Threads, count, size};

#[derive(Debug, Args)]
#[command(after_help = include_str!("help/serve.txt"))]
pub(crate) struct Serve {
    /// The address and port to listen on; port 0 lets the system choose one.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = address)]
    pub(crate) addr: SocketAddr,

    /// Solve at most N states for a position that no table has [default: as many as take about
    /// ten seconds on two cores].
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) limit: Option<u64>,

    /// Use at most this much memory to solve and for its cache, as in 512M or 2GiB [default: half of what is
    /// free].
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<ByteSize>,

    /// Spend at most this long on solving the positions of a request, as in 30s or 2m.
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = time)]
    pub(crate) solve_time: Duration,

    /// How to read tables.
    #[arg(long, value_name = "HOW", default_value = "map")]
    pub(crate) access: Access,

    /// The address under which others reach the server, as in https://games.example/, for pictures in previews of
    /// links [default: that of each request].
    #[arg(long, value_name = "URL", value_parser = url)]
    pub(crate) url: Option<String>,

    /// Open the page in the browser.
    #[arg(long)]
    pub(crate) open: bool,

    /// Ask the server at the address whether it answers, for a container's health check: exit code 0 if it does, 3
    /// if not.
    #[arg(long, conflicts_with_all = ["limit", "memory", "solve_time", "access", "url", "open", "log", "threads"])]
    pub(crate) check: bool,

    /// Write a line for each request to standard error, in this format [default: text, and json with --json]. At a
    /// terminal without this option, and with --quiet, the log has problems alone.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) log: Option<LogFormat>,

    #[command(flatten)]
    pub(crate) threads: Threads,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Access {
    /// Mapped: the fastest; tables that somebody may write are read whole.
    Map,
    /// Whole into memory, which must have room for all of them.
    Read,
    /// Bytes from the file whenever an answer needs them: hardly any memory, and a system call for each entry.
    Positioned,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// Lines for people.
    Text,
    /// An object on each line.
    Json,
}

impl From<LogFormat> for perfectplay_server::LogFormat {
    fn from(format: LogFormat) -> Self {
        match format {
            LogFormat::Text => Self::Text,
            LogFormat::Json => Self::Json,
        }
    }
}

/// Reads an address, or a name that the system knows one of.
fn address(text: &str) -> Result<SocketAddr, String> {
    let expected = "expected an address and a port as in 127.0.0.1:8080, [::1]:8080 or localhost:0";
    let mut addresses = text.to_socket_addrs().map_err(|error| format!("{error}: {expected}"))?;
    addresses.next().ok_or_else(|| expected.to_owned())
}

/// Reads the address of a page, and ends it with a slash.
fn url(text: &str) -> Result<String, &'static str> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_good = |letter: char| letter.is_ascii_graphic() && !"\"'<>?#".contains(letter);
    match host {
        Some(host) if !host.is_empty() && !host.starts_with('/') && host.chars().all(is_good) => {
            Ok(format!("{}/", text.trim_end_matches('/')))
        }
        _ => Err("expected an address as in https://games.example/"),
    }
}

/// Reads a time: a number with its unit.
fn time(text: &str) -> Result<Duration, &'static str> {
    let units = [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000)];
    let read = units.into_iter().find_map(|(unit, milliseconds)| {
        let number: u32 = text.strip_suffix(unit)?.parse().ok()?;
        Some(Duration::from_millis(u64::from(number) * milliseconds))
    });
    read.ok_or("expected a time as in 500ms, 30s, 2m or 1h")
}
