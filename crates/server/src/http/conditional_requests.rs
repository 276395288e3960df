//! Conditional requests: entity tags, by which clients learn whether what they have is still current.

use axum::http::{HeaderMap, HeaderValue, header};
use xxhash_rust::xxh3::xxh3_64;

use crate::http::failure::Failure;

/// The tag of a text that may be sent compressed: it is weak, as the bytes are not always the same.
pub(crate) fn etag_of(text: &[u8]) -> HeaderValue {
    tag(format!("W/\"{:016x}\"", xxh3_64(text)))
}

/// The tag of something with this hash whose bytes are always the same.
pub(crate) fn strong(hash: u64) -> HeaderValue {
    tag(format!("\"{hash:016x}\""))
}

fn tag(text: String) -> HeaderValue {
    HeaderValue::try_from(text).expect("it is ASCII")
}

/// Whether the client has what the tag stands for.
pub(crate) fn is_known(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let Some(etag) = etag.to_str().ok().map(opaque) else { return false };
    let known = headers.get_all(header::IF_NONE_MATCH).iter();
    let mut known = known.filter_map(|list| list.to_str().ok()).flat_map(|list| list.split(','));
    known.any(|tag| tag.trim() == "*" || opaque(tag) == etag)
}

/// Checks that the client gets only the version that it asks for.
///
/// # Errors
/// If the header `If-Match` does not match the tag. It never matches a weak one, as RFC 9110 requires the strong
/// comparison there.
pub(crate) fn check_match(headers: &HeaderMap, etag: &HeaderValue) -> Result<(), Failure> {
    let mut wanted = headers.get_all(header::IF_MATCH).iter().peekable();
    let is_tag = |tag: &str| {
        // Weak tags match nothing here.
        let tag = tag.trim();
        tag == "*" || !tag.starts_with("W/") && tag.as_bytes() == etag.as_bytes()
    };
    let is_wanted =
        |list: &HeaderValue| list.to_str().is_ok_and(|list| list.split(',').any(is_tag));
    if wanted.peek().is_none() || wanted.any(is_wanted) {
        Ok(())
    } else {
        Err(Failure::precondition(etag.as_bytes().starts_with(b"W/")))
    }
}
