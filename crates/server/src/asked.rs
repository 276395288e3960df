//! What is asked of each position of a request.

use std::sync::Arc;

use perfectplay_oracle::{Effort, Error, Game, Observer, Plies, Question, Silent, ValueAnswer};
use perfectplay_query::games::contour::Board;

use crate::app::App;
use crate::failure::{BOARD, Failure};
use crate::watched::Watch;

/// What is asked of each position of a request.
#[derive(Clone)]
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

impl Asked {
    /// Answers a position with this effort, and appends the answer's JSON to `json`; returns
    /// whether the effort is enough.
    fn try_answer(
        &self,
        app: &App,
        text: &str,
        effort: Effort,
        observer: &dyn Observer,
        json: &mut Vec<u8>,
    ) -> Result<bool, Error> {
        let question = Question::parse(self.game, text, self.board.as_ref())?
            .with_plies(self.plies)
            .with_line(self.line);
        let limits = &app.config.limits;
        let table = if self.moves {
            let answer = app.oracle.try_answer(&question, limits, effort, observer)?;
            let Some(answer) = answer else { return Ok(false) };
            answer.append_json(json);
            answer.table
        } else {
            let answer = app.oracle.try_value(&question, limits, effort, observer)?;
            let Some(answer) = answer else { return Ok(false) };
            answer.append_json(json);
            answer.table
        };
        app.metrics.answered(self.game, table.is_some());
        Ok(true)
    }

    /// The values of some positions that tables have, for all at once, where values alone are asked for;
    /// `None` for others, and for texts that are no positions.
    pub(crate) fn stored_values(&self, app: &App, texts: &[String]) -> Vec<Option<ValueAnswer>> {
        // Contours are of a board's table.
        if self.moves || self.game == Game::Contour {
            return vec![None; texts.len()];
        }
        let question = |text: &String| {
            let is_quick = Question::effort_to_read(self.game, text) == Effort::AtOnce;
            let question = is_quick.then(|| Question::parse(self.game, text, self.board.as_ref()));
            Some(question?.ok()?.with_plies(self.plies))
        };
        let questions: Vec<Option<Question>> = texts.iter().map(question).collect();
        let known: Vec<&Question> = questions.iter().flatten().collect();
        let mut values = app.oracle.stored_values(&known).into_iter();
        questions.iter().map(|question| question.as_ref().and_then(|_| values.next()?)).collect()
    }

    /// Answers a position with the least effort, on the calling thread, and appends the answer's JSON to
    /// `json`; returns whether that is enough.
    pub(crate) fn try_at_once(
        &self,
        app: &App,
        text: &str,
        json: &mut Vec<u8>,
    ) -> Result<bool, Failure> {
        if Question::effort_to_read(self.game, text) > Effort::AtOnce {
            return Ok(false);
        }
        self.try_answer(app, text, Effort::AtOnce, &Silent, json)
            .map_err(|error| Failure::of(error, self.game))
    }

    /// The JSON of the answer to a position for which the least effort is not enough.
    pub(crate) async fn solve(
        &self,
        app: &Arc<App>,
        text: &str,
        watch: &Watch,
    ) -> Result<Vec<u8>, Failure> {
        let (asked, shared, position) = (self.clone(), app.clone(), text.to_owned());
        let work = move |effort, watch: &Watch| {
            let mut json = Vec::new();
            match asked.try_answer(&shared, &position, effort, watch, &mut json) {
                Ok(true) => Some(Ok(json)),
                Ok(false) => None,
                Err(error) => Some(Err(error)),
            }
        };
        let least = Question::effort_to_read(self.game, text).max(Effort::Quick);
        let json = app.solve(least, watch, work).await?;
        json.map_err(|error| Failure::of(error, self.game))
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
