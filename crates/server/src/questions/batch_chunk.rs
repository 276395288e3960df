//! A chunk of a batch: consecutive positions, whose answers are sent in parts.

use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::vec;

use axum::body::Bytes;
use perfectplay::{Attempt, Budget, Effort, Silent, ValueAnswer};
use tokio::sync::mpsc;

use crate::http::failure::Failure;
use crate::http::memory_quota::Reservation;
use crate::questions::app::App;
use crate::questions::batch_request::Texts;
use crate::questions::position_request::{OpenPosition, PositionRequest};
use crate::work::solve_time::SolveTime;
use crate::work::worker_pool::WhenFull;

/// How many bytes of answers are sent at once: with fewer, passing them on would take longer than making them;
/// more would be held by slow clients.
pub(crate) const PART: usize = 64 << 10;

/// How many steps a position may take on the threads of batches: with these, which take milliseconds, a table
/// answers all replies to the moves of nearly all of its positions.
const STEPS: u64 = 1 << 23;

/// After how many steps other chunks have their turn.
const STEPS_OF_A_TURN: u64 = 1 << 20;

/// A batch that is being answered.
pub(crate) struct Batch {
    pub(crate) app: Arc<App>,
    pub(crate) asked: PositionRequest,
    pub(crate) texts: Texts,
    pub(crate) time: SolveTime,
    /// The memory of its texts.
    #[expect(dead_code, reason = "held, not read")]
    pub(crate) held: Reservation,
}

/// Some positions of a batch, and their answers so far.
pub(crate) struct Chunk {
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
pub(crate) struct JsonPart {
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
pub(crate) const fn bytes_of_answer(moves: bool) -> usize {
    if moves { 2048 } else { 128 }
}
