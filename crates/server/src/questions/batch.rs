//! Batches, `POST /v1/{game}`: many positions, an answer or an error for each, in their order.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use perfectplay::{Error, Plies};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::config::MOST_POSITIONS;
use crate::http::failure::Failure;
use crate::http::json::{NO_STORE, json_text};
use crate::http::request_body::json_body;
use crate::http::streamed_body::{BodySender, produced};
use crate::questions::app::App;
use crate::questions::batch_chunk::{Batch, Chunk, JsonPart, PART, bytes_of_answer};
use crate::questions::batch_request::BatchRequest;
use crate::questions::board;
use crate::questions::position_request::{self, PositionRequest};

/// The fewest and most positions of a chunk, whose answers are about one part.
const FEWEST: usize = 32;
const MOST: usize = 512;

/// `POST /v1/{game}`.
pub(crate) async fn answers(
    State(app): State<Arc<App>>,
    path: Result<Path<String>, PathRejection>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Failure> {
    let Path(name) = path?;
    let game = app.game(&name)?;
    if query.is_some_and(|query| !query.is_empty()) {
        return Err(Failure::usage("a batch takes no query parameters")
            .with_hint("put them into its body, as in {\"positions\":[\"…\"],\"moves\":false}"));
    }
    let quota = &app.body_memory;
    let (body, mut held) = json_body(quota, app.config.body_time, &headers, body).await?;
    let batch = BatchRequest::parse(body, quota).await?;
    let texts = batch.positions;
    held.fit(texts.bytes())?;
    let count = texts.count;
    if count > MOST_POSITIONS {
        let what =
            format!("{count} positions are more than the limit of {MOST_POSITIONS} per request");
        return Err(Failure::input(StatusCode::PAYLOAD_TOO_LARGE, what)
            .with_hint("split them over several requests"));
    }
    position_request::check_board(&game, batch.board.is_some())?;
    let game = match batch.board {
        Some(field) => board::read_field(&app, &game, &field).await?,
        None => game,
    };
    if game.has_board() && game.board().is_none() {
        return Err(Failure::of(&Error::NoBoard));
    }
    let (moves, replies) = (batch.moves, batch.replies);
    position_request::check_replies(replies, moves)?;
    let asked = PositionRequest::of(&game, Plies::IfStored, false, replies, moves);
    let time = app.solve_time();
    let batch = Arc::new(Batch { app, asked, texts, time, held });
    Ok(([NO_STORE], json_text(produced(|parts| answer_all(batch, parts)))).into_response())
}

/// Sends `{"answers":[…]}`. Chunks are answered on all threads, and sent in their order.
async fn answer_all(batch: Arc<Batch>, parts: BodySender) -> io::Result<()> {
    let mut ahead = VecDeque::new();
    let (mut start, count) = (0, batch.texts.count);
    // The answers that were sent, and their bytes, by which the sizes of the next chunks are estimated.
    let (mut sent, mut bytes) = (1, bytes_of_answer(batch.asked.moves));
    parts.send(&br#"{"answers":["#[..]).await?;
    loop {
        while ahead.len() <= batch.app.config.threads && start < count {
            let positions = (PART * sent / bytes).clamp(FEWEST, MOST);
            let end = count.min(start + positions);
            let chunk = RunningChunk::of(Chunk::new(batch.clone(), start..end));
            ahead.push_back((chunk, end - start));
            start = end;
        }
        let Some((mut chunk, positions)) = ahead.pop_front() else { break };
        while let Some(JsonPart { json, held }) = chunk.next().await? {
            bytes += json.len();
            parts.send(json).await?;
            drop(held);
        }
        sent += positions;
    }
    parts.send(&b"]}"[..]).await
}

/// A chunk that is being answered, until this is dropped.
struct RunningChunk {
    /// One is made while the previous one waits to be sent.
    parts: mpsc::Receiver<JsonPart>,
    task: JoinHandle<io::Result<()>>,
}

impl RunningChunk {
    fn of(chunk: Chunk) -> Self {
        let (sender, parts) = mpsc::channel(1);
        Self { parts, task: tokio::spawn(chunk.answer(sender)) }
    }

    /// The next part of the answers, if there is one.
    async fn next(&mut self) -> io::Result<Option<JsonPart>> {
        match self.parts.recv().await {
            Some(part) => Ok(Some(part)),
            None => (&mut self.task).await.map_err(io::Error::other)?.map(|()| None),
        }
    }
}

impl Drop for RunningChunk {
    fn drop(&mut self) {
        self.task.abort();
    }
}
