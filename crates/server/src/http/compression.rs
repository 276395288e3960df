//! Compression: of a few answers at a time, as it takes memory; others are sent uncompressed.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::Response;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use crate::http::streamed_body::{Guard, guarded};

/// Answers of tables are sent within microseconds, so compression must be quick, too.
pub(crate) fn layer() -> CompressionLayer<impl Predicate> {
    let octets = NotForContentType::const_new("application/octet-stream");
    let images = NotForContentType::IMAGES;
    CompressionLayer::new()
        .quality(CompressionLevel::Fastest)
        .compress_when(SizeAbove::new(512).and(octets).and(images))
}

/// Lets an answer be compressed if there is a place for it, which it holds until it has been sent.
pub(crate) async fn limit(
    State(places): State<Arc<Semaphore>>,
    mut request: Request,
    next: Next,
) -> Response {
    let headers = request.headers_mut();
    // A client that accepts neither our codings nor an uncompressed answer gets the latter anyway.
    let is_wanted = is_accepted(headers, &["gzip", "zstd", "*"]);
    let place = if is_wanted { places.try_acquire_owned().ok() } else { None };
    if place.is_none() {
        headers.remove(header::ACCEPT_ENCODING);
    }
    let response = next.run(request).await;
    match place.filter(|_| response.headers().contains_key(header::CONTENT_ENCODING)) {
        Some(place) => response.map(|body| guarded(body, place)),
        None => response,
    }
}

impl Guard for OwnedSemaphorePermit {}

/// Whether a client accepts one of these codings.
pub(crate) fn is_accepted(headers: &HeaderMap, codings: &[&str]) -> bool {
    let mut values = headers.get_all(header::ACCEPT_ENCODING).iter();
    values.any(|value| value.to_str().is_ok_and(|accepted| takes(accepted, codings)))
}

fn takes(accepted: &str, codings: &[&str]) -> bool {
    accepted.split(',').any(|coding| {
        let (name, quality) = coding.split_once(';').unwrap_or((coding, ""));
        let quality = quality.trim().strip_prefix("q=").map(str::parse::<f32>);
        codings.contains(&name.trim()) && quality != Some(Ok(0.0))
    })
}
