//! What a request asks of each of its positions.

use std::sync::Arc;

use axum::body::Bytes;
use perfectplay::{Attempt, BoardText, Budget, Error, GameRef, Plies, Question, UsageError};

use crate::http::failure::Failure;

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
