//! Files from a server, with limits on time and length.
//!
//! A request runs in a thread of its own, which the client's time limits end, so that the caller can be
//! interrupted at any time.

use std::env;
use std::fs;
use std::io::Read;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use perfectplay_query::FetchedBytes;
use perfectplay_tables::Control;
use ureq::http::header::{self, HeaderName};
use ureq::http::response::Parts;
use ureq::http::uri::{InvalidUri, Scheme};
use ureq::http::{Request, Uri};
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::{Agent, Proxy, ProxyProtocol};

use crate::error::{HttpProblem, Result, UnpackError};

/// How long a client waits, and how often it retries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientConfig {
    /// How long a connection may be silent, or take to establish.
    pub timeout: Duration,
    /// How often a request that returned nothing is retried. One that returned something is retried at once, and
    /// does not count.
    pub retries: u32,
    /// The pause before the first retry; each later one is twice as long.
    pub pause: Duration,
}

impl Default for ClientConfig {
    fn default() -> Self {
        Self { timeout: Duration::from_secs(30), retries: 4, pause: Duration::from_secs(1) }
    }
}

/// Fetches files by HTTP and HTTPS, through the proxy that the environment names (`HTTPS_PROXY`, `HTTP_PROXY`,
/// `ALL_PROXY`, `NO_PROXY`). Servers are authenticated by Mozilla's list of certificate authorities, or by those
/// in the file that `SSL_CERT_FILE` names.
#[derive(Clone, Debug)]
pub struct Client {
    config: ClientConfig,
    /// Whether the server has ever answered. If not, retrying would only take time.
    reached: Arc<AtomicBool>,
}

/// A part of a file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Part<'a> {
    /// Its first byte.
    pub(crate) from: u64,
    /// Its last byte; the file's if there is none.
    pub(crate) last: Option<u64>,
    /// Of which version, in the form that `If-Range` takes.
    pub(crate) version: Option<&'a str>,
}

/// An answer that is being received.
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// How long the body is.
    pub(crate) length: Option<u64>,
    /// Which part it is, and how long the whole is.
    pub(crate) part: Option<(Range<u64>, Option<u64>)>,
    /// The server's identifier of this version, in the form that `If-Range` takes.
    pub(crate) version: Option<String>,
    is_compressed: bool,
    url: String,
    /// The pieces of the body. The last one is empty.
    pieces: Receiver<ThreadResult<Vec<u8>>>,
}

/// A request whose answer has not come yet.
pub(crate) struct BegunRequest {
    url: String,
    head: Receiver<ThreadResult<Parts>>,
    pieces: Receiver<ThreadResult<Vec<u8>>>,
}

/// How many pieces of a body may wait for whoever takes them.
const AHEAD: usize = 8;

/// Why a table that is not small cannot be read from a server.
const NO_RANGES: &str = "the server sends the whole file where a part of it is asked for: tables above 512 KiB are read \
                         from servers that answer ranges";

/// What the thread of a request sends.
type ThreadResult<T> = Result<T, HttpProblem>;

impl Client {
    /// A client.
    pub fn new(config: ClientConfig) -> Self {
        Self { config, reached: Arc::default() }
    }

    /// One for [tables that stay on a server](crate::tables_at), for which somebody waits.
    pub fn for_reading() -> Self {
        Self::new(ClientConfig { retries: 2, ..ClientConfig::default() })
    }

