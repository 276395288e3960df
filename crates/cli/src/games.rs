//! What the program adds to each game: the one place that names all of them.

mod chomp;
mod contour;
mod number;
mod stake;
mod tokens;
mod tower;

use std::path::Path;
use std::sync::Arc;

use perfectplay_core::Game;
use perfectplay_oracle::{Answer, Question};
use perfectplay_query::{Instance, TableId};

use crate::boards;
use crate::failure::Failure;
use crate::output::Output;

/// Draws an answer for people.
pub(crate) fn draw(answer: &Answer, output: &mut Output) -> Result<(), Failure> {
    match answer.game() {
        Game::Number => number::draw(answer, output),
        Game::Tower => tower::draw(answer, output),
        Game::Contour => contour::draw(answer, output),
        Game::Stake => stake::draw(answer, output),
        Game::Tokens => tokens::draw(answer, output),
        Game::Chomp => chomp::draw(answer, output),
    }
}

/// A question that a table answers, and the arguments of the command that asks it.
pub(crate) fn question(table: &TableId) -> Option<(String, Question)> {
    let game = table.game();
    let (text, board) = match table {
        TableId::Family(_) => (game.example().to_owned(), None),
        TableId::Instance(Instance::Contour(board)) => (game.example().to_owned(), Some(board)),
        TableId::Instance(Instance::Stake(start)) => (start.to_string(), None),
        // Where the pieces stand the board does not say.
        TableId::Instance(Instance::Tokens(_)) => return None,
    };
    let option = if board.is_some() { " --board FILE" } else { "" };
    let board = board.cloned().map(Arc::new);
    let question = Question::parse(game, &text, board.as_ref()).ok()?;
    Some((format!("probe {game}{option} {text}"), question))
}

/// Whether tables of single boards can be built.
pub(crate) const fn has_boards(game: Game) -> bool {
    match game {
        Game::Contour | Game::Stake | Game::Tokens => true,
        Game::Number | Game::Tower | Game::Chomp => false,
    }
}

/// Reads the board that a table is to be of; `None` if the game has no such tables.
pub(crate) fn read_board(game: Game, file: &Path) -> Result<Option<Instance>, Failure> {
    Ok(Some(match game {
        Game::Contour => Instance::Contour(boards::contour(file)?),
        Game::Stake => Instance::Stake(boards::stake(file)?),
        Game::Tokens => Instance::Tokens(boards::tokens(file)?),
        Game::Number | Game::Tower | Game::Chomp => return Ok(None),
    }))
}
