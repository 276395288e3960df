//! Answers to the positions of a request: at once on the calling thread, or on the threads that wait for disks or solve.

use std::sync::Arc;

use axum::body::Bytes;
use perfectplay::{Budget, Effort, Error, Question, Silent, ValueAnswer};

use crate::http::failure::Failure;
use crate::questions::app::App;
use crate::questions::position_request::{OpenPosition, PositionRequest};
use crate::work::cancellation::CancellationToken;
use crate::work::solve_time::SolveTime;
use crate::work::worker_pool::WhenFull;

impl PositionRequest {
    /// Answers a position within a budget, and appends the answer's JSON to `json`; returns whether a
    /// table has it, and `None` if the effort of the budget is not enough.
    fn try_answer(
        &self,
        app: &App,
        open: &mut OpenPosition<'_>,
        budget: &Budget<'_>,
        json: &mut Vec<u8>,
    ) -> Result<Option<bool>, Error> {
        let Some(question) = self.read(open, budget)? else { return Ok(None) };
        let table = if self.moves {
            let answer = app.ask(budget, |oracle| oracle.within(budget).try_answer(question))?;
            let Some(answer) = answer else { return Ok(None) };
            answer.append_json(json);
            answer.table
        } else {
            let answer = app.ask(budget, |oracle| oracle.within(budget).try_value(question))?;
            let Some(answer) = answer else { return Ok(None) };
            answer.append_json(json);
            answer.table
        };
        Ok(Some(table.is_some()))
    }

    /// The values of some positions that tables have, for all at once, where values alone are asked for;
    /// `None` for others, and for texts that are no positions.
    pub(crate) fn stored_values(
        &self,
        app: &App,
        positions: &mut [OpenPosition<'_>],
        budget: &Budget<'_>,
    ) -> Vec<Option<ValueAnswer>> {
        // Contours are in the table of their board.
        if self.moves || self.game.has_board() {
            return vec![None; positions.len()];
        }
        for open in &mut *positions {
            let budget = Budget::of(&app.config.limits, Effort::AtOnce, &Silent);
            // Errors are reported when the position is answered alone.
            let _ = self.read(open, &budget);
        }
        let known: Vec<&Question> =
            positions.iter().filter_map(|open| open.attempt.question()).collect();
        let mut values = app.oracle.within(budget).stored_values(&known).into_iter();
        let value =
            |open: &OpenPosition<'_>| open.attempt.question().and_then(|_| values.next()?);
        positions.iter().map(value).collect()
    }

    /// Answers a position on the calling thread, and appends the answer's JSON to `json`; returns whether
    /// the effort of the budget is enough.
    pub(crate) fn try_at_once(
        &self,
        app: &App,
        open: &mut OpenPosition<'_>,
        budget: &Budget<'_>,
        json: &mut Vec<u8>,
    ) -> Result<bool, Failure> {
        let answered = self.try_answer(app, open, budget, json);
        let answered = answered.map_err(|error| Failure::of(&error))?;
        answered.inspect(|&is_stored| app.metrics.answered(&self.game, is_stored));
        Ok(answered.is_some())
    }

    /// Answers a position with the least effort, and returns the answer's JSON; `None` if it is not enough. What may
    /// have to wait for a disk does so on the threads for that.
    pub(crate) async fn read_or_wait(
        &self,
        app: &Arc<App>,
        open: &mut OpenPosition<'_>,
    ) -> Result<Option<Vec<u8>>, Failure> {
        let mut json = Vec::with_capacity(2048);
        let (is_answered, waits_for) = {
            let budget = Budget::of(&app.config.limits, Effort::AtOnce, &Silent).without_waiting();
            (self.try_at_once(app, open, &budget, &mut json)?, budget.would_wait())
        };
        if is_answered {
            return Ok(Some(json));
        }
        let Some(table) = waits_for else { return Ok(None) };
        let (asked, shared, text) = (self.clone(), app.clone(), open.text.to_owned());
        let attempt = std::mem::take(&mut open.attempt);
        let work = move || {
            let (mut open, mut json) = (OpenPosition { text: &text, attempt }, Vec::new());
            let budget = Budget::of(&shared.config.limits, Effort::AtOnce, &Silent);
            let answered = asked.try_at_once(&shared, &mut open, &budget, &mut json);
            (answered.map(|is_enough| is_enough.then_some(json)), open.attempt)
        };
        let answered;
        (answered, open.attempt) = app.readers.read(table, work).await?;
        answered
    }

    /// The JSON of the answer to a position for which the least effort is not enough.
    pub(crate) async fn solve(
        &self,
        app: &Arc<App>,
        OpenPosition { text, mut attempt }: OpenPosition<'_>,
        when_full: WhenFull,
        time: &SolveTime,
    ) -> Result<Bytes, Failure> {
        let solving = time.start();
        let cancellation = &solving.cancellation();
        let key = (self.clone(), text.to_owned());
        let (asked, shared, text) = (self.clone(), app.clone(), text.to_owned());
        let work = move |effort, cancellation: &CancellationToken| {
            let mut open = OpenPosition { text: &text, attempt: std::mem::take(&mut attempt) };
            let mut json = Vec::new();
            let budget = Budget::of(&shared.config.limits, effort, cancellation);
            let answered = asked.try_answer(&shared, &mut open, &budget, &mut json);
            attempt = open.attempt;
            answered.transpose().map(|answered| Ok((Bytes::from(json), answered?)))
        };
        let solve = async {
            let solved: Result<_, Error> = app.solve(when_full, cancellation, work).await?;
            solved.map_err(|error| Failure::of(&error))
        };
        let (json, is_stored) = app.single_flight.once(key, cancellation, solve).await?;
        app.metrics.answered(&self.game, is_stored);
        Ok(json)
    }
}
