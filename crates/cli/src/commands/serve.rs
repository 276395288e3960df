//! `serve`: answers over HTTP, and the explorer.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::sync::atomic::Ordering;

use perfectplay::ListedTable;
use perfectplay_server::{Config, Server, StartError, log_to_stderr};

use crate::args::{Access, LogFormat, Serve};
use crate::commands::list::listing;
use crate::games::custom::before_hyphen;
use crate::machine::interrupt;
use crate::prelude::*;
use crate::program;
use crate::terminal::{warning, wrapped};

pub(crate) fn run(args: &Serve, folder: &ChosenFolder, output: &mut Output) -> Result<()> {
    if args.check {
        return check(args.addr);
    }
    let tables = match args.access {
        Access::Map => folder.tables(),
        Access::Read => folder.tables_by(perfectplay_query::Access::read()),
        Access::Positioned => folder.tables_by(perfectplay_query::Access::positioned()),
    };
    let mut config = Config::new(folder.games.built_in(), tables);
    config.limits = memory::limits(args.limit, args.memory);
    config.solve_time = args.solve_time;
    config.custom_games = folder.games.custom().to_vec();
    config.catalogue = folder.games.catalogue().to_vec();
    #[cfg(feature = "catalogue")]
    if !config.catalogue.is_empty() {
        config.build = Some(crate::commands::catalogue::build_asked);
    }
    config.program = program::name().to_owned();
    config.public_url.clone_from(&args.url);
    if let Some(threads) = threads::number(args.threads) {
        config.threads = threads.into();
    }
    let server = Server::start(args.addr, config)?;
    let format = args.log.unwrap_or(if output.json { LogFormat::Json } else { LogFormat::Text });
    // A person at a terminal is told where to look, not about each request.
    let is_watched = args.log.is_none() && !output.json && io::stderr().is_terminal();
    let log = log_to_stderr(format.into(), is_quiet() || is_watched);
    let _log =
        log.map_err(|error| Failure::refused(format!("cannot start the threads: {error}")))?;
    if let Some(missing) = folder.why_missing() {
        tracing::warn!("{missing}");
    }
    let address = link(server.address());
    if !output.json && !is_quiet() {
        // A server does not need anyone to read this.
        let _ = welcome(&address, folder, output);
    }
    if args.open
        && let Err(error) = open::that_detached(&address)
    {
        warning(format_args!("no browser could be started: {error}; open {address}"));
    }
    let interrupted = interrupt::watch();
    server.run(|| interrupted.load(Ordering::Relaxed));
    Ok(())
}

/// How long a server may be silent when it is asked for its health.
const PATIENCE: Duration = Duration::from_secs(5);

/// More bytes than an answer about health has.
const LONGEST_HEALTH: usize = 16 << 10;

/// Asks a server on this machine whether it answers.
fn check(mut address: SocketAddr) -> Result<()> {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    let answer = ask_health(address).map_err(|error| {
        let what = match error.kind() {
            // What systems call a silent peer.
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                format!("it did not answer within {} seconds", PATIENCE.as_secs())
            }
            _ => error.to_string(),
        };
        Failure::refused(format!("{address}: no server answers: {what}"))
    })?;
    if is_healthy(&answer) {
        return Ok(());
    }
    let first = answer.split(|&byte| byte == b'\r' || byte == b'\n').next().unwrap_or_default();
    let first = first[..first.len().min(80)].escape_ascii();
    Err(Failure::refused(format!(
        "{address}: what answers is not a healthy perfectplay server: it says `{first}`"
    )))
}

/// Whether an answer comes from a healthy perfectplay server.
fn is_healthy(answer: &[u8]) -> bool {
    #[derive(serde::Deserialize)]
    struct Health {
        status: String,
        server: String,
    }
    let is_found = [b"HTTP/1.0 200", b"HTTP/1.1 200"].iter().any(|&ok| answer.starts_with(ok));
    let body = answer.windows(4).position(|end| end == b"\r\n\r\n").map(|end| &answer[end + 4..]);
    let health = body.and_then(|body| serde_json::from_slice(body).ok());
    is_found
        && health.is_some_and(|Health { status, server }| status == "ok" && server == "perfectplay")
}

