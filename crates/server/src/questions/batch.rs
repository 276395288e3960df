//! Batches, `POST /v1/{game}`: many positions, an answer or an error for each, in their order. They are cut into chunks:
//! consecutive positions, whose answers are sent in parts.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use std::{io, vec};

use axum::body::{Body, Bytes};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use perfectplay::{Attempt, Budget, Effort, Error, Plies, Silent, ValueAnswer};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use crate::config::MOST_POSITIONS;
use crate::http::failure::Failure;
use crate::http::json::{NO_STORE, json_text};
use crate::http::memory_quota::Reservation;
use crate::http::request_body::json_body;
use crate::http::streamed_body::{BodySender, produced};
use crate::questions::app::App;
use crate::questions::batch_request::{BatchRequest, Texts};
use crate::questions::board;
use crate::questions::position_request::{self, OpenPosition, PositionRequest};
use crate::work::solve_time::SolveTime;
use crate::work::worker_pool::WhenFull;

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
    task: JoinSet<io::Result<()>>,
}

impl RunningChunk {
    fn of(chunk: Chunk) -> Self {
        let ((sender, parts), mut task) = (mpsc::channel(1), JoinSet::new());
        task.spawn(chunk.answer(sender));
        Self { parts, task }
    }

    /// The next part of the answers, if there is one.
    async fn next(&mut self) -> io::Result<Option<JsonPart>> {
        let part = self.parts.recv().await;
        if part.is_none()
            && let Some(ended) = self.task.join_next().await
        {
            ended.map_err(io::Error::other)??;
        }
        Ok(part)
    }
}

/// How many bytes of answers are sent at once: with fewer, passing them on would take longer than making them;
/// more would be held by slow clients.
const PART: usize = 64 << 10;

/// How many steps a position may take on the threads of batches: with these, which take milliseconds, a table
/// answers all replies to the moves of nearly all of its positions.
const STEPS: u64 = 1 << 23;

/// After how many steps other chunks have their turn.
const STEPS_OF_A_TURN: u64 = 1 << 20;

/// A batch that is being answered.
struct Batch {
    pub(crate) app: Arc<App>,
    pub(crate) asked: PositionRequest,
    pub(crate) texts: Texts,
    pub(crate) time: SolveTime,
    /// The memory of its texts.
    #[expect(dead_code, reason = "held, not read")]
    pub(crate) held: Reservation,
}

/// Some positions of a batch, and their answers so far.
struct Chunk {
    batch: Arc<Batch>,
    /// The positions that have no answer yet.
    rest: Range<usize>,
    /// What was read of them, and their values, if all were looked up together.
    known: vec::IntoIter<(Attempt, Option<ValueAnswer>)>,
    json: Vec<u8>,
    held: Reservation,
    /// The table for which the next position may have to wait.
    waits_for: Option<Arc<str>>,
}

/// Some of the answers, with commas before all but the first of the batch, and their memory.
struct JsonPart {
    pub(crate) json: Vec<u8>,
    pub(crate) held: Reservation,
}

/// Why a chunk pauses.
enum Pause {
    /// Others have their turn.
    Turn,
    /// The first position of the rest takes more than a table.
    Solve(Attempt),
}

impl Chunk {
    pub(crate) fn new(batch: Arc<Batch>, rest: Range<usize>) -> Self {
        let held = batch.app.body_memory.reserve();
        Self { batch, rest, known: Vec::new().into_iter(), json: Vec::new(), held, waits_for: None }
    }