    /// Waits before a request that returned nothing is retried; returns its error if it is not to be.
    pub(crate) fn pause(
        &self,
        error: UnpackError,
        failures: &mut u32,
        control: Control<'_>,
    ) -> Result<()> {
        let is_hopeless =
            !matches!(&error, UnpackError::Http { problem, .. } if problem.may_pass());
        if is_hopeless || *failures == self.config.retries {
            return Err(error);
        }
        let end = Instant::now() + self.config.pause * (1 << (*failures).min(6));
        *failures += 1;
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            control.check()?;
            thread::sleep(left.min(Duration::from_millis(20)));
        }
        Ok(())
    }

    /// Requests a file, or a part of it.
    pub(crate) fn get(
        &self,
        url: &str,
        part: Option<Part<'_>>,
        control: Control<'_>,
    ) -> Result<Answer> {
        let refused = |reason| HttpProblem::Refused(reason).of(url);
        let uri: Uri = url.parse().map_err(|error: InvalidUri| refused(error.to_string()))?;
        let agent = self.agent(&uri, false).map_err(refused)?;
        self.begin(&agent, url, part)?.answer(control)
    }

    /// Sends a request.
    pub(crate) fn begin(
        &self,
        agent: &Agent,
        url: &str,
        part: Option<Part<'_>>,
    ) -> Result<BegunRequest> {
        let refused = |reason: String| HttpProblem::Refused(reason).of(url);
        let mut request = Request::get(url).header(header::ACCEPT_ENCODING, "identity");
        if let Some(Part { from, last, version }) = part {
            let last = last.map(|last| last.to_string()).unwrap_or_default();
            request = request.header(header::RANGE, format!("bytes={from}-{last}"));
            if let Some(version) = version {
                request = request.header(header::IF_RANGE, version);
            }
        }
        let request = request.body(()).map_err(|error| refused(error.to_string()))?;
        let (agent, reached) = (agent.clone(), Arc::clone(&self.reached));
        let (head_sender, head) = sync_channel(1);
        let (sender, pieces) = sync_channel(AHEAD);
        thread::Builder::new()
            .name("download".to_owned())
            .spawn(move || send(&agent, request, &reached, &head_sender, &sender))
            .map_err(|error| refused(format!("the system gives no thread: {error}")))?;
        Ok(BegunRequest { url: url.to_owned(), head, pieces })
    }

    /// A whole small file.
    pub(crate) fn text(&self, url: &str, most: u64, control: Control<'_>) -> Result<Vec<u8>> {
        let attempt = || match self.get(url, None, control)? {
            answer if answer.status == 200 => answer.body(most, control),
            answer => Err(HttpProblem::Status(answer.status).of(url)),
        };
        self.retried(attempt, control).map_err(|error| error.after(0, None))
    }

    /// What a request returns that is retried as a whole.
    pub(crate) fn retried<T>(
        &self,
        mut attempt: impl FnMut() -> Result<T>,
        control: Control<'_>,
    ) -> Result<T> {
        let mut failures = 0;
        loop {
            match attempt() {
                Ok(found) => return Ok(found),
                Err(error) => self.pause(error, &mut failures, control)?,
            }
        }
    }

    /// How long the file is that is to be read in parts, or, if it is small, as a whole.
    pub(crate) fn length(&self, url: &str, control: Control<'_>) -> Result<u64> {
        let refused = |reason: &str| HttpProblem::Refused(reason.to_owned());
        let judge = |answer: Answer| match (answer.status, answer.part, answer.length) {
            (206, Some((Range { start: 0, .. }, Some(length))), _) => Ok(length),
            (200, _, Some(length)) if length <= FetchedBytes::WHOLE => Ok(length),
            (200, _, Some(_)) => Err(refused(NO_RANGES)),
            (200 | 206, ..) => Err(refused("the server does not say how long the file is")),
            (status, ..) => Err(HttpProblem::Status(status)),
        };
        let first = Part { last: Some(0), ..Part::default() };
        let attempt =
            || judge(self.get(url, Some(first), control)?).map_err(|problem| problem.of(url));
        self.retried(attempt, control).map_err(|error| error.after(0, None))
    }

    /// A client of a server. Where only a little is requested each time, no request may take long.
    pub(crate) fn agent(&self, uri: &Uri, are_short: bool) -> Result<Agent, String> {
        let timeout = Some(self.config.timeout);
        let is_https = uri.scheme() == Some(&Scheme::HTTPS);
        let config = Agent::config_builder()
            .tls_config(TlsConfig::builder().root_certs(authorities()?).build())
            .http_status_as_error(false)
            // What is requested over a secure connection is not accepted over an insecure one.
            .https_only(is_https)
            .max_redirects(10)
            .max_redirects_will_error(true)
            .proxy(proxy(is_https)?)
            .timeout_resolve(timeout)
            .timeout_connect(timeout)
            .timeout_per_read(timeout)
            .timeout_per_write(timeout)
            .timeout_recv_response(timeout)
            .timeout_global(are_short.then(|| self.config.timeout * 4))
            .max_idle_connections_per_host(6)
            .user_agent(concat!("perfectplay/", env!("CARGO_PKG_VERSION")))
            .build();
        Ok(config.into())
    }
}