/// The answer to `GET /v1/health`, or the beginning of one that is too long.
fn ask_health(address: SocketAddr) -> io::Result<Vec<u8>> {
    let end = Instant::now() + PATIENCE;
    let mut connection = TcpStream::connect_timeout(&address, PATIENCE)?;
    connection.set_write_timeout(Some(PATIENCE))?;
    connection.write_all(b"GET /v1/health HTTP/1.0\r\n\r\n")?;
    let (mut answer, mut part) = (Vec::new(), [0; 1 << 10]);
    while answer.len() < LONGEST_HEALTH {
        // In whatever pieces it arrives.
        let left = end.saturating_duration_since(Instant::now());
        connection.set_read_timeout(Some(left.max(Duration::from_millis(1))))?;
        match connection.read(&mut part)? {
            0 if answer.is_empty() => return Err(io::ErrorKind::UnexpectedEof.into()),
            0 => break,
            read => answer.extend_from_slice(&part[..read]),
        }
    }
    Ok(answer)
}

/// The address to open on this machine.
fn link(address: SocketAddr) -> String {
    let host = match address.ip() {
        ip if ip.is_unspecified() => "localhost".to_owned(),
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    };
    format!("http://{host}:{}", address.port())
}

/// What to open, and what the server answers at once.
fn welcome(address: &str, folder: &ChosenFolder, output: &mut Output) -> Result<()> {
    let listing = listing(folder)?;
    let sound = listing.tables.iter().filter(|table| table.problem.is_none());
    // A table of a game that is built in begins with its name; another one has the game's.
    let names = |table: &ListedTable| [table.table.clone(), before_hyphen(&table.table).to_owned()];
    let with_tables: BTreeSet<String> = sound.flat_map(names).collect();
    let games = folder.games.listed().iter().map(|game| game.name().to_owned());
    let (has, has_not): (Vec<String>, Vec<String>) =
        games.partition(|name| with_tables.contains(name));
    let width = output.width();
    output.line(format_args!("Open {address} in a browser; Ctrl-C ends the server."))?;
    if !has.is_empty() {
        output.line(wrapped(&format!("Games with tables: {}.", has.join(", ")), width))?;
    }
    if !has_not.is_empty() {
        let text = format!(
            "Games without: {}. Small positions are solved when they are asked for.",
            has_not.join(", ")
        );
        output.line(wrapped(&text, width))?;
    }
    let classic = folder.games.catalogue();
    if !classic.is_empty() && !folder.is_elsewhere() {
        let built = classic.iter().filter(|game| with_tables.contains(game.name())).count();
        let text = format!(
            "The catalogue: {built} of {} classic games have tables. One that takes seconds is built when the game is \
             first asked for; {} builds them all.",
            classic.len(),
            advice::command("build --catalogue")
        );
        output.line(wrapped(&text, width))?;
    }
    if !listing.missing.is_empty() && !folder.games.custom().is_empty() {
        let text = format!("{} makes the tables that are missing.", advice::command("build"));
        output.line(wrapped(&text, width))?;
    } else if !listing.missing.is_empty() {
        let defaults = folder.games.default_tables().into_iter();
        let missing = defaults.filter(|table| listing.missing.contains(&table.to_string()));
        let needs: Vec<_> = missing.filter_map(|table| table.needs()).collect();
        let disk = ByteSize(needs.iter().map(|needs| needs.disk).sum());
        let memory = ByteSize(needs.iter().map(|needs| needs.memory).max().unwrap_or(0));
        let text = format!(
            "{} makes the default tables that are missing, in {memory} of memory and {disk} on disk.",
            advice::command("build")
        );
        output.line(wrapped(&text, width))?;
    }
    output.flush()
}

impl From<StartError> for Failure {
    fn from(error: StartError) -> Self {
        match error {
            StartError::Folder(error) => error.into(),
            StartError::Address { .. } => Self::refused(error)
                .with_hint("choose another one with --addr; port 0 lets the system choose"),
            error => Self::refused(error),
        }
    }
}
