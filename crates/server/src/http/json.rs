//! JSON responses.

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// The header of what must not be cached.
pub(crate) const NO_STORE: (HeaderName, HeaderValue) =
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));

/// The header of JSON.
const JSON: (HeaderName, HeaderValue) =
    (header::CONTENT_TYPE, HeaderValue::from_static("application/json"));

pub(crate) fn json(value: &impl Serialize) -> Response {
    json_text(serde_json::to_vec(value).expect("all keys are strings"))
}

pub(crate) fn json_text(body: impl Into<Body>) -> Response {
    ([JSON], body.into()).into_response()
}
