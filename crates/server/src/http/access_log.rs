//! The access log: a log line for every request, and its metrics.

use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{Method, StatusCode, Uri, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use perfectplay::Code;

use crate::http::activity::{Activity, Answering};
use crate::http::failure::Failure;
use crate::http::streamed_body::{Guard, guarded};
use crate::metrics::Metrics;

/// How many characters of a URI or a method are logged.
const LONGEST: usize = 300;

/// The status in the log and the metrics if the client left before there was an answer.
const CLIENT_LEFT: u16 = 499;

/// The route of all files of the explorer, and that of paths that do not exist.
static FILES: LazyLock<Arc<str>> = LazyLock::new(|| "/".into());
static UNKNOWN: LazyLock<Arc<str>> = LazyLock::new(|| "unknown".into());

/// The client of a connection that this server accepted.
#[derive(Clone)]
pub(crate) struct Peer {
    pub(crate) address: SocketAddr,
    /// The activity of its connection.
    pub(crate) activity: Arc<Activity>,
}

/// Has a request answered, and logs it when the answer has been sent.
pub(crate) async fn observe(
    State(metrics): State<Arc<Metrics>>,
    request: Request,
    next: Next,
) -> Response {
    let start = Instant::now();
    let extensions = request.extensions();
    let matched = extensions.get::<MatchedPath>();
    let route = matched.map_or_else(|| FILES.clone(), |path| path.as_str().into());
    let client = extensions.get::<Peer>();
    let (client, answering) =
        client.map(|client| (client.address, Answering::on(client.activity.clone()))).unzip();
    let mut note = Note {
        start,
        route,
        client,
        method: request.method().clone(),
        uri: request.uri().clone(),
        status: CLIENT_LEFT,
        code: None,
        bytes: 0,
        answering,
        metrics,
    };
    let response = if client.is_some() && lacks_host(&request) {
        Failure::usage("an HTTP/1.1 request has exactly one header `Host`").into_response()
    } else {
        next.run(request).await
    };
    note.status = response.status().as_u16();
    if Arc::ptr_eq(&note.route, &FILES) && response.status() == StatusCode::NOT_FOUND {
        note.route = UNKNOWN.clone();
    }
    note.code = response.extensions().get::<Code>().copied();
    if let Some(code) = note.code {
        note.metrics.failed(code);
    }
    response.map(|body| guarded(body, note))
}

/// Whether a request has no header `Host`, or several.
fn lacks_host(request: &Request) -> bool {
    let hosts = request.headers().get_all(header::HOST).iter().count();
    hosts > 1 || hosts == 0 && request.version() == Version::HTTP_11
}

/// What is logged of a request, when this is dropped.
struct Note {
    metrics: Arc<Metrics>,
    start: Instant,
    route: Arc<str>,
    client: Option<SocketAddr>,
    method: Method,
    uri: Uri,
    status: u16,
    code: Option<Code>,
    bytes: usize,
    /// Held until all of the answer is made.
    #[expect(dead_code, reason = "held, not read")]
    answering: Option<Answering>,
}

impl Guard for Note {
    fn sent(&mut self, bytes: usize) {
        self.bytes += bytes;
    }
}

impl Drop for Note {
    fn drop(&mut self) {
        let time = self.start.elapsed();
        let known = ["GET", "HEAD", "POST", "OPTIONS"];
        let method = known.into_iter().find(|known| self.method == **known).unwrap_or("other");
        self.metrics.requested(method, &self.route, self.status, time);
        tracing::info!(
            method = cut(self.method.as_str()),
            uri = cut(&self.uri.to_string()),
            status = self.status,
            code = self.code.map(Code::name),
            bytes = self.bytes,
            ms = time.as_micros() as f64 / 1000.0,
            client = self.client.map(tracing::field::display),
            "request"
        );
    }
}

/// The beginning of a string, which can be long.
fn cut(text: &str) -> &str {
    text.char_indices().nth(LONGEST).map_or(text, |(end, _)| &text[..end])
}
