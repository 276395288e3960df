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
use perfectplay_oracle::{Answer, Position, Question};
use perfectplay_query::{Instance, TableId};

use crate::boards;
use crate::drawing::{numbered, print_line, print_replies};
use crate::failure::Failure;
use crate::output::Output;

/// Draws an answer for people.
pub(crate) fn draw(answer: &Answer, output: &mut Output) -> Result<(), Failure> {
    match &answer.position {
        Position::Tower(tower) => tower::draw(answer, tower, output)?,
        Position::Contour(contour, board) => contour::draw(answer, contour, board, output)?,
        Position::Stake(board) => stake::draw(answer, board, output)?,
        Position::Tokens(tokens) => tokens::draw(answer, tokens, output)?,
        Position::Chomp(bar) => chomp::draw(answer, bar, output)?,
        // A list of moves suits every game.
        _ => number::draw(answer, output)?,
    }
    print_line(output, answer, |position| rows(position, &answer.position))?;
    print_replies(output, answer)
}

/// A position in best play from a start, without values.
fn rows(position: &Position, start: &Position) -> Vec<String> {
    match (position, start) {
        (Position::Tower(tower), _) => tower::levels(tower),
        (Position::Contour(contour, board), _) => contour::claimed(contour, board),
        (Position::Stake(board), _) => stake::digits(board),
        (Position::Tokens(tokens), _) => tokens::rows(tokens),
        (Position::Chomp(bar), Position::Chomp(start)) => chomp::cells(bar, start),
        _ => vec![position.to_string()],
    }
}

/// A position as lines, without values.
pub(crate) fn board(position: &Position) -> Vec<String> {
    match position {
        Position::Contour(contour, board) => contour::scores(contour, board),
        Position::Stake(_) | Position::Tokens(_) | Position::Chomp(_) => {
            numbered(rows(position, position))
        }
        _ => rows(position, position),
    }
}

/// Where a game begins if no position is chosen: of a usual size, and in a default table.
pub(crate) const fn start(game: Game) -> &'static str {
    match game {
        Game::Number => "2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20",
        Game::Tower => "RGB/GRG/BRB/RGR",
        Game::Contour => "0",
        Game::Stake => "..../..../..../....",
        Game::Tokens => "P.../..../..../...P",
        Game::Chomp => "7,7,7,7,7",
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

/// Reads the board that a table is to be of; `None` if the game has no such tables.
pub(crate) fn read_board(game: Game, file: &Path) -> Result<Option<Instance>, Failure> {
    Ok(Some(match game {
        Game::Contour => Instance::Contour(boards::contour(file)?),
        Game::Stake => Instance::Stake(boards::stake(file)?),
        Game::Tokens => Instance::Tokens(boards::tokens(file)?),
        Game::Number | Game::Tower | Game::Chomp => return Ok(None),
    }))
}
