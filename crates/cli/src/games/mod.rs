//! The games of the program, and what it makes of each.

mod own;

use perfectplay_games::contour::Board;
use perfectplay_oracle::{Answer, GameRef, Question, TableRef, drawings};

use crate::failure::Failure;
use crate::terminal::output::Output;

pub(crate) use own::Games;

/// Where a game begins if no position is chosen, with the board that it needs.
pub(crate) fn start(game: &GameRef) -> (String, Option<Board>) {
    let board = game.about().facts.and_then(|facts| facts.board);
    let board =
        board.map(|text| Board::from_text(text).expect("a test reads the boards of starts"));
    (game.about().start.to_string(), board)
}

/// Draws an answer for people.
pub(crate) fn draw(answer: &Answer, output: &mut Output) -> Result<(), Failure> {
    output.lines(&drawings::drawn(answer, output))
}

/// The full board of a size, as `3` or `3x4`, to begin with; `None` if the game has no such boards.
pub(crate) fn of_size(game: &GameRef, size: &str) -> Option<String> {
    // Most texts are positions.
    if size.len() > "64x64".len() {
        return None;
    }
    let number = |text: &str| text.parse().ok().filter(|number| (1..=64).contains(number));
    let (rows, columns) = match size.split_once('x') {
        Some((rows, columns)) => (number(rows)?, Some(number(columns)?)),
        None => (number(size)?, None),
    };
    game.drawings().of_size(rows, columns)
}

/// A question that a table answers, and the arguments of the command that asks it.
pub(crate) fn question(table: &TableRef) -> Option<(String, Question)> {
    let (game, (text, board)) = (table.game(), table.example()?);
    let option = if board.is_some() { " --board FILE" } else { "" };
    let start = || Question::parse(game, &game.about().start, board.as_ref());
    let text = text.map(|text| (format!(" {text}"), Question::parse(game, &text, board.as_ref())));
    let (text, question) = text.unwrap_or_else(|| (String::new(), start()));
    Some((format!("probe {game}{option}{text}"), question.ok()?))
}