    /// Sends the answers. The threads of batches read tables, and never wait for a client.
    ///
    /// # Errors
    /// If the server is stopping, or nobody takes the answers.
    pub(crate) async fn answer(mut self, parts: mpsc::Sender<JsonPart>) -> io::Result<()> {
        while !self.rest.is_empty() {
            let app = self.batch.app.clone();
            let waits_for = self.waits_for.clone();
            let go_on = move || (self.go_on(), self);
            let gone_on = if let Some(table) = waits_for {
                app.readers.read_chunk(table, go_on).await
            } else {
                let _turn = app.chunks.acquire().await.expect("the semaphore is never closed");
                app.batches.run(go_on).await
            };
            let pause;
            (pause, self) = gone_on.map_err(|_| io::ErrorKind::BrokenPipe)?;
            if let Pause::Solve(attempt) = pause {
                let number = self.rest.start;
                let Batch { asked, texts, time, .. } = &*self.batch;
                let open = OpenPosition { text: texts.text(number), attempt };
                let solved = asked.solve(&app, open, WhenFull::Wait, time).await;
                self.put(solved);
            }
            if self.json.len() >= PART || self.rest.is_empty() {
                let held = std::mem::replace(&mut self.held, app.body_memory.reserve());
                let part = JsonPart { json: std::mem::take(&mut self.json), held };
                parts.send(part).await.map_err(|_| io::ErrorKind::BrokenPipe)?;
            }
        }
        Ok(())
    }

    /// Answers positions until it is the turn of others.
    fn go_on(&mut self) -> Pause {
        let batch = self.batch.clone();
        let Batch { app, asked, texts, .. } = &*batch;
        if self.json.is_empty() {
            self.json.reserve((bytes_of_answer(asked.moves) * self.rest.len()).min(PART));
        }
        if self.known.len() == 0 {
            let open =
                |number| OpenPosition { text: texts.text(number), attempt: Attempt::default() };
            let mut positions: Vec<OpenPosition<'_>> = self.rest.clone().map(open).collect();
            let budget = self.budget(app);
            let values = asked.stored_values(app, &mut positions, &budget);
            if let Some(table) = budget.would_wait() {
                return self.wait(table);
            }
            let attempts = positions.into_iter().map(|open| open.attempt);
            self.known = attempts.zip(values).collect::<Vec<_>>().into_iter();
        }
        let mut spent = 0;
        while self.json.len() < PART
            && spent < STEPS_OF_A_TURN
            && let Some((attempt, value)) = self.known.next()
        {
            let length = self.json.len();
            self.put_comma();
            if let Some(value) = value {
                value.append_json(&mut self.json);
                app.metrics.answered(&asked.game, true);
                self.checked(length, Ok(()));
                continue;
            }
            let mut open = OpenPosition { text: texts.text(self.rest.start), attempt };
            let budget = self.budget(app);
            let answered = asked.try_at_once(app, &mut open, &budget, &mut self.json);
            spent += STEPS - budget.steps().min(STEPS);
            if let Ok(false) = answered {
                self.json.truncate(length);
                return match budget.would_wait() {
                    Some(table) => self.wait(table),
                    None => Pause::Solve(open.attempt),
                };
            }
            self.checked(length, answered.map(drop));
        }
        Pause::Turn
    }

    /// What a position may take.
    fn budget(&self, app: &App) -> Budget<'static> {
        let budget = Budget::of(&app.config.limits, Effort::AtOnce, &Silent).with_steps(STEPS);
        if self.waits_for.is_some() { budget } else { budget.without_waiting() }
    }

    /// Has the rest continue where it may wait for this table.
    fn wait(&mut self, table: Arc<str>) -> Pause {
        self.waits_for = Some(table);
        self.known = Vec::new().into_iter();
        Pause::Turn
    }

    /// The answer to the first position of the rest, which had to be solved.
    fn put(&mut self, solved: Result<Bytes, Failure>) {
        let length = self.json.len();
        self.put_comma();
        let answered = solved.map(|solved| self.json.extend_from_slice(&solved));
        self.checked(length, answered);
    }

    fn put_comma(&mut self) {
        if self.rest.start > 0 {
            self.json.push(b',');
        }
    }

    /// Proceeds to the next position. If there is no answer to this one, an error takes its place, from `length` on.
    fn checked(&mut self, length: usize, answered: Result<(), Failure>) {
        if let Err(failure) = answered.and_then(|()| self.held.fit(self.json.capacity())) {
            self.json.truncate(length);
            self.put_comma();
            self.batch.app.metrics.failed(failure.code);
            serde_json::to_writer(&mut self.json, &failure)
                .expect("writing to a vector cannot fail");
        }
        self.rest.start += 1;
    }
}

/// About how many bytes an answer takes, with or without moves.
const fn bytes_of_answer(moves: bool) -> usize {
    if moves { 2048 } else { 128 }
}
