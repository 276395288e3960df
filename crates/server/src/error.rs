//! Errors as responses.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::ser::SerializeMap;

/// Why a request, or one position of it, has no answer: `{"error":{"code","message","hint"}}`.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) status: StatusCode,
    pub(crate) code: &'static str,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
}

impl Failure {
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), hint: None }
    }

    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "usage", message)
    }

    pub(crate) fn with_hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }
}

impl From<perfectplay_oracle::Error> for Failure {
    fn from(error: perfectplay_oracle::Error) -> Self {
        let status = match error.code() {
            "usage" | "position" | "board" => StatusCode::BAD_REQUEST,
            "beyond" => StatusCode::UNPROCESSABLE_ENTITY,
            "damaged" | "missing" => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::SERVICE_UNAVAILABLE,
        };
        Self::new(status, error.code(), error.to_string())
    }
}

impl Serialize for Failure {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            code: &'a str,
            message: &'a str,
            hint: Option<&'a str>,
        }
        let fields = Fields { code: self.code, message: &self.message, hint: self.hint.as_deref() };
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry("error", &fields)?;
        map.end()
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = json(&self);
        *response.status_mut() = self.status;
        response
    }
}

/// A value as a JSON response.
pub(crate) fn json(value: &impl Serialize) -> Response {
    let body = serde_json::to_vec(value).unwrap_or_default();
    let mut response = Response::new(Body::from(body));
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}
