//! Files from a server, with limits of time and length.
//!
//! A request runs in a thread of its own, which the client ends by its time limits, so that the
//! caller can be interrupted at any time.

use std::env;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use perfectplay_tables::{Control, Interrupted};
use ureq::http::header::{ACCEPT_ENCODING, CONTENT_LENGTH, CONTENT_RANGE, ETAG, IF_RANGE};
use ureq::http::header::{LAST_MODIFIED, RANGE};
use ureq::http::{HeaderMap, HeaderName};
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::{Agent, Body, Proxy, ProxyProtocol, http};

use crate::error::{HttpProblem, UnpackError};

/// How long a client waits, and how often it tries again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientConfig {
    /// How long a connection may be silent, or take to be made.
    pub timeout: Duration,
    /// How often a request is repeated that brought nothing. One that brought something is
    /// repeated at once, and does not count.
    pub retries: u32,
    /// The pause before the first repetition; each later one is twice as long.
    pub pause: Duration,
}

impl Default for ClientConfig {
    fn default() -> Self {
        Self { timeout: Duration::from_secs(30), retries: 4, pause: Duration::from_secs(1) }
    }
}

/// Fetches files by HTTP and HTTPS, through the proxy that the environment names (`HTTPS_PROXY`,
/// `HTTP_PROXY`, `ALL_PROXY`, `NO_PROXY`). Servers are known by Mozilla's list of certificate
/// authorities, or by those of the file that `SSL_CERT_FILE` names.
#[derive(Clone, Debug)]
pub struct Client {
    config: ClientConfig,
    /// Whether the server has ever answered. If not, asking again would only take time.
    reached: Arc<AtomicBool>,
}

/// The beginning of an answer.
#[derive(Debug)]
pub(crate) struct Head {
    pub(crate) status: u16,
    /// How long the body is.
    pub(crate) length: Option<u64>,
    /// Where a part begins, and how long the whole is.
    pub(crate) part: Option<(u64, Option<u64>)>,
    pub(crate) etag: Option<String>,
    pub(crate) modified: Option<String>,
}

/// An answer that is being received.
pub(crate) struct Answer {
    pub(crate) head: Head,
    events: Receiver<Event>,
}

/// What the thread of a request sends.
enum Event {
    Head(Head),
    Piece(Vec<u8>),
    End,
    Failed(HttpProblem),
}

/// The end of a request: a problem, or an interruption.
pub(crate) enum Stop {
    Problem(HttpProblem),
    Interrupted(Interrupted),
}

impl From<Interrupted> for Stop {
    fn from(stopped: Interrupted) -> Self {
        Self::Interrupted(stopped)
    }
}

impl Client {
    /// A client.
    #[must_use]
    pub fn new(config: ClientConfig) -> Self {
        Self { config, reached: Arc::default() }
    }

    pub(crate) fn retries(&self) -> u32 {
        self.config.retries
    }

