//! What is noted of every request: a line in the log, and figures.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{MatchedPath, Request, State};
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::{Frame, SizeHint};

use crate::app::App;
use crate::failure::Code;

/// So many letters of an address are in the log.
const LONGEST_URI: usize = 300;

/// The address of the client, if the server knows it.
#[derive(Clone, Copy)]
pub(crate) struct Client(pub(crate) SocketAddr);

/// Has a request answered, and notes it when the answer has been sent.
pub(crate) async fn observe(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    // The explorer's files are not told apart.
    static FILES: LazyLock<Arc<str>> = LazyLock::new(|| "/".into());
    let start = Instant::now();
    let extensions = request.extensions();
    let route = extensions.get::<MatchedPath>().map_or(FILES.as_ref(), MatchedPath::as_str).into();
    let client = extensions.get::<Client>().map(|client| client.0);
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let response = next.run(request).await;
    let code = response.extensions().get::<Code>().map(|code| code.0);
    if let Some(code) = code {
        app.metrics.failed(code);
    }
    let status = response.status();
    let note = Note { app, start, route, client, method, uri, status, code, bytes: 0 };
    response.map(|body| Body::new(Noted { body, note }))
}

/// What is noted of a request, when this is dropped.
struct Note {
    app: Arc<App>,
    start: Instant,
    route: Arc<str>,
    client: Option<SocketAddr>,
    method: Method,
    uri: Uri,
    status: StatusCode,
    code: Option<&'static str>,
    bytes: u64,
}

impl Drop for Note {
    fn drop(&mut self) {
        let time = self.start.elapsed();
        let method = match self.method {
            Method::GET => "GET",
            Method::HEAD => "HEAD",
            Method::POST => "POST",
            Method::OPTIONS => "OPTIONS",
            _ => "other",
        };
        self.app.metrics.requested(method, &self.route, self.status, time);
        tracing::info!(
            method = %self.method,
            uri = cut(&self.uri.to_string()),
            status = self.status.as_u16(),
            code = self.code,
            bytes = self.bytes,
            ms = in_milliseconds(time),
            client = self.client.map(tracing::field::display),
            "request"
        );
    }
}

/// The beginning of an address, which can be long. All its letters are visible ones of ASCII.
fn cut(uri: &str) -> &str {
    uri.get(..LONGEST_URI).unwrap_or(uri)
}

/// With microseconds as decimals.
fn in_milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

/// A body that counts what is sent of it.
struct Noted {
    body: Body,
    note: Note,
}

impl HttpBody for Noted {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if let Poll::Ready(Some(Ok(frame))) = &frame
            && let Some(data) = frame.data_ref()
        {
            self.note.bytes += data.len() as u64;
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
