//! The pages inside the program: the explorer at `/`, and the description of all paths.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use include_dir::{Dir, include_dir};
use xxhash_rust::xxh3::xxh3_64;

use crate::conditional_requests::{is_known, not_modified, weak};
use crate::failure::Failure;

// Cargo notices changes of these files, and a new one when a source of this crate changes, too.
static EXPLORER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/explorer");

/// The description of all paths, in the format OpenAPI.
const OPENAPI: &str = include_str!("openapi.json");

/// Nothing is loaded from elsewhere, and no other page shows these in a frame.
const CONTENT_SECURITY_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
);

/// `GET /docs`: the description of all paths.
pub(crate) async fn to_openapi() -> Redirect {
    Redirect::permanent("openapi.json")
}

/// `GET /openapi.json`.
pub(crate) async fn openapi(headers: HeaderMap) -> Response {
    file(&headers, "openapi.json", OPENAPI.into(), xxh3_64(OPENAPI.as_bytes()))
}

/// Files of the explorer, for all paths that are no others.
pub(crate) async fn explorer(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path();
    let name = path.strip_prefix('/').unwrap_or(path);
    let name = if name.is_empty() { "index.html" } else { name };
    let Some(found) = EXPLORER.get_file(name) else {
        let what = format!("there is nothing at `{}`", path.escape_debug());
        return Failure::missing(what)
            .with_hint("/openapi.json describes all paths")
            .into_response();
    };
    if method != Method::GET && method != Method::HEAD {
        let mut response = Failure::method().into_response();
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET,HEAD"));
        return response;
    }
    let bytes = found.contents();
    file(&headers, name, bytes.into(), xxh3_64(bytes))
}

fn file(headers: &HeaderMap, name: &str, bytes: Body, hash: u64) -> Response {
    let etag = weak(hash);
    let mut response = if is_known(headers, &etag) {
        not_modified()
    } else {
        let mut response = Response::new(bytes);
        response.headers_mut().insert(header::CONTENT_TYPE, content_type(name));
        response
    };
    for (name, value) in [
        (header::ETAG, etag),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ] {
        response.headers_mut().insert(name, value);
    }
    response
}

fn content_type(name: &str) -> HeaderValue {
    HeaderValue::from_static(match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    })
}