    /// Waits before a request is repeated for the `number`th time, counted from 1.
    pub(crate) fn pause(&self, number: u32, control: Control<'_>) -> Result<(), Interrupted> {
        let end = Instant::now() + self.config.pause * (1 << (number - 1).min(6));
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            control.check()?;
            thread::sleep(left.min(Duration::from_millis(20)));
        }
        Ok(())
    }

    /// Asks for a file, or for the part of it from a byte on; the text says of which version.
    pub(crate) fn get(
        &self,
        url: &str,
        part: Option<(u64, Option<&str>)>,
        control: Control<'_>,
    ) -> Result<Answer, Stop> {
        let mut request = http::Request::get(url).header(ACCEPT_ENCODING, "identity");
        if let Some((from, version)) = part {
            request = request.header(RANGE, format!("bytes={from}-"));
            if let Some(version) = version {
                request = request.header(IF_RANGE, version);
            }
        }
        let request = request.body(()).map_err(|error| refused(error.to_string()))?;
        let agent = self.agent(url).map_err(refused)?;
        let (sender, events) = sync_channel(2);
        let reached = Arc::clone(&self.reached);
        thread::Builder::new()
            .name("download".to_owned())
            .spawn(move || send(&agent, request, &reached, &sender))
            .map_err(|error| refused(format!("the system gives no thread: {error}")))?;
        match next(&events, control)? {
            Event::Head(head) => Ok(Answer { head, events }),
            Event::Failed(problem) => Err(Stop::Problem(problem)),
            Event::Piece(_) | Event::End => unreachable!("the head comes first"),
        }
    }

    /// A whole small file.
    pub(crate) fn text(
        &self,
        url: &str,
        most: u64,
        control: Control<'_>,
    ) -> Result<Vec<u8>, UnpackError> {
        let mut failures = 0;
        loop {
            let problem = match self.try_text(url, most, control) {
                Ok(bytes) => return Ok(bytes),
                Err(Stop::Interrupted(stopped)) => return Err(stopped.into()),
                Err(Stop::Problem(problem)) => problem,
            };
            if matches!(problem, HttpProblem::Status(404 | 410)) {
                return Err(UnpackError::NoFile { file: shown(url), is_url: true });
            }
            if failures == self.retries() || !problem.may_pass() {
                return Err(UnpackError::Http { url: shown(url), problem });
            }
            failures += 1;
            self.pause(failures, control)?;
        }
    }

    fn try_text(&self, url: &str, most: u64, control: Control<'_>) -> Result<Vec<u8>, Stop> {
        let mut answer = self.get(url, None, control)?;
        if answer.head.status != 200 {
            return Err(Stop::Problem(HttpProblem::Status(answer.head.status)));
        }
        let mut bytes = Vec::new();
        while let Some(piece) = answer.next(control)? {
            if (bytes.len() + piece.len()) as u64 > most {
                return Err(Stop::Problem(HttpProblem::TooLong(most)));
            }
            bytes.extend_from_slice(&piece);
        }
        Ok(bytes)
    }

    fn agent(&self, url: &str) -> Result<Agent, String> {
        let timeout = Some(self.config.timeout);
        let is_https = is_https(url);
        let config = Agent::config_builder()
            .tls_config(TlsConfig::builder().root_certs(authorities()?).build())
            .http_status_as_error(false)
            // What is asked for safely does not come by an unsafe way.
            .https_only(is_https)
            .max_redirects(10)
            .max_redirects_will_error(true)
            .proxy(proxy(is_https)?)
            .timeout_resolve(timeout)
            .timeout_connect(timeout)
            .timeout_per_read(timeout)
            .timeout_per_write(timeout)
            .timeout_recv_response(timeout)
            .user_agent(concat!("perfectplay/", env!("CARGO_PKG_VERSION")))
            .build();
        Ok(config.into())
    }
}

impl Answer {
    /// The next piece of the body; `None` at its end.
    pub(crate) fn next(&mut self, control: Control<'_>) -> Result<Option<Vec<u8>>, Stop> {
        match next(&self.events, control)? {
            Event::Piece(bytes) => Ok(Some(bytes)),
            Event::End => Ok(None),
            Event::Failed(problem) => Err(Stop::Problem(problem)),
            Event::Head(_) => unreachable!("there is one head"),
        }
    }
}

impl HttpProblem {
    /// Whether the same request may succeed later.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            Self::Lost(_) => true,
            Self::Status(status) => matches!(status, 408 | 429 | 500..),
            Self::Unreachable(_) | Self::Refused(_) | Self::TooLong(_) => false,
        }
    }
}

/// The next event, while the user does not interrupt.
fn next(events: &Receiver<Event>, control: Control<'_>) -> Result<Event, Stop> {
    loop {
        control.check()?;
        match events.recv_timeout(Duration::from_millis(50)) {
            Ok(event) => return Ok(event),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(refused("the client ended without an answer".to_owned()));
            }
        }
    }
}

fn refused(reason: String) -> Stop {
    Stop::Problem(HttpProblem::Refused(reason))
}

