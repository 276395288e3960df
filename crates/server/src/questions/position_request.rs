//! What a request asks of each of its positions, and their answers: at once on the calling thread, or on the threads that
//! wait for disks or solve.

use std::sync::Arc;

use axum::body::Bytes;
use perfectplay::{
    Attempt, BoardText, Budget, Effort, Error, GameRef, Plies, Question, Silent, UsageError,
    ValueAnswer,
};

use crate::http::failure::Failure;
use crate::questions::app::App;
use crate::work::cancellation::CancellationToken;
use crate::work::solve_time::SolveTime;
use crate::work::worker_pool::WhenFull;

/// What is wanted of each position of a request.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PositionRequest {
    pub(crate) game: GameRef,
    /// The board that the game is on: games with the same name are the same.
    board: Option<Arc<BoardText>>,
    pub(crate) plies: Plies,
    /// Whether best play to the end is wanted.
    pub(crate) line: bool,
    /// Whether the best replies to each move are wanted.
    pub(crate) replies: bool,
    /// Whether moves are wanted, or the value alone.
    pub(crate) moves: bool,
}

/// The JSON of an answer, and whether a table has it.
pub(crate) type AnswerJson = (Bytes, bool);

/// A position of a request that is not answered yet.
pub(crate) struct OpenPosition<'t> {
    pub(crate) text: &'t str,
    pub(crate) attempt: Attempt,
}

impl PositionRequest {
    pub(crate) fn of(game: &GameRef, plies: Plies, line: bool, replies: bool, moves: bool) -> Self {
        let board = game.board().cloned();
        Self { game: game.clone(), board, plies, line, replies, moves }
    }

    /// Reads a position, unless it has been read; `None` if the budget is not enough for it.
    pub(crate) fn read<'o>(
        &self,
        open: &'o mut OpenPosition<'_>,
        budget: &Budget<'_>,
    ) -> Result<Option<&'o Question>, Error> {
        let text = open.text;
        open.attempt.read_within(budget, |budget| {
            let question = Question::read(&self.game, text, budget)?;
            let question = question.with_plies(self.plies).with_line(self.line);
            Ok(question.with_replies(self.replies))
        })
    }

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

/// Checks that replies are asked for only together with moves.
pub(crate) fn check_replies(replies: bool, moves: bool) -> Result<(), Failure> {
    match replies && !moves {
        true => Err(Failure::usage("`replies` belong to moves, and `moves` is false")),
        false => Ok(()),
    }
}

/// Checks that a board, valid or not, is given only for a game that has boards.
pub(crate) fn check_board(game: &GameRef, is_given: bool) -> Result<(), Failure> {
    match is_given && !game.has_board() {
        true => Err(Failure::of(&UsageError::Board(game.to_string()).into())),
        false => Ok(()),
    }
}
