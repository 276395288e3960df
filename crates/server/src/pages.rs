//! The pages inside the program: the explorer at `/`, and the description of all paths.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use include_dir::{Dir, include_dir};

use crate::conditional_requests::{etag_of, is_known};
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
    file(&headers, "openapi.json", OPENAPI.as_bytes())
}

/// Files of the explorer, for all paths that are no others.
pub(crate) async fn explorer(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path();
    let name = path.strip_prefix('/').unwrap_or(path);
    let name = if name.is_empty() { "index.html" } else { name };
    let Some(found) = EXPLORER.get_file(name) else {
        let what = format!("there is nothing at `{}`", path.escape_debug());
        return Failure::no_path(what).into_response();
    };
    if method != Method::GET && method != Method::HEAD {
        let allowed = HeaderValue::from_static("GET,HEAD");
        return ([(header::ALLOW, allowed)], Failure::method()).into_response();
    }
    file(&headers, name, found.contents())
}

fn file(headers: &HeaderMap, name: &str, bytes: &'static [u8]) -> Response {
    let etag = etag_of(bytes);
    let response = if is_known(headers, &etag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, content_type(name))], Body::from(bytes)).into_response()
    };
    let headers = [
        (header::ETAG, etag),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    (headers, response).into_response()
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