/// Sends a request and receives the answer, as long as the caller takes it.
fn send(
    agent: &Agent,
    request: http::Request<()>,
    reached: &AtomicBool,
    events: &SyncSender<Event>,
) {
    let failed = |error: &ureq::Error| {
        let _ = events.send(Event::Failed(problem(error, reached.load(Ordering::Relaxed))));
    };
    let answer = match agent.run(request) {
        Ok(answer) => answer,
        Err(error) => return failed(&error),
    };
    reached.store(true, Ordering::Relaxed);
    if events.send(Event::Head(head(&answer))).is_err() {
        return;
    }
    let mut body = answer.into_body().into_with_config().limit(u64::MAX).reader();
    loop {
        let mut piece = vec![0; 1 << 16];
        let event = match body.read(&mut piece) {
            Ok(0) => Event::End,
            Ok(read) => {
                piece.truncate(read);
                Event::Piece(piece)
            }
            Err(error) => Event::Failed(problem(&ureq::Error::from(error), true)),
        };
        let is_last = !matches!(event, Event::Piece(_));
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}

fn head(answer: &http::Response<Body>) -> Head {
    let headers = answer.headers();
    Head {
        status: answer.status().as_u16(),
        length: text(headers, &CONTENT_LENGTH).and_then(|text| text.trim().parse().ok()),
        part: text(headers, &CONTENT_RANGE).and_then(|text| part(&text)),
        etag: text(headers, &ETAG),
        modified: text(headers, &LAST_MODIFIED),
    }
}

fn text(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    headers.get(name)?.to_str().ok().map(str::to_owned)
}

/// Reads `bytes 100-199/200`.
pub fn part(text: &str) -> Option<(u64, Option<u64>)> {
    let (range, whole) = text.strip_prefix("bytes ")?.split_once('/')?;
    let (from, _) = range.split_once('-')?;
    Some((from.parse().ok()?, whole.parse().ok()))
}

/// What an error means for those who wait for a file.
fn problem(error: &ureq::Error, reached: bool) -> HttpProblem {
    use ureq::{Error, Timeout};
    let text = error.to_string();
    match error {
        Error::Timeout(Timeout::Resolve | Timeout::Connect) if !reached => {
            HttpProblem::Unreachable(text)
        }
        Error::Timeout(_) => HttpProblem::Lost(format!("nothing was heard in time ({text})")),
        Error::HostNotFound | Error::ConnectionFailed if !reached => HttpProblem::Unreachable(text),
        // Certificates, and what else does not get better.
        Error::Io(error) if error.kind() == std::io::ErrorKind::InvalidData => {
            HttpProblem::Refused(error.to_string())
        }
        Error::Io(error) => {
            let text = error.to_string();
            if reached { HttpProblem::Lost(text) } else { HttpProblem::Unreachable(text) }
        }
        Error::HostNotFound | Error::ConnectionFailed | Error::Protocol(_) | Error::BodyStalled => {
            HttpProblem::Lost(text)
        }
        _ => HttpProblem::Refused(text),
    }
}

fn is_https(url: &str) -> bool {
    url.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("https://"))
}

/// The certificate authorities of the file that the environment names, as for other programs, or
/// Mozilla's.
fn authorities() -> Result<RootCerts, String> {
    let Some(path) = env::var_os("SSL_CERT_FILE").filter(|path| !path.is_empty()) else {
        return Ok(RootCerts::WebPki);
    };
    let shown = Path::new(&path).display();
    let text = fs::read(&path).map_err(|error| format!("$SSL_CERT_FILE, {shown}: {error}"))?;
    let certificates: Vec<Certificate<'static>> = parse_pem(&text)
        .filter_map(|item| match item {
            Ok(PemItem::Certificate(certificate)) => Some(certificate),
            _ => None,
        })
        .collect();
    if certificates.is_empty() {
        return Err(format!("$SSL_CERT_FILE, {shown}: it has no certificates"));
    }
    Ok(RootCerts::new_with_certs(&certificates))
}

/// The proxy that the environment names for this kind of address. The names in small letters come
/// first, as elsewhere.
fn proxy(is_https: bool) -> Result<Option<Proxy>, String> {
    let names = match is_https {
        true => ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"],
        false => ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"],
    };
    let variable = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let named = names.into_iter().find_map(|name| Some((name, variable(name)?)));
    let Some((name, address)) = named else { return Ok(None) };
    let not_understood =
        || format!("${name}, {}: this is no HTTP proxy's address", shown(&address));
    let chosen = Proxy::new(&address).map_err(|_| not_understood())?;
    let protocol = match chosen.protocol() {
        ProxyProtocol::Http => ProxyProtocol::Http,
        ProxyProtocol::Https => ProxyProtocol::Https,
        // The others take a feature of the client.
        _ => return Err(not_understood()),
    };
    let mut proxy = Proxy::builder(protocol).host(chosen.host()).port(chosen.port());
    if let Some(user) = chosen.username() {
        proxy = proxy.username(user);
    }
    if let Some(password) = chosen.password() {
        proxy = proxy.password(password);
    }
    let exceptions = variable("no_proxy").or_else(|| variable("NO_PROXY")).unwrap_or_default();
    for exception in exceptions.split(',').map(str::trim).filter(|text| !text.is_empty()) {
        proxy = proxy.no_proxy(exception);
    }
    proxy.build().map(Some).map_err(|_| not_understood())
}

/// An address as it is shown, without a password.
pub fn shown(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    match authority.rsplit_once('@') {
        Some((_, host)) => format!("{scheme}://{host}{path}"),
        None => url.to_owned(),
    }
}
