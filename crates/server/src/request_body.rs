//! The body of a request, which may be too long, too slow, or no JSON.

use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderMap, StatusCode, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::de::DeserializeOwned;

use crate::config::LONGEST_BODY;
use crate::failure::Failure;

/// The value that the body of a request is as JSON.
pub(crate) async fn json<T: DeserializeOwned>(
    headers: &HeaderMap,
    body: Body,
    time: Duration,
) -> Result<T, Failure> {
    if !is_json(headers) {
        let what = "the body of the request is not said to be JSON";
        return Err(Failure::input(StatusCode::UNSUPPORTED_MEDIA_TYPE, what)
            .with_hint("send it with the header `Content-Type: application/json`"));
    }
    let body = whole(body, time).await?;
    serde_json::from_slice(&body).map_err(|error| {
        Failure::input(StatusCode::BAD_REQUEST, format!("the body of the request: {error}"))
            .with_hint("send `{\"positions\": [\"…\", \"…\"]}`; /docs describes all fields")
    })
}

fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = value.map(|value| value.split(';').next().unwrap_or_default().trim());
    essence.is_some_and(|essence| essence.eq_ignore_ascii_case("application/json"))
}

async fn whole(body: Body, time: Duration) -> Result<Bytes, Failure> {
    let too_long = || {
        let what = format!("the body of the request is longer than {LONGEST_BODY} bytes");
        Failure::input(StatusCode::PAYLOAD_TOO_LARGE, what)
            .with_hint("send the positions in several requests")
    };
    // What says beforehand that it is too long need not be read.
    if body.size_hint().lower() > LONGEST_BODY as u64 {
        return Err(too_long());
    }
    match tokio::time::timeout(time, Limited::new(body, LONGEST_BODY).collect()).await {
        Ok(Ok(whole)) => Ok(whole.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_long()),
        Ok(Err(error)) => {
            let what = format!("the body of the request cannot be read: {error}");
            Err(Failure::input(StatusCode::BAD_REQUEST, what))
        }
        Err(_) => Err(Failure::too_slow()),
    }
}
