//! `POST /v1/{game}`: many positions, an answer or an error for each, in their order.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use perfectplay_oracle::{Error, Game, Plies};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::answering;
use crate::app::App;
use crate::asked::{self, Asked};
use crate::batch_piece::{Batch, PART, Part, Piece, bytes_of_answer};
use crate::config::MOST_POSITIONS;
use crate::failure::{Failure, NO_STORE, PathText, json_text};
use crate::request_body;
use crate::streamed_body::{Parts, produced};

/// A piece has so many positions at least and at most; their answers are about a part.
const FEWEST: usize = 32;
const MOST: usize = 512;

/// `POST /v1/{game}`.
pub(crate) async fn answers(
    State(app): State<Arc<App>>,
    PathText(name): PathText,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Failure> {
    let game = asked::game(&name)?;
    if query.is_some_and(|query| !query.is_empty()) {
        return Err(Failure::usage("a batch has no parameters in its address").with_hint(
            "what it asks is in its body, as in {\"positions\":[\"…\"],\"moves\":false}",
        ));
    }
    let (batch, held) =
        request_body::batch(&app.buffers, app.config.body_time, &headers, body).await?;
    let texts = batch.positions;
    let count = texts.count;
    if count > MOST_POSITIONS {
        let what = format!("{count} positions are more than the {MOST_POSITIONS} of one request");
        return Err(Failure::input(StatusCode::PAYLOAD_TOO_LARGE, what)
            .with_hint("send them in several requests"));
    }
    asked::check_board(game, batch.board.is_some())?;
    let board = match batch.board {
        Some(field) => Some(answering::board_field(&app, &field).await?),
        None => None,
    };
    if game == Game::Contour && board.is_none() {
        return Err(Failure::of(&Error::NoBoard));
    }
    let (moves, replies) = (batch.moves, batch.replies);
    asked::check_replies(replies, moves)?;
    let asked = Asked { game, board, plies: Plies::IfStored, line: false, replies, moves };
    let time = app.solve_time();
    let batch = Arc::new(Batch { app, asked, texts, time, held });
    Ok(([NO_STORE], json_text(produced(|parts| answer_all(batch, parts)))).into_response())
}

/// Sends `{"answers":[…]}`. Pieces are answered on all threads, and sent in their order.
async fn answer_all(batch: Arc<Batch>, parts: Parts) -> io::Result<()> {
    let mut ahead = VecDeque::new();
    let (mut start, count) = (0, batch.texts.count);
    // The answers that were sent, and their bytes, by which those of the next pieces are reckoned.
    let (mut sent, mut bytes) = (1, bytes_of_answer(batch.asked.moves));
    parts.send(&br#"{"answers":["#[..]).await?;
    loop {
        while ahead.len() <= batch.app.config.threads && start < count {
            let positions = (PART * sent / bytes).clamp(FEWEST, MOST);
            let end = count.min(start + positions);
            let piece = Answering::of(Piece::new(batch.clone(), start..end));
            ahead.push_back((piece, end - start));
            start = end;
        }
        let Some((mut piece, positions)) = ahead.pop_front() else { break };
        while let Some(Part { json, held }) = piece.next().await? {
            bytes += json.len();
            parts.send(json).await?;
            drop(held);
        }
        sent += positions;
    }
    parts.send(&b"]}"[..]).await
}

/// A piece that is being answered. It ends when it is dropped.
struct Answering {
    /// One is made while the one before waits to be sent.
    parts: mpsc::Receiver<Part>,
    task: JoinHandle<io::Result<()>>,
}

impl Answering {
    fn of(piece: Piece) -> Self {
        let (sender, parts) = mpsc::channel(1);
        Self { parts, task: tokio::spawn(piece.answer(sender)) }
    }

    /// The next part of the answers, if there is one.
    async fn next(&mut self) -> io::Result<Option<Part>> {
        match self.parts.recv().await {
            Some(part) => Ok(Some(part)),
            None => (&mut self.task).await.map_err(io::Error::other)?.map(|()| None),
        }
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.task.abort();
    }
}
