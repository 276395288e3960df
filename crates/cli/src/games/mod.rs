//! The games of the program, and what it makes of each.

pub(crate) mod custom;

use perfectplay::{GameRef, Question, TableRef};

pub(crate) use custom::Games;

/// The game on the board with which it begins if no position is chosen, if it needs one.
pub(crate) fn start(game: &GameRef) -> GameRef {
    let board = game.about().facts.and_then(|facts| facts.board);
    let on = |board: &str| game.shared().on_board(board.into());
    let on = board.map(|board| on(board).expect("a test reads the boards of starts"));
    on.unwrap_or_else(|| game.clone())
}

/// The full board of a size, as `3` or `3x4`, to begin with; `None` if the game has no such boards.
pub(crate) fn of_size(game: &GameRef, size: &str) -> Option<String> {
    // Most texts are positions.
    if size.len() > "64x64".len() {
        return None;
    }
    // `01` is a row of cells.
    let is_plain = |text: &str| !text.starts_with(['0', '+']);
    let number = |text: &str| text.parse().ok().filter(|size| is_plain(text) && *size <= 64);
    let (rows, columns) = match size.split_once('x') {
        Some((rows, columns)) => (number(rows)?, Some(number(columns)?)),
        None => (number(size)?, None),
    };
    game.about().drawings.of_size(rows, columns)
}

/// A question that a table answers, and the arguments of the command that asks it.
pub(crate) fn question(table: &TableRef) -> Option<(String, Question)> {
    let (game, text) = table.example()?;
    let option = if game.board().is_some() { " --board FILE" } else { "" };
    let question = Question::parse(&game, &text).ok()?;
    // The start of a game that nobody has documented need not be given.
    let text = game.about().facts.map_or_else(String::new, |_| format!(" {text}"));
    Some((format!("probe {game}{option}{text}"), question))
}
