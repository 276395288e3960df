//! `POST /v1/{game}`: many positions, an answer or an error for each, in their order.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use perfectplay_oracle::Plies;
use perfectplay_query::Instance;
use perfectplay_query::games::contour::Board;
use serde::{Deserialize, de};
use tokio::task::JoinHandle;

use crate::app::App;
use crate::asked::{self, Asked, Open};
use crate::body::{Parts, produced};
use crate::config::MOST_POSITIONS;
use crate::failure::{BOARD, Failure, json_text};
use crate::request_body;
use crate::watched::Watch;

/// So many positions are answered in one go: more would hold up other requests, fewer would take
/// more time to hand them on than to answer them.
const PIECE: usize = 32;

/// What is asked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with the list `positions`")]
struct Batch {
    positions: Positions,
    #[serde(default)]
    board: Option<BoardField>,
    #[serde(default = "yes")]
    moves: bool,
}

fn yes() -> bool {
    true
}

/// The texts of positions, as many as are allowed, and how many there are.
struct Positions {
    texts: Vec<String>,
    count: usize,
}

impl<'de> Deserialize<'de> for Positions {
    fn deserialize<D: de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Positions;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a list of positions")
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<Positions, A::Error> {
                let mut texts = Vec::new();
                while texts.len() < MOST_POSITIONS {
                    let Some(text) = list.next_element()? else {
                        return Ok(Positions { count: texts.len(), texts });
                    };
                    texts.push(text);
                }
                let mut count = texts.len();
                while list.next_element::<de::IgnoredAny>()?.is_some() {
                    count += 1;
                }
                Ok(Positions { texts, count })
            }
        }

        deserializer.deserialize_seq(Visitor)
    }
}

/// A contour's board: text, or what answers have as `board`.
#[derive(Deserialize)]
#[serde(untagged, expecting = "`board` is neither a text nor an object with the rows `a` and `b`")]
enum BoardField {
    Text(String),
    Rows {
        a: Vec<Vec<u32>>,
        b: Vec<Vec<u32>>,
        #[serde(default)]
        fingerprint: Option<String>,
    },
}

impl BoardField {
    fn read(&self, app: &App) -> Result<Arc<Board>, Failure> {
        match self {
            Self::Text(text) => asked::board(app, text),
            Self::Rows { a, b, fingerprint } => {
                let board = Board::new(a, b)
                    .map_err(|error| Failure::board(error.to_string()).with_hint(BOARD))?;
                let found = Instance::Contour(board.clone()).fingerprint();
                if let Some(said) = fingerprint
                    && *said != found
                {
                    let what =
                        format!("`fingerprint` is {said:?}, and that of the rows is {found}");
                    return Err(Failure::board(what).with_hint("leave `fingerprint` out"));
                }
                Ok(Arc::new(board))
            }
        }
    }
}

/// `POST /v1/{game}`.
pub(crate) async fn answers(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Failure> {
    let game = asked::game(&name)?;
    let batch: Batch = request_body::json(&headers, body, app.config.body_time).await?;
    let Positions { texts, count } = batch.positions;
    if count > texts.len() {
        let what = format!("{count} positions are more than the {MOST_POSITIONS} of one request");
        return Err(Failure::input(StatusCode::PAYLOAD_TOO_LARGE, what)
            .with_hint("send them in several requests"));
    }
    let board = batch.board.map(|field| field.read(&app)).transpose()?;
    asked::check_board(game, board.as_ref())?;
    let asked = Asked { game, board, plies: Plies::IfStored, line: false, moves: batch.moves };
    let watch = app.watch();
    let batch = Arc::new(Asking { app, asked, texts, watch });
    let mut response = json_text(produced(|parts| batch.answer_all(parts)));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// A batch that is being answered.
struct Asking {
    app: Arc<App>,
    asked: Asked,
    texts: Vec<String>,
    watch: Watch,
}

impl Asking {
    /// Sends `{"answers":[…]}`. Pieces are answered on all threads, and sent in their order.
    async fn answer_all(self: Arc<Self>, parts: Parts) -> io::Result<()> {
        let mut ahead = VecDeque::new();
        let mut starts = (0..self.texts.len()).step_by(PIECE);
        let mut json = br#"{"answers":["#.to_vec();
        loop {
            while ahead.len() <= self.app.config.threads
                && let Some(start) = starts.next()
            {
                ahead.push_back(Piece::answer(&self, start));
            }
            let Some(piece) = ahead.pop_front() else { break };
            json.extend_from_slice(&piece.json().await?);
            parts.send(std::mem::take(&mut json)).await?;
        }
        json.extend_from_slice(b"]}");
        parts.send(json).await
    }

    /// The answers to a piece of the positions, with commas between.
    async fn answer_piece(&self, start: usize) -> Vec<u8> {
        let end = self.texts.len().min(start + PIECE);
        let mut json = Vec::with_capacity(PIECE * if self.asked.moves { 2048 } else { 128 });
        let mut turn = self.turn().await;
        let mut positions: Vec<Open<'_>> =
            self.texts[start..end].iter().map(|text| Open::new(text)).collect();
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
            let answered = match self.asked.try_at_once(&self.app, &mut open, &mut json) {
                Ok(true) => Ok(()),
                Ok(false) => {
                    // Others have their turn while this position is being solved.
                    drop(turn);
                    let solved = self.asked.solve(&self.app, open, &self.watch).await;
                    turn = self.turn().await;
                    solved.map(|solved| json.extend_from_slice(&solved))
                }
                Err(failure) => Err(failure),
            };
            if let Err(failure) = answered {
                self.app.metrics.failed(failure.code);
                serde_json::to_writer(&mut json, &failure).expect("a vector takes all bytes");
            }
        }
        drop(turn);
        json
    }

    async fn turn(&self) -> tokio::sync::SemaphorePermit<'_> {
        self.app.pieces.acquire().await.expect("it is never closed")
    }
}

/// A piece that is being answered. It ends when it is dropped.
struct Piece(JoinHandle<Vec<u8>>);

impl Piece {
    fn answer(asking: &Arc<Asking>, start: usize) -> Self {
        let asking = asking.clone();
        Self(tokio::spawn(async move { asking.answer_piece(start).await }))
    }

    async fn json(mut self) -> io::Result<Vec<u8>> {
        (&mut self.0).await.map_err(io::Error::other)
    }
}

impl Drop for Piece {
    fn drop(&mut self) {
        self.0.abort();
    }
}
