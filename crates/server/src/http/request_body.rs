//! Request bodies, which may be too long, too slow, or of the wrong type.

use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::http::{HeaderMap, StatusCode, header};
use http_body_util::BodyExt;
use perfectplay::Code;
use tokio::time::timeout;

use crate::config::LONGEST_BODY;
use crate::http::failure::Failure;
use crate::http::memory_quota::{MemoryQuota, Reservation};

/// The body of a request that declares it as JSON, and the memory that it takes.
pub(crate) async fn json_body(
    quota: &MemoryQuota,
    time: Duration,
    headers: &HeaderMap,
    body: Body,
) -> Result<(Vec<u8>, Reservation), Failure> {
    if !is_json(headers) {
        let what = "the request does not declare its body as JSON";
        return Err(Failure::input(StatusCode::UNSUPPORTED_MEDIA_TYPE, what)
            .with_hint("send it with the header `Content-Type: application/json`"));
    }
    if headers.contains_key(header::CONTENT_ENCODING) {
        let what = "compressed request bodies are not supported";
        return Err(Failure::input(StatusCode::UNSUPPORTED_MEDIA_TYPE, what));
    }
    let mut held = quota.reserve();
    let whole = whole(body, &mut held);
    let body = timeout(time, whole).await.map_err(|_| {
        let what = "the request body did not arrive in time";
        Failure::new(StatusCode::REQUEST_TIMEOUT, Code::Interrupted, what)
    })??;
    Ok((body, held))
}

fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = value.map(|value| value.split(';').next().unwrap_or_default().trim());
    essence.is_some_and(|essence| essence.eq_ignore_ascii_case("application/json"))
}

/// Reads all of a body.
async fn whole(mut body: Body, held: &mut Reservation) -> Result<Vec<u8>, Failure> {
    let too_long = || {
        let what = format!("the request body is longer than {LONGEST_BODY} bytes");
        Failure::input(StatusCode::PAYLOAD_TOO_LARGE, what)
            .with_hint("split the positions over several requests")
    };
    // A body that declares that it is too long need not be read.
    if body.size_hint().lower() > LONGEST_BODY as u64 {
        return Err(too_long());
    }
    let mut whole = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| {
            let what = format!("the request body cannot be read: {error}");
            Failure::input(StatusCode::BAD_REQUEST, what)
        })?;
        // Other frames are trailers.
        let Some(bytes) = frame.data_ref() else { continue };
        if whole.len() + bytes.len() > LONGEST_BODY {
            return Err(too_long());
        }
        whole.extend_from_slice(bytes);
        held.fit(whole.capacity())?;
    }
    Ok(whole)
}
