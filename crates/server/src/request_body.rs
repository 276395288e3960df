//! The body of a request, which may be too long, too slow, or no JSON.

use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::http::{HeaderMap, StatusCode, header};
use http_body_util::BodyExt;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::batch_request::BatchRequest;
use crate::body_memory::{Buffers, Held, SMALL};
use crate::config::LONGEST_BODY;
use crate::failure::Failure;

/// The batch that the body of a request is as JSON, and the memory that it holds.
pub(crate) async fn batch(
    buffers: &Buffers,
    time: Duration,
    headers: &HeaderMap,
    body: Body,
) -> Result<(BatchRequest, Held), Failure> {
    if !is_json(headers) {
        let what = "the body of the request is not said to be JSON";
        return Err(Failure::input(StatusCode::UNSUPPORTED_MEDIA_TYPE, what)
            .with_hint("send it with the header `Content-Type: application/json`"));
    }
    if headers.contains_key(header::CONTENT_ENCODING) {
        let what = "the body of a request is not compressed";
        return Err(Failure::input(StatusCode::UNSUPPORTED_MEDIA_TYPE, what));
    }
    let mut held = buffers.hold();
    let whole = whole(body, &mut held);
    let body = timeout(time, whole).await.map_err(|_| Failure::too_slow())??;
    let parsed = if body.len() <= SMALL {
        serde_json::from_slice(&body)
    } else {
        // One at a time, as that takes milliseconds, on a thread that holds up no others.
        let turn = buffers.parsing.acquire().await.expect("it is never closed");
        let parse = move || serde_json::from_slice(&body);
        let parsed = spawn_blocking(parse).await.map_err(|_| Failure::internal())?;
        drop(turn);
        parsed
    };
    let batch: BatchRequest = parsed.map_err(|error| {
        Failure::input(StatusCode::BAD_REQUEST, format!("the body of the request: {error}"))
            .with_hint("send `{\"positions\": [\"…\", \"…\"]}`; /openapi.json describes all fields")
    })?;
    held.fit(batch.positions.bytes())?;
    Ok((batch, held))
}

fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = value.map(|value| value.split(';').next().unwrap_or_default().trim());
    essence.is_some_and(|essence| essence.eq_ignore_ascii_case("application/json"))
}

/// All bytes of a body.
async fn whole(mut body: Body, held: &mut Held) -> Result<Vec<u8>, Failure> {
    let too_long = || {
        let what = format!("the body of the request is longer than {LONGEST_BODY} bytes");
        Failure::input(StatusCode::PAYLOAD_TOO_LARGE, what)
            .with_hint("send the positions in several requests")
    };
    // What says beforehand that it is too long need not be read.
    if body.size_hint().lower() > LONGEST_BODY as u64 {
        return Err(too_long());
    }
    let mut whole = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| {
            let what = format!("the body of the request cannot be read: {error}");
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
