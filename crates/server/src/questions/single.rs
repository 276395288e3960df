//! Single questions, `GET /v1/{game}` and `GET /v1/{game}/line`: one position, one answer.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use perfectplay::{Attempt, Plies};

use crate::http::conditional_requests::{check_match, etag_of, is_known};
use crate::http::failure::Failure;
use crate::http::json::json_text;
use crate::questions::app::App;
use crate::questions::board;
use crate::questions::parameters::Parameters;
use crate::questions::position_request::{
    OpenPosition, PositionRequest, check_board, check_replies,
};
use crate::work::worker_pool::WhenFull;

/// Answers are exact, so an old one is never wrong; a new one may come from another table.
const KEPT: HeaderValue = HeaderValue::from_static("public, max-age=3600");

/// The rules of a game of the program's own may change with the program.
const REVALIDATED: HeaderValue = HeaderValue::from_static("no-cache");

/// `GET /v1/{game}`: value and moves; with `LINE`, `GET /v1/{game}/line`: the same, with best play to the end.
pub(crate) async fn answer<const LINE: bool>(
    State(app): State<Arc<App>>,
    path: Result<Path<String>, PathRejection>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let Path(name) = path?;
    let game = app.game(&name)?;
    let parameters = Parameters::parse(query.as_deref().unwrap_or_default())?;
    let (position, moves) = (parameters.position(&game)?, parameters.moves()?);
    let replies = parameters.replies()?;
    if LINE && !moves {
        return Err(Failure::usage("a line consists of moves, and `moves` is false"));
    }
    check_replies(replies, moves)?;
    check_board(&game, parameters.board.is_some())?;
    let game = match parameters.board.as_deref() {
        Some(text) => board::read_text(&app, &game, text).await?,
        None => game,
    };
    let asked = PositionRequest::of(&game, Plies::IfQuick, LINE, replies, moves);
    let mut open = OpenPosition { text: &position, attempt: Attempt::default() };
    let json = match asked.read_or_wait(&app, &mut open).await? {
        Some(json) => json,
        None => asked.solve(&app, open, WhenFull::Refuse, &app.solve_time()).await?.into(),
    };
    let etag = etag_of(&json);
    check_match(&headers, &etag)?;
    let response = if is_known(&headers, &etag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        json_text(app.body_memory.reserve().body(json.into())?)
    };
    let kept = if game.about().facts.is_some() { KEPT } else { REVALIDATED };
    Ok(([(header::ETAG, etag), (header::CACHE_CONTROL, kept)], response).into_response())
}
