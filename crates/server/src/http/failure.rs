//! Error responses: why a request, or one position of a batch, has no answer, and its status.

use std::fmt::Display;

use axum::extract::rejection::PathRejection;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytesize::ByteSize;
use perfectplay::{Code, Error, Hint, ProbeError};
use serde::{Serialize, Serializer};
use serde_json::json;

use crate::http::json::{self, NO_STORE};

/// An error. Its serialisation is `{"error":{"code":…,"message":…,"hint":…}}`.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) status: StatusCode,
    pub(crate) code: Code,
    pub(crate) message: String,
    /// What to do about it, in terms of requests.
    pub(crate) hint: Option<String>,
}

/// When to try again, in seconds.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("5");

/// What helps where something is wrong with the server.
const TELL: &str = "tell whoever runs this server";

impl Failure {
    pub(crate) fn new(status: StatusCode, code: Code, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), hint: None }
    }

    /// The request asks for something that does not exist.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, Code::Usage, message)
    }

    /// The path does not support the method.
    pub(crate) fn method() -> Self {
        let message = "this path does not support the method";
        Self::new(StatusCode::METHOD_NOT_ALLOWED, Code::Usage, message)
            .with_hint("the header `Allow` lists the methods that it supports")
    }

    /// There is nothing under this path.
    pub(crate) fn no_path(message: impl Into<String>) -> Self {
        Self::missing(message).with_hint("/openapi.json describes all paths")
    }

    /// What the path names does not exist.
    pub(crate) fn missing(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, Code::Missing, message)
    }

    /// The board of a request is invalid.
    pub(crate) fn board(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, Code::Board, message).with_hint(BOARD)
    }

    /// The body of a request is invalid, or its range.
    pub(crate) fn input(status: StatusCode, message: impl Into<String>) -> Self {
        Self::new(status, Code::Input, message)
    }

    /// What the client has is of another version, or its tag is weak.
    pub(crate) fn precondition(is_weak: bool) -> Self {
        let status = StatusCode::PRECONDITION_FAILED;
        if is_weak {
            let message = "the entity tag here is weak, and `If-Match` never matches a weak one";
            return Self::new(status, Code::Usage, message)
                .with_hint("ask with `If-None-Match` whether it is still the same");
        }
        let message = "the entity tag here is none of those in `If-Match`";
        Self::new(status, Code::Usage, message)
    }

    /// The server has too much to do.
    pub(crate) fn busy(message: impl Into<String>) -> Self {
        Self::refused(message).with_hint("try again in a few seconds")
    }

    /// The machine refused.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, Code::Refused, message)
    }

    /// The work was ended early.
    pub(crate) fn interrupted(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, Code::Interrupted, message)
    }

    /// Solving took too long.
    pub(crate) fn took_too_long() -> Self {
        Self::interrupted("solving this took too long")
            .with_hint("ask for fewer positions at once, or try again later")
    }

    /// A table of this server is damaged. The details go to the log alone, as they name paths of this machine.
    pub(crate) fn damaged(table: &str, what: impl Display) -> Self {
        tracing::error!(table, "{what}");
        let message = format!("the server's table {table} cannot be used");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, Code::Damaged, message).with_hint(TELL)
    }

    /// A bug in this program.
    pub(crate) fn internal() -> Self {
        let message = "internal error: the server's log says what happened";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, Code::Internal, message)
    }

    /// Whether it is temporary, so that asking again may help.
    pub(crate) fn is_passing(&self) -> bool {
        self.status == StatusCode::SERVICE_UNAVAILABLE
    }

    /// An error of the oracle.
    pub(crate) fn of(error: &Error) -> Self {
        use StatusCode as Status;
        if let Error::NoTable { game, .. } = error {
            return Self::missing(format!("this server has no table of {game}"))
                .with_hint(format!("whoever runs it makes one with the command `build {game}`"));
        }
        let code = error.code();
        let table = match error {
            Error::Open(error) => error.place.name(),
            Error::Probe(ProbeError::Damaged(table) | ProbeError::Contradicts(table)) => {
                Some(table.as_str())
            }
            _ => None,
        };
        let status = match code {
            Code::Missing | Code::Damaged => {
                return Self::damaged(table.unwrap_or_default(), error);
            }
            Code::Interrupted => return Self::took_too_long(),
            Code::Refused => {
                tracing::error!(table, "{error}");
                let unread = match error {
                    Error::Open(_) => "the table with this position",
                    Error::Folder { .. } => "the folder of tables",
                    _ => {
                        let what = "the machine refused the resources that solving this takes";
                        return Self::busy(what);
                    }
                };
                return Self::refused(format!("the server cannot read {unread}")).with_hint(TELL);
            }
            Code::Beyond => Status::UNPROCESSABLE_ENTITY,
            Code::Description => Status::INTERNAL_SERVER_ERROR,
            _ => Status::BAD_REQUEST,
        };
        let hint = error.hints().iter().find_map(hint);
        Self { hint, ..Self::new(status, code, error.to_string()) }
    }

    pub(crate) fn with_hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }
}

/// How to give a board.
pub(crate) const BOARD: &str = "give the board as `board`: in the format of the contest P4363, or \
                                as the fingerprint of a table in /v1/tables";

/// A hint in terms of requests.
fn hint(hint: &Hint) -> Option<String> {
    Some(match hint {
        Hint::Example(game) => {
            format!("a position of {game} is written like `{}`", game.about().example)
        }
        Hint::Board => BOARD.to_owned(),
        Hint::Build(table) => {
            let (needs, game) = (table.needs()?, table.game());
            let (memory, disk) = (ByteSize(needs.memory), ByteSize(needs.disk));
            format!(
                "a server with the table {table} of {game} answers this; building it takes \
                 {memory} of memory and {disk} on disk"
            )
        }
        _ => return None,
    })
}

impl Serialize for Failure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { code, message, hint, .. } = self;
        let error = json!({ "code": code, "message": message, "hint": hint });
        json!({ "error": error }).serialize(serializer)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = (self.status, [NO_STORE], json::json(&self)).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER);
        }
        // For the log and the metrics.
        response.extensions_mut().insert(self.code);
        response
    }
}

/// A path parameter is not UTF-8.
impl From<PathRejection> for Failure {
    fn from(_: PathRejection) -> Self {
        Self::no_path("the path is not valid UTF-8")
    }
}
