//! How positions are answered: at once on the calling thread, or by the threads that solve.

use std::sync::Arc;

use axum::body::Bytes;
use perfectplay_oracle::{Budget, Effort, Error, Game, Question, Silent, ValueAnswer};
use perfectplay_query::Instance;
use perfectplay_query::games::contour::Board;

use crate::app::App;
use crate::asked::{Asked, Open};
use crate::batch_request::BoardField;
use crate::cancellation::{Cancellation, SolveTime};
use crate::failure::Failure;
use crate::worker_pool::Queue;

impl Asked {
    /// Answers a position within a budget, and appends the answer's JSON to `json`; returns whether a
    /// table has it, and `None` if the effort of the budget is not enough.
    fn try_answer(
        &self,
        app: &App,
        open: &mut Open<'_>,
        budget: &Budget<'_>,
        json: &mut Vec<u8>,
    ) -> Result<Option<bool>, Error> {
        self.read(open, budget)?;
        let Some(question) = &open.question else { return Ok(None) };
        let table = if self.moves {
            let answer = app.ask(budget, |oracle| oracle.try_answer(question, budget))?;
            let Some(answer) = answer else { return Ok(None) };
            answer.append_json(json);
            answer.table
        } else {
            let answer = app.ask(budget, |oracle| oracle.try_value(question, budget))?;
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
        positions: &mut [Open<'_>],
        budget: &Budget<'_>,
    ) -> Vec<Option<ValueAnswer>> {
        // Contours are of a board's table.
        if self.moves || self.game == Game::Contour {
            return vec![None; positions.len()];
        }
        for open in &mut *positions {
            let budget = Budget::of(&app.config.limits, Effort::AtOnce, &Silent);
            // What is wrong with a text is said when it is answered alone.
            let _ = self.read(open, &budget);
        }
        let known: Vec<&Question> =
            positions.iter().filter_map(|open| open.question.as_ref()).collect();
        let mut values = app.oracle.stored_values_within(&known, budget).into_iter();
        let value = |open: &Open<'_>| open.question.as_ref().and_then(|_| values.next()?);
        positions.iter().map(value).collect()
    }

    /// Answers a position on the calling thread, and appends the answer's JSON to `json`; returns whether
    /// the effort of the budget is enough.
    pub(crate) fn try_at_once(
        &self,
        app: &App,
        open: &mut Open<'_>,
        budget: &Budget<'_>,
        json: &mut Vec<u8>,
    ) -> Result<bool, Failure> {
        let answered = self.try_answer(app, open, budget, json);
        let answered = answered.map_err(|error| Failure::of(&error))?;
        answered.inspect(|&is_stored| app.metrics.answered(self.game, is_stored));
        Ok(answered.is_some())
    }

    /// Answers a position with the least effort, where that may have to wait for a disk; `None` if it is not
    /// enough.
    pub(crate) async fn read_from_disk(
        &self,
        app: &Arc<App>,
        open: &mut Open<'_>,
        table: Arc<str>,
    ) -> Result<Option<Vec<u8>>, Failure> {
        let (asked, shared, text) = (self.clone(), app.clone(), open.text.to_owned());
        let question = open.question.take();
        let work = move || {
            let (mut open, mut json) = (Open { text: &text, question }, Vec::new());
            let budget = Budget::of(&shared.config.limits, Effort::AtOnce, &Silent);
            let answered = asked.try_at_once(&shared, &mut open, &budget, &mut json);
            (answered.map(|is_enough| is_enough.then_some(json)), open.question)
        };
        let answered;
        (answered, open.question) = app.readers.read(table, work).await?;
        answered
    }

    /// The JSON of the answer to a position for which the least effort is not enough.
    pub(crate) async fn solve(
        &self,
        app: &Arc<App>,
        Open { text, mut question }: Open<'_>,
        queue: Queue,
        time: &SolveTime,
    ) -> Result<Bytes, Failure> {
        let solving = time.start();
        let cancellation = &solving.cancellation();
        let key = (self.clone(), text.to_owned());
        let (asked, shared, text) = (self.clone(), app.clone(), text.to_owned());
        let work = move |effort, cancellation: &Cancellation| {
            let mut open = Open { text: &text, question: question.take() };
            let mut json = Vec::new();
            let budget = Budget::of(&shared.config.limits, effort, cancellation);
            let answered = asked.try_answer(&shared, &mut open, &budget, &mut json);
            question = open.question;
            answered.transpose().map(|answered| Ok((Bytes::from(json), answered?)))
        };
        let solve = async {
            let solved: Result<_, Error> = app.solve(queue, cancellation, work).await?;
            solved.map_err(|error| Failure::of(&error))
        };
        let (json, is_stored) = app.coalescing.once(key, cancellation, solve).await?;
        app.metrics.answered(self.game, is_stored);
        Ok(json)
    }
}

/// The board of a batch.
pub(crate) async fn board_field(app: &Arc<App>, field: &BoardField) -> Result<Arc<Board>, Failure> {
    let (a, b, fingerprint) = match field {
        BoardField::Text(text) => return board(app, text).await,
        BoardField::Rows { a, b, fingerprint } => (a, b, fingerprint),
    };
    let board = Board::new(a, b).map_err(|error| Failure::board(error.to_string()))?;
    let found = Instance::Contour(board.clone()).fingerprint();
    if let Some(said) = fingerprint
        && *said != found
    {
        let what = format!("`fingerprint` is {said:?}, and that of the rows is {found}");
        return Err(Failure::board(what).with_hint("leave `fingerprint` out"));
    }
    Ok(Arc::new(board))
}

/// A board of contours: the fingerprint of a table that the server has, or the contest's text.
pub(crate) async fn board(app: &Arc<App>, text: &str) -> Result<Arc<Board>, Failure> {
    let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if text.len() == 8 && text.bytes().all(is_digit) {
        let find = |app: &App, budget: &Budget<'_>| {
            app.ask(budget, |oracle| oracle.try_contour_board(text, budget))
        };
        let (found, waits_for) = {
            let budget = Budget::of(&app.config.limits, Effort::AtOnce, &Silent).without_waiting();
            (find(app, &budget).transpose(), budget.would_wait())
        };
        let found = match found {
            Some(found) => found,
            None => {
                let (shared, fingerprint) = (app.clone(), text.to_owned());
                let find = move || {
                    let budget = Budget::of(&shared.config.limits, Effort::AtOnce, &Silent);
                    let found =
                        shared.ask(&budget, |oracle| oracle.contour_board(&fingerprint).map(Some));
                    found.map(Option::flatten)
                };
                app.readers.read(waits_for.unwrap_or_else(|| text.into()), find).await?
            }
        };
        return found.map_err(|error| Failure::of(&error))?.ok_or_else(|| {
            let what = format!("this server has no table of a board with the fingerprint {text}");
            Failure::board(what)
        });
    }
    Board::from_text(text).map(Arc::new).map_err(|error| Failure::board(error.to_string()))
}