impl BegunRequest {
    /// Waits for the beginning of the answer.
    pub(crate) fn answer(self, control: Control<'_>) -> Result<Answer> {
        let Self { url, head, pieces } = self;
        let head = next(&head, &url, control)?;
        let text = |name: HeaderName| head.headers.get(name)?.to_str().ok();
        // Versions that are only roughly the same are not good enough to resume from.
        let etag = text(header::ETAG).filter(|etag| !etag.starts_with("W/"));
        Ok(Answer {
            status: head.status.as_u16(),
            length: text(header::CONTENT_LENGTH).and_then(|text| text.trim().parse().ok()),
            part: text(header::CONTENT_RANGE).and_then(part),
            version: etag.or_else(|| text(header::LAST_MODIFIED)).map(str::to_owned),
            is_compressed: text(header::CONTENT_ENCODING).is_some_and(|name| name != "identity"),
            url,
            pieces,
        })
    }
}

impl Answer {
    /// The next piece of the body; `None` at its end.
    pub(crate) fn next(&mut self, control: Control<'_>) -> Result<Option<Vec<u8>>> {
        let piece = next(&self.pieces, &self.url, control)?;
        Ok(Some(piece).filter(|piece| !piece.is_empty()))
    }

    /// The whole body, which may have this many bytes.
    fn body(mut self, most: u64, control: Control<'_>) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        while let Some(piece) = self.next(control)? {
            bytes.extend_from_slice(&piece);
            if bytes.len() as u64 > most {
                return Err(HttpProblem::TooLong(most).of(&self.url));
            }
        }
        Ok(bytes)
    }

    /// Some bytes of a file of this length: exactly these, or it is an error. All of them are requested as a file.
    pub(crate) fn bytes(
        self,
        range: &Range<u64>,
        length: u64,
        control: Control<'_>,
    ) -> Result<Box<[u8]>> {
        self.check(range, length).map_err(|problem| problem.of(&self.url))?;
        let (most, url) = (range.end - range.start, self.url.clone());
        let bytes = self.body(most, control)?;
        if (bytes.len() as u64) < most {
            return Err(HttpProblem::Lost("it was closed early".to_owned()).of(&url));
        }
        Ok(bytes.into())
    }

    /// Makes sure that the answer is what was asked for, as far as its head says.
    fn check(&self, range: &Range<u64>, length: u64) -> Result<(), HttpProblem> {
        let refused = |reason: &str| Err(HttpProblem::Refused(reason.to_owned()));
        let is_whole = *range == (0..length);
        let found = match (self.status, &self.part) {
            (200, _) => self.length.unwrap_or(length),
            (206, Some((part, Some(whole)))) if !is_whole && part == range => *whole,
            (206, _) => return refused("the server sends another part than was asked for"),
            (status, _) => return Err(HttpProblem::Status(status)),
        };
        if found != length {
            let other = format!("the file there has {found} bytes and not {length}");
            return refused(&format!("{other}: it is another one"));
        }
        if !is_whole && self.status == 200 {
            return refused(NO_RANGES);
        }
        if self.is_compressed {
            return refused("the server sends it compressed although it was asked not to");
        }
        let most = range.end - range.start;
        match self.length.filter(|&promised| promised != most) {
            Some(promised) => {
                refused(&format!("the server announces {promised} bytes and not {most}"))
            }
            None => Ok(()),
        }
    }
}

impl HttpProblem {
    /// Whether the same request may be answered well a little later.
    fn may_pass(&self) -> bool {
        matches!(self, Self::Lost(_) | Self::Status(408 | 429 | 500..))
    }

    /// The error of a request for this address.
    pub(crate) fn of(self, url: &str) -> UnpackError {
        UnpackError::Http { url: shown(url), problem: self }
    }
}

/// What the thread of a request sends next, unless the user interrupts.
fn next<T>(sent: &Receiver<ThreadResult<T>>, url: &str, control: Control<'_>) -> Result<T> {
    loop {
        control.check()?;
        let next = match sent.recv_timeout(Duration::from_millis(50)) {
            Ok(next) => next,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => {
                Err(HttpProblem::Refused("the client ended without an answer".to_owned()))
            }
        };
        return next.map_err(|problem| problem.of(url));
    }
}

