//! `GET /tables/NAME.table`: the tables as files, whole or in ranges.

use std::borrow::Cow;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use perfectplay_format::EXTENSION;
use perfectplay_query::{Access, Bytes, OpenError, Problem, Source, TableFile, TableName, Tables};
use tokio::task::spawn_blocking;

use crate::http::conditional_requests::{check_match, is_known, strong};
use crate::http::failure::Failure;
use crate::http::range_requests::ByteRange;
use crate::http::streamed_body::{BodySender, produced};

/// How many bytes are read at a time.
const READ: u64 = 256 << 10;

/// Clients revalidate what they have.
const CACHE_CONTROL: HeaderValue = HeaderValue::from_static("public, no-cache");

/// `GET /tables/NAME.table`.
pub(crate) async fn file(
    State(tables): State<Arc<Tables>>,
    method: Method,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let Path(file_name) = path?;
    let found = spawn_blocking(move || OpenTable::open(&tables, &file_name)).await;
    let table = found.map_err(|_| Failure::internal())??;
    let etag = table.etag.clone();
    check_match(&headers, &etag)?;
    let response = if is_known(&headers, &etag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        table.response(&headers, method == Method::HEAD)
    };
    let headers = [
        (header::ETAG, etag),
        (header::CACHE_CONTROL, CACHE_CONTROL),
        (header::ACCEPT_RANGES, HeaderValue::from_static("bytes")),
    ];
    Ok((headers, response).into_response())
}

/// A table that is sent. It is opened once, so that all bytes are of one table even if it is replaced meanwhile.
struct OpenTable {
    file: Arc<TableFile<Bytes>>,
    length: u64,
    etag: HeaderValue,
}

impl OpenTable {
    /// Opens the table with this file name, found as the oracle finds it.
    fn open(tables: &Tables, file_name: &str) -> Result<Self, Failure> {
        let missing = || {
            let what = format!("there is no table `{}`", file_name.escape_debug());
            Failure::missing(what).with_hint("/v1/tables lists the tables")
        };
        // Such a name is never a path.
        let name = file_name.strip_suffix(EXTENSION).and_then(|name| name.strip_suffix('.'));
        let name: TableName = name.and_then(|name| name.parse().ok()).ok_or_else(missing)?;
        let name = name.as_str();
        let file = match tables.file_with(&tables.place(name), Access::positioned()) {
            Ok(file) => Arc::new(file),
            Err(OpenError { problem: Problem::Missing, .. }) => return Err(missing()),
            Err(OpenError { problem: problem @ (Problem::NotAFile | Problem::Io(_)), .. }) => {
                tracing::error!(table = name, "{problem}");
                return Err(Failure::refused("this table cannot be read"));
            }
            Err(error) => return Err(Failure::damaged(name, error.problem)),
        };
        let (length, etag) = (file.layout().file_length(), strong(file.checksum()));
        Ok(Self { file, length, etag })
    }

    fn response(self, headers: &HeaderMap, head_alone: bool) -> Response {
        let is_this = headers.get(header::IF_RANGE).is_none_or(|etag| etag == self.etag);
        let part = match headers.get(header::RANGE).and_then(|value| value.to_str().ok()) {
            // Ranges are for GET alone.
            Some(value) if !head_alone && is_this => ByteRange::parse(value, self.length),
            _ => ByteRange::Whole,
        };
        let length = self.length;
        let (status, bytes) = match part {
            ByteRange::Whole => (StatusCode::OK, 0..length),
            ByteRange::Bytes(bytes) => (StatusCode::PARTIAL_CONTENT, bytes),
            ByteRange::Beyond => {
                let what = format!("the range is beyond the {length} bytes of the table");
                let failure = Failure::input(StatusCode::RANGE_NOT_SATISFIABLE, what);
                return ([content_range(&format!("*/{length}"))], failure).into_response();
            }
        };
        let octets = HeaderValue::from_static("application/octet-stream");
        let headers = [
            (header::CONTENT_TYPE, octets),
            (header::CONTENT_LENGTH, (bytes.end - bytes.start).into()),
        ];
        let range = (status == StatusCode::PARTIAL_CONTENT)
            .then(|| [content_range(&format!("{}-{}/{length}", bytes.start, bytes.end - 1))]);
        let body = match head_alone {
            true => Body::empty(),
            false => produced(|parts| send(self.file, bytes, parts)),
        };
        (status, headers, range, body).into_response()
    }
}

fn content_range(bytes: &str) -> (HeaderName, HeaderValue) {
    let value = HeaderValue::try_from(format!("bytes {bytes}")).expect("it is ASCII");
    (header::CONTENT_RANGE, value)
}

/// Sends bytes of a table. A file that has become shorter is an error, which closes the connection.
async fn send(file: Arc<TableFile<Bytes>>, bytes: Range<u64>, parts: BodySender) -> io::Result<()> {
    let mut start = bytes.start;
    while start < bytes.end {
        let (file, part) = (file.clone(), start..bytes.end.min(start + READ));
        start = part.end;
        let read = move || file.source().read(part).map(Cow::into_owned);
        parts.send(spawn_blocking(read).await.map_err(io::Error::other)??).await?;
    }
    Ok(())
}
