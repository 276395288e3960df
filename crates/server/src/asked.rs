//! What is asked of each position of a request.

use std::sync::Arc;

use axum::body::Bytes;
use perfectplay_oracle::{
    Budget, Effort, Error, Game, Observer, Plies, Question, Silent, ValueAnswer,
};
use perfectplay_query::Instance;
use perfectplay_query::games::contour::Board;

use crate::app::App;
use crate::batch_request::BoardField;
use crate::cancellation::Cancellation;
use crate::failure::{BOARD, Failure};

/// What is asked of each position of a request.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Asked {
    pub(crate) game: Game,
    /// The board of contours.
    pub(crate) board: Option<Arc<Board>>,
    pub(crate) plies: Plies,
    /// Whether best play to the end is wanted.
    pub(crate) line: bool,
    /// Whether moves are wanted, or the value alone.
    pub(crate) moves: bool,
}

/// The JSON of an answer, and whether a table has it.
pub(crate) type Solved = (Bytes, bool);

/// A position of a request that is not answered yet.
pub(crate) struct Open<'t> {
    text: &'t str,
    /// Once the text has been read.
    question: Option<Question>,
}

impl<'t> Open<'t> {
    pub(crate) const fn new(text: &'t str) -> Self {
        Self { text, question: None }
    }
}

impl Asked {
    /// Reads a position, unless it has been read, if the budget is enough for it.
    fn read(&self, open: &mut Open<'_>, budget: &Budget<'_>) -> Result<(), Error> {
        if open.question.is_none() {
            let question = Question::try_read(self.game, open.text, self.board.as_ref(), budget)?;
            let asked = |question: Question| question.with_plies(self.plies).with_line(self.line);
            open.question = question.map(asked);
        }
        Ok(())
    }

    /// Answers a position with this effort, and appends the answer's JSON to `json`; returns whether a
    /// table has it, and `None` if the effort is not enough.
    fn try_answer(
        &self,
        app: &App,
        open: &mut Open<'_>,
        effort: Effort,
        observer: &dyn Observer,
        json: &mut Vec<u8>,
    ) -> Result<Option<bool>, Error> {
        let budget = Budget::of(&app.config.limits, effort, observer);
        self.read(open, &budget)?;
        let Some(question) = &open.question else { return Ok(None) };
        let table = if self.moves {
            let Some(answer) = app.oracle.try_answer(question, &budget)? else { return Ok(None) };
            answer.append_json(json);
            answer.table
        } else {
            let Some(answer) = app.oracle.try_value(question, &budget)? else { return Ok(None) };
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
        let mut values = app.oracle.stored_values(&known).into_iter();
        let value = |open: &Open<'_>| open.question.as_ref().and_then(|_| values.next()?);
        positions.iter().map(value).collect()
    }

    /// Answers a position with the least effort, on the calling thread, and appends the answer's JSON to
    /// `json`; returns whether that is enough.
    pub(crate) fn try_at_once(
        &self,
        app: &App,
        open: &mut Open<'_>,
        json: &mut Vec<u8>,
    ) -> Result<bool, Failure> {
        let answered = self.try_answer(app, open, Effort::AtOnce, &Silent, json);
        let answered = answered.map_err(|error| Failure::of(error, self.game))?;
        answered.inspect(|&is_stored| app.metrics.answered(self.game, is_stored));
        Ok(answered.is_some())
    }

    /// The JSON of the answer to a position for which the least effort is not enough.
    pub(crate) async fn solve(
        &self,
        app: &Arc<App>,
        Open { text, mut question }: Open<'_>,
        cancellation: &Cancellation,
    ) -> Result<Bytes, Failure> {
        let key = (self.clone(), text.to_owned());
        let (asked, shared, text) = (self.clone(), app.clone(), text.to_owned());
        let work = move |effort, cancellation: &Cancellation| {
            let mut open = Open { text: &text, question: question.take() };
            let mut json = Vec::new();
            let answered = asked.try_answer(&shared, &mut open, effort, cancellation, &mut json);
            question = open.question;
            answered.transpose().map(|answered| Ok((Bytes::from(json), answered?)))
        };
        let solve = async {
            let solved: Result<_, Error> = app.solve(cancellation, work).await?;
            solved.map_err(|error| Failure::of(error, self.game))
        };
        let (json, is_stored) = app.coalescing.once(key, cancellation, solve).await?;
        app.metrics.answered(self.game, is_stored);
        Ok(json)
    }
}

/// A game by its name in a path.
pub(crate) fn game(name: &str) -> Result<Game, Failure> {
    name.parse().map_err(|error: perfectplay_oracle::GameError| {
        Failure::missing(error.to_string()).with_hint("/docs describes all paths")
    })
}

/// Checks that there is a board where every position needs one.
pub(crate) fn check_board(game: Game, board: Option<&Arc<Board>>) -> Result<(), Failure> {
    if game == Game::Contour && board.is_none() {
        return Err(Failure::board("a contour needs its board, and none is given").with_hint(BOARD));
    }
    Ok(())
}

/// The board of a batch.
pub(crate) fn board_field(app: &App, field: &BoardField) -> Result<Arc<Board>, Failure> {
    let (a, b, fingerprint) = match field {
        BoardField::Text(text) => return board(app, text),
        BoardField::Rows { a, b, fingerprint } => (a, b, fingerprint),
    };
    let board = Board::new(a, b);
    let board = board.map_err(|error| Failure::board(error.to_string()).with_hint(BOARD))?;
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
pub(crate) fn board(app: &App, text: &str) -> Result<Arc<Board>, Failure> {
    let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if text.len() == 8 && text.bytes().all(is_digit) {
        let board = app.oracle.contour_board(text);
        return board.map_err(|error| Failure::of(error, Game::Contour))?.ok_or_else(|| {
            let what = format!("this server has no table of a board with the fingerprint {text}");
            Failure::board(what).with_hint(BOARD)
        });
    }
    let board = Board::from_text(text);
    board.map(Arc::new).map_err(|error| Failure::board(error.to_string()).with_hint(BOARD))
}