/// Sends a request and receives the answer, for as long as the caller takes it.
fn send(
    agent: &Agent,
    request: Request<()>,
    reached: &AtomicBool,
    heads: &SyncSender<ThreadResult<Parts>>,
    pieces: &SyncSender<ThreadResult<Vec<u8>>>,
) {
    let answer = agent.run(request);
    let was_reached = reached.fetch_or(answer.is_ok(), Ordering::Relaxed);
    let (head, body) = match answer {
        Ok(answer) => answer.into_parts(),
        Err(error) => {
            let _ = heads.send(Err(problem(&error, was_reached)));
            return;
        }
    };
    let mut body = body.into_with_config().limit(u64::MAX).reader();
    let mut goes_on = heads.send(Ok(head)).is_ok();
    let mut buffer = vec![0; 1 << 16];
    while goes_on {
        let read = body.read(&mut buffer);
        let is_last = !matches!(read, Ok(1..));
        let piece = read.map(|read| buffer[..read].to_vec());
        let sent = pieces.send(piece.map_err(|error| problem(&error.into(), true)));
        goes_on = sent.is_ok() && !is_last;
    }
}

/// Reads `bytes 100-199/200`: the part, and how long the whole is if that is said.
pub fn part(text: &str) -> Option<(Range<u64>, Option<u64>)> {
    let (range, whole) = text.strip_prefix("bytes ")?.split_once('/')?;
    let (from, last) = range.split_once('-')?;
    let end = last.parse::<u64>().ok()?.checked_add(1)?;
    Some((from.parse().ok()?..end, whole.parse().ok()))
}

/// What an error means to somebody who waits for a file.
fn problem(error: &ureq::Error, reached: bool) -> HttpProblem {
    use HttpProblem::{Lost, Refused, Unreachable};
    use std::io::ErrorKind::InvalidData;
    use ureq::Error::{BodyStalled, ConnectionFailed, HostNotFound, Io, Protocol, Timeout};
    use ureq::Timeout::{Connect, Resolve};
    let text = match error {
        Io(error) => error.to_string(),
        error => error.to_string(),
    };
    match error {
        // Certificate errors, and whatever else does not get better.
        Io(error) if error.kind() == InvalidData => Refused(text),
        Timeout(Resolve | Connect) | HostNotFound | ConnectionFailed | Io(_) if !reached => {
            Unreachable(text)
        }
        Timeout(_) => Lost(format!("nothing was heard in time ({text})")),
        HostNotFound | ConnectionFailed | Io(_) | Protocol(_) | BodyStalled => Lost(text),
        _ => Refused(text),
    }
}

/// The certificate authorities in the file that the environment names, as for other programs, or Mozilla's.
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

/// The proxy that the environment names for this kind of address. Lower-case names come first, as elsewhere.
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
    // Others require a feature of the client.
    let is_http =
        |proxy: &Proxy| matches!(proxy.protocol(), ProxyProtocol::Http | ProxyProtocol::Https);
    let chosen = Proxy::new(&address).ok().filter(is_http).ok_or_else(not_understood)?;
    let mut proxy = Proxy::builder(chosen.protocol()).host(chosen.host()).port(chosen.port());
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

/// The address of a folder or file on a server, without a slash at its end.
pub(crate) fn address(url: &str) -> Result<String, &'static str> {
    match url.split_once("://") {
        Some((scheme, _))
            if ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) => {}
        _ => return Err("http:// and https:// are understood"),
    }
    if url.contains(['?', '#']) || url.contains(char::is_whitespace) {
        return Err("it is to be without `?`, `#` and spaces");
    }
    let uri = url.parse::<Uri>().ok();
    let authority = uri.as_ref().and_then(Uri::authority).ok_or("it names no server")?;
    if authority.port_u16().is_none() && !authority.as_str().ends_with(authority.host()) {
        return Err("a port is a number up to 65535");
    }
    Ok(url.trim_end_matches('/').to_owned())
}

/// An address as it is shown: without a password, and without what follows `?` or `#`, which may be a key.
pub fn shown(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    if let Some(end) = rest.find(['?', '#']) {
        let (rest, query) = rest.split_at(end);
        return shown(&format!("{scheme}://{rest}")) + &query[..1] + "…";
    }
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    match authority.rsplit_once('@') {
        Some((_, host)) => format!("{scheme}://{host}{path}"),
        None => url.to_owned(),
    }
}
