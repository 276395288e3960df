//! `POST /v1/{game}`: many positions, an answer or an error for each, in their order.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use perfectplay_oracle::{Error, Game, Plies};
use tokio::task::JoinHandle;

use crate::answering;
use crate::app::App;
use crate::asked::{self, Asked, Open};
use crate::batch_request::Texts;
use crate::body_memory::Held;
use crate::cancellation::Cancellation;
use crate::config::MOST_POSITIONS;
use crate::failure::{Failure, NO_STORE, PathText, json_text};
use crate::request_body;
use crate::streamed_body::{Parts, produced};

/// So many positions are answered in one go: more would hold up other requests, fewer would take
/// more time to hand them on than to answer them.
const PIECE: usize = 32;

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
    let board = batch.board.map(|field| answering::board_field(&app, &field)).transpose()?;
    if game == Game::Contour && board.is_none() {
        return Err(Failure::of(&Error::NoBoard));
    }
    let (moves, replies) = (batch.moves, batch.replies);
    asked::check_replies(replies, moves)?;
    let asked = Asked { game, board, plies: Plies::IfStored, line: false, replies, moves };
    let cancellation = app.cancellation();
    let batch = Arc::new(Asking { app, asked, texts, cancellation, _held: held });
    Ok(([NO_STORE], json_text(produced(|parts| batch.answer_all(parts)))).into_response())
}

/// A batch that is being answered.
struct Asking {
    app: Arc<App>,
    asked: Asked,
    texts: Texts,
    cancellation: Cancellation,
    _held: Held,
}

impl Asking {
    /// Sends `{"answers":[…]}`. Pieces are answered on all threads, and sent in their order.
    async fn answer_all(self: Arc<Self>, parts: Parts) -> io::Result<()> {
        let mut ahead = VecDeque::new();
        let mut starts = (0..self.texts.count).step_by(PIECE);
        let mut json = br#"{"answers":["#.to_vec();
        loop {
            while ahead.len() <= self.app.config.threads
                && let Some(start) = starts.next()
            {
                ahead.push_back(Piece::answer(&self, start));
            }
            let Some(piece) = ahead.pop_front() else { break };
            let (answers, held) = piece.answers().await?;
            json.extend_from_slice(&answers);
            parts.send(std::mem::take(&mut json)).await?;
            drop(held);
        }
        json.extend_from_slice(b"]}");
        parts.send(json).await
    }

    /// The answers to a piece of the positions, with commas between, and the memory that they hold.
    async fn answer_piece(&self, start: usize) -> (Vec<u8>, Held) {
        let end = self.texts.count.min(start + PIECE);
        let mut held = self.app.buffers.hold();
        let mut json = Vec::with_capacity(PIECE * if self.asked.moves { 2048 } else { 128 });
        let mut turn = self.turn().await;
        let open = |number| Open { text: self.texts.text(number), question: None };
        let mut positions: Vec<Open<'_>> = (start..end).map(open).collect();
        let stored = self.asked.stored_values(&self.app, &mut positions);
        for ((number, mut open), stored) in (start..end).zip(positions).zip(stored) {
            if number > 0 {
                json.push(b',');
            }
            if let Some(stored) = stored {
                stored.append_json(&mut json);
                self.app.metrics.answered(self.asked.game, true);
                continue;
            }
            let length = json.len();
            let answered = match self.asked.try_at_once(&self.app, &mut open, &mut json) {
                Ok(true) => Ok(()),
                Ok(false) => {
                    // Others have their turn while this position is being solved.
                    drop(turn);
                    let solved = self.asked.solve(&self.app, open, &self.cancellation).await;
                    turn = self.turn().await;
                    solved.map(|solved| json.extend_from_slice(&solved))
                }
                Err(failure) => Err(failure),
            };
            if let Err(failure) = answered.and_then(|()| held.fit(json.capacity())) {
                json.truncate(length);
                self.app.metrics.failed(failure.code);
                serde_json::to_writer(&mut json, &failure).expect("a vector takes all bytes");
            }
        }
        drop(turn);
        (json, held)
    }

    async fn turn(&self) -> tokio::sync::SemaphorePermit<'_> {
        self.app.pieces.acquire().await.expect("it is never closed")
    }
}

/// A piece that is being answered. It ends when it is dropped.
struct Piece(JoinHandle<(Vec<u8>, Held)>);

impl Piece {
    fn answer(asking: &Arc<Asking>, start: usize) -> Self {
        let asking = asking.clone();
        Self(tokio::spawn(async move { asking.answer_piece(start).await }))
    }

    async fn answers(mut self) -> io::Result<(Vec<u8>, Held)> {
        (&mut self.0).await.map_err(io::Error::other)
    }
}

impl Drop for Piece {
    fn drop(&mut self) {
        self.0.abort();
    }
}
